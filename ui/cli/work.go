package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/pflag"

	"notdone/model"
	"notdone/source"
	"notdone/ui/export"
	"notdone/ui/notify"
	"notdone/ui/work"
)

// addWorkingFlags adds the flags of work.
func (o *workingFlags) addWorkingFlags(f *pflag.FlagSet) {
	f.IntVar(&o.work.Parallel, "parallel", 1, "work on this `NUMBER` of tasks at a time")
	f.BoolVar(&o.work.Once, "once", false, "work on one task, if there is one, and end")
	f.BoolVar(&o.work.UntilEmpty, "until-empty", false, "end when no task may run now")
	f.DurationVar(&o.work.Timeout, "timeout", 0, "end a command that takes longer than this `DURATION`")
	f.Float64Var(&o.work.BudgetUSD, "budget-usd", 0, "claim nothing more once the logs say that so many `DOLLARS` are spent")
	f.StringSliceVar(&o.retryOn, "retry-on", []string{"rate-limit", "network"}, "try again by itself what meets obstacles of these `KINDS`, "+
		"separated by commas, or none")
	f.StringVar(&o.onBlocked, "on-blocked", "", "run this `PROGRAM`, with arguments after blanks and without a shell, for each task that becomes blocked: "+
		"its standard input is the event as JSON")
	f.DurationVar(&o.work.Grace, "grace", 30*time.Second, "how long commands may go on after the first signal, a `DURATION`")
	f.StringVar(&o.work.Runs, "runs", "", "keep the logs of a queue in PostgreSQL under this `FOLDER`, in one of the queue's own "+
		"(default: runs in notdone's state folder, where the dashboard finds them)")
	f.BoolVar(&o.teaches, "print-prompt", false, "print the text that teaches an agent to say how its work ended")
	f.BoolVar(&o.quiet, "quiet", false, "print only what is not done")
}

var workCommand = command{
	use:   "work QUEUE -- COMMAND...",
	short: "Run a command for each task, and end it by the evidence",
	long: `Claim the tasks of a queue of notdone's own (notdone init) one by one, run COMMAND for each, and end
each by what the evidence says: done, blocked with the obstacle, refused or failed. A blocked
task waits for notdone unblock; its answer reaches the next attempt.

COMMAND is run without a shell. In its arguments {id} {title} {body} {answer} and {prompt} are
replaced ({prompt}: the task, the answer and how to end), {resume} becomes the arguments with
which Claude or Codex goes on with the session of the last attempt, or nothing. Without {prompt}
the task is on its standard input as JSON; NOTDONE_TASK is its id, NOTDONE_RUN_DIR a folder of its
own. What it prints is kept under runs/ beside a queue file; for a queue in PostgreSQL under
notdone's state folder, or --runs.

What says how it ended, the strongest first: one of the last three lines such as
{"outcome":"blocked","obstacle":"...","kind":"permission"}, exit code 75 (blocked), a timeout,
a signal or another exit code, what the log of Claude or Codex says itself, the words of the last
message. Only what time heals is tried again by itself (--retry-on). More: ui/work/README.md.

The first SIGINT or SIGTERM stops claiming and gives commands --grace to end, the second ends
them at once; what is unfinished goes back into the queue.

Exit: 0 it ended as it was told; 1 the budget is spent; 2 wrong use or an error.`,
	example: "notdone work queue.db --until-empty -- claude -p --permission-mode \\\n" +
		"    acceptEdits --output-format stream-json --verbose {resume} {prompt}\n" +
		"notdone work queue.db --parallel 4 -- codex exec --json {resume} {prompt}\n" +
		"notdone work postgres://db.example/agents --timeout 10m -- ./agent.sh",
	least: 0,
	most:  many,
	flags: "config parallel once until-empty timeout budget-usd retry-on on-blocked grace runs print-prompt quiet (read-only)",
	json:  "print one JSON object for each event",
	run: func(ctx context.Context, c *call) error {
		if c.teaches {
			return c.out.line(strings.Split(strings.TrimSpace(work.EndingPrompt), "\n")...)
		}
		if err := c.checkWork(); err != nil {
			return err
		}
		err := c.runWork(ctx)
		if errors.Is(err, work.ErrBudget) {
			return exitCode(exitOperator)
		}
		return err
	},
}

