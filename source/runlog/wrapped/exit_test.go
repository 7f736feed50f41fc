package wrapped

import (
	"testing"

	"notdone/source/runlog"
)

// TestExitReports reads lines of programs about an exit.
func TestExitReports(t *testing.T) {
	for line, want := range map[string]string{
		"[ERROR] ❌ Interrupted (CTRL+C)":          "interrupted",
		"❌ Session interrupted":                   "interrupted",
		"✖ Run cancelled by user":                 "interrupted",
		"ERROR: Received SIGTERM, shutting down":  "interrupted",
		"Error: KeyboardInterrupt":                "interrupted",
		"##[error]The operation was canceled.":    "interrupted",
		"^C":                                      "interrupted",
		"Terminated":                              "terminated",
		"Killed":                                  "killed",
		"[ERROR] Agent run timed out after 3600s": "timed out",
		"##[error]The action 'Run Claude' has timed out after 60 minutes.":         "timed out",
		"##[error]Process completed with exit code 1.":                             "exit 1",
		"Error: Process completed with exit code 127.":                             "exit 127",
		"[INFO] Agent exited with code 1":                                          "exit 1",
		"claude process exited with code: 143":                                     "exit 143",
		"2026-01-02T03:04:05Z [runner] Claude attempt finished with exit code: 2":  "exit 2",
		"container exited (code 137)":                                              "exit 137",
		"🛑 Codex exec failed with status 1":                                        "exit 1",
		"[ERROR] ❌ Claude command failed with exit code 0":                         "failed",
		"❌ Agent crashed":                                                          "failed",
		"[ERROR] Failed to start the agent: ENOENT":                                "failed",
		"[ERROR] no space left on device":                                          "error",
		"❌ Failed to upload log to Pull Request: Body is too long":                 "error",
		"[INFO] Claude attempt finished with exit code: 0":                         "",
		"✅ Claude command completed":                                               "",
		"📎 Uploading solution draft log to Pull Request...":                        "",
		"✨ Please review the pull request for the proposed solution draft.":        "",
		"📁 Full log file: /home/x/error.log":                                       "",
		"[INFO] ⚠️ Detected error result from Claude CLI":                          "",
		"The script exits with code 1 when the agent is missing, as it should.":    "",
		"   - When a command exits with code 1, look at its log before you go on.": "",
		"[INFO] 🔁 Interrupted sessions are resumed":                                "",
		"Errors: 0, code coverage 83":                                              "",
		"":                                                                         "",
	} {
		p, body := runlog.Unwrap([]byte(line))
		var got exitReport
		if mayReportExit(&p, body) {
			got.update(&p, body, 1, p.At)
		}
		if got.word != want {
			t.Errorf("%q: %q, want %q", line, got.word, want)
		}
	}
}
