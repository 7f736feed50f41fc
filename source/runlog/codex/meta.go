package codex

import (
	"strings"
	"time"

	"notdone/source/runlog"
)

// readMeta reads the record that a session begins with. In a copy of another session,
// the record of that session follows and is ignored.
func (r *reader) readMeta(v runlog.Value) {
	id := v.Get("id").Name()
	if r.id != "" && id != r.id {
		r.copied.reading = r.copied.isCopy && !r.Started
		return
	}
	if r.id == "" {
		r.id = id
		r.UseSession(id)
	}
	v.Get("cwd").Keep(&r.Sum.Cwd)
	v.Get("git", "branch").Keep(&r.Sum.Branch)
	r.copied.isCopy = len(v.First("forked_from_id", "parent_thread_id").Text()) > 0
	spawn, sub := subagentOf(v.Get("source"))
	r.Sum.Human = isInteractive(v.Get("source").Name(), v.Get("originator").Name()) && !sub
	if !sub {
		return
	}
	r.copied.isCopy = r.copied.isCopy || len(spawn.First("forked_from_id", "parent_thread_id").Text()) > 0
	// Some versions name the parent only as the session that it was copied from, or as
	// the session that all of them belong to.
	for _, key := range []string{"parent_thread_id", "forked_from_id", "thread_id", "session_id"} {
		if parent := v.Get(key).Name() + spawn.Get(key).Name(); parent != "" && parent != id {
			r.Sum.Parent = parent
			break
		}
	}
	for _, key := range []string{"agent_nickname", "agent_role"} {
		v.Get(key).Keep(&r.Sum.Agent)
		spawn.Get(key).Keep(&r.Sum.Agent)
	}
}

// subagentOf reports whether another session started the session, and returns what the
// source says of it.
func subagentOf(source runlog.Value) (spawn runlog.Value, sub bool) {
	for _, key := range []string{"subagent", "sub_agent", "subAgent", "Subagent", "SubAgent"} {
		if agent := source.Get(key); agent.Kind() != 0 {
			return agent.Get("thread_spawn"), true
		}
	}
	return runlog.Value{}, false
}

// isInteractive reports whether a user works with a session, by its source
// (codex-rs/protocol/src/protocol.rs, SessionSource) and by the program that started it.
// Older sessions have no source.
func isInteractive(source, program string) bool {
	program = strings.ToLower(program)
	if strings.Contains(program, "exec") || strings.Contains(program, "sdk") {
		return false
	}
	switch source {
	case "cli", "vscode", "tui":
		return true
	case "exec", "mcp":
		return false
	}
	return strings.Contains(program, "tui") || strings.Contains(program, "cli") || strings.Contains(program, "vscode")
}

// readContext reads the settings of a turn.
func (r *reader) readContext(v runlog.Value) {
	v.Get("cwd").Keep(&r.Sum.Cwd)
	v.Get("model").Keep(&r.Sum.Model)
	v.Get("collaboration_mode", "settings", "model").Keep(&r.Sum.Model)
	v.Get("approval_policy").Keep(&r.policy)
	r.readMode(v.Get("collaboration_mode", "mode"))
	if name := v.Get("timezone").Name(); name != "" && name != "Local" && (r.zone == nil || r.zone.String() != name) {
		if zone, err := time.LoadLocation(name); err == nil {
			r.zone = zone
		}
	}
}

// readMode reads the collaboration mode of a turn.
func (r *reader) readMode(v runlog.Value) {
	if v.Kind() == '"' {
		r.turn.planMode = v.Name() == "plan"
	}
}

// timeZone returns the time zone of the machine that wrote the log; UTC: it is unknown.
func (r *reader) timeZone() *time.Location {
	switch {
	case r.zone != nil:
		return r.zone
	case r.machine != nil:
		return r.machine
	}
	return time.UTC
}

// copied is the state of a session that begins with a copy of another one, by a fork or
// for a subagent. Nothing in the copy is its own work. Codex writes the copy at once,
// every line with the time of the copying (openai/codex; ccusage/ccusage #1370,
// pingdotgg/t3code #5887).
type copied struct {
	isCopy  bool // the session says that it began as a copy, or works for another one
	reading bool // the copy is being read
	last    time.Time
	tokens  int64 // that were used in it
	prompt  string
}

// copyGap is the largest distance between the lines of a copy. The first line of the
// session itself follows an answer of the model, which takes longer.
const copyGap = time.Second

// includes reports whether the line belongs to the copy, and takes from it what
// the session continues with.
func (c *copied) includes(r *reader, l *line, at time.Time) bool {
	last := c.last
	c.last = at
	if !c.reading {
		return false
	}
	if at.IsZero() || at.Sub(last) >= copyGap || l.kind == "session_meta" && l.body.Get("id").Name() == r.id {
		c.reading = false
		r.NotePrompt(c.prompt, false)
		return false
	}
	switch {
	case l.kind == "turn_context":
		r.readContext(l.body)
	case l.kind != "event_msg":
	case l.what == "token_count":
		if n := tokensOf(l.body); n > 0 {
			r.countTokens(n)
			c.tokens = r.spent + r.tokens
		}
	case l.what == "user_message":
		c.prompt = strings.Clone(withoutContext(r.message(l.body)))
	}
	return true
}
