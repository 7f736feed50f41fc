package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"notdone/model"
	"notdone/source/all"
	"notdone/ui/demo"
)

// options are the values of all flags. One run of the program is one command, so that each
// flag has one value.
type options struct {
	as       string
	logs     []string
	host     string
	readOnly bool
	now      string
	since    string
	chats    bool
	actor    string
	poll     bool

	ascii      bool
	theme      string
	syncOutput string

	states  []string
	sources []string
	fresh   string
	grade   string
	level   string
	every   bool

	yes    bool
	dryRun bool
	answer string
	reason string

	asJSON   bool
	rules    bool
	jsonl    bool
	explain  bool
	prompt   string
	exitCode bool
	learns   bool
	forgets  bool
	version  bool
	demo     demo.Options

	state string // the folder of the memory and the journal; empty: the usual one
}

// flagSet returns all flags there are.
func (o *options) flagSet() *pflag.FlagSet {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.StringVar(&o.as, "as", "", "treat QUEUE as this `KIND` instead of detecting it: "+kinds())
	f.StringArrayVar(&o.logs, "logs", nil, "also read this `FOLDER` of run logs; may be given more than once")
	f.StringVar(&o.host, "host", "", "judge as if on the host `NAME`: its process ids are local (default: this host)")
	f.BoolVar(&o.readOnly, "read-only", false, "refuse every write, notdone's own memory included")
	f.StringVar(&o.now, "now", "", "freeze the clock at this `TIME`: RFC 3339, or unix seconds")
	f.BoolVar(&o.chats, "chats", false, "list the messages of conversations too, where a queue holds them beside tasks")
	f.StringVar(&o.since, "since", "", "how far back an agent's own sessions are read (default: 48h); ls and check also leave out what "+
		"changed before. `WHEN` is a duration such as 48h or 7d, or a time")
	f.StringVar(&o.actor, "actor", "", "sign what is written to a queue with this `NAME` (default: the user)")
	f.BoolVar(&o.poll, "poll", false, "look for changes by polling, without file notifications")

	f.BoolVar(&o.ascii, "ascii", false, "draw with ASCII signs only")
	f.StringVar(&o.theme, "theme", "auto", "draw for a dark or a light background: `THEME` is auto, dark or light")
	f.StringVar(&o.syncOutput, "sync-output", "auto", "synchronized output of the terminal: `MODE` is auto, on or off")

	f.StringSliceVar(&o.states, "state", nil, "only these `STATES`, separated by commas: "+stateWords())
	f.StringSliceVar(&o.sources, "source", nil, "only tasks of these `SOURCES`, separated by commas: a kind such as hermes, or the name "+
		"of a file or folder; the beginning is enough")
	f.StringVar(&o.fresh, "new", "", "only verdicts that are new since `WHEN`: a duration or a time")
	f.StringVar(&o.grade, "grade", "", "only verdicts of at least this `GRADE`: cannot-tell, text-only, strong, proven")
	f.StringVar(&o.level, "level", "error", "the least severity, `LEVEL`, that counts: info, warning, error, critical")
	f.BoolVar(&o.every, "all", false, "list every task in the table")

	f.BoolVarP(&o.yes, "yes", "y", false, "apply without asking")
	f.BoolVar(&o.dryRun, "dry-run", false, "show the plan and stop")
	f.StringVar(&o.answer, "answer", "", "tell the agent this `TEXT`, where its owner has a place for it")
	f.StringVar(&o.reason, "reason", "", "why, a `TEXT` for the journal and wherever the owner keeps a reason")

	f.BoolVar(&o.asJSON, "json", false, "")
	f.BoolVar(&o.rules, "rules", false, "print every rule, what it sees and its record on labelled logs")
	f.BoolVar(&o.jsonl, "jsonl", false, `read an object a line and answer each: {"id","text","signals"}`)
	f.BoolVar(&o.explain, "explain", false, "say what each sentence weighs, the one that decided marked")
	f.StringVar(&o.prompt, "prompt", "", "what the agent was asked to do, in `TEXT`")
	f.BoolVar(&o.exitCode, "exit-code", false, "exit with 1 when the work is not done")
	f.BoolVar(&o.learns, "learn", false, "learn from your own marks, and from labelled messages in FILE")
	f.BoolVar(&o.forgets, "forget", false, "remove what --learn made")
	f.BoolVarP(&o.version, "version", "v", false, "print the version")
	f.Uint64Var(&o.demo.Seed, "seed", 1, "the fleet's random seed, a `NUMBER`")
	f.Float64Var(&o.demo.Speed, "speed", 1, "how many `TIMES` as fast as usual the fleet lives, up to 100")
	f.BoolVar(&o.demo.Keep, "keep", false, "keep the demo's files and say where they are")
	return f
}

