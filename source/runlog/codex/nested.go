package codex

import "notdone/source/runlog"

// nested reads an object inside a line where it is one that is known; whatever
// else a line holds, such as the history that a compaction replaces, stays
// unread.
func (l *line) nested(c *runlog.Cursor, key []byte, level int) {
	switch string(key) {
	case "payload", "msg", "item":
		l.record = l.record || level == 0 && string(key) != "item"
		if level < len(l.types)-1 {
			l.object(c, level+1)
		}
	case "error":
		l.hasErr = true
		l.failure(c)
	case "codex_error_info":
		l.kindOf(c)
	case "git", "collaboration_mode", "settings", "invocation", "thread_spawn":
		l.members(c)
	case "source":
		l.origin(c)
	case "action":
		l.action(c)
	case "output", "result", "content":
		l.answer(c)
	case "info":
		c.Object(func(key []byte) {
			if string(key) == "total_token_usage" && c.Next() == '{' {
				l.usage(c)
			}
		})
	case "usage":
		l.usage(c)
	case "rate_limits":
		l.readLimits(c)
	case "changes":
		c.Object(func(path []byte) { take(&l.files, path, maxFiles) })
	case "arguments":
		l.is[fArgs], l.plain = again(nil, c), true
	}
}

// members reads an object whose texts are fields of the line.
func (l *line) members(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			switch value := c.Str(); string(key) {
			case "branch":
				l.is[fBranch] = value
			case "mode":
				l.is[fMode] = value
			default:
				l.text(key, value, 1)
			}
		case '{':
			switch string(key) {
			case "settings":
				l.members(c)
			case "arguments":
				l.is[fArgs], l.plain = again(nil, c), true
			}
		}
	})
}

// failure reads an error: a text for people and a name.
func (l *line) failure(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			switch value := c.Str(); string(key) {
			case "message":
				l.is[fErr] = value
			case "codex_error_info", "code", "type":
				l.is[fErrInfo] = value
			}
		case '{':
			switch string(key) {
			case "codex_error_info":
				l.kindOf(c)
			case "rate_limits":
				l.readLimits(c)
			}
		case '[':
		default:
			l.resets.setField(key, c.Scalar())
		}
	})
}

// kindOf reads the name of an error that carries more than a name: it is the
// key of what it carries.
func (l *line) kindOf(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		l.is[fErrInfo] = key
		if c.Next() == '{' {
			c.Object(func(key []byte) {
				if b := c.Next(); b != '"' && b != '{' && b != '[' {
					l.resets.setField(key, c.Scalar())
				}
			})
		}
	})
}

// origin reads where a session comes from when it was not started by a person
// or a program, but by another session.
func (l *line) origin(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch string(key) {
		case "subagent", "sub_agent", "subAgent", "Subagent", "SubAgent":
			l.sub = true
		}
		if c.Next() == '{' {
			l.spawned(c)
		}
	})
}

// spawned reads how a subagent came about: by a review, or by a call whose
// session is named.
func (l *line) spawned(c *runlog.Cursor) {
	c.Object(func([]byte) {
		if c.Next() == '{' {
			l.members(c)
		}
	})
}

// action reads what a local shell or a web search is to do.
func (l *line) action(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			switch value := c.Str(); string(key) {
			case "query", "url", "pattern":
				l.is[fQuery] = value
			case "command":
				take(&l.argv, value, maxWords)
			}
		case '[':
			if string(key) == "command" {
				l.list(c, key)
			}
		}
	})
}

// answer reads the result of a tool: texts, an error, or either in an envelope.
func (l *line) answer(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			switch value := c.Str(); string(key) {
			case "Err":
				l.failed = true
				l.is[fOutput] = value
			case "content", "output", "text":
				l.is[fOutput] = value
			}
		case '{':
			if string(key) == "Ok" {
				l.answer(c)
			}
		case '[':
			l.list(c, key)
		default:
			l.scalar(key, c.Scalar())
		}
	})
}

func (l *line) usage(c *runlog.Cursor) {
	var sum, total int64
	c.Object(func(key []byte) {
		if b := c.Next(); b == '"' || b == '{' || b == '[' {
			return
		}
		switch n := count(c.Scalar()); string(key) {
		case "input_tokens", "output_tokens":
			sum += n
		case "total_tokens":
			total = n
		}
	})
	if l.tokens = sum; total > 0 {
		l.tokens = total
	}
}
