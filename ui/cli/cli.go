// Package cli is the command line: one file a command. Commands find their
// queues, call what the screen calls, and print; they hold no logic about
// tasks of their own.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"notdone/source/pgsource"
	"notdone/ui/demo"
	"notdone/ui/safe"
	"notdone/ui/work"
)

// Exit codes of the program.
const (
	exitFine     = 0
	exitOperator = 1 // something needs an operator
	exitError    = 2 // wrong use, or an error; one line on stderr says it
	exitRefused  = 3 // at least one id was refused, or had changed
)

// exitCode is an outcome that is no error: the program ends with the code and prints nothing.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Main runs the program with the given arguments, without its name, and
// returns the exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	boundHeap()
	done := make(chan error, 1)
	go func() { done <- run(ctx, args) }()
	ended, err := awaitEnd(ctx, done, endTimeout, func() bool { return inProgress.readings.Load() > 0 })
	if !ended {
		printError(os.Stderr, err)
	}
	if code, ok := errors.AsType[exitCode](err); ok {
		return int(code)
	}
	if err == nil || errors.Is(err, syscall.EPIPE) { // or the reader has seen enough
		return exitFine
	}
	return exitError
}

// run routes the child processes of this program, which are no commands for people, and
// everything else to the commands.
func run(ctx context.Context, args []string) error {
	if len(args) > 0 && args[0] == demo.ChildCommand {
		return demo.ChildMain(ctx, args[1:])
	}
	if len(args) > 0 && args[0] == work.SupervisorCommand {
		return work.Supervise(ctx)
	}
	root := newRoot()
	root.SetArgs(args)
	h := &helper{}
	root.SetHelpFunc(h.print)
	err := errors.Join(root.ExecuteContext(ctx), h.err)
	if err != nil {
		printError(root.ErrOrStderr(), err)
	}
	return err
}

// printError prints an error as one line.
func printError(w io.Writer, err error) {
	if _, ok := errors.AsType[exitCode](err); ok || errors.Is(err, syscall.EPIPE) {
		return
	}
	// Joined errors have a line each; they become one.
	said := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
	if errors.Is(err, context.Canceled) {
		said = "interrupted"
	}
	//nolint:errcheck // there is nowhere left to say that stderr is gone
	fmt.Fprintln(w, "notdone: "+safe.Line(pgsource.Conceal(said), 4<<10))
}

var rootCommand = command{
	use:   "notdone [QUEUE...]",
	short: "Show what a queue of agent tasks really did",
	long: `notdone opens queues of agent tasks and the logs of their runs, watches them live,
judges every task again from the evidence, and shows what is active, what is blocked
and why, what failed, and what is done only in name.

QUEUE is a file or a folder: a Hermes kanban.db or .hermes folder, a NanoClaw checkout, a
repository with Taskplane's .pi folder, a queue file of notdone's own (notdone init), Claude's,
Codex's, pi's or Anvil's sessions, any folder of run logs, or any other queue in SQLite or at a
postgres:// address, known (notdone systems) or read by its shape; a folder that holds nothing else,
but for what notdone work writes there, stands for the queue files in it. Without QUEUE the usual
places are tried. Reading never writes to a queue; what you ask for by key or command is shown as a
plan first.`,
	example: `notdone                       # the usual places
notdone ~/.hermes             # every board of a Hermes home
notdone ls --state blocked,false-done queue.db
notdone unblock queue.db t7 --answer 'granted this morning'
notdone demo                  # a simulated fleet, nothing to set up`,
	most:  many,
	flags: viewFlags + " actor version " + screenFlags,
	run: func(ctx context.Context, c *call) error {
		if c.version {
			return c.out.line(versionLine())
		}
		if err := checkMisspelling(c.cmd, c.args); err != nil {
			return err
		}
		return c.dashboard(ctx)
	},
}

// newRoot returns the program's command with all others below it.
func newRoot() *cobra.Command {
	o := &options{}
	all := o.flagSet()
	root := rootCommand.build(o, all)
	root.SilenceUsage, root.SilenceErrors = true, true
	for _, c := range []command{
		lsCommand, loopsCommand, showCommand, checkCommand, doctorCommand, initCommand, addCommand, workCommand, guardCommand, classifyCommand, demoCommand,
		unblockCommand, requeueCommand, actCommand(), undoCommand, logCommand, configCommand, systemsCommand, mapCommand, manCommand,
	} {
		root.AddCommand(c.build(o, all))
	}
	root.SetFlagErrorFunc(explainFlag)
	// By itself a shell that it does not know prints its help as if that were the script.
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err == nil {
		completion.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	return root
}
