package tui_test

import (
	"testing"
	"time"

	"notdone/model"
)

// A task that waits for one that is blocked says so below it in its pane.
func TestARowSaysWhatKeepsItsTask(t *testing.T) {
	sum := task("job-2", "queued", "Sum it up", time.Minute)
	sum.Facts.Parents = []model.Link{{ID: "job-1", Title: "Read the vault", Recorded: "blocked"}}
	s := open(t, []model.Case{blocked("job-1", "Read the vault", "I need the key.", model.KindCredentials, time.Hour), sum}, 120, 40)
	s.shows("Sum it up", "it waits for job-1, which is blocked")
}
