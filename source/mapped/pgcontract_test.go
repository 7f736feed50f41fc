package mapped_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/sourcetest"
)

// TestContractInPostgres is TestContract there, with the tables of River, with IDs that are
// texts, and with two tables.
func TestContractInPostgres(t *testing.T) {
	if testing.Short() {
		t.Skip("the same goroutines read a queue of notdone in PostgreSQL")
	}
	at := clock
	catalogue := mapped.Catalogue()
	river := catalogue[slices.IndexFunc(catalogue, func(m *mapped.Mapping) bool { return m.Name == "river" })]
	for name, one := range map[string]struct {
		mapping           *mapped.Mapping
		schema            string
		table, key        string
		add               string // returns the ID of the new row; $1 is its number
		title, body, move string // change a row $2 or $1
	}{
		"river": {
			mapping: river, table: "river_job", key: "id::text",
			add: `INSERT INTO river_job (args, kind, max_attempts, attempt, state, created_at, scheduled_at, finalized_at, priority, queue, errors)
				SELECT '{"n": 1}', 'sort', 5, $1 % 3, s, '2026-01-10 09:00:00Z', CASE s WHEN 'scheduled' THEN timestamptz '2026-01-11 09:00:00Z' ELSE '2026-01-10 09:00:00Z' END,
					CASE WHEN s IN ('completed', 'discarded', 'cancelled') THEN timestamptz '2026-01-10 10:00:00Z' END, 1, 'default', NULL
				FROM (SELECT (ARRAY['available', 'running', 'completed', 'discarded', 'cancelled', 'scheduled'])[1 + $1 % 6]::river_job_state s) kinds RETURNING id::text`,
			title: `UPDATE river_job SET kind = $1 WHERE id = $2::text::bigint`,
			body:  `UPDATE river_job SET args = jsonb_build_object('n', $1::text) WHERE id = $2::text::bigint`,
			move: `UPDATE river_job SET state = CASE state WHEN 'completed' THEN 'discarded' ELSE 'completed' END::river_job_state,
				finalized_at = '2026-01-10 11:00:00Z' WHERE id = $1::text::bigint`,
		},
		"texts": {
			mapping: parse(t, chores), table: "chores", key: "id",
			schema: `CREATE TABLE chores (id text PRIMARY KEY, what text, how text, due bigint, note text)`,
			add: `INSERT INTO chores SELECT to_char($1::int, 'FM"c"000'), 'sweep', (ARRAY['waiting', 'on it', 'dropped', 'done'])[1 + $1 % 4],
				1768046400 + ($1 % 3 - 1) * 60, 'with the broom' RETURNING id`,
			title: `UPDATE chores SET what = $1 WHERE id = $2`, body: `UPDATE chores SET note = $1 WHERE id = $2`,
		},
		"two tables": {
			mapping: parse(t, letters), table: "outbox", key: "'outbox/' || id",
			schema: `CREATE TABLE outbox (id bigserial PRIMARY KEY, topic text, body text, tries int, locked bigint);
				CREATE TABLE sent (id bigserial PRIMARY KEY, topic text, body text)`,
			add:   `INSERT INTO outbox (topic, body, tries, locked) VALUES ('news', 'hello', $1 % 7, 1768046400 + ($1 % 3 - 1) * 60) RETURNING 'outbox/' || id`,
			title: `UPDATE outbox SET topic = $1 WHERE 'outbox/' || id = $2`, body: `UPDATE outbox SET body = $1 WHERE 'outbox/' || id = $2`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := one.mapping.Adapter()
			a.Open = func(ctx context.Context, url string, o source.Options) (source.Source, error) {
				_, s, err := openPostgres(ctx, url, []*mapped.Mapping{one.mapping}, o)
				return s, err
			}
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: a,
				Options: source.Options{Now: func() time.Time { return at }},
				New: func(t testing.TB, _ string) (string, sourcetest.Owner) {
					url, owner := database(t)
					if one.schema == "" {
						execScript(t, owner, one.mapping.Name)
						execPg(t, owner, `TRUNCATE river_job RESTART IDENTITY`)
					} else {
						execPg(t, owner, one.schema)
					}
					added, changes := 0, 0
					add := func() (id string) {
						if err := owner.QueryRow(context.WithoutCancel(t.Context()), one.add, added).Scan(&id); err != nil {
							t.Fatal(err)
						}
						added++
						return id
					}
					o := sourcetest.Owner{
						Add: func(n int) {
							for range n {
								add()
							}
						},
						Change: func(id string) { changes++; execPg(t, owner, one.title, fmt.Sprint("another ", changes), id) },
						Path:   func(string) string { return url },
						Remove: func(id string) { execPg(t, owner, `DELETE FROM `+one.table+` WHERE `+one.key+` = $1`, id) },
						Large: func(size int) string {
							id := add()
							execPg(t, owner, one.body, strings.Repeat("b", size), id)
							return id
						},
						Crowd: func(int) string { return add() },
						Rest:  func() { _ = owner.Close(context.WithoutCancel(t.Context())) },
					}
					if one.move != "" {
						o.Move = func(id string) { execPg(t, owner, one.move, id) }
					}
					return url, o
				},
			})
		})
	}
}
