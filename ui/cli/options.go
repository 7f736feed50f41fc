package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"notdone/model"
	"notdone/source/all"
	"notdone/source/mapped"
	"notdone/ui/config"
	"notdone/ui/demo"
	"notdone/ui/intake"
	"notdone/ui/query"
	"notdone/ui/theme"
	"notdone/ui/words"
	"notdone/ui/work"
)

// options are the values of all flags. One run of the program is one command, so that each
// flag has one value.
type options struct {
	configFile string
	config     config.Config // what the file says, and the defaults
	path       bool

	readingFlags
	drawingFlags
	choosingFlags
	actingFlags
	addingFlags
	classifyingFlags
	workingFlags
	guardingFlags

	upgrade bool
	save    string
	asJSON  bool
	rules   bool
	version bool
	demo    demo.Options

	state string // the folder of the memory and the journal; empty: the usual one
}

// readingFlags say how queues are read, and as whom.
type readingFlags struct {
	as       string
	logs     []string
	host     string
	readOnly bool
	now      string
	since    string
	chats    bool
	actor    string
	poll     bool
}

// drawingFlags say how the dashboard is drawn, and what it does out of sight.
type drawingFlags struct {
	ascii      bool
	theme      string
	syncOutput string
	onNew      string
}

// choosingFlags choose tasks, and say how they are listed.
type choosingFlags struct {
	states  []string
	sources []string
	fresh   string
	grade   string
	query   string
	view    string
	causes  []string
	level   string
	every   bool
	sortBy  string
	asCSV   bool
}

// actingFlags belong to actions.
type actingFlags struct {
	yes    bool
	dryRun bool
	answer string
	reason string
}

// addingFlags describe a task that is added.
type addingFlags struct {
	task  intake.Task
	again bool
}

// classifyingFlags say what classify does with messages.
type classifyingFlags struct {
	jsonl    bool
	explain  bool
	prompt   string
	exitCode bool
	learns   bool
	forgets  bool
}

// workingFlags are those of a worker.
type workingFlags struct {
	work      work.Options
	retryOn   []string
	onBlocked string
	teaches   bool
	quiet     bool
}

// guardingFlags are those of guard.
type guardingFlags struct {
	metrics   string
	acts      bool
	redeliver bool
	unit      bool
}

// flagSet returns all flags there are.
func (o *options) flagSet() *pflag.FlagSet {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.StringVar(&o.configFile, "config", "", "read the configuration from `FILE` (default: see notdone config --path)")
	f.BoolVar(&o.path, "path", false, "print where the configuration file is")
	o.addReadingFlags(f)
	o.addDrawingFlags(f)
	o.addChoosingFlags(f)
	o.addActingFlags(f)
	o.addAddingFlags(f)
	f.BoolVar(&o.upgrade, "upgrade", false, "bring the schema of an existing FILE up to date")
	f.StringVar(&o.save, "save", "", "keep the mapping under this `NAME`")
	f.BoolVar(&o.asJSON, "json", false, "")
	f.BoolVar(&o.rules, "rules", false, "print every rule, what it sees and its record on labelled logs")
	o.addClassifyingFlags(f)
	f.BoolVarP(&o.version, "version", "v", false, "print the version")
	f.Uint64Var(&o.demo.Seed, "seed", 1, "the fleet's random seed, a `NUMBER`")
	f.Float64Var(&o.demo.Speed, "speed", 1, "how many `TIMES` as fast as usual the fleet lives, up to 100")
	f.BoolVar(&o.demo.Keep, "keep", false, "keep the demo's files and say where they are")
	o.addWorkingFlags(f)
	o.addGuardingFlags(f)
	return f
}

