package sqlsource

import (
	"context"

	"notdone/source/sqlitedb"
)

// CountStatuses counts the tasks by the index of their statuses; it returns nil where a
// database has none, and for a folder of which a database was not opened yet.
func (s *Source) CountStatuses(ctx context.Context) (map[string]int, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if len(s.later) > 0 {
		return nil, nil
	}
	counts := map[string]int{}
	for _, store := range s.stores {
		if store.shape.Unsorted || store.lost != nil {
			return nil, nil
		}
		err := store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
			return Each(ctx, q, func(r Row) error {
				counts[Text(r.cells[0])] += int(Int(r.cells[1]))
				return nil
			}, "SELECT "+store.shape.Status+", count(*) FROM "+store.shape.Table+" t GROUP BY 1")
		})
		if err != nil {
			return nil, err
		}
	}
	return counts, s.unreadable()
}
