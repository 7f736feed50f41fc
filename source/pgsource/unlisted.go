package pgsource

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/source/sqlsource"
)

// Audit counts the rows that no listing shows, because they have no ID or that of another row.
// LeftOut then tells of them. Tables whose IDs a primary key keeps apart are not read for it.
func (s *Source) Audit(ctx context.Context) error {
	var nameless, shared int64
	err := s.read(ctx, func(tx pgx.Tx) error {
		nameless, shared = 0, 0
		for _, t := range s.tables {
			if guarded, err := t.isGuarded(ctx, tx); err != nil {
				return err
			} else if guarded {
				continue
			}
			var rows, named, ids int64
			query := "SELECT count(*), count(id), count(DISTINCT id) FROM (SELECT nullif((" + t.Key + ")::text, '') AS id FROM " + cmp.Or(t.All, t.From) + " t) t"
			if err := tx.QueryRow(ctx, query).Scan(&rows, &named, &ids); err != nil {
				return err
			}
			nameless, shared = nameless+rows-named, shared+named-ids
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	said := sqlsource.Unlisted(nameless, shared)
	s.unlisted.Store(&said)
	return nil
}

// isGuarded reports whether the ID is the one column of the table's primary key, so that no row
// lacks it and no two share it.
func (t *table) isGuarded(ctx context.Context, tx pgx.Tx) (guarded bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
		WHERE i.indrelid = to_regclass($1) AND i.indisprimary AND i.indnatts = 1
			AND $2::text IN ('t.' || a.attname, 't.' || quote_ident(a.attname), 't."' || a.attname || '"'))`, Name(t.Name), t.Key).Scan(&guarded)
	return guarded, err
}

// LeftOut says what of the database is not shown: tables that are not read, and the rows that
// Audit counted.
func (s *Source) LeftOut() string {
	parts := []string{s.queue.LeftOut}
	if said := s.unlisted.Load(); said != nil {
		parts = append(parts, *said)
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}
