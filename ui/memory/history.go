package memory

import (
	"context"
	"fmt"
	"time"

	"notdone/model"
)

// Change is what a task was judged to be, from Since until Until.
type Change struct {
	State    string // the state's name
	Obstacle string // the obstacle's key; empty where there was none
	Why      string // the headline; may be empty; hostile
	Since    time.Time
	Until    time.Time
}

// String says it in one line, such as "was blocked since 2026-01-02 15:04 UTC:
// no access to the vault".
func (c Change) String() string {
	text := fmt.Sprintf("was %s since %s", c.State, c.Since.UTC().Format("2006-01-02 15:04 UTC"))
	switch {
	case c.Why != "":
		return text + ": " + c.Why
	case c.Obstacle != "":
		return text + ": " + c.Obstacle
	}
	return text
}

// History returns what a task was before, the newest first, at most 20 entries.
func (s *Store) History(ctx context.Context, ref model.Ref) ([]Change, error) {
	const query = `SELECT h.state, h.obstacle, h.headline, h.since, h.until
		FROM history h JOIN queues q ON q.id = h.queue WHERE q.path = ? AND h.id = ? ORDER BY h.until DESC`
	return selectRows(ctx, s, query, []any{absolute(ref.Queue), ref.ID}, func(scan scanner) (c Change, err error) {
		var since, until int64
		err = scan(&c.State, &c.Obstacle, &c.Why, &since, &until)
		c.Since, c.Until = time.Unix(0, since).UTC(), time.Unix(0, until).UTC()
		return c, err
	})
}
