package codex

import "notdone/source/runlog"

// list reads an array: blocks of text, the words of a command, changed files,
// questions or things to do.
func (l *line) list(c *runlog.Cursor, key []byte) {
	switch string(key) {
	case "content", "output":
		c.Array(func() { l.block(c, key) })
	case "command":
		c.Array(func() {
			if c.Next() == '"' {
				take(&l.argv, c.Str(), maxWords)
			}
		})
	case "changes", "questions":
		c.Array(func() { l.block(c, key) })
	case "items":
		c.Array(func() {
			if c.Next() == '{' {
				c.Object(func(key []byte) {
					if b := c.Next(); b != '"' && b != '{' && b != '[' {
						l.scalar(key, c.Scalar())
					}
				})
			}
		})
	}
}

// block reads one element of an array.
func (l *line) block(c *runlog.Cursor, of []byte) {
	switch c.Next() {
	case '"':
		take(&l.texts, c.Str(), maxBlocks)
	case '{':
		c.Object(func(key []byte) {
			if c.Next() != '"' {
				return
			}
			switch value := c.Str(); string(key) {
			case "text":
				take(&l.texts, value, maxBlocks)
			case "path":
				if string(of) == "changes" {
					take(&l.files, value, maxFiles)
				}
			case "question":
				take(&l.asks, value, maxBlocks)
			}
		})
	}
}

// again writes the value at the cursor as it was read.
func again(to []byte, c *runlog.Cursor) []byte {
	switch c.Next() {
	case '"':
		return append(append(append(to, '"'), c.Str()...), '"')
	case '{':
		open := byte('{')
		c.Object(func(key []byte) {
			to = append(append(append(to, open, '"'), key...), '"', ':')
			to, open = again(to, c), ','
		})
		if open == '{' {
			to = append(to, '{')
		}
		return append(to, '}')
	case '[':
		open := byte('[')
		c.Array(func() {
			to = append(to, open)
			to, open = again(to, c), ','
		})
		if open == '[' {
			to = append(to, '[')
		}
		return append(to, ']')
	}
	return append(to, c.Scalar()...)
}
