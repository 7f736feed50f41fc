package queue

import (
	"context"
	"fmt"

	"notdone/source/sqlsource"
)

// Survey notes which tasks are linked, as few are, and whose events say something: to look
// for the links and the events of each costs more than to read the task. A task that is
// linked, or has a new event, meanwhile is changed by a trigger of the schema, and what has
// changed since a listing began is read again.
func (f *file) Survey(ctx context.Context, deep bool) (err error) {
	if !deep {
		f.linkedTo, f.histories = nil, nil
		return nil
	}
	if f.linkedTo == nil && f.sieved {
		if f.linkedTo, err = f.store.SieveOf(ctx, "links", "parent_id", "child_id"); err != nil {
			return err
		}
	}
	if f.histories == nil && f.summed {
		f.histories = sqlsource.NewGroupSieve("events", "task_id", fmt.Sprintf("%s <> %d", told, historyFinished))
	}
	if f.histories == nil || f.histories.IsWhole() {
		return nil
	}
	return f.histories.Grow(ctx, f.store)
}
