package cli

import (
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
which columns mean what, and which word is which state. With NAME print that mapping. Your own
mappings are the files ` + "`*.toml`" + ` in the folder systems of notdone's configuration; one with the
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
	Tables  []string `json:"tables"`
	Source  string   `json:"source"`
	Unknown []string `json:"unknown"`
}

// sourcesWidth is the least width of a terminal at which the list of systems says what each
// was read from.
const sourcesWidth = 160

func printSystems(out *output, systems []*mapped.Mapping, width int, asJSON bool) error {
	rows := [][]string{{"NAME", "SYSTEM", "TABLES", "READ FROM"}}
	for _, m := range systems {
		row := systemRow{Name: m.Name, Title: m.Title, Source: m.Source, Unknown: m.Unknown}
		for i := range m.Tables {
			row.Tables = append(row.Tables, m.Tables[i].Name)
		}
		if asJSON {
			if err := out.json(row); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{safe.Line(m.Name, 64), safe.Line(m.Title, 64), safe.Line(strings.Join(row.Tables, ", "), 256), safe.Line(m.Source, 256)})
	}
	if asJSON {
		return nil
	}
	if width == 0 || width >= sourcesWidth {
		return out.columns(rows, width)
	}
	for i, r := range rows {
		rows[i] = r[:len(r)-1]
	}
	return errors.Join(out.columns(rows, width), out.line("notdone systems NAME prints the mapping of one, and what it was read from"))
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
