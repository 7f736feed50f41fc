package sqlsource

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// Bounds of one call of Titled, of a source in any database.
const (
	TitlePart = 20_000 // rows that are looked at
	TitleMost = 500    // tasks that are returned
)

// LikePattern returns the pattern of LIKE, with \ as its escape, for texts that contain one.
func LikePattern(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

// titlePlace is a position in a search of titles: before a row of a database.
type titlePlace struct {
	Store  int   `json:"s"`
	Before int64 `json:"b"`
}

// Titled returns tasks whose title has a text, whatever the case of its ASCII letters; see
// source.Titler.
func (s *Source) Titled(ctx context.Context, text string, after source.Cursor) (ids []string, next source.Cursor, err error) {
	at := titlePlace{Before: math.MaxInt64}
	if after != "" {
		if err := json.Unmarshal([]byte(after), &at); err != nil || at.Store < 0 {
			return nil, "", fmt.Errorf("not a place in a search of titles: %.80q", string(after))
		}
	}
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, "", err
	}
	defer leave()
	for ; at.Store < len(s.stores); at = (titlePlace{at.Store + 1, math.MaxInt64}) {
		store := s.stores[at.Store]
		if store.shape.Title == "" || store.shape.NoRowids {
			continue
		}
		found, before, more, err := store.titled(ctx, text, at.Before)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", store.name, err)
		}
		for _, id := range found {
			ids = append(ids, store.prefix()+id)
		}
		at.Before = before
		if !more {
			at = titlePlace{at.Store + 1, math.MaxInt64}
		}
		if at.Store == len(s.stores) {
			return ids, "", nil
		}
		raw, err := json.Marshal(at)
		return ids, source.Cursor(raw), err
	}
	return nil, "", nil
}

// titled returns the tasks among some rows before one, the rows with the greatest numbers first,
// before which row to go on, and whether there are more.
func (s *Store) titled(ctx context.Context, text string, before int64) (ids []string, next int64, more bool, err error) {
	err = s.db.ReadPart(ctx, &s.pace.titles, TitlePart, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
		ids, next = nil, math.MinInt64
		from, err := One(ctx, q, "SELECT t.rowid FROM "+s.shape.Table+" t WHERE t.rowid < ? ORDER BY t.rowid DESC LIMIT 1 OFFSET ?", before, most-1)
		if more = from != nil; err != nil {
			return err
		}
		if more {
			next = Int(from)
		}
		err = Each(ctx, q, func(r Row) error {
			if ids = append(ids, Text(r.cells[1])); len(ids) == TitleMost {
				next, more = Int(r.cells[0]), true
			}
			return nil
		}, "SELECT t.rowid, "+s.shape.ID+" FROM "+s.shape.Table+" t WHERE t.rowid < ? AND t.rowid >= ? AND "+
			s.shape.Title+` LIKE ? ESCAPE '\' ORDER BY t.rowid DESC LIMIT ?`, before, next, LikePattern(text), TitleMost)
		return err
	})
	return ids, next, more, err
}
