package mapped_test

import (
	"testing"

	"notdone/source"
)

// TestRowsThatCannotBeShownInPostgres: an audit counts rows without an ID of their own, unless a
// primary key lets none be.
func TestRowsThatCannotBeShownInPostgres(t *testing.T) {
	for name, tc := range map[string]struct{ table, want string }{
		"no key": {
			"CREATE TYPE how AS ENUM ('waiting', 'on it', 'dropped', 'done'); CREATE TABLE chores (id bigint, what text, how how NOT NULL, due timestamptz, note jsonb, tries text[])",
			"2 rows without an id, 1 row with the id of another row",
		},
		"a primary key": {pgChores, ""},
	} {
		t.Run(name, func(t *testing.T) {
			url, owner := database(t)
			execPg(t, owner, tc.table)
			execPg(t, owner, `INSERT INTO chores (id, what, how) VALUES (1, 'Mop', 'waiting'), (2, 'Dust', 'done')`)
			if tc.want != "" {
				execPg(t, owner, `INSERT INTO chores (id, what, how) VALUES (NULL, 'Wipe', 'waiting'), (NULL, 'Sweep', 'done'), (2, 'Rinse', 'done')`)
			}
			s := openPg(t, url)
			if got := listPg(t, s, 1); len(got) < 2 {
				t.Errorf("it lists %q", got)
			}
			execPg(t, owner, `INSERT INTO chores (id, what, how) VALUES (7, 'Iron', 'waiting')`)
			if got := await(t, s); len(got) != 1 || got[0] != "7|waiting|queued|Iron||" {
				t.Errorf("it tells of %q", got)
			}
			auditor, ok := s.(source.Auditor)
			if !ok {
				t.Fatal("it cannot be audited")
			}
			if got := auditor.LeftOut(); got != "" {
				t.Errorf("before the audit it leaves out %q", got)
			}
			if err := auditor.Audit(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := auditor.LeftOut(); got != tc.want {
				t.Errorf("it leaves out %q, want %q", got, tc.want)
			}
		})
	}
}
