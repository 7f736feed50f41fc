package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

// TestSession: the log that a queue's worker kept of an agent tells how its session is resumed.
func TestSession(t *testing.T) {
	const id = "5d3c0f0a-aaaa-4aaa-8aaa-000000000001"
	claude := `{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"` + id + `","tools":["Edit"],"model":"m-1","permissionMode":"default"}
{"type":"assistant","parent_tool_use_id":null,"session_id":"` + id + `","message":{"id":"m2","type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":"I need permission to push."}]}}
`
	for name, tc := range map[string]struct{ log, want, dir string }{
		"claude":    {claude, "claude --resume " + id, "/srv/app"},
		"codex":     {`{"type":"thread.started","thread_id":"` + id + `"}` + "\n" + `{"type":"turn.started"}` + "\n", "codex resume " + id, ""},
		"an option": {strings.ReplaceAll(claude, id, "--dangerous"), "", ""},
		"text":      {"2026-03-14T11:00:00Z I need permission to push.\n", "", ""},
		"empty":     {"", "", ""},
	} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "a.1.log"), []byte(tc.log), 0o600); err != nil {
			t.Fatal(err)
		}
		argv, dir, err := Session(t.Context(), model.LogRef{Root: root, Path: "a.1.log"}, runlog.Options{Name: "log", Now: time.Now})
		if err != nil || strings.Join(argv, " ") != tc.want || dir != tc.dir {
			t.Errorf("%s: %q in %q, %v", name, argv, dir, err)
		}
	}
	if _, _, err := Session(t.Context(), model.LogRef{Root: t.TempDir(), Path: "gone.log"}, runlog.Options{Name: "log", Now: time.Now}); err == nil {
		t.Error("a log that is gone tells of a session")
	}
}
