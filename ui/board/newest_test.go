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

// TestAGroupShowsNoTextOfAnotherOne: a task that has met another obstacle since a snapshot
// was made says nothing about the group that it was in.
func TestAGroupShowsNoTextOfAnotherOne(t *testing.T) {
	b := New(Options{Now: func() time.Time { return epoch }}, Feed{Path: "/q"})
	b.indexer.x.putRow(loopRow("a", "w", "access:vault", epoch, nil), epoch)
	b.indexer.publish()
	g, _ := b.Snapshot().Groups(model.PaneBlocked).At(0)
	if r := g.First(); r.Obstacle == nil || r.Obstacle.Key != "access:vault" {
		t.Fatalf("the group begins with %+v", r)
	}
	b.indexer.x.putRow(loopRow("a", "w", "network:api", epoch, nil), epoch)
	if r := g.First(); !r.Outline || g.Newest().Obstacle != nil {
		t.Errorf("the group of the older snapshot begins with %+v", r)
	}
}
