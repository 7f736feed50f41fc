package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/ui/board"
	"notdone/ui/guard"
	"notdone/ui/notify"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// onNewLimit is how long what is run for a finding may take.
const onNewLimit = 30 * time.Second

// addGuardingFlags adds the flags of guard.
func (o *guardingFlags) addGuardingFlags(f *pflag.FlagSet) {
	f.StringVar(&o.metrics, "metrics", "", "write numbers for Prometheus to this `PLACE`: a file, or serve them at localhost:9777")
	f.BoolVar(&o.acts, "act", false, "mark tasks blocked, for the rules that guard.act-rules names")
	f.BoolVar(&o.redeliver, "redeliver", false, "tell again what was given up")
	f.BoolVar(&o.unit, "print-unit", false, "print a systemd user unit for this command")
}

var guardCommand = command{
	use:   "guard [QUEUE...]",
	short: "Tell of what goes wrong while nobody looks",
	long: `Watch queues as the dashboard does, and tell of each task that becomes blocked, failed, looping or
done in name only (guard.kinds chooses): print it, run a command for it, post it to a webhook.
What was there at the first start is not new (--all tells of it). The same thing is told once,
also after a restart or a crash; what cannot be told waits. One guard watches a queue at a time.

The command of --on-new is run without a shell, one at a time, with the finding as JSON on its
standard input: key, at, became, text, task. The webhook, its headers and its secrets are in the
configuration ([guard]); each post has an Idempotency-Key. With --act the tasks of the rules that
guard.act-rules names are marked blocked, where their queue has that; notdone undo takes it back.
More: ui/guard/README.md.

With --once it tells of what is new since the last time, and ends.

Exit of --once: 0 nothing is new; 1 something is; 2 wrong use or an error, or something could
not be told yet. Without it: 0 when it is told to end.`,
	example: "notdone guard ~/.hermes --on-new 'mail -s notdone me@example.org'\n*/10 * * * * notdone guard --once queue.db\n" +
		"notdone guard --print-unit queue.db \\\n    > ~/.config/systemd/user/notdone-guard.service",
	most:  many,
	flags: "config as logs host chats (read-only) since poll actor on-new metrics act once all redeliver print-unit",
	says: map[string]string{
		"on-new": "run this `COMMAND`, without a shell, for each finding, which is JSON on its standard input",
		"once":   "tell of what is new since the last time, and end",
		"all":    "tell of what is there at the first start, too",
	},
	json: "print one JSON object for each finding",
	run: func(ctx context.Context, c *call) error {
		if c.readOnly {
			return errors.New(c.whyReadOnly() + " does not go with guard, which keeps what it told")
		}
		if c.unit {
			return c.printUnit()
		}
		return c.guard(ctx)
	},
}

// guard watches until it is told to end.
func (c *call) guard(ctx context.Context) (err error) {
	// Whoever read the findings may be gone; the others are told.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	o, err := c.guardOptions()
	if err != nil {
		return err
	}
	served, err := c.openMetrics(ctx, &o, c.config.Guard.Metrics)
	if err != nil {
		return err
	}
	if served != nil {
		defer func() { _ = served.Close() }() // it is closed already when it was used
	}
	later := tryAgain
	if o.Once {
		later = failNow
	}
	f, err := c.open(ctx, c.args, later, c.diag)
	if err != nil {
		return err
	}
	o.Board = f.board
	var names map[string]string // of the sources, by their queues, where there are several
	if sources := f.board.Snapshot().Sources; len(sources) > 1 {
		names = board.Names(sources)
	}
	o.Found = func(of *guard.Finding) error { return c.printFinding(of, names[of.Row.Queue]) }
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := c.guardActing(ctx, f, &o); err != nil {
		return errors.Join(err, f.close())
	}
	g, err := guard.Open(o)
	if err != nil {
		return errors.Join(err, f.close())
	}
	if f.failed != nil {
		c.say(f.failed.Error())
	}
	if n, files := g.Dead(); n > 0 {
		c.say(fmt.Sprintf("%s given up earlier (--redeliver tries again): %s", words.Count(n, "finding was", "findings were"), strings.Join(files, ", ")))
	}
	var all sync.WaitGroup
	var boardErr, serveErr error
	all.Go(func() { boardErr = f.board.Run(ctx) })
	if served != nil {
		all.Go(func() {
			if serveErr = g.ServeMetrics(ctx, served); serveErr != nil {
				cancel()
			}
		})
	}
	result, err := g.Run(ctx)
	cancel()
	all.Wait()
	if err = errors.Join(err, serveErr, boardErr, g.Close(), f.close()); err != nil || !o.Once {
		return err
	}
	return onceEnd(&result, f.failed)
}

