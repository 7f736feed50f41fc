package cli

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"notdone/ui/config"
	"notdone/ui/tui"
)

var manCommand = command{
	use:   "man",
	short: "Print the manual page",
	long: `Print the manual page: commands, flags, keys, configuration, files and exit codes. On a
terminal it is plain text, elsewhere the source of a page for man.`,
	example: "notdone man | man -l -\nnotdone man > ~/.local/share/man/man1/notdone.1",
	run: func(_ context.Context, c *call) error {
		w := c.cmd.OutOrStdout()
		var to manual = &manText{width: widthOf(w)}
		if terminalWidth(w) == 0 {
			to = &manSource{}
		}
		writeManual(c.cmd.Root(), to)
		return c.out.write([]byte(to.String()))
	},
}

// manual is what a manual page is written to.
type manual interface {
	section(name string)
	paragraph(text string)
	term(name, text string)
	example(text string)
	fmt.Stringer
}

// manEnd is what of the manual derives from nothing else: a section begins with its name
// behind "# ", a term is before a tab.
//
//go:embed man.txt
var manEnd string

// writeManual writes the manual of the program.
func writeManual(root *cobra.Command, to manual) {
	to.section("NAME")
	to.paragraph("notdone - " + strings.ToLower(root.Short[:1]) + root.Short[1:])
	to.section("SYNOPSIS")
	to.paragraph(usage(root))
	to.paragraph("notdone COMMAND [ARGUMENT...] [--flags]")
	to.section("DESCRIPTION")
	for part := range strings.SplitSeq(root.Long, "\n\n") {
		to.paragraph(part)
	}
	to.section("COMMANDS")
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.AddFlagSet(root.Flags())
	for _, sub := range root.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			to.term(strings.TrimPrefix(usage(sub), "notdone "), sub.Long)
			flags.AddFlagSet(sub.Flags())
		}
	}
	to.section("FLAGS")
	to.paragraph("Each command names its own in its --help.")
	flags.VisitAll(func(f *pflag.Flag) {
		value, said := pflag.UnquoteUsage(f)
		to.term(strings.TrimSpace("--"+f.Name+" "+strings.TrimPrefix(value, "bool")), said)
	})
	to.section("KEYS")
	for _, a := range tui.Actions() {
		if len(a.Keys) > 0 {
			to.term(strings.Join(a.Keys, ", "), a.Help+" ("+a.ID+")")
		}
	}
	to.section("CONFIGURATION")
	to.paragraph("The file is TOML. notdone config prints it whole, as it is in use.")
	for _, s := range config.Describe(known()) {
		to.term(s.Path+" = "+s.Default, s.Doc)
	}
	for line := range strings.Lines(manEnd) {
		line = strings.TrimRight(line, "\n")
		name, text, isTerm := strings.Cut(line, "\t")
		switch heading, isHeading := strings.CutPrefix(line, "# "); {
		case isHeading:
			to.section(heading)
		case isTerm:
			to.term(name, text)
		case line != "":
			to.paragraph(line)
		}
	}
	to.section("EXAMPLES")
	to.example(root.Example)
	for _, sub := range root.Commands() {
		if sub.Example != "" && sub.IsAvailableCommand() && sub.Name() != "completion" {
			to.example(sub.Example)
		}
	}
}

// manSource is the source of a page for man.
type manSource struct {
	b     strings.Builder
	begun bool // a section has, and is empty so far
}

// roff makes plain text of a source for man.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.Join(strings.Fields(text), " "))
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

func (m *manSource) section(name string) {
	if m.b.Len() == 0 {
		m.put(".TH NOTDONE 1\n")
	}
	m.put(".SH %s\n", name)
	m.begun = true
}

func (m *manSource) paragraph(text string) {
	if !m.begun { // the line of a name follows its head at once
		m.put(".PP\n")
	}
	m.put("%s\n", roff(text))
	m.begun = false
}

func (m *manSource) term(name, text string) { m.put(".TP\n\\fB%s\\fR\n%s\n", roff(name), roff(text)) }

func (m *manSource) example(text string) {
	m.put(".PP\n.nf\n")
	for line := range strings.SplitSeq(text, "\n") {
		m.put("%s\n", strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace("    "+line))
	}
	m.put(".fi\n")
}

func (m *manSource) put(format string, args ...any) {
	fmt.Fprintf(&m.b, format, args...)
} // it never fails

// manText is the manual as plain text.
type manText struct {
	b     strings.Builder
	width int
}

func (m *manText) String() string   { return m.b.String() }
func (m *manSource) String() string { return m.b.String() }

func (m *manText) section(name string) {
	if m.b.Len() > 0 {
		m.b.WriteString("\n")
	}
	m.b.WriteString(name + "\n")
}

func (m *manText) paragraph(text string) { m.lines("  ", text) }

func (m *manText) term(name, text string) {
	m.lines("  ", name)
	m.lines("      ", text)
}

func (m *manText) example(text string) {
	m.b.WriteString("  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n")
}

func (m *manText) lines(indent, text string) {
	for _, line := range wrapped(text, m.width-len(indent)) {
		m.b.WriteString(indent + line + "\n")
	}
}
