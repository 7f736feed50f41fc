package board

import (
	"testing"
	"time"

	"notdone/model"
)

// TestNewestOfAGroup looks for the newest row of a group whose rows are ordered
// by other things first.
func TestNewestOfAGroup(t *testing.T) {
	obstacle := &model.Obstacle{Key: "access:vault"}
	for _, newest := range []string{"borne-error", "borne", "words-error", "words"} {
		b := New(Options{Now: func() time.Time { return epoch }, Keep: 1000}, Feed{Path: "/a"})
		for _, id := range []string{"borne-error", "borne", "words-error", "words"} {
			r := &model.Row{Task: model.Task{Queue: "/a", ID: id, Finished: epoch.Add(-time.Hour)}}
			r.State, r.Obstacle, r.Grade = model.StateFalseDone, obstacle, model.GradeTextOnly
			if id == "borne" || id == "borne-error" {
				r.Grade = model.GradeProven
			}
			if id == "words-error" || id == "borne-error" {
				r.Findings = []model.Finding{{Rule: "no-output", Severity: model.SeverityError, Count: 1}}
			}
			if id == newest {
				r.Finished = epoch
			}
			b.indexer.x.putRow(r, epoch)
		}
		b.indexer.x.changed = true
		b.indexer.publish()
		g, ok := b.Snapshot().Group(model.PaneFalseDone, hashText(obstacle.Key))
		if !ok || g.Tasks != 4 || !g.Since().Equal(epoch) {
			t.Errorf("%s is the newest, but the group says %v", newest, g)
		}
	}
}
