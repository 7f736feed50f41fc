package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/journal"
	"notdone/source/sqlitedb"
	"notdone/ui/export"
)

func TestApply(t *testing.T) {
	t.Parallel()
	full := errors.New("the disk is full")
	for name, tc := range map[string]struct {
		err  error
		want string // outcome, was, now, reason
	}{
		"applied":            {nil, "applied blocked ready ?"},
		"changed":            {&source.Changed{Was: "blocked", Now: "running"}, "changed blocked running changed under you: was blocked, now running"},
		"changed, somehow":   {fmt.Errorf("t1: %w", source.ErrChanged), "changed blocked ? t1: changed under you"},
		"replaced":           {fmt.Errorf("q.db: %w", errors.Join(sqlitedb.ErrReplaced, source.ErrChanged)), "changed blocked ? q.db: it was replaced by another file changed under you"},
		"of another user":    {fmt.Errorf("q.db: %w", sqlitedb.ErrOwner), "refused blocked blocked it belongs to another user"},
		"taken back already": {fmt.Errorf("0mw: %w", journal.ErrUndone), "refused blocked blocked it has been undone already"},
		"failed":             {full, "failed blocked ? the disk is full"},
		"in doubt":           {fmt.Errorf("%w: %w", source.ErrInDoubt, full), "failed blocked ? it is not known whether it was done: the disk is full"},
	} {
		r := &result{ID: "t1", Outcome: outcomePlanned, Was: export.Short("blocked"), Now: export.Short("ready")}
		r.apply(source.Record{ID: "0mw", Now: "ready"}, tc.err)
		if got := string(r.Outcome) + " " + status(r.Was) + " " + status(r.Now) + " " + status(r.Reason); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
		if (r.Entry != nil) != (tc.err == nil) {
			t.Errorf("%s: the entry is %v", name, status(r.Entry))
		}
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	failure := errors.New("t9: the disk is full")
	for name, tc := range map[string]struct {
		outcomes []outcome
		want     error
	}{
		"nothing":            {nil, nil},
		"all applied":        {[]outcome{outcomeApplied, outcomeApplied}, nil},
		"planned":            {[]outcome{outcomePlanned}, nil},
		"one refused":        {[]outcome{outcomeApplied, outcomeRefused, outcomeApplied}, exitCode(exitRefused)},
		"one changed":        {[]outcome{outcomeChanged, outcomeApplied}, exitCode(exitRefused)},
		"a failure is worst": {[]outcome{outcomeChanged, outcomeFailed, outcomeRefused}, failure},
	} {
		var results []*result
		for _, o := range tc.outcomes {
			results = append(results, &result{Outcome: o, err: failure})
		}
		if got := outcomeErr(results); !errors.Is(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
		// What could not be said matters while something is left to do.
		if got := abortErr(syscall.EPIPE, results, 2); got == nil || errors.Is(got, syscall.EPIPE) {
			t.Errorf("%s: unheard with two left is %v", name, got)
		}
		want := tc.want
		if want == nil {
			want = syscall.EPIPE
		}
		if got := abortErr(syscall.EPIPE, results, 0); !errors.Is(got, want) {
			t.Errorf("%s: unheard at last is %v, want %v", name, got, want)
		}
	}
}

func TestEntriesOf(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	entry := func(id, path string) journal.Entry {
		e := journal.Entry{Path: path}
		e.ID = id
		return e
	}
	all := []journal.Entry{entry("3", dir+"/q.db"), entry("2", "/elsewhere/q.db"), entry("1", dir+"/q.db")}
	var got []string
	for _, e := range entriesOf(all, []string{"other.db", "./q.db"}) {
		got = append(got, e.ID+" "+e.Task.Queue)
	}
	if diff := cmp.Diff([]string{"3 ./q.db", "1 ./q.db"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestFailuresNameTheirTask: what is printed of an error names the id once, and the reason is short
// for what is not found.
func TestFailuresNameTheirTask(t *testing.T) {
	notFound := fmt.Errorf("q.db: \"a7\": %w", source.ErrNotFound)
	for _, c := range []struct {
		err          error
		said, reason string
	}{
		{errors.New("the disk is full"), "a7: the disk is full", "the disk is full"},
		{errors.New("q.db: a7: the disk is full"), "q.db: a7: the disk is full", "q.db: a7: the disk is full"},
		{notFound, notFound.Error(), source.ErrNotFound.Error()},
		{fmt.Errorf("a7 may be x/a7, y/a7: %w", source.ErrNotFound), "a7 may be x/a7, y/a7: " + source.ErrNotFound.Error(), "a7 may be x/a7, y/a7: " + source.ErrNotFound.Error()},
	} {
		r := &result{ID: "a7"}
		r.fail(c.err)
		if r.Outcome != outcomeFailed || r.err.Error() != c.said || *r.Reason != c.reason || !errors.Is(r.err, c.err) {
			t.Errorf("%v: %q, %q", c.err, r.err, *r.Reason)
		}
	}
}
