package nanoclaw

import (
	"slices"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// judged is what is concluded of the tasks of an installation.
type judged struct {
	model.Verdict
	c *model.Case
}

// judge opens an installation and judges all of its tasks at noon, by their bare ids.
func judge(t *testing.T, path string, o source.Options) map[string]judged {
	t.Helper()
	o.Now = func() time.Time { return noon }
	s, err := Adapter().Open(t.Context(), path, o)
	must(t, err)
	defer func() { must(t, s.Close()) }()
	all := map[string]judged{}
	judges := map[string]*classify.Judge{Kind: classify.New(classify.DefaultConfig(), rules()...), KindStore: classify.New(classify.DefaultConfig(), storeRules()...)}
	for q := (source.Query{Limit: 1000}); ; {
		page, err := s.List(t.Context(), q)
		must(t, err)
		for i := range page.Cases {
			c := &page.Cases[i]
			all[c.Task.ID] = judged{judges[c.Task.Source].Judge(c, state(c.Task.Recorded), noon), c}
		}
		if q.After = page.Next; q.After == "" {
			return all
		}
	}
}

// finding is the finding of a rule; nil when there is none.
func (v judged) finding(rule string) *model.Finding {
	i := slices.IndexFunc(v.Findings, func(f model.Finding) bool { return f.Rule == rule })
	if i < 0 {
		return nil
	}
	return &v.Findings[i]
}

// scenes are sessions with one row that is judged, the last one that they add.
var scenes = []struct {
	name      string
	container string
	beat      time.Time
	before    []row // other rows of the session
	row       row
	also      func(p *pair, id string)
	want      model.State
	rule      string // that found something; empty: none of warning or above
}{
	{
		name: "a message in the turn", want: model.StateDone,
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), sent: said(ago(179*time.Minute), "Good morning")},
	},
	{
		name: "a message after a row that was inserted the day before", want: model.StateDone,
		row: row{created: ago(27 * time.Hour), after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(170 * time.Minute), sent: said(ago(175*time.Minute), "hi")},
	},
	{
		name: "a message minutes after the acknowledgement, pushed into an open stream", want: model.StateDone,
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(3 * time.Hour), sent: said(ago(169*time.Minute), "hi")},
	},
	{
		name: "nothing in the turn", want: model.StateFalseDone, rule: "no-output",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
	},
	{
		name: "a neighbour's reply after the turn", want: model.StateFalseDone, rule: "",
		before: []row{{id: "chat-1", kind: "chat", created: ago(174 * time.Minute), status: stCompleted, ack: ackCompleted, acked: ago(173 * time.Minute), sent: said(ago(173*time.Minute), "a reply")}},
		row:    row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
	},
	{
		name: "a neighbour's reply before the turn", want: model.StateFalseDone, rule: "",
		before: []row{{id: "chat-1", kind: "chat", created: ago(184 * time.Minute), status: stCompleted, ack: ackCompleted, acked: ago(178 * time.Minute), sent: said(ago(178*time.Minute), "a reply")}},
		row:    row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(176 * time.Minute)},
	},
	{
		name: "only a request to the host", want: model.StateFalseDone, rule: "",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), sent: []message1{{at: ago(179 * time.Minute), kind: "system"}}},
	},
	{
		name: "a thrown turn", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), sent: said(ago(179*time.Minute), "Error: process exited with code 1")},
	},
	{
		name: "a notice of the runner, row failed and acknowledged failed", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), status: stFailed, ack: "failed", acked: ago(179 * time.Minute), sent: said(ago(179*time.Minute), "⚠️ Task did not complete: error_max_turns.")},
	},
	{
		name: "a failure that the host recorded as completed", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: "failed", acked: ago(179 * time.Minute)},
	},
	{
		name: "a stale acknowledgement after a good run", want: model.StateDone,
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: "failed", acked: ago(179 * time.Minute), sent: said(ago(179*time.Minute), "Good morning")},
	},
	{
		name: "a script that crashed", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), status: stFailed, ack: "script-skip:error", acked: ago(179 * time.Minute), script: "exit 1"},
	},
	{
		name: "a script that crashed, not recorded yet", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), ack: "script-skip:error", acked: ago(10 * time.Second), script: "exit 1"},
	},
	{
		name: "a script that decided", want: model.StateDone,
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), script: "echo '{\"wakeAgent\":false}'"},
	},
	{
		name: "a message that the host could not deliver", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), sent: []message1{{at: ago(179 * time.Minute), text: "hi", delivery: "failed"}}},
	},
	{
		name: "a message without a route, marked as delivered", want: model.StateFailed, rule: "error-acked-as-done",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), sent: []message1{{at: ago(179 * time.Minute), text: "hi", unrouted: true}}},
	},
	{
		name: "one of two messages was not delivered", want: model.StateDone, rule: "undelivered",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute), sent: []message1{
			{at: ago(179 * time.Minute), text: "hi", delivery: "failed"}, {at: ago(179 * time.Minute), text: "there"},
		}},
	},
	{
		name: "completed and not recorded yet", want: model.StateDone,
		row: row{after: ago(time.Minute), ack: ackCompleted, acked: ago(20 * time.Second), sent: said(ago(22*time.Second), "hi")},
	},
	{
		name: "silent and not recorded yet", want: model.StateFalseDone, rule: "no-output",
		row: row{after: ago(time.Minute), ack: ackCompleted, acked: ago(20 * time.Second)},
	},
	{name: "cancelled at version 2.0", want: model.StateCancelled, row: row{after: noon.Add(time.Hour), status: stCompleted}},
	{name: "cancelled later", want: model.StateCancelled, row: row{after: noon.Add(time.Hour), status: stCancelled}},
	{name: "paused and overdue", want: model.StateBlocked, row: row{after: ago(time.Hour), status: stPaused, recurrence: "*/30 * * * *"}},
	{name: "scheduled", want: model.StateScheduled, row: row{after: noon.Add(time.Hour)}},
	{name: "due", container: "running", want: model.StateQueued, row: row{after: ago(time.Minute)}},
	{name: "due at once", container: "running", want: model.StateQueued, row: row{created: ago(time.Minute)}},
	{name: "overdue", container: "running", want: model.StateBlocked, rule: "waiting-too-long", row: row{after: ago(3 * time.Minute)}},
	{name: "overdue, in the other way of writing times", want: model.StateBlocked, rule: "waiting-too-long", row: row{after: space(ago(3 * time.Minute))}},
	{name: "due in a moment, in the other way of writing times", want: model.StateScheduled, row: row{after: space(noon.Add(20 * time.Second)), tries: 2}},
	{name: "context", want: model.StateQueued, row: row{context: true}},
	{name: "for the next container", container: "running", want: model.StateQueued, row: row{onWake: true}},
	{
		name: "starved", container: "running", want: model.StateBlocked, rule: "starved", row: row{after: ago(3 * time.Minute)},
		also: func(p *pair, _ string) { crowd(p, 10, true) },
	},
	{
		name: "nine newer rows of context", container: "running", want: model.StateQueued, row: row{after: ago(time.Minute)},
		also: func(p *pair, _ string) { crowd(p, 9, true) },
	},
	{
		name: "newer rows that wake the agent", container: "running", want: model.StateQueued, row: row{after: ago(time.Minute)},
		also: func(p *pair, _ string) { crowd(p, 12, false) },
	},
	{name: "claimed a moment ago", container: "running", want: model.StateActive, row: row{after: ago(time.Minute), ack: ackProcessing, acked: ago(30 * time.Second)}},
	{name: "claimed, with signs of life", container: "running", beat: ago(10 * time.Second), want: model.StateActive, row: row{after: ago(time.Hour), ack: ackProcessing, acked: ago(50 * time.Minute)}},
	{
		name: "claimed, and no sign of life since", container: "running", beat: ago(20 * time.Minute), want: model.StateBlocked, rule: "stale-heartbeat",
		row: row{after: ago(time.Hour), ack: ackProcessing, acked: ago(12 * time.Minute)},
	},
	{name: "claimed, and never a heartbeat", container: "running", want: model.StateBlocked, rule: "stale-heartbeat", row: row{after: ago(time.Hour), ack: ackProcessing, acked: ago(2 * time.Minute)}},
	{
		name: "claimed, a long command under way", container: "running", beat: ago(20 * time.Minute), want: model.StateActive,
		row:  row{after: ago(time.Hour), ack: ackProcessing, acked: ago(12 * time.Minute)},
		also: func(p *pair, _ string) { tool(p, "Bash", 20*time.Minute) },
	},
	{
		name: "claimed, another tool under way", container: "running", beat: ago(20 * time.Minute), want: model.StateBlocked, rule: "stale-heartbeat",
		row:  row{after: ago(time.Hour), ack: ackProcessing, acked: ago(12 * time.Minute)},
		also: func(p *pair, _ string) { tool(p, "Read", 20*time.Minute) },
	},
	{
		name: "claimed, and silent for half an hour", container: "running", beat: ago(31 * time.Minute), want: model.StateBlocked, rule: "stale-heartbeat",
		row: row{after: ago(2 * time.Hour), ack: ackProcessing, acked: ago(time.Hour)},
	},
	{name: "claimed, and the container stopped", want: model.StateBlocked, rule: "orphan-claim", row: row{after: ago(time.Minute), ack: ackProcessing, acked: ago(30 * time.Second)}},
	{
		name: "claimed, and a question since", container: "running", beat: ago(10 * time.Second), want: model.StateBlocked, rule: "awaiting-answer",
		row:  row{after: ago(time.Hour), ack: ackProcessing, acked: ago(5 * time.Minute)},
		also: func(p *pair, _ string) { question(p, ago(3*time.Minute)) },
	},
	{
		name: "claimed, and a question before", container: "running", beat: ago(10 * time.Second), want: model.StateActive,
		row:  row{after: ago(time.Hour), ack: ackProcessing, acked: ago(5 * time.Minute)},
		also: func(p *pair, _ string) { question(p, ago(time.Hour)) },
	},
	{
		name: "a closed session", want: model.StateBlocked, rule: "session-closed", row: row{after: noon.Add(time.Hour)},
		also: func(p *pair, _ string) { p.host.exec(`UPDATE sessions SET status = 'closed'`) },
	},
	{name: "given up after crashes", want: model.StateFailed, rule: "hard-error", row: row{after: ago(time.Hour), status: stFailed, tries: 5}},
	{name: "a series stopped by a failure", want: model.StateFailed, rule: "series-stopped", row: row{after: ago(time.Hour), status: stFailed, tries: 5, recurrence: "0 9 * * *"}},
	{name: "a word of a newer release", want: model.StateUnknown, row: row{status: "snoozed"}},
	{name: "an acknowledgement of a newer release", want: model.StateUnknown, row: row{after: ago(time.Minute), ack: "deferred", acked: ago(30 * time.Second)}},
	{name: "a very old row", want: model.StateQueued, row: row{created: ago(time.Minute), content: "Send the briefing"}},
	{
		name: "silent, and the transcript ends well", want: model.StateDone,
		row: row{prompt: "Check <the> inbox", after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
		also: func(p *pair, _ string) {
			p.transcript(asked(ago(3*time.Hour), "Check &lt;the&gt; inbox"), answered(ago(179*time.Minute), "<internal>nothing</internal>"))
		},
	},
	{
		name: "silent, and the transcript ends in an error", want: model.StateFalseDone, rule: "no-output",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
		also: func(p *pair, _ string) {
			p.transcript(asked(ago(3*time.Hour), "Send the briefing"), apiError(ago(179*time.Minute), "You've hit your limit · resets 7am (UTC)"))
		},
	},
	{
		name: "silent, and a limit that reads like an answer", want: model.StateFalseDone, rule: "no-output",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
		also: func(p *pair, _ string) {
			p.transcript(asked(ago(3*time.Hour), "Send the briefing"), answered(ago(179*time.Minute), "You've hit your limit · resets 7am (UTC)"))
		},
	},
	{
		name: "silent, and the transcript breaks off", want: model.StateFalseDone, rule: "no-output",
		row:  row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
		also: func(p *pair, _ string) { p.transcript(asked(ago(3*time.Hour), "Send the briefing")) },
	},
	{
		name: "silent, and the transcript tells of another day", want: model.StateFalseDone, rule: "no-output",
		row: row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)},
		also: func(p *pair, _ string) {
			p.transcript(asked(ago(27*time.Hour), "Send the briefing"), answered(ago(27*time.Hour), "Good morning"))
		},
	},
	{
		name: "acknowledged a moment ago, and the container works", container: "running", beat: ago(5 * time.Second), want: model.StateActive,
		row: row{after: ago(3 * time.Minute), ack: ackCompleted, acked: ago(3 * time.Minute)},
	},
	{
		name: "acknowledged a moment ago, and the container works at something else", container: "running", beat: ago(5 * time.Second), want: model.StateFalseDone, rule: "no-output",
		row: row{after: ago(3 * time.Minute), ack: ackCompleted, acked: ago(3 * time.Minute)},
		also: func(p *pair, _ string) {
			p.add(row{after: ago(2 * time.Minute), ack: ackProcessing, acked: ago(2 * time.Minute)})
		},
	},
}

