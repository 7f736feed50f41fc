package hermes

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// The folder testdata holds a board that Hermes' own functions made, and what is
// to be said of its tasks; its README tells where they are from.

//go:embed testdata/kanban-small.sql
var hermesDump string

// hermesBoard is a fresh copy of the board that Hermes made.
func hermesBoard(t testing.TB, journal string) string {
	t.Helper()
	return fixture(t, tempBoard(t), layout{"Hermes' own", hermesDump}, journal)
}

type expectation struct {
	Now   int64
	Tasks map[string]struct {
		Key, Note, State       string
		Alternatives, Findings []string
		Status                 string
		Diagnostics            []struct {
			Kind, Severity string
			First          int64 `json:"first_seen_at"`
			Last           int64 `json:"last_seen_at"`
			Count          int
		}
	}
}

func expectations(t *testing.T, name string) expectation {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	must(t, err)
	var e expectation
	must(t, json.Unmarshal(raw, &e))
	return e
}

func TestBoardOfHermes(t *testing.T) {
	states := expectations(t, "expected.json")
	diagnostics := expectations(t, "diagnostics-expected.json")
	for _, journal := range journals {
		t.Run(journal, func(t *testing.T) {
			path := hermesBoard(t, journal)
			now := time.Unix(states.Now, 0).UTC()
			src, err := open(t.Context(), path, source.Options{Now: func() time.Time { return now }})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = src.Close() }()
			rows := judged(t, src, now)
			right := 0
			for id, want := range states.Tasks {
				v, ok := rows[id]
				if !ok {
					t.Errorf("%s is not listed", id)
					continue
				}
				var names []string
				for _, f := range v.Findings {
					names = append(names, f.Rule)
				}
				slices.Sort(names)
				fine := v.State.String() == want.State
				for _, f := range want.Findings {
					fine = fine && slices.Contains(names, f)
				}
				fine = fine || v.State.String() != want.State && slices.Contains(want.Alternatives, v.State.String())
				if fine {
					right++
				} else {
					t.Logf("%s: %s: want %s %v, got %s", want.Key, want.Note, want.State, want.Findings, v.State)
				}
			}
			if right < 72 {
				t.Errorf("%d states of %d are right", right, len(states.Tasks))
			}
			for id, want := range diagnostics.Tasks {
				if want.Status != stArchived {
					compareDiagnostics(t, want.Key, rows[id], want.Diagnostics, now)
				}
			}
		})
	}
}

type seen struct {
	rule, severity string
	count          int
	first, last    int64
}

func compareDiagnostics(t *testing.T, key string, v model.Verdict, want []struct {
	Kind, Severity string
	First          int64 `json:"first_seen_at"`
	Last           int64 `json:"last_seen_at"`
	Count          int
}, now time.Time,
) {
	t.Helper()
	var expected, got []seen
	for _, d := range want {
		if d.Kind != "triage_aux_unavailable" { // it needs a configuration
			expected = append(expected, seen{strings.ReplaceAll(d.Kind, "_", "-"), d.Severity, d.Count, d.First, d.Last})
		}
	}
	for _, f := range v.Findings {
		if f.Origin == model.OriginOwner {
			got = append(got, seen{f.Rule, f.Severity.String(), f.Count, f.First.Unix(), f.Last.Unix()})
			if !f.Last.Before(now) {
				t.Errorf("%s: %s is dated at the present", key, f.Rule)
			}
		}
	}
	order := func(a, b seen) int { return strings.Compare(a.rule, b.rule) }
	slices.SortFunc(expected, order)
	slices.SortFunc(got, order)
	for i := range min(len(expected), len(got)) {
		if expected[i].last == now.Unix() { // the present is when Hermes looked, not when it was so
			expected[i].first, expected[i].last = got[i].first, got[i].last
		}
	}
	if !slices.Equal(expected, got) {
		t.Errorf("%s: Hermes says %v, we say %v", key, expected, got)
	}
}

// judged lists everything and judges it.
func judged(t *testing.T, src source.Source, now time.Time) map[string]model.Verdict {
	t.Helper()
	judge := classify.New(classify.DefaultConfig(), rules()...)
	rows := map[string]model.Verdict{}
	for c := source.Cursor(""); ; {
		p, err := src.List(context.Background(), source.Query{After: c, Limit: 7})
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Cases {
			if _, twice := rows[p.Cases[i].Task.ID]; twice {
				t.Errorf("%s is listed twice", p.Cases[i].Task.ID)
			}
			rows[p.Cases[i].Task.ID] = judge.Judge(&p.Cases[i], state(p.Cases[i].Task.Recorded), now)
		}
		if c = p.Next; c == "" {
			return rows
		}
	}
}
