package query_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/ui/query"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	all := []query.Facts{
		{ID: "b", Weight: 4, Since: noon.Add(-time.Hour), Attempts: 2, NanoUSD: 5, Priced: true},
		{ID: "a", Weight: 1, Since: noon.Add(-3 * time.Hour), Attempts: 9},
		{ID: "c", Weight: 2, Attempts: 1, NanoUSD: 7, Priced: true},
	}
	for text, want := range map[string]string{
		"severity": "bca", "-severity": "acb", "age": "abc", "-age": "bac", "cost": "cba", "-cost": "bca",
		"tries": "abc", "-tries": "cba", "id": "abc", "-id": "cba", "AGE": "abc",
	} {
		o, err := query.ParseOrder(text)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(all, func(a, b query.Facts) int { return o.Compare(&a, &b) })
		got := all[0].ID + all[1].ID + all[2].ID
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"csot": "did you mean cost?", "mood": "it is one of severity, age, cost, tries, id"} {
		if _, err := query.ParseOrder(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
