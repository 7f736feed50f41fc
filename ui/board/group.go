package board

import (
	"cmp"
	"time"

	"notdone/model"
)

// Group is the tasks of one pane that meet the same obstacle. It never changes
// and may be read from any goroutine.
type Group struct {
	Key      string         // the obstacle's key, or "rule:" and a rule's name where no obstacle is known
	Obstacle model.Obstacle // of the group's newest row; its Key is the group's
	Tasks    int            // rows in the group; at least 1
	Partial  bool           // tasks of the pane are not held, and some may belong to the group
	Runs     int            // attempts of all of them together
	CostUSD  *float64       // what they cost together; nil when no cost is known
	Newest   time.Time      // the newest Since of its rows; zero when none is known
	Worst    int            // the greatest Weight of its rows
	Worded   bool           // a false-done group in which nothing but words speaks against done
	rows     *tree[*model.Row]
}

// GroupKey returns the key of the group that the row belongs to.
func GroupKey(r *model.Row) string {
	if r.Obstacle != nil {
		return r.Obstacle.Key
	}
	worst := -1
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Counts() && (worst < 0 || f.Severity > r.Findings[worst].Severity) {
			worst = i
		}
	}
	if worst < 0 {
		return "rule:none"
	}
	return "rule:" + r.Findings[worst].Rule
}

// RowAt returns the group's row at a position that counts from 0; false beyond
// the end.
func (g *Group) RowAt(i int) (*model.Row, bool) { return g.rows.GetAt(i) }

// Index returns the position of the row in the group, or the one where it would
// stand.
func (g *Group) Index(row *model.Row) int { return rank(g.rows, row) }

func compareGroups(a, b *Group) int {
	if a.Worded != b.Worded {
		if b.Worded {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(b.Worst, a.Worst),
		cmp.Compare(b.Tasks, a.Tasks),
		b.Newest.Compare(a.Newest),
		cmp.Compare(a.Key, b.Key),
	)
}

func compareGroupKeys(a, b *Group) int { return cmp.Compare(a.Key, b.Key) }
