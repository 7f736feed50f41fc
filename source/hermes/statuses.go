package hermes

import (
	"context"
	"slices"

	"notdone/source/sqlitedb"
)

// statuses lists every status that occurs on a board with an index of them, in
// order. It jumps from one to the next, however many tasks there are.
func (s *schema) statuses(ctx context.Context, q sqlitedb.Queryer) ([]string, error) {
	const query = `WITH RECURSIVE s(v) AS (
		SELECT min(status) FROM tasks
		UNION ALL
		SELECT (SELECT min(status) FROM tasks WHERE status > s.v) FROM s WHERE s.v IS NOT NULL)
		SELECT v FROM s WHERE v IS NOT NULL`
	var all []string
	err := scanRows(ctx, q, 1, func(v []any) { all = append(all, text(v[0])) }, query)
	return all, err
}

// unknown returns the first status at or after from that no pass names; it is
// empty when there is none.
func (s *schema) unknown(ctx context.Context, q sqlitedb.Queryer, from string) (string, error) {
	all, err := s.statuses(ctx, q)
	if err != nil {
		return "", err
	}
	for _, status := range all {
		if status >= from && status != "" && !listed(status) {
			return status, nil
		}
	}
	return "", nil
}

func listed(status string) bool {
	return slices.ContainsFunc(passes, func(p pass) bool { return p.status == status })
}
