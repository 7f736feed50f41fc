package nanoclaw

import (
	"context"
	"errors"
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

// Bounds of what is read of a transcript: its end, and so many of its newest turns.
const (
	transcriptMost = 16 << 20
	turnsMost      = 4096
)

// transcriptFolder is where an agent's sessions write their transcripts, in the folder
// of the agent: Claude Code names it after the folder in which the agent works.
const transcriptFolder = ".claude-shared/projects/-workspace-agent"

// transcript is the log of the agent itself, which tells a turn that had nothing to
// send from one that broke off. One file spans many tasks and conversations.
type transcript struct {
	name   string // of the session in it
	reader *tail.Reader
	log    runlog.Reader
	heard  []heard
	info   fs.FileInfo // as it was when it was read
	fresh  bool        // it was read for the read that is under way
}

// heard is one turn in a transcript.
type heard struct {
	asked   string
	at      time.Time
	said    string
	line    int64
	outcome model.Outcome
	failed  bool
}

// readTranscript settles what became of the turns in which nothing was sent.
func (s *session) readTranscript(_ context.Context, sc *scene, records []*record) error {
	if !isName(sc.resumes) {
		return nil
	}
	t := &s.transcript
	if t.name != sc.resumes {
		*t = transcript{name: sc.resumes}
	}
	rel := s.logPath(sc)
	for _, r := range records {
		if r.fate != fateSilent && r.fate != fateWorking {
			continue
		}
		if !t.fresh {
			info, err := os.Lstat(filepath.Join(s.root.data, rel))
			if err != nil {
				return nil //nolint:nilerr // without a transcript nothing is settled
			}
			if t.info == nil || !os.SameFile(info, t.info) || info.Size() != t.info.Size() || !info.ModTime().Equal(t.info.ModTime()) {
				return sqlsource.NotReady("a transcript has to be read", func(ctx context.Context) error { return t.read(ctx, s.root.data, rel, info) })
			}
		}
		t.settle(r)
	}
	return nil
}

// logPath is the transcript's path in the folder of data.
func (s *session) logPath(sc *scene) string {
	return sessionsFolder + "/" + sc.facts.AgentGroup + "/" + transcriptFolder + "/" + sc.resumes + ".jsonl"
}

// read reads what is new in the file. One that cannot be read settles nothing.
func (t *transcript) read(ctx context.Context, root, rel string, info fs.FileInfo) error {
	if t.reader == nil {
		t.reader = tail.NewReader(root, rel, tail.Options{Start: tail.Last(transcriptMost)})
		t.log = claude.New(runlog.Options{Name: t.name + ".jsonl", Entry: t.note})
	}
	t.info, t.fresh = info, true
	res, err := t.reader.Next(ctx, func(l tail.Line) error {
		t.log.Line(l)
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	if err == nil && (res.Rotated || res.Truncated) {
		*t = transcript{name: t.name}
	}
	return nil
}

// note takes an entry of the transcript.
func (t *transcript) note(e runlog.Entry) {
	if e.Kind == runlog.KindPrompt {
		if len(t.heard) == turnsMost {
			t.heard = append([]heard{}, t.heard[turnsMost/2:]...)
		}
		t.heard = append(t.heard, heard{asked: e.Text, at: e.At})
	}
	if len(t.heard) == 0 {
		return
	}
	h := &t.heard[len(t.heard)-1]
	switch e.Kind {
	case runlog.KindSaid:
		h.said, h.line, h.outcome, h.failed = e.Text, e.Line, model.OutcomeUnknown, false
	case runlog.KindToolCall, runlog.KindToolResult:
		h.outcome, h.failed = model.OutcomeUnknown, false
	case runlog.KindError:
		h.said, h.line, h.outcome, h.failed = e.Text, e.Line, e.Outcome, true
	case runlog.KindEnd:
		h.outcome, h.failed = e.Outcome, e.Outcome != model.OutcomeCompleted
	case runlog.KindPrompt, runlog.KindOther:
	}
}

// settle says what the transcript shows of a turn: a normal end, an error, or
// nothing. A limit can end a turn like an answer does.
func (t *transcript) settle(r *record) {
	w := r.sent.window
	for i := range t.heard {
		h := &t.heard[i]
		if h.at.Before(w.from.Add(-clock)) || h.at.After(w.to) || !h.asks(r.prompt) {
			continue
		}
		where := t.name + ".jsonl"
		if h.line > 0 {
			where = fmt.Sprintf("%s:%d", where, h.line)
		}
		switch {
		case h.failed || runlog.Limited(h.said) && h.outcome == model.OutcomeCompleted:
			r.fate, r.heard, r.broke = fateSilent, model.Evidence{Where: where, Quote: h.said}, true
		case h.outcome == model.OutcomeCompleted:
			r.fate, r.heard, r.broke = fateProven, model.Evidence{Where: where, Quote: h.said}, false
		}
	}
}

// asks reports whether a prompt is that of a task, and as far as it can be told, of this
// one: what it says stands there in an element of its own, with some signs escaped.
func (h *heard) asks(prompt string) bool {
	if !strings.Contains(h.asked, "<task") {
		return false
	}
	if i := strings.IndexAny(prompt, "&<>\"'\n"); i >= 0 {
		prompt = prompt[:i]
	}
	prompt = strings.TrimSpace(prompt[:min(len(prompt), 60)])
	return strings.Contains(h.asked, prompt)
}
