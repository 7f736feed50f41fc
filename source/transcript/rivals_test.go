package transcript

import (
	"testing"
	"time"

	"notdone/source"
)

// TestEachPageTellsOfASessionOnce: of two logs of one session, neither of which is named after it, one goes
// by its id from the first page on, whichever changed last, and the other by its path.
func TestEachPageTellsOfASessionOnce(t *testing.T) {
	for _, newest := range []string{"a/one.jsonl", "b/two.jsonl"} {
		b := newBench(t)
		b.file("a/one.jsonl", newSession(idA, b.now).prompt("Fix the gate").says("The gate is fixed.").end().String(), time.Hour)
		b.file("b/two.jsonl", newSession(idA, b.now).prompt("Fix the door").says("The door is fixed.").end().String(), time.Hour)
		b.file("c/three.jsonl", newSession(idB, b.now).prompt("Fix the lamp").says("The lamp is fixed.").end().String(), time.Hour)
		b.age(newest, time.Minute)
		b.openAs(KindClaude, ".", time.Time{})
		titles := map[string]string{}
		for q := (source.Query{Limit: 1}); ; {
			page, err := b.List(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for i := range page.Cases {
				if id := page.Cases[i].Task.ID; titles[id] != "" {
					t.Errorf("%s is listed twice", id)
				} else {
					titles[id] = page.Cases[i].Task.Title
				}
			}
			if q.After = page.Next; q.After == "" {
				break
			}
		}
		if len(titles) != 3 || titles[idA] != "Fix the gate" || titles["b/two.jsonl"] != "Fix the door" || titles[idB] != "Fix the lamp" {
			t.Errorf("with %s as the newest: %v", newest, titles)
		}
	}
}