// checkWork reads the arguments and flags of work.
func (c *call) checkWork() error {
	o := &c.work
	switch dash := c.cmd.ArgsLenAtDash(); {
	case c.readOnly:
		return c.refuses("to work: a worker writes")
	case dash != 1 || len(c.args) < 2:
		return errors.New("it takes one QUEUE, --, and the command: notdone work queue.db -- ./agent.sh")
	case o.Parallel < 1:
		return errors.New("--parallel must be at least 1")
	case o.Timeout < 0 || o.Grace < 0 || o.BudgetUSD < 0:
		return errors.New("--timeout, --grace and --budget-usd must not be below zero")
	}
	switch onServer := source.OnServer(c.args[0]); {
	case o.Runs != "" && !onServer:
		return errors.New("--runs is for a queue in PostgreSQL: the logs of a queue file lie in runs beside it")
	case onServer:
		var err error
		if o.Runs, err = filepath.Abs(cmp.Or(o.Runs, c.runsFolder())); err != nil {
			return err
		}
	}
	o.Queue, o.Command, o.Host, o.Weights = c.args[0], c.args[1:], thisHost(), c.corrected()
	for _, name := range c.retryOn {
		if name == "none" {
			continue
		}
		kind, err := model.ParseObstacleKind(name)
		if err != nil {
			return fmt.Errorf("--retry-on: %w", err)
		}
		o.RetryOn = append(o.RetryOn, kind)
	}
	return nil
}

// runWork works until it is told to end. A second signal ends it at once.
func (c *call) runWork(ctx context.Context) error {
	signals, hurry, over := make(chan os.Signal, 2), make(chan struct{}), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// Whoever read the events may be gone; the tasks go on.
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	var waiting sync.WaitGroup
	waiting.Go(func() {
		for got := 0; ; {
			select {
			case <-signals:
				if got++; got == 2 {
					close(hurry)
					return
				}
			case <-over:
				return
			}
		}
	})
	defer func() {
		signal.Stop(signals)
		signal.Stop(broken)
		close(over)
		waiting.Wait()
	}()
	var err error
	if c.work.Program, err = programPath(); err != nil {
		return err
	}
	if argv := strings.Fields(c.onBlocked); len(argv) > 0 {
		program := &notify.Command{Argv: argv, Limit: onBlockedLimit}
		if err := program.Check(); err != nil {
			return fmt.Errorf("--on-blocked: %w", err)
		}
		c.work.Blocked = c.tellBlocked(context.WithoutCancel(ctx), program)
	}
	hinted := false
	c.work.Event = func(e *work.Event) {
		if c.quiet && (e.Name == "claimed" || e.Name == "done") {
			return
		}
		// An event that cannot be printed is in the queue nevertheless.
		if c.asJSON {
			_ = c.out.json(e)
		} else {
			_ = c.out.line(eventLine(e))
		}
		if e.Name == "blocked" && !hinted {
			hinted = true
			defer c.hint(fmt.Sprintf("it waits for you: notdone unblock %s %s --answer TEXT", c.args[0], e.ID))
		}
		_ = c.out.flush()
	}
	c.hint(fmt.Sprintf("working on %s; ctrl+c ends it when what runs has ended", c.args[0]))
	return work.Run(ctx, hurry, c.work)
}

// hint tells somebody at a terminal what else there is to know.
func (c *call) hint(said string) {
	if !c.asJSON && !c.quiet && term.IsTerminal(os.Stdout.Fd()) && term.IsTerminal(os.Stderr.Fd()) {
		c.say(said)
	}
}

// onBlockedLimit is how long what is run for a blocked task may take.
const onBlockedLimit = 30 * time.Second

// tellBlocked returns what runs a program for a blocked task, one at a time.
func (c *call) tellBlocked(ctx context.Context, program *notify.Command) func(*work.Event) {
	return func(e *work.Event) {
		var encoder export.Encoder
		line, err := encoder.Value(e)
		if err == nil {
			err = program.Run(ctx, line)
		}
		if err != nil {
			printError(c.diag, fmt.Errorf("--on-blocked for %s: %w", e.ID, err))
		}
	}
}

// programPath is this program, under a name that stays right when the file is replaced.
func programPath() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self, nil
	}
	return os.Executable()
}

// eventLine is an event in words.
func eventLine(e *work.Event) string {
	parts := []string{e.At.Format("15:04:05"), fmt.Sprintf("%-8s", strings.ReplaceAll(e.Name, "_", " "))}
	if e.ID != "" {
		parts = append(parts, e.ID)
	}
	switch {
	case e.Name == "claimed":
		parts = append(parts, e.Title)
		if e.Attempt > 1 {
			parts = append(parts, fmt.Sprintf("(attempt %d)", e.Attempt))
		}
	case (e.Name == "blocked" || e.Name == "retry") && e.Kind != model.KindUnknown.String():
		parts = append(parts, e.Kind+": "+e.Why)
	case e.Why != "":
		parts = append(parts, e.Why)
	}
	if e.RetryAt != nil {
		parts = append(parts, "(again at "+e.RetryAt.Format("15:04:05")+")")
	}
	if e.Seconds > 0 {
		spent := (time.Duration(e.Seconds) * time.Second).String()
		if e.CostUSD != nil {
			spent += fmt.Sprintf(", $%.2f", *e.CostUSD)
		}
		parts = append(parts, "("+spent+")")
	}
	return strings.Join(parts, "  ")
}