// guardOptions are the settings of the configuration, with those of the flags in their place. The
// queues, the metrics and the actions are not among them.
func (c *call) guardOptions() (o guard.Options, err error) {
	set := &c.config.Guard
	if c.onNew != "" {
		set.OnNew = strings.Fields(c.onNew)
	}
	if c.metrics != "" {
		set.Metrics = c.metrics
	}
	o = guard.Options{
		Folder: filepath.Join(c.stateFolder(), "guard"), Rules: set.ActRules, All: c.every, Once: c.work.Once, Redeliver: c.redeliver,
		GiveUp: set.GiveUp, Say: c.say,
	}
	for _, k := range set.Kinds {
		o.Kinds = append(o.Kinds, guard.Kind(k))
	}
	if len(set.OnNew) > 0 {
		o.Command = &notify.Command{Argv: set.OnNew, Pause: set.Pause, Limit: onNewLimit}
		if err := o.Command.Check(); err != nil {
			return o, fmt.Errorf("--on-new: %w", err)
		}
	}
	if set.Webhook != "" {
		if o.Webhook, err = guard.NewWebhook(set.Webhook, set.Headers, nil); err != nil {
			return o, err
		}
	}
	return o, nil
}

// onceEnd is the outcome of a guard that ran once.
func onceEnd(r *guard.Result, unread error) error {
	switch {
	case unread != nil:
		return unread
	case r.Waiting > 0:
		return fmt.Errorf("%s not told yet: the next run tries again", words.Count(r.Waiting, "finding is", "findings are"))
	case r.Failed > 0:
		return fmt.Errorf("%s given up: --redeliver tries again", words.Count(r.Failed, "finding was", "findings were"))
	case r.Found > 0:
		return exitCode(exitOperator)
	}
	return nil
}

// openMetrics has numbers written to a file, or returns what they are to be served on.
func (c *call) openMetrics(ctx context.Context, o *guard.Options, place string) (net.Listener, error) {
	if place == "" {
		return nil, nil
	}
	on, served, err := guard.Listen(ctx, place)
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	if served && o.Once {
		return nil, errors.Join(errors.New("--metrics: with --once there is nobody to serve numbers: name a file"), on.Close())
	}
	if !served {
		o.Metrics = place
		return nil, nil
	}
	c.say("metrics at http://" + on.Addr().String() + "/metrics")
	return on, nil
}

// printFinding prints a finding, with the name of its source where there are several.
func (c *call) printFinding(f *guard.Finding, source string) error {
	if c.asJSON {
		return errors.Join(c.out.json(f), c.out.flush())
	}
	return errors.Join(c.out.line(wrapEntry(safe.Line(findingLine(f, source), 0), sheetWidth(c.cmd.OutOrStdout()))...), c.out.flush())
}

// findingLine is a finding in words.
func findingLine(f *guard.Finding, source string) string {
	kinds := make([]string, len(f.As))
	for i, k := range f.As {
		kinds[i] = string(k)
	}
	parts := []string{f.At.Local().Format("2006-01-02 15:04:05"), fmt.Sprintf("%-10s", strings.Join(kinds, ", "))}
	if source != "" {
		parts = append(parts, source)
	}
	parts = append(parts, f.Row.ID, f.Row.Title)
	if why := guard.Why(f.Row); why != "" {
		parts = append(parts, why)
	}
	return strings.Join(parts, "  ")
}

