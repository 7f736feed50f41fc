package config

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"notdone/source/spelling"
	"notdone/ui/theme"
)

// setting is one thing that can be set.
type setting struct {
	path string // in the file, with dots between the parts
	doc  string
	what kind
}

// table is all that can be set in a configuration.
type table struct {
	settings []setting
	open     []group
}

// group is a table of the file whose names are the operator's own.
type group struct {
	path string
	doc  string
	what func(name string) kind
}

// newTable returns the settings of c, in the order in which they are printed.
func newTable(c *Config, known *Known) *table {
	t := &table{settings: []setting{
		{"queues", "Queues and folders that are opened when the command line names none; empty: the usual places.", paths{&c.Queues}},
		{"logs", "Folders of run logs that are read beside them.", paths{&c.Logs}},
		{"hosts", "Names of this machine beside its own: process ids that a queue records for them are local.", texts{&c.Hosts}},
		{"since", `How far back an agent's own sessions are read: "48h", "7d"; "0s": the program decides.`, span{&c.Since}},
		{"chats", "List the messages of conversations too, where a queue holds them beside tasks.", flag{&c.Chats}},
		{"poll", "Look for changes by polling, without file notifications.", flag{&c.Poll}},
		{"read-only", "Refuse every write, notdone's own memory included.", flag{&c.ReadOnly}},
		{"actor", "The name that signs what is written to a queue; empty: the user.", text{&c.Actor}},
		{"theme", "The colours; auto is dark or light, as the terminal's background is.", choice{&c.Theme, theme.Names}},
		{"ascii", "Draw with ASCII signs only.", flag{&c.ASCII}},
		{"mouse", "Wheel, click and double click; false leaves the mouse to the terminal.", flag{&c.Mouse}},
		{"preview", "Show the selected task beside the list where the screen is wide enough.", flag{&c.Preview}},
		{"sync-output", "Synchronized output of the terminal.", choice{&c.SyncOutput, []string{"auto", "on", "off"}}},
		{
			"notify.bell", "Ring the terminal's bell when a task comes to need you while it is out of focus; auto: over SSH and in a multiplexer.",
			choice{&c.Notify.Bell, []string{"auto", "on", "off"}},
		},
		{
			"notify.osc", "Ask the terminal for a notification, by its escape sequence 9 or 777.",
			choice{&c.Notify.OSC, []string{"off", "9", "777"}},
		},
		{
			"notify.on-new", "A command, as its words, that is run without a shell for each of these tasks; the task is JSON on its standard input.",
			texts{&c.Notify.OnNew},
		},
		{"guard.kinds", "What notdone guard tells of; one of " + strings.Join(GuardKinds, ", ") + ", or several.", names{&c.Guard.Kinds, "kind", GuardKinds}},
		{"guard.on-new", "A command, as its words, that it runs without a shell for each finding, which is JSON on its standard input.", texts{&c.Guard.OnNew}},
		{"guard.pause", "The least time between the beginnings of two such runs.", span{&c.Guard.Pause}},
		{
			"guard.webhook", `The address that it posts each finding to, as JSON; "env:NAME" is that of an environment variable, "file:/PATH" that in a file.`,
			webhook{&c.Guard.Webhook},
		},
		{"guard.give-up", "How long it posts a finding that the server answers with an error; one that nobody answers is never given up.", span{&c.Guard.GiveUp}},
		{"guard.metrics", "A file that it writes numbers to for Prometheus, or an address of this host such as localhost:9777 where it serves them.", text{&c.Guard.Metrics}},
		{
			"guard.act-rules", "Rules of whose findings it marks the tasks blocked, where the queue has that and it was started with --act.",
			names{&c.Guard.ActRules, "rule", known.Rules},
		},
		{"rules.off", "Rules that are not asked (notdone doctor --rules lists all).", names{&c.Judging.Off, "rule that can be turned off", known.Rules}},
	}}
	for _, h := range c.Judging.Thresholds() {
		s := setting{path: "thresholds." + h.Name, doc: h.Meaning}
		switch v := h.Value; {
		case v.Duration != nil:
			s.what = span{v.Duration}
		default:
			s.what = count{v.Count}
		}
		t.settings = append(t.settings, s)
	}
	for _, a := range known.Actions {
		t.settings = append(t.settings, setting{"keys." + a.ID, a.Help, keys{c.Keys, a}})
	}
	t.open = []group{
		{
			"guard.headers", `What it sends as headers of a post, by their names; "env:NAME" and "file:/PATH" stand for secrets here, too.`,
			func(name string) kind { return header{c.Guard.Headers, name} },
		},
		{"views", "Saved views: a name and the text of a filter.", func(name string) kind { return view{c.Views, name, known.CheckView} }},
		{
			"commands", "What is run in place of a program in the commands that plans offer, by its name: its words; empty: it is never run.",
			func(name string) kind { return command{c.Commands, name} },
		},
	}
	return t
}

// set sets what an entry of the file says.
func (t *table) set(e *entry) *Error {
	if e.kind == unstable.Table && t.hasTable(e.path) {
		return nil
	}
	for _, s := range t.settings {
		if s.path == e.path {
			return wrapped(s.path, s.what.set(&e.value))
		}
	}
	for _, g := range t.open {
		if name, in := strings.CutPrefix(e.path, g.path+"."); in {
			if strings.TrimSpace(name) == "" || strings.ContainsFunc(name, isControl) {
				return e.at.wrong("%s: %q is no name", g.path, name)
			}
			return wrapped(e.path, g.what(name).set(&e.value))
		}
		if e.path == g.path {
			return e.at.wrong("%s is a table", e.path)
		}
	}
	return t.unknown(e)
}

// hasTable reports whether settings stand in the table.
func (t *table) hasTable(path string) bool {
	return slices.ContainsFunc(t.settings, func(s setting) bool { return strings.HasPrefix(s.path, path+".") }) ||
		slices.ContainsFunc(t.open, func(g group) bool { return g.path == path })
}

// unknown says that there is no such setting, and which was meant.
func (t *table) unknown(e *entry) *Error {
	if t.hasTable(e.path) {
		return e.at.wrong("%s is a table", e.path)
	}
	var all []string
	for _, s := range t.settings {
		all = append(all, s.path)
		if table, _, below := strings.Cut(s.path, "."); below {
			all = append(all, table)
		}
	}
	for _, g := range t.open {
		all = append(all, g.path)
	}
	_, name, _ := strings.Cut(e.path, ".")
	what := "setting"
	for _, in := range [][2]string{{"keys.", "action"}, {"thresholds.", "threshold"}} {
		if strings.HasPrefix(e.path, in[0]) {
			what = in[1]
		}
	}
	if slices.Contains(all, name) { // in the wrong table
		return e.at.wrong("%s: there is no such %s; did you mean %s outside of any table?", e.path, what, name)
	}
	return e.at.wrong("%s: there is no such %s%s", e.path, what, Meant(e.path, all))
}

// wrapped puts the setting's name before what is wrong with it.
func wrapped(path string, err *Error) *Error {
	if err != nil {
		err.Wrong = path + ": " + err.Wrong
	}
	return err
}

// Meant returns "; did you mean x?" for the known name that is nearest, if one is near.
func Meant(name string, all []string) string {
	if near := spelling.Nearest(name, all); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
