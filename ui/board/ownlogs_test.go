package board

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"notdone/model"
)

// TestOwnLogsAreBounded: of many tasks the first ones are judged with the logs that they name, of a few
// all are.
func TestOwnLogsAreBounded(t *testing.T) {
	dir := t.TempDir()
	stream := `{"type":"system","subtype":"init","cwd":"/srv","session_id":"5f0c0000-0000-4000-8000-000000000001","tools":["Bash"],"model":"m-1","permissionMode":"default"}
{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"All is done.","session_id":"5f0c0000-0000-4000-8000-000000000001","total_cost_usd":0.25}
`
	caseAt := func(i int) *model.Case {
		name := fmt.Sprintf("t%d-1.log", i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(stream), 0o600); err != nil {
			t.Fatal(err)
		}
		return &model.Case{Task: model.Task{ID: name, Logs: []model.LogRef{{Root: dir, Path: name}}}}
	}
	b := New(Options{Now: time.Now})
	read := 0
	for i := range maxOwnLogs + 50 {
		c := caseAt(i)
		b.ownLogs.addTo(t.Context(), b, c, true)
		read += len(c.Facts.Endings)
	}
	if read != maxOwnLogs {
		t.Errorf("%d logs were read, want %d", read, maxOwnLogs)
	}
	again, late := caseAt(0), caseAt(maxOwnLogs+20)
	b.ownLogs.addTo(t.Context(), b, again, true)
	b.ownLogs.addTo(t.Context(), b, late, false)
	if len(again.Facts.Endings) == 0 {
		t.Error("a log that was read is not known")
	}
	if len(late.Facts.Endings) != 1 || late.Facts.Endings[0].Text != "All is done." {
		t.Errorf("a task that is read for itself has %+v", late.Facts.Endings)
	}
	said := &model.Case{Task: late.Task, Facts: model.Facts{Endings: []model.Ending{{Text: "from a folder"}}}}
	if b.ownLogs.addTo(t.Context(), b, said, false); len(said.Facts.Endings) != 1 {
		t.Error("a log that a folder of logs has read is read twice")
	}
}
