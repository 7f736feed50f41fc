package claude

import (
	"strconv"

	"notdone/source/runlog"
)

// Bounds of one record: what is more stays unread.
const (
	maxBlocks  = 64
	maxDenials = 64
)

// read takes the message at the cursor.
func (m *message) read(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch c.Next() {
		case '"':
			switch value := c.Str(); string(key) {
			case "id":
				m.id = value
			case "model":
				m.model = value
			case "stop_reason":
				m.stop = value
			case "content":
				m.text = value
			}
		case '{':
			if string(key) == "usage" {
				m.tokens = usage(c)
			}
		case '[':
			if string(key) == "content" {
				c.Array(func() { m.block(c) })
			}
		}
	})
}

// block reads one block. Of more than fit, the last ones stay unread.
func (m *message) block(c *runlog.Cursor) {
	m.blocks = runlog.AppendObject(c, m.blocks, maxBlocks, func(b *block, key []byte) {
		switch string(key) {
		case "input":
			b.input = c.Raw()
		case "is_error":
			b.failed = string(c.ScalarOrSkip()) == "true"
		case "content":
			switch c.Next() {
			case '"':
				b.text = c.Str()
			case '[':
				b.text = c.FirstText()
			case '{':
				// What a tool of the server returned: an object that is an error, or not.
				c.Object(func(key []byte) {
					if string(key) == "error_code" {
						b.failed = true
					}
				})
			}
		case "type", "id", "tool_use_id", "name", "text":
			if c.Next() != '"' {
				return
			}
			switch value := c.Str(); string(key) {
			case "type":
				b.kind = value
			case "id", "tool_use_id":
				b.id = value
			case "name":
				b.name = value
			default:
				b.text = value
			}
		}
	})
}

// usage adds up the tokens of one usage object, the cached ones as well: Claude
// counts those apart from its input.
func usage(c *runlog.Cursor) (sum int64) {
	c.Object(func(key []byte) {
		switch string(key) {
		case "input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens":
			if n, err := strconv.ParseInt(string(c.ScalarOrSkip()), 10, 64); err == nil && n > 0 && n < 1e13 {
				sum += n
			}
		}
	})
	return sum
}
