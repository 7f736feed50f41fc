package board

import (
	"reflect"
	"time"

	"notdone/model"
)

// same reports whether a row that was judged again says the same as the old one. A
// new Until is no difference once the old one has passed.
func same(old, r *model.Row, now time.Time) bool {
	if !old.Until.Equal(r.Until) && old.Until.After(now) {
		return false
	}
	again := *r
	again.Until, again.FirstJudged = old.Until, old.FirstJudged
	return reflect.DeepEqual(old, &again)
}

// sameVerdict reports whether two rows are the same verdict for memory.
func sameVerdict(a, b *model.Row) bool {
	if a.Obstacle == nil || b.Obstacle == nil {
		return a.State == b.State && a.Obstacle == b.Obstacle
	}
	return a.State == b.State && a.Obstacle.Key == b.Obstacle.Key
}
