package board

import (
	"reflect"
	"time"

	"notdone/model"
)

// same reports whether a row that was judged again says the same as the old one. A
// new Until is no difference once the old one has passed.
func same(old, r *model.Row, now time.Time) bool {
	if old.State != r.State || old.Title != r.Title || old.Recorded != r.Recorded || !old.Updated.Equal(r.Updated) {
		return false
	}
	if !old.Until.Equal(r.Until) && old.Until.After(now) {
		return false
	}
	a, b := *old, *r
	a.Until, b.Until = time.Time{}, time.Time{}
	a.FirstJudged, b.FirstJudged = time.Time{}, time.Time{}
	return reflect.DeepEqual(&a, &b)
}

// sameVerdict reports whether two rows are the same verdict for memory.
func sameVerdict(a, b *model.Row) bool {
	return a.State == b.State && obstacleKey(a) == obstacleKey(b)
}

func obstacleKey(r *model.Row) string {
	if r.Obstacle == nil {
		return ""
	}
	return r.Obstacle.Key
}
