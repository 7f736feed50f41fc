package nanoclaw

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/runlog/claude"
	"notdone/source/sqlsource"
	"notdone/source/tail"
)

// transcriptMost is how much of the end of a transcript is read.
const transcriptMost = 16 << 20

// transcript is the log of the agent itself, which tells a turn that had nothing to
// send from one that broke off. One file spans many tasks and conversations.
type transcript struct {
	name  string
	lines *tail.Reader
	log   runlog.Reader
	heard []heard
	info  fs.FileInfo // as it was when it was read
	fresh bool        // it was read for the read that is under way
}

// heard is one turn of a transcript, by its last entry.
type heard struct {
	asked   string
	at      time.Time
	said    model.Evidence
	ended   bool // the model ended the turn itself
	trouble bool // it ended in an error
}

// readTranscript settles what became of the turns in which nothing was sent.
func (s *session) readTranscript(sc *scene, records map[string]*record) error {
	t, rel := &s.transcript, s.logPath(sc)
	for _, r := range records {
		if r.fate != fateSilent || rel == "" {
			continue
		}
		info, err := os.Lstat(filepath.Join(s.root.data, rel))
		if err != nil {
			return nil //nolint:nilerr // without a transcript nothing is settled
		}
		if t.name != sc.resumes || !t.fresh && (t.info.Size() != info.Size() || !t.info.ModTime().Equal(info.ModTime())) {
			return sqlsource.NotReady("a transcript has to be read", func(ctx context.Context) error { return t.read(ctx, s.root.data, rel, info) })
		}
		t.settle(r)
	}
	t.fresh = false
	return nil
}

// logPath returns the transcript's path in the folder of data; empty: it has none.
func (s *session) logPath(sc *scene) string {
	if !isName(sc.resumes) {
		return ""
	}
	return sessionsFolder + "/" + sc.facts.AgentGroup + "/" + transcriptFolder + "/" + sc.resumes + ".jsonl"
}

// read reads what is new in the file. One that cannot be read settles nothing.
func (t *transcript) read(ctx context.Context, root, rel string, info fs.FileInfo) error {
	if name := strings.TrimSuffix(filepath.Base(rel), ".jsonl"); t.name != name {
		*t = transcript{name: name, lines: tail.NewReader(root, rel, tail.Options{Start: tail.Last(transcriptMost)})}
		t.log = claude.New(runlog.Options{Name: name + ".jsonl", Entry: t.note})
	}
	t.info, t.fresh = info, true
	_, err := t.lines.Next(ctx, func(l tail.Line) error {
		t.log.Line(l)
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return err
	}
	return nil
}

// note takes an entry of the transcript.
func (t *transcript) note(e runlog.Entry) {
	if e.Kind == runlog.KindPrompt {
		t.heard = append(t.heard[max(0, len(t.heard)-reach):], heard{asked: e.Text, at: e.At})
	}
	if len(t.heard) == 0 || e.Kind == runlog.KindPrompt || e.Kind == runlog.KindOther {
		return
	}
	h := &t.heard[len(t.heard)-1]
	h.ended, h.trouble = e.Outcome == model.OutcomeCompleted, e.Outcome != model.OutcomeUnknown && e.Outcome != model.OutcomeCompleted
	if e.Kind == runlog.KindSaid || e.Kind == runlog.KindError {
		h.said = model.Evidence{Where: t.name + ".jsonl", Quote: e.Text}
		if e.Line > 0 {
			h.said.Where = fmt.Sprintf("%s:%d", h.said.Where, e.Line)
		}
	}
}

// settle says what the transcript shows of a turn: a normal end, an error, or nothing.
// A limit can end a turn like an answer does.
func (t *transcript) settle(r *record) {
	for _, h := range t.heard {
		if h.at.Before(r.sent.from.Add(-tick)) || h.at.After(r.sent.to) || !h.asks(r.prompt) {
			continue
		}
		switch {
		case h.trouble || h.ended && runlog.Limited(h.said.Quote):
			r.fate, r.heard = fateBroken, h.said
		case h.ended:
			r.fate, r.heard = fateProven, h.said
		}
	}
}

// asks reports whether a prompt is that of a task and, as far as it is written without
// escapes, of this one.
func (h *heard) asks(prompt string) bool {
	if i := strings.IndexAny(prompt, "&<>\"'\n"); i >= 0 {
		prompt = prompt[:i]
	}
	return strings.Contains(h.asked, "<task") && strings.Contains(h.asked, strings.TrimSpace(prompt[:min(len(prompt), 60)]))
}
