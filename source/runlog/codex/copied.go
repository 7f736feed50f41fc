package codex

import (
	"strings"
	"time"

	"notdone/source/runlog"
)

// copied is the beginning of a session that was copied from another one, by a
// fork or for a subagent: what was done in it was done there, and the tokens
// were used there. Codex writes the copy at once, every line with the time of
// the copying (openai/codex; ccusage/ccusage #1370, pingdotgg/t3code #5887).
type copied struct {
	fork   bool // the session says that it began as a copy, or works for another one
	under  bool // the copy is being read
	last   time.Time
	tokens int64 // that were used in it
	prompt string
}

// atOnce is how far apart the lines of a copy may be; what the session itself
// does takes an answer of the model and so longer.
const atOnce = time.Second

// inherits reports whether the line belongs to the copy, and takes from it what
// the session goes on with.
func (c *copied) inherits(r *reader, l *line) bool {
	at, _, ok := runlog.ParseStamp(l.stamp)
	last := c.last
	c.last = at
	if !c.under {
		return false
	}
	kind := string(l.types[0])
	if !ok || at.Sub(last) >= atOnce || kind == "session_meta" && name(l.is[fID]) == r.own {
		c.under = false
		r.NotePrompt(c.prompt, false)
		return false
	}
	switch {
	case kind == "turn_context":
		r.context(l)
	case kind != "event_msg":
	case string(l.types[1]) == "token_count" && l.tokens > 0:
		r.counted(l.tokens)
		c.tokens = r.spent + r.tokens
	case string(l.types[1]) == "user_message":
		c.prompt = strings.Clone(request(r.said(l)))
	}
	return true
}
