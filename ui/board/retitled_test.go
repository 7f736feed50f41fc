package board

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/ui/query"
	"notdone/ui/verdicts"
)

// slowLedger is a ledger of which every page takes time.
type slowLedger struct{ *resumable }

func (s slowLedger) List(ctx context.Context, q source.Query) (source.Page, error) {
	time.Sleep(20 * time.Millisecond)
	return s.resumable.List(ctx, q)
}

// withBoard runs a board over the queue while do goes on.
func (l *ledger) withBoard(t *testing.T, o Options, do func(b *bench, src *resumable)) {
	t.Helper()
	src := l.open()
	src.perPage = 5
	b := prepare(t, o, Feed{Adapter: fakeAdapter, Source: slowLedger{src}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	b.settle(20 * second)
	do(b, src)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// finds searches and returns what is found before more than two pages were listed, and in the end.
func finds(b *bench, src *resumable, text string) (soon, all string) {
	ctx, end := context.WithCancel(b.t.Context())
	defer end()
	before := src.count("List")
	s := b.Search(ctx, parse(text))
	for snap := s.Next(); snap.Searching(); snap = s.Next() {
		if src.count("List") <= before+2 {
			soon = matches(snap)
		}
	}
	return soon, matches(s.Snapshot())
}

// TestTitlesAreFoundInTheirFile: the titles of tasks that are not listed are found before anything
// is read, also those of tasks that came or changed since, while the board ran and while it did
// not. A file that is gone or damaged is written anew when all tasks were listed.
func TestTitlesAreFoundInTheirFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{random: rand.New(rand.NewPCG(1, 2)), cases: map[string]model.Case{}}
		for i := range 200 {
			l.set(titled(fmt.Sprintf("t%03d", i), "chore", i))
		}
		l.set(titled("t150", "Rewrite the  Ledger", 150))
		l.set(titled("t151", "mend the ledger", 151))
		folder := filepath.Join(t.TempDir(), "notdone")
		o := Options{Keep: 10, KeepRows: 5, Verdicts: verdicts.Open(folder, false)}
		is := func(b *bench, src *resumable, text, wantSoon, wantAll string) {
			t.Helper()
			if soon, all := finds(b, src, text); soon != wantSoon || all != wantAll {
				t.Errorf("%s: %q is found soon and %q in the end, want %q and %q", text, soon, all, wantSoon, wantAll)
			}
		}
		file := func() (path string) { return globbed(t, folder, "*.titles.verdicts")[0] }
		l.withBoard(t, o, func(b *bench, src *resumable) {
			is(b, src, "ledger", "t150 t151", "t150 t151")
			is(b, src, `"the ledger"`, "t150 t151", "t150 t151")
			src.mu.Lock()
			l.set(titled("t160", "A LEDGER of ours", 160))
			l.remove("t150")
			src.mu.Unlock()
			src.signal()
			b.settle(second)
			is(b, src, "ledger", "t151 t160", "t151 t160")
		})
		l.set(titled("t151", "chore", 151))
		l.set(titled("Z-9", "the last ledger", 900))
		l.withBoard(t, o, func(b *bench, src *resumable) {
			if src.count("List") > 0 {
				t.Error("the tasks are listed again")
			}
			is(b, src, "ledger", "Z-9 t160", "Z-9 t160")
			is(b, src, "z-9", "Z-9", "Z-9")
		})
		l.set(titled("t161", "the anchor", 161))
		l.withBoard(t, o, func(*bench, *resumable) {})
		l.withBoard(t, o, func(b *bench, src *resumable) {
			is(b, src, "ledger", "Z-9 t160", "Z-9 t160")
			is(b, src, "anchor", "t161", "t161")
		})
		for what, damage := range map[string]func() error{
			"gone": func() error { return os.Remove(file()) },
			"damaged": func() error {
				raw, err := os.ReadFile(file())
				if err != nil {
					return err
				}
				raw[len(raw)/2] ^= 1
				return os.WriteFile(file(), raw, 0o600)
			},
		} {
			if err := damage(); err != nil {
				t.Fatal(what, err)
			}
			l.withBoard(t, o, func(b *bench, src *resumable) {
				if soon, all := finds(b, src, "ledger"); soon == all || all != "Z-9 t160" {
					t.Errorf("the file is %s: %q is found soon and %q in the end", what, soon, all)
				}
				is(b, src, "ledger", "Z-9 t160", "Z-9 t160")
			})
		}
		if left, err := filepath.Glob(filepath.Join(folder, "*.new-*")); len(left) > 0 || err != nil {
			t.Errorf("%q are left, %v", left, err)
		}
	})
}

// TestTheTitlesHaveWhatTheFilterFinds: a task whose id or title a query selects by its longest word
// is found in the file of titles by that word.
func TestTheTitlesHaveWhatTheFilterFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "B", "ß", "İ", "Σ", "ς", "é", "E\u0301", " ", "  ", "\t", "\u00a0", "\n", "\xff", "#", "7", "%", "x", "K", "ǅ", "ab", "\x00", "-"}
	text := func(most int) (text string) {
		for range 1 + r.IntN(most) {
			text += pieces[r.IntN(len(pieces))]
		}
		return text
	}
	store := verdicts.Open(filepath.Join(t.TempDir(), "notdone"), false)
	selected := 0
	for range 300 {
		w := store.NewTitles("/q", verdicts.Identity{})
		rows := make([]model.Row, 20)
		for i := range rows {
			rows[i].ID, rows[i].Title = fmt.Sprint(strings.NewReplacer("\x00", "", "\n", "").Replace(text(3)), i), text(8)
			w.Add(titleOf(&rows[i]))
		}
		if err := w.Save(); err != nil {
			t.Fatal(err)
		}
		q, err := query.Parse(query.Quote(strings.ReplaceAll(text(3), "\x00", "")))
		if err != nil || query.Fold(q.Shows()) == "" {
			continue
		}
		ids, ok := store.FindTitles(t.Context(), "/q", verdicts.Identity{}, query.Fold(q.Shows()), 100)
		found := map[string]bool{}
		for _, id := range ids {
			found[id] = true
		}
		for i := range rows {
			other := rows[i]
			other.ID, other.Title = "", ""
			if !q.Match(&rows[i], time.Time{}) || q.Match(&other, time.Time{}) {
				continue
			}
			if selected++; !ok || !found[rows[i].ID] {
				t.Errorf("%q with the title %q is not found by %q", rows[i].ID, rows[i].Title, q.Shows())
			}
		}
	}
	if selected < 300 {
		t.Errorf("only %d tasks were selected", selected)
	}
}
