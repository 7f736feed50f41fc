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

// transcriptMost is the number of bytes at the end of a transcript that are read.
const transcriptMost = 16 << 20

// transcript is the agent's own log. It distinguishes a turn that had nothing to send from one
// that broke off. One file covers many tasks and conversations.
type transcript struct {
	name  string
	lines *tail.Reader
	log   runlog.Reader
	heard []heard     // the newest turns
	info  fs.FileInfo // of the file when it was read
	fresh bool        // it was read in preparation of the current read
}

// heard is one turn of a transcript. ended and trouble are those of its newest entry.
type heard struct {
	asked   string // the prompt
	at      time.Time
	said    model.Evidence // the newest message or error
	ended   bool           // the model ended the turn
	trouble bool           // the turn ended in an error
}

// readTranscript determines from the transcript the fate of turns in which nothing was sent. The
// error is a sqlsource.Unready if the transcript has changed and must be read first.
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

// logPath returns the path of the transcript, relative to the data folder; empty: there is none.
func (s *session) logPath(sc *scene) string {
	if !isName(sc.resumes) {
		return ""
	}
	return sessionsFolder + "/" + sc.facts.AgentGroup + "/" + transcriptFolder + "/" + sc.resumes + ".jsonl"
}

// read reads the new lines of the file. A file that cannot be read is ignored; the only error is
// that of ctx.
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

// note adds an entry of the transcript to its turn. A prompt begins a turn.
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

// settle sets the fate of a record if the transcript shows a normal end or an error of its turn.
// A usage limit ends a turn like an answer does, so its message counts as an error.
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

// asks reports whether the turn's prompt is that of a task and contains the beginning of the given
// prompt, up to the first character that is escaped in it.
func (h *heard) asks(prompt string) bool {
	if i := strings.IndexAny(prompt, "&<>\"'\n"); i >= 0 {
		prompt = prompt[:i]
	}
	return strings.Contains(h.asked, "<task") && strings.Contains(h.asked, strings.TrimSpace(prompt[:min(len(prompt), 60)]))
}