// say prints what an operator should know on standard error.
func (c *call) say(said string) {
	//nolint:errcheck // there is nowhere left to say that stderr is gone
	fmt.Fprintln(c.diag, "notdone: "+safe.Line(pgsource.Conceal(strings.ReplaceAll(said, "\n", "; ")), 4<<10))
}

// guardActing has the guard mark tasks blocked, with --act.
func (c *call) guardActing(ctx context.Context, f *fleet, o *guard.Options) error {
	if !c.acts {
		return nil
	}
	if len(o.Rules) == 0 {
		return fmt.Errorf("--act: guard.act-rules in %s names no rule", c.configPath())
	}
	actor, err := c.signature()
	if err != nil {
		return err
	}
	a, err := f.acting(c.journalPath(), actor, &c.config)
	if err != nil {
		return err
	}
	found, err := f.board.Settle(ctx, a.journal)
	for i := range found {
		c.say(settledLine(&found[i]))
	}
	if err != nil {
		return err
	}
	o.Act = func(ctx context.Context, row *model.Row, rule string) (string, error) { return a.block(ctx, row, rule) }
	return nil
}

// block marks the task of a row blocked, because of a rule.
func (a *acting) block(ctx context.Context, row *model.Row, rule string) (did string, err error) {
	reason := guard.Why(row)
	if i := slices.IndexFunc(row.Findings, func(f model.Finding) bool { return f.Rule == rule }); reason == "" && i >= 0 {
		reason = safe.Line(row.Findings[i].Message, 300)
	}
	p, err := a.Plan(ctx, row.Ref(), source.Request{Action: model.ActionBlock, Reason: reason + " (notdone guard: " + rule + ")"})
	switch {
	case errors.Is(err, source.ErrNotFound):
		return "it is gone", nil
	case err != nil:
		return "", err
	case p.Refused != "" || p.Missing != "":
		return "", &guard.Refused{Why: "it cannot be marked blocked: " + p.Refused + p.Missing}
	}
	done, err := a.Do(ctx, p)
	var changed *source.Changed
	var refusal *source.Refusal
	switch {
	case err == nil:
		return fmt.Sprintf("marked blocked for %s (notdone undo %s %s takes it back)", rule, safe.Line(row.Queue, 400), done.ID), nil
	case errors.As(err, &changed), errors.As(err, &refusal), errors.Is(err, source.ErrInDoubt):
		return "", &guard.Refused{Why: err.Error()}
	}
	return "", err
}

// printUnit prints a unit that runs this command without --print-unit.
func (c *call) printUnit() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	argv := []string{program, "guard"}
	for _, queue := range c.args {
		shown := pgsource.Shown(source.Absolute(queue))
		if shown != source.Absolute(queue) {
			c.say("the password of " + shown + " is left out of the unit: put it into ~/.pgpass")
		}
		argv = append(argv, shown)
	}
	c.cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "print-unit":
			return
		case "once":
			err = errors.New("--once ends at once, so that a unit would not go on: run it by a timer or by cron")
		}
		for _, value := range flagValues(f) {
			if f.Name == "config" || f.Name == "logs" || f.Name == "metrics" && strings.Contains(value, "/") {
				value = source.Absolute(value)
			}
			argv = append(argv, "--"+f.Name+"="+value)
		}
	})
	if err != nil {
		return err
	}
	var env []string
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HERMES_HOME"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	_, err = io.WriteString(c.out.w, guard.Unit(argv, env))
	return err
}

// flagValues are the values that a flag was given.
func flagValues(f *pflag.Flag) []string {
	if many, ok := f.Value.(pflag.SliceValue); ok {
		return many.GetSlice()
	}
	return []string{f.Value.String()}
}
