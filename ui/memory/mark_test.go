package memory

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/model"
)

func finding(severity model.Severity, count int, evidence ...model.Evidence) model.Finding {
	return model.Finding{Rule: "block-loop", Severity: severity, Count: count, Message: "blocked again 3 times", Evidence: evidence}
}

func said(where, quote string) model.Evidence { return model.Evidence{Where: where, Quote: quote} }

func TestCovers(t *testing.T) {
	const w, e = model.SeverityWarning, model.SeverityError
	once := finding(w, 1, said("tasks#1.result", "I have no access to the vault."))
	loop := finding(w, 3, said("ev#7", "no access"), said("ev#5", "no route"), said("ev#3", "no access"))
	bare := model.Finding{Rule: "block-loop", Severity: w, Count: 1, Message: "ready for 3h and not taken by anybody"}
	place := finding(w, 1, said("runs#4", ""))
	crowd := finding(w, 3, said("t2", ""), said("t3", ""))
	cases := []struct {
		name   string
		of, to model.Finding
		want   bool
	}{
		{"the same", once, once, true},
		{"read elsewhere", once, finding(w, 1, said("a.log:9", "I have no access to the vault.")), true},
		{"another number", once, finding(w, 1, said("tasks#1.result", "I have  no access to the vault.")), true},
		{"other words", once, finding(w, 1, said("tasks#1.result", "The vault is gone.")), false},
		{"more said", once, finding(w, 1, once.Evidence[0], said("x", "The vault is gone.")), false},
		{"less said", finding(w, 1, once.Evidence[0], said("x", "The vault is gone.")), once, true},
		{"worse", once, finding(e, 1, once.Evidence...), false},
		{"milder", finding(e, 1, once.Evidence...), once, true},
		{"one round more", loop, finding(w, 4, said("ev#9", "no route"), said("ev#7", "no access")), true},
		{"twice as many rounds", loop, finding(w, 6, loop.Evidence...), false},
		{"a round for another reason", loop, finding(w, 4, said("ev#9", "no disk"), said("ev#7", "no access")), false},
		{"older", bare, model.Finding{Rule: "block-loop", Severity: w, Count: 1, Message: "ready for 5d and not taken by anybody"}, true},
		{"another message", bare, model.Finding{Rule: "block-loop", Severity: w, Count: 1, Message: "blocked for 5d"}, false},
		{"another run", place, finding(w, 1, said("runs#5", "")), false},
		{"another task in the crowd", crowd, finding(w, 4, said("t9", ""), said("t2", "")), true},
		{"another rule", once, model.Finding{Rule: "no-run", Severity: w, Count: 1, Evidence: once.Evidence}, false},
		{"repeated at last", once, finding(w, 2, once.Evidence...), false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := NewMark(&c.of, false, "", noon)
			if got := o.Covers(&c.to); got != c.want {
				t.Errorf("covers: %v, want %v (%s)", got, c.want, o.seen.String())
			}
		})
	}
}

func TestOpinions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s := open(t, path)
	f := finding(model.SeverityError, 3, said("ev#7", "no access"))
	a, b := model.Ref{Queue: "/q/a.db", ID: "t1"}, model.Ref{Queue: "/q/a.db", ID: "t2"}
	kept := []Mark{
		NewMark(&f, false, "it is a test board", noon),
		NewMark(&f, true, "", noon.Add(time.Hour)),
	}
	for _, ref := range []model.Ref{a, b, {Queue: "/q/other.db", ID: "t1"}} {
		if err := s.AddMark(t.Context(), ref, kept[0]); err != nil {
			t.Fatal(err)
		}
	}
	other := f
	other.Count = 9
	kept[1] = NewMark(&other, true, "", noon.Add(time.Hour))
	if err := s.AddMark(t.Context(), a, kept[1]); err != nil {
		t.Fatal(err)
	}
	// What an older version kept as evidence says nothing of what was seen.
	if _, err := s.db.ExecContext(t.Context(), `INSERT INTO marks SELECT queue, id, 'no-run', 'c0ffee', 0, '', 1 FROM marks LIMIT 1`); err != nil {
		t.Fatal(err)
	}
	got, err := open(t, path).MarksOn(t.Context(), "/q/a.db")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]Mark{"t1": {kept[1], kept[0]}, "t2": {kept[0]}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Mark{}, fingerprint{}), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// A removed mark leaves nothing behind, and no other mark is touched.
func TestRemoveMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s, other := open(t, path), open(t, path)
	f := finding(model.SeverityWarning, 1, said("tasks#t1", "no access"))
	ref := model.Ref{Queue: "/q/a.db", ID: "t1"}
	add := func(s *Store, ref model.Ref, right bool, at time.Time) Mark {
		t.Helper()
		m := NewMark(&f, right, "", at)
		m.Words = Words{Said: "I have no access."}
		if err := s.AddMark(t.Context(), ref, m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	left := func(name string, want Precision) {
		t.Helper()
		counts, err := s.Precisions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		words, err := s.MarkedWords(t.Context(), f.Rule)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range words {
			if m.Words.Said == "" {
				t.Errorf("%s: a mark has lost its words", name)
			}
		}
		if counts[f.Rule] != want || len(words) != want.Right+want.Wrong {
			t.Errorf("%s: counted are %+v with %d words, want %+v", name, counts[f.Rule], len(words), want)
		}
	}
	remove := func(s *Store, m Mark) {
		t.Helper()
		if err := s.RemoveMark(t.Context(), ref, m); err != nil {
			t.Fatal(err)
		}
	}
	first := add(s, ref, true, noon)
	add(s, model.Ref{Queue: ref.Queue, ID: "t2"}, true, noon)
	remove(s, first)
	left("one of two", Precision{Right: 1})
	var words int
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*) FROM marked_words`).Scan(&words); err != nil || words != 1 {
		t.Errorf("words are kept of %d marks: %v", words, err)
	}
	remove(s, first)
	left("once more", Precision{Right: 1})
	first = add(s, ref, true, noon.Add(time.Minute))
	add(other, ref, false, noon.Add(time.Hour))
	remove(s, first)
	left("one that another dashboard replaced", Precision{Right: 1, Wrong: 1})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.RemoveMark(t.Context(), ref, first); err == nil {
		t.Error("a mark is removed from a closed memory")
	}
}

func FuzzSighting(f *testing.F) {
	f.Add("2/3/1x8k2,9ab")
	f.Add("0/1/")
	f.Add("9/0/a/b")
	f.Fuzz(func(t *testing.T, text string) {
		s, ok := parseFingerprint(text)
		if !ok {
			return
		}
		again, ok := parseFingerprint(s.String())
		if !ok || !cmp.Equal(s, again, cmp.AllowUnexported(fingerprint{})) {
			t.Errorf("%q was read as %+v, then as %+v", text, s, again)
		}
	})
}

// The words of a finding are kept with the mark on it, because the task says something
// else once it was requeued; those of other rules are not asked for.
func TestMarkedWords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s := open(t, path)
	add := func(id, rule, quote string, right bool, w Words, at time.Duration) {
		t.Helper()
		f := finding(model.SeverityWarning, 1, said("tasks#"+id, quote))
		f.Rule = rule
		m := NewMark(&f, right, "", noon.Add(at))
		m.Words = w
		if err := s.AddMark(t.Context(), model.Ref{Queue: "/q", ID: id}, m); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("x", maxWords+1)
	add("c", "obstacle-in-result", "no access", true, Words{"I have no access.", "Fix it"}, 3*time.Minute)
	add("a", "obstacle-in-result", "no route", false, Words{Said: "There is no route."}, time.Minute)
	add("b", "promise-in-result", "will do", true, Words{}, 2*time.Minute)
	add("d", "open-run", "r1", true, Words{Said: "Done."}, 4*time.Minute)
	add("e", "promise-in-result", "later", true, Words{Said: long}, 5*time.Minute)
	add("a", "obstacle-in-result", "no route", true, Words{Said: "There is no route."}, 6*time.Minute)
	if none, err := open(t, path).MarkedWords(t.Context()); err != nil || none != nil {
		t.Errorf("without rules there are %v, %v", none, err)
	}
	got, err := open(t, path).MarkedWords(t.Context(), "obstacle-in-result", "promise-in-result")
	if err != nil {
		t.Fatal(err)
	}
	want := []Mark{
		{Rule: "promise-in-result", Right: true, At: noon.Add(2 * time.Minute)},
		{Rule: "obstacle-in-result", Right: true, At: noon.Add(3 * time.Minute), Words: Words{"I have no access.", "Fix it"}},
		{Rule: "promise-in-result", Right: true, At: noon.Add(5 * time.Minute)},
		{Rule: "obstacle-in-result", Right: true, At: noon.Add(6 * time.Minute), Words: Words{Said: "There is no route."}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Mark{})); diff != "" {
		t.Error(diff)
	}
}
