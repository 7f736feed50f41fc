package wrapped

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// bounded fails when what a reader keeps is longer than promised, not UTF-8 or
// contradicts itself.
func bounded(t *testing.T, r runlog.Reader) {
	t.Helper()
	s := r.Summary()
	e := s.Ending()
	for text, limit := range map[string]int{
		s.Title: runlog.MaxTitle, s.Prompt: runlog.MaxPrompt, s.Final: runlog.MaxFinal, s.Error: runlog.MaxFinal, s.Word: runlog.MaxTitle,
		s.Session: runlog.MaxTitle, e.Text: runlog.MaxFinal,
	} {
		if len(text) > limit || !utf8.ValidString(text) {
			t.Fatalf("%d bytes of at most %d, valid %v: %.80q", len(text), limit, utf8.ValidString(text), text)
		}
	}
	if e.Open == s.Terminal || s.Work.Waiting.Quote != "" && s.Terminal {
		t.Fatalf("summary contradicts itself: %+v", s)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(before + stamped("INFO", printed(with(claudeRun, claudeEnd)...)...) + "[2026-03-04T05:07:00.000Z] [ERROR] ❌ Interrupted (CTRL+C)\n")
	f.Add(chunks(50, with(codexRun, codexEnd)...))
	f.Add(strings.Join(piRun, "\n") + "\n{\"type\":\"mess")
	f.Add("OpenAI Codex v0.50.0\n--------\nworkdir: /srv\nmodel: m\n--------\nuser\nGo\ncodex\nDone.\ntokens used\n12\nDone.\nexit code 1\n")
	f.Fuzz(func(t *testing.T, log string) {
		r := feed(log, runlog.Options{Entry: func(e runlog.Entry) {
			if len(e.Text) > runlog.MaxFinal || !utf8.ValidString(e.Text) || !utf8.ValidString(e.Name) {
				t.Fatalf("entry %+v", e)
			}
		}})
		bounded(t, r)
		was := r.Summary()
		if d := cmp.Diff(feed(log, runlog.Options{}).Summary(), was); d != "" {
			t.Fatalf("being watched changed what was read: %s", d)
		}
		bounded(t, r.Peek(tail.Line{Text: []byte(log[strings.LastIndexByte(log, '\n')+1:]), Number: 99}))
		if d := cmp.Diff(was, r.Summary()); d != "" {
			t.Fatalf("peeking changed the reader: %s", d)
		}
		Kind([]byte(log))
	})
}

// TestEndless holds that a record that never ends takes no more memory than is
// kept of one, and hides no later one.
func TestEndless(t *testing.T) {
	r := feed(stamped("INFO", claudeRun...)+`[2026-03-04T05:07:00.000Z] [INFO] {"type":"user","message":{"content":"`+"\n", runlog.Options{})
	piece := "[2026-03-04T05:07:00.000Z] [INFO] " + strings.Repeat("A", 64<<10)
	for i := range int64(64) {
		r.Line(tail.Line{Text: []byte(piece), Number: 10 + i})
	}
	if kept := cap(r.(*reader).object.text); kept > 2*maxObject {
		t.Errorf("%d bytes are kept", kept)
	}
	r.Line(tail.Line{Text: []byte("[2026-03-04T05:07:00.000Z] [INFO] " + claudeEnd), Number: 99})
	if s := r.Summary(); !s.Terminal {
		t.Error("the record behind it was not read")
	}
}
