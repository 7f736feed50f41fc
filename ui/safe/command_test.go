package safe_test

import (
	"os/exec"
	"strings"
	"testing"

	"notdone/ui/safe"
)

// A shell reads back exactly the arguments that were written.
func TestCommandIsReadBackByAShell(t *testing.T) {
	for _, argv := range [][]string{
		{"hermes", "kanban", "--board", "default", "unblock", "t_1"},
		{"printf", "it's", `"quoted"`, "$HOME", "`id`", "a b", "", "~", "*", "a\\b", "#x", "!x", "=x", "żółw"},
		{"x", "'", "''", "-n", "--", ";rm -rf /", "a|b&c>d<e(f)"},
	} {
		line := safe.Command(argv)
		if strings.ContainsAny(line, "\n\r") {
			t.Errorf("%q is not one line", line)
		}
		out, err := exec.CommandContext(t.Context(), "sh", "-c", "set -- "+line+`; for a in "$@"; do printf '%s\0' "$a"; done`).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", line, err, out)
		}
		if got, want := string(out), strings.Join(argv, "\x00")+"\x00"; got != want {
			t.Errorf("%s is read as %q, want %q", line, got, want)
		}
	}
}

func TestCommandThatCannotBeShown(t *testing.T) {
	for _, hostile := range []string{"a\nb", "a\x1b[31m", "a\u202eb", "a\x00b", "a\xffb"} {
		if got := safe.Command([]string{"x", hostile}); got != "" {
			t.Errorf("%q is shown as %q", hostile, got)
		}
	}
}
