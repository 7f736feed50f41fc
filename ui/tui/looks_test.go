package tui

import (
	"testing"
	"time"

	"notdone/ui/board"
)

// After the operator was away, new is what happened since their last key. A list of what is new
// that is read meanwhile, beside Update, keeps what it began with.
func TestLooksAfterTheOperatorWasAway(t *testing.T) {
	m, now := still(t), time.Unix(1e9, 0)
	m.opt.Frozen, m.opt.Now = false, func() time.Time { return now }
	whole := *m.whole
	whole.Sources = []board.Status{{Queue: "/q"}}
	m.whole = &whole
	before := now.Add(-24 * time.Hour)
	m.looks.known, m.looks.last = true, map[string]time.Time{"/q": before}
	for range 2 {
		now = now.Add(awayAfter - time.Minute)
		m.noteKey()
	}
	if at := m.looks.since("/q"); !at.Equal(before) {
		t.Errorf("new is what happened since %v", at)
	}
	reading, key := m.looks.last, now
	now = now.Add(awayAfter)
	m.noteKey()
	if at := m.looks.since("/q"); !at.Equal(key) {
		t.Errorf("new is what happened since %v, want %v", at, key)
	}
	if !reading["/q"].Equal(before) {
		t.Error("what is read beside Update was changed")
	}
}
