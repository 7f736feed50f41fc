package queue

import (
	"fmt"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
)

// TestPostgresServersClock: of a server whose clock is an hour ahead, or behind, only a claim
// that has run out there is taken back, and ages are those of this machine.
func TestPostgresServersClock(t *testing.T) {
	for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
		url, owner := initPg(t)
		_, err := owner.Exec(t.Context(), fmt.Sprintf(`CREATE SCHEMA shifted;
			CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT pg_catalog.clock_timestamp() + interval '%.0f s'$$;
			SET search_path = shifted, pg_catalog, public`, ahead.Seconds()))
		if err != nil {
			t.Fatal(err)
		}
		mustSayPg(t, owner, "add", "claimed", "A", "", 0, nil, 2, nil, nil)
		mustSayPg(t, owner, "claim", "here", 60_000, "host", 1, nil)
		mustSayPg(t, owner, "add", "left", "B", "", 0, nil, 2, nil, nil)
		mustSayPg(t, owner, "claim", "there", -1, "host", 1, nil)
		a := openPg(t, url+"&search_path=shifted,pg_catalog,public")
		cases := casesOf(t, a)
		for id, reclaimed := range map[string]bool{"claimed": false, "left": true} {
			facts := cases[id].Facts
			if ended := !facts.ClaimExpires.After(time.Now()); ended != reclaimed || time.Since(facts.ClaimExpires).Abs() > 5*time.Minute {
				t.Errorf("%v: the claim of %s is until %v", ahead, id, facts.ClaimExpires)
			}
			if age := time.Since(cases[id].Task.Created); age < 0 || age > 5*time.Minute {
				t.Errorf("%v: %s is %v old", ahead, id, age)
			}
			p, err := a.Plan(t.Context(), source.Request{Task: id, Action: model.ActionReclaim, Actor: "ann"})
			if err != nil || (p.Refused == "") != reclaimed {
				t.Errorf("%v: to take %s back is refused with %q, %v", ahead, id, p.Refused, err)
			}
		}
	}
}
