package sourcetest

import (
	"slices"
	"strings"
	"testing"

	"notdone/source"
)

// titlesAreFound: a source that looks for a text in the titles finds the tasks whose title has it,
// whatever the case of its letters, each once, and no task by a text that none has.
func titlesAreFound(t *testing.T, h *Harness) {
	t.Helper()
	tr := begin(t, h, 12)
	finder, ok := tr.Source.(source.Titler)
	if !ok {
		t.Skip("it is listed to find titles")
	}
	find := func(text string) (all []string) {
		for next, begun := source.Cursor(""), false; !begun || next != ""; begun = true {
			ids, after, err := finder.Titled(t.Context(), text, next)
			if err != nil {
				t.Fatal(err)
			}
			all, next = append(all, ids...), after
		}
		return all
	}
	if found := find("no title has this: zzyzx"); len(found) > 0 {
		t.Errorf("%q are found by what no title has", found)
	}
	listed := map[string]string{}
	for _, c := range List(t, tr, 5) {
		listed[c.Task.ID] = strings.ToUpper(c.Task.Title)
	}
	for id, title := range listed {
		found := find(title)
		if len(found) == 0 {
			continue // its title is made of something else
		}
		if len(slices.Compact(slices.Sorted(slices.Values(found)))) != len(found) || !slices.Contains(found, id) {
			t.Errorf("%s has the title %q, by which %q are found", id, title, found)
		}
		for _, other := range found {
			if !strings.Contains(listed[other], title) {
				t.Errorf("%s has the title %q, and is found by %q", other, listed[other], title)
			}
		}
	}
}
