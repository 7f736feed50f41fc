package cli

import (
	"io"
	"runtime/debug"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// Widths of a help text, in cells.
const (
	usualWidth = 80
	leastWidth = 40
	mostWidth  = 100

	commandColumn = 14 // of what commands do, beside their names
)

// helper prints the help of commands and keeps the error of that, which cobra
// has no place for.
type helper struct{ err error }

// print prints the help of a command.
func (h *helper) print(cmd *cobra.Command, _ []string) {
	w := cmd.OutOrStdout()
	out := newOutput(w)
	for _, l := range helpLines(cmd, widthOf(w)) {
		if h.err = out.line(l); h.err != nil {
			return
		}
	}
	h.err = out.flush()
}

// widthOf is the width for texts on a terminal, and the usual one elsewhere.
func widthOf(w io.Writer) int {
	if width := terminalWidth(w); width > 0 {
		return min(width, mostWidth)
	}
	return usualWidth
}

// helpLines are the help of a command, no line wider than the given width but where a single
// word or an example is.
func helpLines(cmd *cobra.Command, width int) []string {
	lines := []string{"USAGE", "  " + usage(cmd), ""}
	for _, part := range strings.Split(strings.TrimSpace(cmd.Long), "\n\n") {
		lines = append(append(lines, wrapped(part, width)...), "")
	}
	if cmd.Example != "" {
		lines = append(lines, "EXAMPLES", "  "+strings.ReplaceAll(cmd.Example, "\n", "\n  "), "")
	}
	if cmd.HasAvailableSubCommands() {
		lines = append(lines, "COMMANDS")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				said := wrapped(sub.Short, width-commandColumn)
				lines = append(lines, "  "+pad(sub.Name(), commandColumn-2)+strings.Join(said, "\n"+pad("", commandColumn)))
			}
		}
		lines = append(lines, "")
	}
	lines = append(lines, "FLAGS", strings.TrimRight(cmd.Flags().FlagUsagesWrapped(width), "\n"))
	return strings.Split(strings.Join(lines, "\n"), "\n")
}

// usage is how a command is called.
func usage(cmd *cobra.Command) string {
	said := cmd.CommandPath() + strings.TrimPrefix(cmd.Use, cmd.Name())
	if cmd.HasAvailableFlags() {
		said += " [--flags]"
	}
	return said
}

// wrapped breaks a text between its words.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case ansi.StringWidth(line)+1+ansi.StringWidth(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// versionLine says which build of the program this is.
func versionLine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "notdone version unknown"
	}
	return describeBuild(info)
}

func describeBuild(info *debug.BuildInfo) string {
	said := "notdone version " + strings.Trim(info.Main.Version, "()")
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	switch commit := set["vcs.revision"]; {
	case commit == "":
		said += ", built without its commit"
	case set["vcs.modified"] == "true":
		said += ", commit " + commit + " and changes"
	default:
		said += ", commit " + commit
	}
	return said + ", " + info.GoVersion + " " + set["GOOS"] + "/" + set["GOARCH"]
}
