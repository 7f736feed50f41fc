package pi

import (
	"strconv"
	"time"

	"notdone/source/runlog"
)

// Bounds of what is read of one record.
const (
	maxBlocks = 64
	maxText   = 4 << 10 // of what a tool answered, in bytes
)

// record is what one line holds. Its slices point into the line.
type record struct {
	typ, id, cwd  []byte
	parent        bool // it names the entry before it, as those of a session do
	version       bool
	at            time.Time
	message       message
	hasMessage    bool
	streamed      bool // it is a part of a message that is being written
	call          block
	result        []byte
	failed, hasOK bool
	ok, again     bool
	errorText     []byte
	model         []byte
}

// message is one message of the conversation.
type message struct {
	role, model, stop, errorText []byte
	callID, tool                 []byte // of a tool's result
	text                         []byte // its content, where that is a string
	blocks                       []block
	failed                       bool
	tokens                       int64
	cost                         float64
	at                           time.Time
}

// block is one block of a message.
type block struct{ kind, id, name, text, args []byte }

// reset makes the record ready for the next line without giving memory back.
func (r *record) reset() {
	blocks := r.message.blocks[:0]
	*r = record{}
	r.message.blocks = blocks
}

// Text takes a string.
func (r *record) Text(key, value []byte) {
	switch string(key) {
	case "type":
		r.typ = value
	case "id":
		r.id = value
	case "parentId":
		r.parent = true
	case "cwd":
		r.cwd = value
	case "timestamp":
		r.at, _, _ = runlog.ParseStamp(value)
	case "toolCallId":
		r.call.id = value
	case "toolName":
		r.call.name = value
	case "errorMessage", "finalError":
		r.errorText = value
	case "modelId":
		r.model = value
	}
}

// Scalar takes a number, true, false or null.
func (r *record) Scalar(key, value []byte) {
	yes := string(value) == "true"
	switch string(key) {
	case "parentId":
		r.parent = true
	case "version":
		r.version = true
	case "isError":
		r.failed = yes
	case "success":
		r.ok, r.hasOK = yes, true
	case "willRetry":
		r.again = yes
	}
}

// Nested takes an object; lists say nothing.
func (r *record) Nested(c *runlog.Cursor, key []byte, open byte) {
	if open == '[' {
		return
	}
	switch string(key) {
	case "message":
		if string(r.typ) == "message_update" {
			return // it is repeated when it is whole
		}
		r.hasMessage = true
		c.Fields(&r.message)
	case "assistantMessageEvent":
		r.streamed = true
	case "args":
		r.call.args = c.Raw()
	case "result":
		c.Object(func(key []byte) {
			if string(key) == "content" && c.Next() == '[' {
				r.result = c.FirstText()
			}
		})
	}
}

// Nested takes the content, and what it cost.
func (m *message) Nested(c *runlog.Cursor, key []byte, open byte) {
	switch {
	case open == '{' && string(key) == "usage":
		m.usage(c)
	case open == '[' && string(key) == "content":
		c.Array(func() { m.block(c) })
	}
}

// Scalar takes a number, true, false or null.
func (m *message) Scalar(key, value []byte) {
	switch string(key) {
	case "isError":
		m.failed = string(value) == "true"
	case "timestamp":
		if n, err := strconv.ParseInt(string(value), 10, 64); err == nil && n > 9e11 && n < 4e12 {
			m.at = time.UnixMilli(n).UTC()
		}
	}
}

// Text takes a string.
func (m *message) Text(key, value []byte) {
	switch string(key) {
	case "role":
		m.role = value
	case "model":
		m.model = value
	case "stopReason":
		m.stop = value
	case "errorMessage":
		m.errorText = value
	case "content":
		m.text = value
	case "toolCallId":
		m.callID = value
	case "toolName":
		m.tool = value
	}
}

func (m *message) usage(c *runlog.Cursor) {
	c.Object(func(key []byte) {
		switch string(key) {
		case "totalTokens":
			if n, err := strconv.ParseInt(string(c.ScalarOrSkip()), 10, 64); err == nil && n > 0 && n < 1e13 {
				m.tokens = n
			}
		case "cost":
			if c.Next() == '{' {
				c.Object(func(key []byte) {
					if string(key) == "total" {
						if f, err := strconv.ParseFloat(string(c.ScalarOrSkip()), 64); err == nil && f > 0 && f < 1e9 {
							m.cost = f
						}
					}
				})
			}
		}
	})
}

// block reads one block. Of more than fit, the last ones stay unread.
func (m *message) block(c *runlog.Cursor) {
	m.blocks = runlog.AppendObject(c, m.blocks, maxBlocks, func(b *block, key []byte) {
		if string(key) == "arguments" {
			b.args = c.Raw()
			return
		}
		if c.Next() != '"' {
			return
		}
		switch value := c.Str(); string(key) {
		case "type":
			b.kind = value
		case "id":
			b.id = value
		case "name":
			b.name = value
		case "text":
			b.text = value
		}
	})
}
