package sourcetest

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// pagesAreTheWhole: however large the pages, together they are the listing, in
// the same order and without a task twice.
func pagesAreTheWhole(t *testing.T, h *Harness) {
	const tasks = 40
	tr := begin(t, h, tasks)
	whole := idsOf(List(t, tr.Source, 1000))
	sorted := slices.Sorted(slices.Values(whole))
	if len(whole) < tasks || len(slices.Compact(sorted)) != len(whole) {
		t.Fatalf("%d tasks were added and these are listed: %v", tasks, whole)
	}
	for _, limit := range []int{1, 2, 3, 7, 19, len(whole), len(whole) + 1} {
		if diff := cmp.Diff(whole, idsOf(List(t, tr.Source, limit))); diff != "" {
			t.Errorf("in pages of %d (-whole +pages):\n%s", limit, diff)
		}
	}
	for _, after := range []source.Cursor{"x", "-1", "1,2", ":::"} {
		if page, err := tr.List(t.Context(), source.Query{After: after, Limit: 5}); err == nil {
			t.Errorf("the cursor %q is accepted and lists %v", after, idsOf(page.Cases))
		}
	}
}

// idsAreStable: the same queue opened again lists the same ids.
func idsAreStable(t *testing.T, h *Harness) {
	tr := begin(t, h, 30)
	first := idsOf(List(t, tr.Source, 1000))
	for range 3 {
		if diff := cmp.Diff(first, idsOf(List(t, tr.open(), 1000))); diff != "" {
			t.Errorf("opened again (-first +again):\n%s", diff)
		}
	}
}

// getReadsWhatThereIs: Get and History read what List lists, and leave out what
// does not exist.
func getReadsWhatThereIs(t *testing.T, h *Harness) {
	tr := begin(t, h, 20)
	cases := List(t, tr.Source, 100)
	for i := range cases {
		id := cases[i].Task.ID
		if diff := cmp.Diff(textOf(&cases[i]), textOf(get(t, tr.Source, id))); diff != "" {
			t.Errorf("%s as Get reads it (-listed +read):\n%s", id, diff)
		}
		if found, err := tr.Resolve(t.Context(), id); err != nil || found != id {
			t.Errorf("%s is found as %q: %v", id, found, err)
		}
		history, err := tr.History(t.Context(), id)
		if err != nil || history.Case.Task.ID != id || history.Case.Task.Recorded != cases[i].Task.Recorded {
			t.Errorf("the history of %s is that of %q: %v", id, history.Case.Task.ID, err)
		}
	}
	ids := idsOf(cases)
	read, err := tr.Get(t.Context(), slices.Concat(unknown, ids, ids[:1]))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(ids)), slices.Sorted(slices.Values(idsOf(read)))); diff != "" {
		t.Errorf("of all tasks, one of them named twice, and of unknown ones (-listed +read):\n%s", diff)
	}
	for _, name := range unknown {
		if found, err := tr.Resolve(t.Context(), name); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("%q is found as %q: %v", name, found, err)
		}
		if _, err := tr.History(t.Context(), name); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("the history of %q: %v", name, err)
		}
	}
	tr.owner.Remove(ids[0])
	seen := shown(t, tr.Source)
	if _, err := tr.refresh(t.Context(), watch.Signal{}, seen); err != nil {
		t.Fatal(err)
	}
	if read, err := tr.Get(t.Context(), ids[:2]); err != nil || !slices.Equal(idsOf(read), ids[1:2]) {
		t.Errorf("of a task that was removed and one that was not: %v, %v", idsOf(read), err)
	}
}

// Bounds of what one task may be read as.
const (
	mostListed  = 1 << 20
	mostHistory = 8 << 20
)

// readsAreBounded: neither one huge text nor a great many events fill the memory.
func readsAreBounded(t *testing.T, h *Harness) {
	if testing.Short() {
		t.Skip("huge rows take the race detector minutes")
	}
	const huge = 40 << 20
	tr := begin(t, h, 3)
	owner := &tr.owner
	for _, task := range []struct {
		name string
		size int // of the one text
		add  func() string
	}{
		{"a long text", 1 << 20, func() string { return owner.Large(1 << 20) }},
		{"a huge text", huge, func() string { return owner.Large(huge) }},
		{"many events", huge, func() string { return owner.Crowd(60_000) }},
	} {
		id := task.add()
		before := inUse()
		opened := tr.open()
		cases := List(t, opened, 100)
		held := inUse() - before
		i := slices.IndexFunc(cases, func(c model.Case) bool { return c.Task.ID == id })
		if i < 0 {
			t.Fatalf("%s: %s is not among %v", task.name, id, idsOf(cases))
		}
		if size := len(textOf(&cases[i])); size > mostListed {
			t.Errorf("%s: listed with %d bytes", task.name, size)
		}
		if task.size == huge && held > huge/2 {
			t.Errorf("%s: a listing left %d MiB in use", task.name, held>>20)
		}
		history, err := opened.History(t.Context(), id)
		if err != nil {
			t.Fatalf("%s: %v", task.name, err)
		}
		if size := len(textOf(&history.Case)); size > mostHistory {
			t.Errorf("%s: a history of %d bytes", task.name, size)
		}
	}
}

// inUse returns how many bytes of the heap are in use, without what nothing refers to.
func inUse() int64 {
	var now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&now)
	return int64(now.HeapAlloc)
}

// statusesAreCounted: a source that counts its tasks without reading them counts those
// that it lists, by statuses that stand for the same states.
func statusesAreCounted(t *testing.T, h *Harness) {
	tr := begin(t, h, 30)
	counter, ok := tr.Source.(source.Counter)
	if !ok {
		t.Skip("it cannot count its tasks")
	}
	listed, counted := map[model.State]int{}, map[model.State]int{}
	for _, c := range List(t, tr.Source, 100) {
		listed[h.Adapter.StateOf(&c)]++
	}
	counts, err := counter.CountStatuses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if counts == nil {
		t.Skip("it cannot count its tasks")
	}
	for status, n := range counts {
		counted[h.Adapter.State(status)] += n
	}
	if diff := cmp.Diff(listed, counted); diff != "" {
		t.Errorf("states (-listed +counted):\n%s", diff)
	}
}
