package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestArguments: an empty argument is a mistake, but for one of a command behind --.
func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"a":            "",
		"a b":          "",
		"a b c":        "too many arguments",
		"<none>":       "something is missing",
		"<empty>":      "an argument is empty",
		"a <empty>":    "an argument is empty",
		"a -- <empty>": "",
		"<empty> -- a": "an argument is empty",
		"-- <empty> b": "",
	} {
		args := []string{} // nil is those of the test
		for _, arg := range strings.Fields(line) {
			switch arg {
			case "<none>":
			case "<empty>":
				args = append(args, "")
			default:
				args = append(args, arg)
			}
		}
		cmd := &cobra.Command{Use: "tell A [B]", Args: checkArguments(1, 2), SilenceErrors: true, SilenceUsage: true, Run: func(*cobra.Command, []string) {}}
		cmd.SetArgs(args)
		err := cmd.Execute()
		got := ""
		if err != nil {
			got = err.Error()
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) || want != "" && !strings.Contains(got, "usage: tell tell A [B] (tell --help)") {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
