package tui

import (
	"strings"
	"testing"

	"notdone/model"
	"notdone/ui/board"
)

// The log of a newer run takes the place of one that is followed, and is only told
// of while an older part is read.
func TestTheLogOfANewerRun(t *testing.T) {
	older, newer := model.LogRef{Root: t.TempDir(), Path: "1.log"}, model.LogRef{Root: t.TempDir(), Path: "2.log"}
	for _, following := range []bool{true, false} {
		m, d := still(t), &detail{data: &board.Detail{}}
		logs := &d.data.History.Case.Task.Logs
		*logs = []model.LogRef{older}
		if d.followLog(m) == nil || d.log.ref != older || !d.log.following {
			t.Fatalf("followed is %+v", d.log)
		}
		was := d.log
		was.following = following
		*logs = []model.LogRef{newer, older}
		begun := d.followLog(m) != nil
		if following && (!begun || d.log.ref != newer || was.ctx.Err() == nil) {
			t.Errorf("the newer log is not followed: %+v", d.log)
		}
		if !following && (begun || d.log != was || !was.newer || was.ctx.Err() != nil) {
			t.Errorf("what is read of the older log is taken away: %+v", d.log)
		}
		d.log.stop()
		d.row, d.view = &model.Row{}, viewLog
		m.width, m.height = 80, 20
		m.push(d)
		d.fit(m)
		want := map[bool]string{true: "following", false: "a newer run has a log, G goes to it"}[following]
		if got := strings.Join(m.lines(), "\n"); !strings.Contains(got, want) {
			t.Errorf("nothing says %q:\n%s", want, got)
		}
	}
}