func crowd(p *pair, n int, context bool) {
	for range n {
		p.add(row{id: "chat-" + time.Now().String(), kind: "chat", context: context, created: ago(time.Minute)})
	}
}

func tool(p *pair, name string, timeout time.Duration) {
	p.out.exec(`INSERT INTO container_state VALUES (1, ?, ?, ?, ?)`, name, timeout.Milliseconds(), iso(noon), iso(noon))
}

func question(p *pair, at time.Time) {
	p.host.exec(`INSERT INTO pending_questions VALUES ('q-1', ?, 'msg-q', 'Delete the old branch?', '[]', ?)`, p.id, iso(at))
}

func TestVerdicts(t *testing.T) {
	for _, c := range scenes {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, t.TempDir())
			if c.container == "" {
				c.container = "stopped"
			}
			p := h.session(c.container)
			if !c.beat.IsZero() {
				p.beat(c.beat)
			}
			for _, r := range c.before {
				p.add(r)
			}
			id := p.add(c.row)
			if c.also != nil {
				c.also(p, id)
			}
			v, ok := judge(t, h.root, source.Options{})[p.group()+"/"+id]
			if !ok {
				t.Fatal("it is not listed")
			}
			if v.State != c.want {
				t.Errorf("judged %s (%s), want %s: %+v", v.State, v.Headline, c.want, v.Findings)
			}
			if c.rule != "" && v.finding(c.rule) == nil {
				t.Errorf("no finding of %s: %+v", c.rule, v.Findings)
			}
			if c.want == model.StateDone || c.want == model.StateCancelled || c.want == model.StateScheduled || c.want == model.StateQueued || c.want == model.StateActive {
				if worst, any := model.Worst(v.Findings); c.rule == "" && any && worst >= model.SeverityWarning {
					t.Errorf("found %+v", v.Findings)
				}
			}
			if f := v.finding("no-output"); f != nil && v.Obstacle.Text == fateSilent.obstacle && v.Obstacle.Name != fateSilent.obstacle {
				t.Errorf("silence has the cause %q", v.Obstacle.Name)
			}
			if v.State == model.StateBlocked && (v.Obstacle == nil || v.Obstacle.Text == "") {
				t.Error("blocked by nothing")
			}
		})
	}
}
