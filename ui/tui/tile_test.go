package tui

import (
	"testing"

	"notdone/model"
)

// Each place belongs to the tile that is drawn there, and none to two.
func TestTilesEndWhereTheNextBegins(t *testing.T) {
	b := &boardScreen{tiles: []tile{
		{pane: model.PaneActive, x: 0, y: 1, width: 60, height: 10},
		{pane: model.PaneBlocked, x: 60, y: 1, width: 40, height: 10},
		{pane: model.PaneFailed, x: 0, y: 11, width: 100, height: 5},
	}}
	for _, tc := range []struct {
		x, y int
		want model.Pane
		none bool
	}{
		{x: 0, y: 1, want: model.PaneActive},
		{x: 59, y: 10, want: model.PaneActive},
		{x: 60, y: 1, want: model.PaneBlocked},
		{x: 99, y: 10, want: model.PaneBlocked},
		{x: 59, y: 11, want: model.PaneFailed},
		{x: 99, y: 15, want: model.PaneFailed},
		{x: 100, y: 5, none: true},
		{x: 5, y: 0, none: true},
		{x: 5, y: 16, none: true},
	} {
		if got, ok := b.tileAt(tc.x, tc.y); ok == tc.none || ok && got.pane != tc.want {
			t.Errorf("at %d,%d is the tile of %v (%v), want %v", tc.x, tc.y, got.pane, ok, tc.want)
		}
	}
}
