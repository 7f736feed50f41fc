package runlog

import "strconv"

// readNested reads an object inside a record if its key is one under which logs nest
// their fields. It ignores other objects.
func (r *record) readNested(c *Cursor, key []byte, level int) {
	switch string(key) {
	case "message", "payload", "item", "data", "part", "event", "msg", "response", "body", "properties":
		r.readObject(c, level+1)
	case "error":
		r.hasError = true
		r.readError(c)
	case "content":
		r.readBlock(c)
	case "result", "output":
		r.hasResult = r.hasResult || string(key) == "result"
		c.Object(func(key []byte) {
			if c.Next() != '"' {
				if string(key) == "content" && c.Next() == '[' {
					r.readArray(c, key, level+1)
				}
				return
			}
			switch string(key) {
			case "text", "content", "message", "output", "result":
				r.setSlot(slotResult, c.Str(), level)
			}
		})
	case "usage", "tokens", "tokenUsage", "token_usage":
		r.readUsage(c)
	case "info", "stats":
		c.Object(func(key []byte) {
			switch {
			case c.Next() == '{' && string(key) == "total_token_usage":
				var total record
				total.readUsage(c)
				r.totalTokens = total.tokens
			case string(key) == "total_tokens":
				r.totalTokens = readCount(c)
			}
		})
	}
}

// readError reads an error object: a message and a code.
func (r *record) readError(c *Cursor) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			switch string(key) {
			case "message", "text", "detail", "error":
				r.setSlot(slotError, c.Str(), 1)
			case "code", "type", "name", "codex_error_info", "kind":
				setSpan(&r.code, c.Str(), 1)
			}
		case '{':
			if string(key) == "data" || string(key) == "error" {
				r.readError(c)
			}
		}
	})
}

// readArray reads an array: the blocks of a message, or errors.
func (r *record) readArray(c *Cursor, key []byte, level int) {
	switch string(key) {
	case "content", "parts":
		if level < 4 {
			c.Array(func() {
				switch c.Next() {
				case '{':
					r.readBlock(c)
				case '"':
					r.addBlock(c.Str())
				}
			})
		}
	case "errors":
		c.Array(func() {
			switch c.Next() {
			case '"':
				r.setSlot(slotError, c.Str(), 1)
				r.hasError = true
			case '{':
				r.hasError = true
				r.readError(c)
			}
		})
	}
}

// readBlock reads one block of a message: a text, a tool call or a tool's result.
func (r *record) readBlock(c *Cursor) {
	var typ, text, name, result span
	var failed bool
	c.Object(func(key []byte) {
		switch string(key) {
		case "type", "text", "name", "content", "output":
			if c.Next() != '"' {
				if string(key) == "content" && c.Next() == '[' {
					result = firstText(c)
				}
				return
			}
			switch value := c.Str(); string(key) {
			case "type":
				typ = value
			case "text":
				text = value
			case "name":
				name = value
			default:
				result = value
			}
		case "is_error", "isError":
			failed = string(c.ScalarOrSkip()) == "true"
		}
	})
	switch string(typ) {
	case "tool_use", "toolCall", "tool_call", "function_call", "tool-call", "server_tool_use":
		r.calls++
		r.tool = name
	case "tool_result", "toolResult", "tool-result", "function_call_output":
		r.results++
		r.toolText = result
		if failed {
			r.isError = &failed
		}
	case "thinking", "reasoning", "redacted_thinking":
	default:
		r.addBlock(text)
	}
}

// firstText reads an array of blocks for the first text in it.
func firstText(c *Cursor) (text span) {
	c.Array(func() {
		if c.Next() != '{' {
			return
		}
		c.Object(func(key []byte) {
			if string(key) == "text" && c.Next() == '"' && text == nil {
				text = c.Str()
			}
		})
	})
	return text
}

// addBlock adds a text block. When all places are taken it replaces the last one.
func (r *record) addBlock(text span) {
	if len(text) == 0 {
		return
	}
	r.numBlocks = min(r.numBlocks+1, len(r.blocks))
	r.blocks[r.numBlocks-1] = text
}

// readUsage sums the tokens of one usage object. A total in the object takes precedence
// over the sum, because some providers count cached input twice.
func (r *record) readUsage(c *Cursor) {
	var sum, total int64
	c.Object(func(key []byte) {
		switch string(key) {
		case "input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "prompt_tokens",
			"completion_tokens", "inputTokens", "outputTokens", "input", "output", "cacheRead", "cacheWrite":
			sum += readCount(c)
		case "total_tokens", "totalTokens", "total":
			total = readCount(c)
		case "cost":
			if c.Next() == '{' {
				c.Object(func(key []byte) {
					if string(key) == "total" {
						setNumber(&r.cost, c.ScalarOrSkip())
					}
				})
			}
		}
	})
	if total > 0 {
		sum = total
	}
	r.tokens = sum
}

// readCount reads a number of tokens; any other value is 0.
func readCount(c *Cursor) int64 {
	n, err := strconv.ParseInt(string(c.ScalarOrSkip()), 10, 64)
	if err != nil || n < 0 || n > 1e13 {
		return 0
	}
	return n
}

// ScalarOrSkip reads the next value. It returns its text if it is a scalar, else nil.
func (c *Cursor) ScalarOrSkip() []byte {
	switch c.Next() {
	case '"', '{', '[', 0:
		c.Skip()
		return nil
	}
	return c.Scalar()
}
