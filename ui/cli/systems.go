package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/all"
	"notdone/source/mapped"
	"notdone/ui/safe"
)

var systemsCommand = command{
	use:   "systems [NAME]",
	short: "List the queue systems that are known by a mapping",
	long: `List the systems whose queues are read by a mapping: a file that says which table and
which columns mean what, and which word is which state; and what can be done to their tasks. With
NAME print that mapping, with what cannot be known from the tables, and why what cannot be done
cannot. Your own mappings are the files ` + "`*.toml`" + ` in the folder systems of notdone's configuration; one with the
name of a known system replaces it. notdone map writes one.`,
	example: "notdone systems\nnotdone systems river > my-river.toml",
	most:    1,
	flags:   "config",
	json:    "print a system a line",
	run: func(_ context.Context, c *call) error {
		systems, err := c.systems()
		if err != nil {
			return err
		}
		if len(c.args) == 1 {
			return printMapping(c.out, systems, c.args[0])
		}
		return printSystems(c.out, systems, terminalWidth(c.cmd.OutOrStdout()), c.asJSON)
	},
}

// mappingFolder is where the operator's own mappings are.
func (o *options) mappingFolder() string {
	return filepath.Join(filepath.Dir(o.configPath()), "systems")
}

// systems returns all mappings, the operator's own ones first.
func (o *options) systems() ([]*mapped.Mapping, error) {
	own, err := mapped.ReadFolder(o.mappingFolder())
	if err != nil {
		return nil, err
	}
	return mapped.Unite(own, mapped.Catalogue()), nil
}

// adapters returns every adapter, those of the operator's mappings among them.
func (o *options) adapters() ([]source.Adapter, error) {
	own, err := mapped.ReadFolder(o.mappingFolder())
	if err != nil {
		return nil, err
	}
	return all.Adapters(own...), nil
}

type systemRow struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Version string   `json:"version"` // the releases that it is for; empty: all with these tables
	Tables  []string `json:"tables"`
	Actions []string `json:"actions"` // that can be done
	Untried []string `json:"untried"` // those of them that were not tried against the library
	Source  string   `json:"source"`
	Unknown []string `json:"unknown"` // what the tables do not tell
}

// Widths of a terminal at which the list of systems says more: which releases and tables
// they are, and what that was read from.
const (
	tablesWidth  = 120
	sourcesWidth = 200
)

func printSystems(out *output, systems []*mapped.Mapping, width int, asJSON bool) error {
	rows := [][]string{{"NAME", "SYSTEM", "CAN BE DONE", "RELEASES", "TABLES", "READ FROM"}}
	for _, m := range systems {
		row := systemRow{Name: m.Name, Title: m.Title, Version: m.Version, Actions: []string{}, Untried: []string{}, Source: m.Source, Unknown: m.Unknown}
		var can []string
		for _, name := range m.Possible() {
			row.Actions = append(row.Actions, string(name))
			done := string(name)
			if slices.Contains(m.Untried(), name) {
				row.Untried, done = append(row.Untried, done), done+"*"
			}
			can = append(can, done)
		}
		for i := range m.Tables {
			row.Tables = append(row.Tables, m.Tables[i].Name)
		}
		if asJSON {
			if err := out.json(row); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{
			safe.Line(m.Name, 64), safe.Line(m.Title, 64), cmp.Or(strings.Join(can, ", "), "nothing"),
			safe.Line(cmp.Or(m.Version, "all"), 64), safe.Line(strings.Join(row.Tables, ", "), 256), safe.Line(m.Source, 256),
		})
	}
	if asJSON {
		return nil
	}
	shown := len(rows[0])
	switch {
	case width == 0 || width >= sourcesWidth:
	case width >= tablesWidth:
		shown--
	default:
		shown -= 3
	}
	for i, r := range rows {
		rows[i] = r[:shown]
	}
	return errors.Join(out.columns(rows, width), out.line("* as the library's code has it; the others were tried against the library itself"),
		out.line("notdone systems NAME prints the mapping of one, and what cannot be known"))
}

func printMapping(out *output, systems []*mapped.Mapping, name string) error {
	at := slices.IndexFunc(systems, func(m *mapped.Mapping) bool { return m.Name == name })
	if at < 0 {
		return fmt.Errorf("there is no system %q: notdone systems lists them", name)
	}
	text, err := systems[at].Marshal()
	if err != nil {
		return err
	}
	return out.write(text)
}
