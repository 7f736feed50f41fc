package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// withSubs returns a command and those beneath it.
func withSubs(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		list = append(list, withSubs(sub)...)
	}
	return list
}

// A help text breaks lines between words, and every flag that takes a value
// names it.
func TestHelpFitsItsWidth(t *testing.T) {
	t.Parallel()
	for _, cmd := range withSubs(newRoot()) {
		words := strings.Fields(cmd.Long)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			value, text := pflag.UnquoteUsage(f)
			words = append(words, strings.Fields(text)...)
			if f.Value.Type() != "bool" && value != strings.ToUpper(value) {
				t.Errorf("%s: the value of --%s is %q", cmd.CommandPath(), f.Name, value)
			}
		})
		for _, width := range []int{40, 80, 100} {
			lines := helpLines(cmd, width)
			whole := strings.Fields(strings.Join(lines, " "))
			for _, w := range words {
				if !slices.Contains(whole, w) {
					t.Errorf("%s at %d: %q is not in it as a word", cmd.CommandPath(), width, w)
				}
			}
			examples := false
			for _, l := range lines {
				switch l {
				case "EXAMPLES", "USAGE":
					examples = true
				case "":
					examples = false
				}
				if (!examples || width >= 80) && ansi.StringWidth(l) > width && len(strings.Fields(l)) > 1 {
					t.Errorf("%s at %d: %q is wider", cmd.CommandPath(), width, l)
				}
			}
		}
	}
}
