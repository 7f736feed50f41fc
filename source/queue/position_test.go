package queue

import (
	"fmt"
	"testing"

	"notdone/source"
)

// TestPositionHoldsNoTasks: every change of a task is in the table of changes, so that what is
// kept between two starts does not grow with the queue.
func TestPositionHoldsNoTasks(t *testing.T) {
	path, db := newFile(t)
	lengths := map[int]int{}
	for n := range 501 {
		if n == 100 || n == 500 {
			src := openQueue(t, path)
			for page, more := (source.Page{}), true; more; more = page.Next != "" {
				var err error
				if page, err = src.List(t.Context(), source.Query{After: page.Next, Limit: 1000}); err != nil {
					t.Fatal(err)
				}
			}
			position, err := src.(source.Resumer).Position(t.Context())
			if err != nil || position == nil {
				t.Fatalf("the position is %q, %v", position, err)
			}
			lengths[n] = len(position)
			if ok, err := openQueue(t, path).(source.Resumer).Resume(t.Context(), position); !ok || err != nil {
				t.Fatalf("it is gone on from there: %v, %v", ok, err)
			}
		}
		addTask(t, db, fmt.Sprintf("t%04d", n), 0)
	}
	if grown := lengths[500] - lengths[100]; grown > 100 {
		t.Errorf("for 400 more tasks the position is %d bytes longer", grown)
	}
}