// kinds are the words that --as understands.
func kinds() string {
	var names []string
	for _, a := range all.Adapters() {
		names = append(names, a.Kind)
	}
	return strings.Join(names, ", ")
}

// clock returns the clock in use and whether it stands still.
func (o *options) clock() (func() time.Time, bool, error) {
	if o.now == "" {
		return time.Now, false, nil
	}
	at, err := parseTime(o.now)
	if err != nil {
		return nil, false, fmt.Errorf("--now: %w", err)
	}
	return func() time.Time { return at }, true, nil
}

// parseTime reads RFC 3339, or unix seconds with or without a fraction.
func parseTime(text string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t, nil
	}
	sec, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(sec) || math.Abs(sec) > 1e12 {
		return time.Time{}, fmt.Errorf("%q is neither an RFC 3339 time nor unix seconds", text)
	}
	whole, fraction := math.Modf(sec)
	return time.Unix(int64(whole), int64(math.Round(fraction*1e9))).UTC(), nil
}

// localHost is the host whose process ids can be asked about here.
func (o *options) localHost() string { return cmp.Or(o.host, thisHost()) }

// thisHost is the name of this machine; empty when it is not known, so that no
// process id is taken for local.
func thisHost() string {
	name, _ := os.Hostname() // empty on an error
	return name
}

func stateWords() string {
	all := make([]string, 0, model.NumStates)
	for s := range model.NumStates {
		all = append(all, model.State(s).String())
	}
	return strings.Join(all, ", ")
}

// filter turns the flags into a filter for the fleet's tasks.
func (o *options) filter(fleet *fleet) (model.Filter, error) {
	var f model.Filter
	if o.fresh != "" && fleet.memory == nil {
		return f, errors.New("--new needs what notdone remembers, which --read-only and --now leave out")
	}
	now := fleet.now()
	for _, name := range o.states {
		state, err := model.ParseState(strings.TrimSpace(name))
		if err != nil {
			return f, fmt.Errorf("--state: %w: it is one of %s", err, stateWords())
		}
		f.States = append(f.States, state)
	}
	for _, name := range o.sources {
		if !fleet.knows(name) {
			return f, fmt.Errorf("--source: %q is neither a kind (%s) nor the name of a source here", name, kinds())
		}
	}
	var err error
	f.Sources, f.Since = o.sources, fleet.since
	if f.New, err = moment(o.fresh, now); err != nil {
		return f, fmt.Errorf("--new: %w", err)
	}
	if o.grade != "" {
		if f.MinGrade, err = model.ParseGrade(o.grade); err != nil {
			return f, fmt.Errorf("--grade: %w: it is one of cannot-tell, text-only, strong, proven", err)
		}
	}
	return f, nil
}

// moment reads a duration before now, with d for days, or a time.
func moment(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseFloat(days, 64); err == nil && n >= 0 && n < 1e5 {
			return now.Add(-time.Duration(n * 24 * float64(time.Hour))), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	if t, err := parseTime(text); err == nil {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is neither a duration such as 48h or 7d nor a time", text)
}