func (o *readingFlags) addReadingFlags(f *pflag.FlagSet) {
	f.StringVar(&o.as, "as", "", "treat QUEUE as this `KIND` instead of detecting it: "+kinds()+", or a name of notdone systems")
	f.StringArrayVar(&o.logs, "logs", nil, "also read this `FOLDER` of run logs; may be given more than once")
	f.StringVar(&o.host, "host", "", "judge as if on the host `NAME`: its process ids are local (default: this host)")
	f.BoolVar(&o.readOnly, "read-only", false, "refuse every write, notdone's own memory included")
	f.StringVar(&o.now, "now", "", "freeze the clock at this `TIME`: RFC 3339, or unix seconds")
	f.BoolVar(&o.chats, "chats", false, "list the messages of conversations too, where a queue holds them beside tasks")
	f.StringVar(&o.since, "since", "", "how far back an agent's own sessions are read (default: 48h); ls and check also leave out what "+
		"changed before. `WHEN` is a duration such as 48h or 7d, or a time")
	f.StringVar(&o.actor, "actor", "", "sign what is written to a queue with this `NAME` (default: the user)")
	f.BoolVar(&o.poll, "poll", false, "look for changes by polling, without file notifications")
}

func (o *drawingFlags) addDrawingFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.ascii, "ascii", false, "draw with ASCII signs only")
	f.StringVar(&o.theme, "theme", theme.Auto, "the colours: `THEME` is one of "+strings.Join(theme.Names, ", "))
	f.StringVar(&o.syncOutput, "sync-output", "auto", "synchronized output of the terminal: `MODE` is auto, on or off")
	f.StringVar(&o.onNew, "on-new", "", "run this `COMMAND`, without a shell, for each task that comes to need you while the terminal is "+
		"out of focus, with the task as JSON on its standard input")
}

func (o *choosingFlags) addChoosingFlags(f *pflag.FlagSet) {
	f.StringSliceVar(&o.states, "state", nil, "only these `STATES`, separated by commas: "+stateWords())
	f.StringSliceVar(&o.sources, "source", nil, "only tasks of these `SOURCES`, separated by commas: a kind such as hermes, or the name "+
		"of a file or folder; the beginning is enough")
	f.StringVar(&o.fresh, "new", "", "only verdicts that are new since `WHEN`: a duration or a time")
	f.StringVar(&o.grade, "grade", "", "only verdicts of at least this `GRADE`: cannot-tell, text-only, strong, proven")
	f.StringVarP(&o.query, "filter", "q", "", "only what the `QUERY` selects, as / does on the dashboard: 'state:blocked kind:access age>2h vault'")
	f.StringArrayVar(&o.causes, "cause", nil, "all tasks of this `CAUSE`, by the name that the dashboard shows or by its key; may be given more than once")
	f.StringVar(&o.view, "view", "", "only what the saved view `NAME` of the configuration selects")
	f.StringVar(&o.level, "level", "error", "the least severity, `LEVEL`, that counts: info, warning, error, critical")
	f.StringVar(&o.sortBy, "sort", "", sortUsage(query.KeyNames()))
	f.BoolVar(&o.asCSV, "csv", false, "write comma-separated values for a spreadsheet")
	f.BoolVar(&o.every, "all", false, "list every task in the table")
}

func (o *actingFlags) addActingFlags(f *pflag.FlagSet) {
	f.BoolVarP(&o.yes, "yes", "y", false, "apply without asking")
	f.BoolVar(&o.dryRun, "dry-run", false, "show the plan and stop")
	f.StringVar(&o.answer, "answer", "", "tell the agent this `TEXT`, where its owner has a place for it")
	f.StringVar(&o.reason, "reason", "", "why, a `TEXT` for the journal and wherever the owner keeps a reason")
}

func (o *addingFlags) addAddingFlags(f *pflag.FlagSet) {
	f.StringVar(&o.task.Body, "body", "", "what is asked for, a `TEXT`; - reads standard input, @FILE a file")
	f.IntVar(&o.task.Priority, "priority", 0, "the highest `NUMBER` is worked on first")
	f.StringVar(&o.task.At, "at", "", "not before this `TIME`: 07:30, how long until then such as 2h, or RFC 3339")
	f.StringVar(&o.task.Every, "every", "", "again and again, every `DURATION` such as 6h or 1d")
	f.StringArrayVar(&o.task.After, "after", nil, "not before the task `ID` is done or cancelled; may be given more than once")
	f.IntVar(&o.task.MaxAttempts, "max-attempts", 0, "how many `TIMES` it is tried at the most (default: no limit)")
	f.StringSliceVar(&o.task.Tags, "tag", nil, "`WORDS` to sort it by, separated by commas")
	f.StringVar(&o.task.ID, "id", "", "its `ID` (default: one made from the title)")
	f.BoolVar(&o.again, "again", false, "add it although it met an obstacle before")
}

