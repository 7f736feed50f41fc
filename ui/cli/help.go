package cli

import (
	"io"
	"runtime/debug"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Widths of a help text, in cells.
const (
	usualWidth = 80
	leastWidth = 40
	mostWidth  = 100
	leastText  = 24 // of a description beside its name
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

// helpLines are the help of a command, no line wider than the given width but
// where a single word or an example is.
func helpLines(cmd *cobra.Command, width int) []string {
	lines := []string{"USAGE", "  " + usage(cmd), ""}
	for _, part := range strings.Split(strings.TrimSpace(cmd.Long), "\n\n") {
		lines = append(append(lines, wrapped(part, "", width)...), "")
	}
	if cmd.Example != "" {
		lines = append(lines, "EXAMPLES")
		for _, l := range strings.Split(cmd.Example, "\n") {
			lines = append(lines, "  "+l)
		}
		lines = append(lines, "")
	}
	var names, texts []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names, texts = append(names, "  "+sub.Name()), append(texts, sub.Short)
		}
	}
	lines = append(lines, section("COMMANDS", names, texts, width)...)
	names, texts = nil, nil
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			name, text := flagHelp(f)
			names, texts = append(names, name), append(texts, text)
		}
	})
	lines = append(lines, section("FLAGS", names, texts, width)...)
	return lines[:len(lines)-1]
}

// usage is how a command is called.
func usage(cmd *cobra.Command) string {
	said := cmd.CommandPath() + strings.TrimPrefix(cmd.Use, cmd.Name())
	if cmd.HasAvailableFlags() {
		said += " [--flags]"
	}
	return said
}

// flagHelp is a flag with the name of its value, and what it means.
func flagHelp(f *pflag.Flag) (name, text string) {
	value, text := pflag.UnquoteUsage(f)
	name = "      --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if value != "" {
		name += " " + value
	}
	switch f.DefValue {
	case "", "false", "[]":
	default:
		text += " (default: " + f.DefValue + ")"
	}
	return name, text
}

// section is a title with names and what they mean, in two columns where there
// is room for that.
func section(title string, names, texts []string, width int) []string {
	if len(names) == 0 {
		return nil
	}
	column := 0
	for _, n := range names {
		column = max(column, ansi.StringWidth(n)+2)
	}
	lines := []string{title}
	for i, n := range names {
		if width-column < leastText {
			lines = append(append(lines, n), wrapped(texts[i], pad("", 10), width)...)
			continue
		}
		text := wrapped(texts[i], pad("", column), width)
		text[0] = pad(n, column) + strings.TrimLeft(text[0], " ")
		lines = append(lines, text...)
	}
	return append(lines, "")
}

// wrapped breaks a text between its words.
func wrapped(text, indent string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = indent + word
		case ansi.StringWidth(line)+1+ansi.StringWidth(word) > width:
			lines, line = append(lines, line), indent+word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// versionLine says which build of the program this is: the version has its commit.
func versionLine() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "notdone version unknown"
	}
	return "notdone version " + strings.Trim(info.Main.Version, "()")
}
