package tui

import (
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/safe"
)

// aim is what the cursor of the board stands on, and when that changed by itself.
type aim struct {
	at    item
	in    model.Pane
	keyed bool      // a key or the mouse was used since the last layout
	moved time.Time // when another item came under the cursor without that; zero: it was moved
}

// takeAim notes what the cursor stands on after a layout. Where it stands on nothing, it
// remembers what it stood on before: only another item than that has moved under it.
func (b *boardScreen) takeAim(m *Model) {
	now := b.current().cursor
	switch {
	case !now.valid() && !b.aim.keyed && b.aim.in == b.focus:
		return
	case !b.aim.at.valid() && b.aim.in == b.focus || now.became(b.aim.at) || now.sameTask(b.aim.at):
	case b.aim.keyed || !b.touched:
		b.aim.moved = time.Time{}
	default:
		b.aim.moved = m.opt.Now()
	}
	b.aim.at, b.aim.in, b.aim.keyed = now, b.focus, false
}

// touch notes that the operator uses the board.
func (b *boardScreen) touch() { b.touched, b.aim.keyed = true, true }

// missed says that another item has just come under the cursor, if an action is about that
// item: the key was meant for the one before. It says so once.
func (b *boardScreen) missed(m *Model, a *Action) string {
	moved := b.aim.moved
	if moved.IsZero() || !strings.HasPrefix(a.ID, "task.") || m.top() != screen(b) {
		return ""
	}
	b.aim.moved = time.Time{}
	if m.opt.Now().Sub(moved) >= readPause {
		return ""
	}
	name := ""
	switch it := b.aim.at; {
	case it.row != nil:
		name = safe.Line(it.row.ID, idLimit)
	case it.group != nil:
		name, _ = m.groupLabel(it.group)
	default:
		return ""
	}
	return "the list has just moved; " + m.keys.name(a.ID) + " again for " + name
}
