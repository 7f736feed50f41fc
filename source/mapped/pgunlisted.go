package mapped

import (
	"context"

	"github.com/jackc/pgx/v5"

	"notdone/source/pgsource"
)

// leaveOutNameless leaves out the rows without an ID, by which no task can be named, where the
// column of the ID may lack one.
func (t *pgTable) leaveOutNameless(ctx context.Context, tx pgx.Tx, key string) error {
	lacks := false
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE a.attrelid = to_regclass($1) AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attnotnull
			AND $2::text IN ('t.' || a.attname, 't.' || quote_ident(a.attname), 't."' || a.attname || '"'))`, pgsource.Name(t.Name), key).Scan(&lacks)
	if err != nil || !lacks {
		return err
	}
	t.shape.All = t.shape.From
	rows := " FROM " + t.shape.All + " t WHERE " + key + " IS NOT NULL AND " + key + "::text <> '')"
	if t.shape.From = "(SELECT *, t.xmin" + rows; t.shape.All[0] == '(' || !t.answers(ctx, tx, "t.xmin") {
		t.shape.From = "(SELECT *" + rows
	}
	return nil
}
