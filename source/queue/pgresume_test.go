package queue

import (
	"fmt"
	"strings"
	"testing"

	"notdone/source"
	"notdone/source/queue/schema"
)

// TestPostgresPositionsAreRefused: a position is of no use when the tables were filled anew,
// or when so much has changed since that entries of the log may be gone.
func TestPostgresPositionsAreRefused(t *testing.T) {
	url, owner := initPg(t)
	mustSayPg(t, owner, "add", "a", "A", "", 0, nil, nil, nil, nil)
	position := func() []byte {
		t.Helper()
		s := openPg(t, url)
		casesOf(t, s)
		at, err := s.(source.Resumer).Position(t.Context())
		if err != nil || at == nil {
			t.Fatalf("no position: %v", err)
		}
		return at
	}
	resumed := func(at []byte) bool {
		t.Helper()
		ok, err := openPg(t, url).(source.Resumer).Resume(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for _, one := range []struct{ name, change string }{
		{"many changes", fmt.Sprintf(`INSERT INTO changes (task_id) SELECT 'a' FROM generate_series(1, %d)`, backlog)},
		{"tables that were emptied", `TRUNCATE tasks`},
		{"tables that were made anew", `DROP TABLE tasks, runs, events, links, changes, meta CASCADE; DROP FUNCTION notdone_now;
			` + strings.ReplaceAll(schema.Postgres, "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")},
	} {
		at := position()
		if !resumed(at) {
			t.Fatalf("before %s: the position is refused", one.name)
		}
		if _, err := owner.Exec(t.Context(), one.change); err != nil {
			t.Fatal(err)
		}
		if resumed(at) {
			t.Errorf("%s: the position is accepted", one.name)
		}
	}
	said := fmt.Sprint(openPg(t, url).Describe().Facts)
	if !strings.Contains(said, "the next start from where the last one ended") {
		t.Errorf("it says %s", said)
	}
}