func (o *classifyingFlags) addClassifyingFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.jsonl, "jsonl", false, `read an object a line and answer each: {"id","text","signals"}`)
	f.BoolVar(&o.explain, "explain", false, "say what each sentence weighs, the one that decided marked")
	f.StringVar(&o.prompt, "prompt", "", "what the agent was asked to do, in `TEXT`")
	f.BoolVar(&o.exitCode, "exit-code", false, "exit with 1 when the work is not done")
	f.BoolVar(&o.learns, "learn", false, "learn from your own marks, and from labelled messages in FILE")
	f.BoolVar(&o.forgets, "forget", false, "remove what --learn made")
}

// kindNames are the words that --as understands, but for the names of mappings.
func kindNames() (names []string) {
	for _, a := range all.Adapters() {
		if !slices.ContainsFunc(mapped.Catalogue(), func(m *mapped.Mapping) bool { return m.Name == a.Kind }) {
			names = append(names, a.Kind)
		}
	}
	return names
}

func kinds() string { return strings.Join(kindNames(), ", ") }

// clock returns the clock in use and whether it stands still.
func (o *options) clock() (func() time.Time, bool, error) {
	if o.now == "" {
		return time.Now, false, nil
	}
	at, err := words.ParseTime(o.now)
	if err != nil {
		return nil, false, fmt.Errorf("--now: %w", err)
	}
	return func() time.Time { return at }, true, nil
}

// localHosts are the names of the host whose process ids can be asked about here: --host, or
// what this machine is called, by itself and in the configuration.
func (o *options) localHosts() []string {
	if o.host != "" {
		return []string{o.host}
	}
	return append([]string{thisHost()}, o.config.Hosts...)
}

// thisHost is the name of this machine; empty when it is not known, so that no
// process id is taken for local.
func thisHost() string {
	name, _ := os.Hostname() // empty on an error
	return name
}

func stateWords() string { return strings.Join(stateNames(), ", ") }

func stateNames() []string { return model.Names[model.State](model.NumStates) }

// selection turns the flags into a query of the fleet's tasks.
func (o *options) selection(fleet *fleet) (query.Query, error) {
	var all query.Query
	since := ""
	if !fleet.since.IsZero() {
		since = fleet.since.Format(time.RFC3339Nano)
	}
	view := o.config.Views[o.view]
	if o.view != "" {
		if err := isOneOf("--view", o.view, slices.Sorted(maps.Keys(o.config.Views))); err != nil {
			return all, err
		}
	}
	var sources []string
	for _, name := range o.sources {
		if !fleet.knows(name) {
			return all, fmt.Errorf("--source: %q is neither a kind (%s) nor the name of a source here", name, kinds())
		}
		sources = append(sources, query.Quote(name))
	}
	for _, part := range []struct {
		flag, field string
		values      []string
	}{
		{"state", "state:", o.states},
		{"source", "source:", sources},
		{"new", "new:", some(o.fresh)},
		{"grade", "grade>=", some(o.grade)},
		{"since", "changed:", some(since)},
		{"view", "", some(view)},
		{"filter", "", some(o.query)},
	} {
		if len(part.values) == 0 {
			continue
		}
		for i := range part.values {
			part.values[i] = strings.TrimSpace(part.values[i])
		}
		q, err := query.ParseStrict(part.field + strings.Join(part.values, ","))
		if err != nil {
			return all, fmt.Errorf("--%s: %w", part.flag, err)
		}
		all = all.And(&q)
	}
	if all.Uses("new") && fleet.memory == nil {
		return all, errors.New("what is new needs what notdone remembers, which --read-only and --now leave out")
	}
	return all, nil
}

// some returns a list of a text; empty when the text is.
func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// moment reads a duration before now, with d for days, or a time.
func moment(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, ok := words.ParseDuration(text); ok {
		return now.Add(-d), nil
	}
	if t, err := words.ParseTime(text); err == nil {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is neither a duration such as 48h or 7d nor a time", text)
}
