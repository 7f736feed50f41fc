package pgsource

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/sqlsource"
)

// titlePlace is a position in a search of titles: before an ID of a table.
type titlePlace struct {
	Table  int     `json:"t"`
	Before *string `json:"b,omitempty"` // nil: at its end
}

// Titled returns tasks whose title has a text, whatever the case of its letters, the greatest ID
// first; see source.Titler.
func (s *Source) Titled(ctx context.Context, text string, after source.Cursor) (ids []string, next source.Cursor, err error) {
	var at titlePlace
	if after != "" {
		if err := json.Unmarshal([]byte(after), &at); err != nil || at.Table < 0 {
			return nil, "", fmt.Errorf("not a place in a search of titles: %.80q", string(after))
		}
	}
	for ; at.Table < len(s.tables) && s.tables[at.Table].Title == ""; at = (titlePlace{Table: at.Table + 1}) {
	}
	if at.Table >= len(s.tables) {
		return nil, "", nil
	}
	t := s.tables[at.Table]
	err = s.read(ctx, func(tx pgx.Tx) (err error) {
		ids, at.Before, err = t.titled(ctx, tx, text, at.Before)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", t.Name, err)
	}
	if at.Before == nil {
		if at.Table++; at.Table == len(s.tables) {
			return ids, "", nil
		}
	}
	raw, err := json.Marshal(at)
	return ids, source.Cursor(raw), err
}

// titled returns the tasks among some rows before one, and before which row to go on; nil: there
// are no more.
func (t *table) titled(ctx context.Context, tx pgx.Tx, text string, before *string) (ids []string, next *string, err error) {
	where, args := "", []any{sqlsource.LikePattern(text)}
	if before != nil {
		where, args = "WHERE "+t.Key+" < $2::text::"+t.Type+" ", append(args, *before)
	}
	rows, err := tx.Query(ctx, fmt.Sprintf(`WITH part AS MATERIALIZED (
			SELECT %s AS key, (%s)::text ILIKE $1 IS TRUE AS found FROM %s t %sORDER BY 1 DESC LIMIT %d)
		SELECT key::text, found, (SELECT count(*) FROM part) FROM part
		WHERE found OR key = (SELECT key FROM part ORDER BY part.key LIMIT 1) ORDER BY part.key DESC LIMIT %d`,
		t.Key, t.Title, t.From, where, sqlsource.TitlePart, sqlsource.TitleMost), args...)
	if err != nil {
		return nil, nil, err
	}
	var id string
	var found bool
	passed, looked := 0, 0
	_, err = pgx.ForEachRow(rows, []any{&id, &found, &looked}, func() error {
		if passed++; found {
			ids = append(ids, t.prefix()+id)
		}
		return nil
	})
	if looked == sqlsource.TitlePart || passed == sqlsource.TitleMost {
		next = &id
	}
	return ids, next, err
}
