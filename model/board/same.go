package board

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"notdone/model"
)

// same reports whether a row judged again says what the old one said. A new
// Until alone is no difference once the old one has passed: it was kept.
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

// compact copies the quotes in a row that is going to be held: they are pieces
// of messages that would otherwise be held whole.
func compact(r *model.Row) {
	if r.Obstacle != nil {
		o := *r.Obstacle
		o.Text, o.Key, o.Where = strings.Clone(o.Text), strings.Clone(o.Key), strings.Clone(o.Where)
		r.Obstacle = &o
	}
	r.Headline = strings.Clone(r.Headline)
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Message = strings.Clone(f.Message)
		if len(f.Evidence) == 0 {
			continue
		}
		evidence := make([]model.Evidence, len(f.Evidence))
		for j, e := range f.Evidence {
			evidence[j] = model.Evidence{Where: strings.Clone(e.Where), Quote: strings.Clone(e.Quote)}
		}
		f.Evidence = evidence
	}
}
