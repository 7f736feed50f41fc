package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"notdone/model"
	"notdone/source/all"
)

// globals are the flags that several commands understand.
type globals struct {
	as         string
	logs       []string
	now        string
	host       string
	actor      string
	readOnly   bool
	poll       bool
	since      string
	ascii      bool
	syncOutput string
	theme      string
	state      string // the folder of the memory and the journal; empty: the usual one
}

// register adds the flags of the dashboard, which understands all of them.
func (g *globals) register(root *cobra.Command) {
	g.sources(root)
	g.clockFlag(root)
	g.window(root)
	g.signing(root)
	g.screen(root)
}

// sources adds what says which queues and logs are read, and how.
func (g *globals) sources(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&g.as, "as", "", "treat QUEUE as this `KIND` instead of detecting it: "+kinds())
	f.StringArrayVar(&g.logs, "logs", nil, "also read this `FOLDER` of run logs; may be given more than once")
	f.StringVar(&g.host, "host", "", "judge as if on the host `NAME`: its process ids are local (default: this host)")
	g.readOnlyFlag(cmd)
}

func (g *globals) readOnlyFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&g.readOnly, "read-only", false, "refuse every write, notdone's own memory included")
}

// pointlessReadOnlyFlag adds the flag to a command that never writes, or does
// nothing else: it is understood, and not offered.
func (g *globals) pointlessReadOnlyFlag(cmd *cobra.Command) {
	g.readOnlyFlag(cmd)
	cmd.Flags().Lookup("read-only").Hidden = true
}

// clockFlag adds what freezes the clock.
func (g *globals) clockFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.now, "now", "", "freeze the clock at this `TIME`: RFC 3339, or unix seconds")
}

// window adds how far back is looked.
func (g *globals) window(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.since, "since", "",
		"how far back an agent's own sessions are read (default: 48h); ls and check also leave out what changed before. `WHEN` is a duration such as 48h or 7d, or a time")
}

// signing adds who acts.
func (g *globals) signing(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.actor, "actor", "", "sign what is written to a queue with this `NAME` (default: the user)")
}

// screen adds how the dashboard is drawn and kept up to date.
func (g *globals) screen(cmd *cobra.Command) {
	f := cmd.Flags()
	g.polling(cmd)
	f.BoolVar(&g.ascii, "ascii", false, "draw with ASCII signs only")
	f.StringVar(&g.theme, "theme", "auto", "draw for a dark or a light background: `THEME` is auto, dark or light")
	f.StringVar(&g.syncOutput, "sync-output", "auto", "synchronized output of the terminal: `MODE` is auto, on or off")
}

// polling adds how changes are noticed.
func (g *globals) polling(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&g.poll, "poll", false, "look for changes by polling, without file notifications")
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
func (g *globals) clock() (func() time.Time, bool, error) {
	if g.now == "" {
		return time.Now, false, nil
	}
	at, err := parseTime(g.now)
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
func (g *globals) localHost() string {
	if g.host != "" {
		return g.host
	}
	return thisHost()
}

// thisHost is the name of this machine; empty when it is not known, so that no
// process id is taken for local.
func thisHost() string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	return name
}

// selection are the flags that choose rows.
type selection struct {
	states []string
	fresh  string
	grade  string
}

func (s *selection) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&s.states, "state", nil, "only these `STATES`, separated by commas: "+stateWords())
	f.StringVar(&s.fresh, "new", "", "only verdicts that are new since `WHEN`: a duration or a time")
	f.StringVar(&s.grade, "grade", "", "only verdicts of at least this `GRADE`: cannot-tell, text-only, strong, proven")
}

func stateWords() string {
	all := make([]string, 0, model.NumStates)
	for s := range model.NumStates {
		all = append(all, model.State(s).String())
	}
	return strings.Join(all, ", ")
}

// filter turns the flags into a filter for the fleet's tasks.
func (s *selection) filter(fleet *fleet) (model.Filter, error) {
	var f model.Filter
	if s.fresh != "" && fleet.memory == nil {
		return f, errors.New("--new needs what notdone remembers, which --read-only and --now leave out")
	}
	now := fleet.now()
	for _, name := range s.states {
		state, err := model.ParseState(strings.TrimSpace(name))
		if err != nil {
			return f, fmt.Errorf("--state: %w: it is one of %s", err, stateWords())
		}
		f.States = append(f.States, state)
	}
	var err error
	f.Since = fleet.since
	if f.New, err = moment(s.fresh, now); err != nil {
		return f, fmt.Errorf("--new: %w", err)
	}
	if s.grade != "" {
		if f.MinGrade, err = model.ParseGrade(s.grade); err != nil {
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
