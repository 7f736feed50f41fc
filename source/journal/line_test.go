package journal

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/source"
)

func values() *rapid.Generator[any] {
	return rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Int64(), func(n int64) any { return n }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }), rapid.SampledFrom([]any{math.NaN(), math.Inf(-1), int64(1) << 53, "\u202e\x1b[2J\x7f\u0085", "\xff"}),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return append([]byte{}, b...) }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return string(b) }),
	)
}

func rowsOf() *rapid.Generator[map[string]any] {
	return rapid.OneOf(rapid.Just[map[string]any](nil), rapid.MapOfN(rapid.SampledFrom([]string{"id", "state", "n"}), values(), 1, 3))
}

func TestLinesAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		name := rapid.OneOf(text, rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		e := &Entry{Outcome: Pending, Path: text.Draw(t, "path"), Record: source.Record{
			ID: rapid.StringMatching(`[0-9a-z]{1,9}`).Draw(t, "id"), At: at, Kind: text.Draw(t, "kind"), Title: text.Draw(t, "title"),
			Task: model.Ref{Queue: text.Draw(t, "queue"), ID: name.Draw(t, "task")}, Was: text.Draw(t, "was"), Now: text.Draw(t, "now"), Adds: text.Draw(t, "adds"),
			Undo: text.Draw(t, "undo"), Undoes: rapid.StringMatching(`[0-9a-z]{0,9}`).Draw(t, "undoes"),
			Request: source.Request{
				Task: name.Draw(t, "name"), Action: model.ActionName(text.Draw(t, "action")),
				Answer: text.Draw(t, "answer"), Reason: text.Draw(t, "reason"), Actor: text.Draw(t, "actor"),
			},
			Images: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) source.Image {
				return source.Image{
					Table: "tasks", Key: map[string]any{"id": values().Draw(t, "key")},
					Before: rowsOf().Draw(t, "before"), After: rowsOf().Draw(t, "after"),
				}
			}), 1, 4).Draw(t, "images"),
		}}
		b, err := encode(lineOf(e))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(b, []byte("\n")) != 1 || b[len(b)-1] != '\n' || bytes.ContainsAny(b, "\x1b\x7f\u202e\u0085") {
			t.Fatalf("no plain line: %q", b)
		}
		l, err := decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e, l.entry(), cmpopts.EquateNaNs()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"v":1,"id":"0mhx3k2a9","at":"2026-03-14T09:26:53Z","outcome":"applied"}`))
	f.Add([]byte(`{"v":1,"id":"x","at":"2026-03-14T09:26:53Z","intent":{"path":"/q","images":[{"table":"t","key":{"id":1},"before":{"a":{"real":"1.5"},"b":{"blob":"AA=="}},"set":{"a":{"text":"/w=="}}}]}}`))
	f.Add([]byte(`{"v":1,"id":"x","intent":{"images":[{"set":{"a":null}}]}}`))
	f.Add([]byte(`{"v":2,"id":"x","outcome":"applied"}`))
	f.Add([]byte(`{"v":1,"id":"x","intent":{"images":[{"key":{"a":1e3}}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := decode(b)
		if err != nil {
			return
		}
		if strings.Trim(l.ID, "0123456789abcdefghijklmnopqrstuvwxyz") != "" || l.ID == "" || l.Format != format {
			t.Fatalf("accepted %+v", l)
		}
		if l.Intent == nil {
			return
		}
		e := l.entry()
		again, err := encode(lineOf(e))
		if err != nil {
			t.Fatalf("read and not written: %v", err)
		}
		l, err = decode(again)
		if err != nil {
			t.Fatalf("written and not read: %v\n%s", err, again)
		}
		if diff := cmp.Diff(e, l.entry(), cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestResolve(t *testing.T) {
	row := func(v string) map[string]any { return map[string]any{"state": v} }
	changed := source.Image{Table: "tasks", Before: row("blocked"), After: row("queued")}
	added := source.Image{Table: "events", After: row("unblocked")}
	task := source.Image{Table: "s/tasks", Key: map[string]any{"id": "new"}, After: row("queued")}
	same := source.Image{Table: "tasks", Before: row("x"), After: row("x")}
	is := func(rows ...map[string]any) []source.Image {
		var now []source.Image
		for _, r := range rows {
			now = append(now, source.Image{After: r})
		}
		return now
	}
	for name, tc := range map[string]struct {
		images, now []source.Image
		want        Outcome
	}{
		"as after":                     {[]source.Image{changed, added}, is(row("queued"), row("unblocked")), Applied},
		"as before":                    {[]source.Image{changed, added}, is(row("blocked"), nil), NotApplied},
		"as before, and the next one":  {[]source.Image{changed, added}, is(row("blocked"), row("claimed")), NotApplied},
		"done, and claimed since":      {[]source.Image{changed, added}, is(row("active"), row("unblocked")), Applied},
		"done, and taken back since":   {[]source.Image{changed, added}, is(row("blocked"), row("unblocked")), Applied},
		"not done, but by another":     {[]source.Image{changed, added}, is(row("queued"), row("requeued")), NotApplied},
		"only a row, as after":         {[]source.Image{changed}, is(row("queued")), Applied},
		"only a row, as before":        {[]source.Image{changed}, is(row("blocked")), NotApplied},
		"only a row, moved on":         {[]source.Image{changed}, is(row("done")), Unknown},
		"moved on, history cut":        {[]source.Image{changed, added}, is(row("done"), nil), Unknown},
		"as after, history cut":        {[]source.Image{changed, added}, is(row("queued"), nil), Unknown},
		"rows that contradict":         {[]source.Image{changed, changed}, is(row("queued"), row("blocked")), Unknown},
		"history that contradicts":     {[]source.Image{added, added}, is(row("unblocked"), row("x")), Unknown},
		"a row that says nothing":      {[]source.Image{same, changed}, is(row("x"), row("queued")), Applied},
		"only added, and there":        {[]source.Image{added}, is(row("unblocked")), Applied},
		"only added, and not there":    {[]source.Image{added, added}, is(nil, nil), NotApplied},
		"only one is there":            {[]source.Image{added, added}, is(row("unblocked"), nil), Applied},
		"a new task, moved on":         {[]source.Image{task}, is(row("done")), Applied},
		"a new task, not there":        {[]source.Image{task, changed}, is(nil, row("blocked")), NotApplied},
		"a new task, and all moved on": {[]source.Image{changed, task}, is(row("active"), row("done")), Applied},
		"nothing at all":               {nil, nil, Unknown},
		"nothing that says something":  {[]source.Image{same}, is(row("x")), Unknown},
		"the task is gone":             {[]source.Image{changed}, is(nil), Unknown},
		"fewer rows than were written": {[]source.Image{changed, added}, is(row("queued")), Unknown},
	} {
		if got := outcomeFromRows(tc.images, tc.now, "s/new"); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// typical is a record such as an unblock leaves, with a body of a usual length.
func typical(n int) *Entry {
	task := map[string]any{"id": fmt.Sprint("task-", n), "title": "Deploy the preview", "body": strings.Repeat("please ", 100), "state": "blocked"}
	for i := range 22 {
		task[fmt.Sprint("column_", i)] = []any{nil, int64(1773480413000 + i), "worker:4242"}[i%3]
	}
	after := map[string]any{}
	for k, v := range task {
		after[k] = v
	}
	after["state"], after["column_1"] = "queued", int64(1773480413999)
	return &Entry{Path: "/q/queue.db", Record: source.Record{
		ID: fmt.Sprintf("%09d", n), At: at, Kind: "queue", Task: model.Ref{Queue: "queue.db", ID: fmt.Sprint("task-", n)}, Was: "blocked", Now: "queued",
		Images: []source.Image{
			{Table: "tasks", Key: map[string]any{"id": fmt.Sprint("task-", n)}, Before: task, After: after},
			{Table: "events", Key: map[string]any{"id": int64(n)}, After: map[string]any{"id": int64(n), "kind": "unblocked", "at": int64(1773480413999), "note": nil}},
		},
	}}
}

// BenchmarkEntries lists a journal of 2,000 actions from nothing.
func BenchmarkEntries(b *testing.B) {
	path := filepath.Join(b.TempDir(), "journal.jsonl")
	f, err := openLocked(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	var all []byte
	for n := range 2_000 {
		e := typical(n)
		for _, l := range []line{lineOf(e), {ID: e.ID, At: e.At, Outcome: Applied}} {
			text, err := encode(l)
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, text...)
		}
	}
	if _, err := f.Write(all); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(all)))
	for b.Loop() {
		j := newJournal(b, path)
		if got := entries(b, j); len(got) != 2_000 || got[0].Outcome != Applied || len(got[0].Images) != 2 {
			b.Fatal(len(got))
		}
	}
}

// BenchmarkDo is one action without the queue's own part of it.
func BenchmarkDo(b *testing.B) {
	f := newFake()
	j, err := Open(filepath.Join(b.TempDir(), "journal.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	j.now = time.Now
	for b.Loop() {
		if _, err := do(b, j, f, ""); err != nil {
			b.Fatal(err)
		}
	}
}
