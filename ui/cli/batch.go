package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"

	"notdone/source"
	"notdone/source/journal"
	"notdone/source/sqlitedb"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// batch is one action, or an undo, on several tasks: plans are shown, confirmed and applied,
// and each task has one result.
type batch struct {
	*call
	together string  // what one action on several tasks is told by; empty: there is one task
	chosen   *choice // of the tasks, by --cause and --filter; nil: they were named
	// again says in which tasks the choice is another one by now; nil: they were named.
	again func(ctx context.Context) (differs string, err error)
	// misnamed is why nothing is done: an id among those that were named is that of no task.
	misnamed string
}

// target is one task that is to be acted on.
type target struct {
	id     string // as it was asked for
	action string // what the results call it
	plan   func(ctx context.Context) (board.Planned, error)
}

// checkFlags refuses flags that exclude each other or the action, before anything is opened.
func (d *batch) checkFlags() error {
	switch {
	case d.now != "":
		return errFrozen
	case d.yes && d.dryRun:
		return errors.New("--yes and --dry-run exclude each other")
	case d.readOnly && !d.dryRun:
		return d.refuses("to act (--dry-run shows the plan)")
	}
	return nil
}

// errNobody is the reason for which an action that nobody confirmed is not done.
var errNobody = errors.New("nobody can be asked without a terminal: --yes applies the plan, --dry-run only shows it")

// canAsk reports whether there is a person to ask.
func canAsk() bool { return term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stderr.Fd()) }

// run opens the queue, finds the targets, and plans and applies them.
func (d *batch) run(ctx context.Context, queue string, find func(ctx context.Context, a *acting) ([]target, error)) error {
	if err := d.checkFlags(); err != nil {
		return err
	}
	actor, err := d.signature()
	if err != nil {
		return err
	}
	// A reader who leaves must not end the program between two actions unheard.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return d.withQueue(ctx, queue, func(f *fleet) error {
		if !d.yes && !d.dryRun && !canAsk() {
			return errNobody
		}
		a := &acting{fleet: f, actor: actor, config: &d.config}
		if !d.dryRun {
			if a, err = d.begin(ctx, f, actor); err != nil {
				return err
			}
		}
		targets, err := find(ctx, a)
		if err != nil {
			return err
		}
		if len(targets) > 1 && targets[0].action != actionUndo {
			d.together = strconv.FormatInt(time.Now().UnixNano(), 36)
		}
		return d.do(ctx, a, targets)
	})
}

// begin opens the journal, resolves interrupted actions and prints what became of them.
func (d *batch) begin(ctx context.Context, f *fleet, actor string) (*acting, error) {
	a, err := f.acting(d.journalPath(), actor, &d.config)
	if err != nil {
		return nil, err
	}
	found, err := f.board.Settle(ctx, a.journal)
	for i := range found {
		if _, werr := fmt.Fprintln(d.diag, "notdone:", safe.Line(settledLine(&found[i]), 4<<10)); werr != nil {
			return nil, fmt.Errorf("writing: %w", werr)
		}
	}
	return a, err
}

// do plans and applies one target after the other. When the plans are shown, it makes all of
// them first.
func (d *batch) do(ctx context.Context, a *acting, targets []target) error {
	plans, results := make([]report.TaskPlan, len(targets)), make([]*result, len(targets))
	plan := func(i int) *result {
		if p := &plans[i]; results[i] == nil {
			p.Planned, p.Err = targets[i].plan(ctx)
			p.Task.ID = cmp.Or(p.Task.ID, targets[i].id)
			results[i] = planned(&targets[i], &p.Planned, p.Err)
		}
		return results[i]
	}
	agreed, err := true, error(nil)
	if d.misnamed == "" || d.dryRun {
		agreed, err = d.agree(ctx, plans, results, plan)
	}
	if err != nil {
		return err
	}
	differs, err := d.whyNotNow(ctx, agreed, func() {
		for i := range targets {
			plan(i)
		}
	})
	if err != nil {
		return err
	}
	inTheWay := d.misnamed // of every task from then on
	for i := range targets {
		r, p := plan(i), &plans[i]
		switch {
		case r.Outcome != outcomePlanned:
		case d.dryRun:
			r.Plan = planRecord(&p.Planned)
		case !agreed:
			r.refuse("it was not confirmed")
		case differs != "":
			r.passOver(differs)
		case inTheWay != "":
			r.refuse(inTheWay)
		default:
			p.Request.Together = d.together
			done, err := a.Do(ctx, p.Planned)
			if r.apply(done, err); board.ConcernsAll(err) {
				inTheWay = "not tried: " + err.Error()
			}
		}
		if err := d.printResult(r); err != nil {
			return abortErr(err, results[:i+1], len(targets)-i-1)
		}
	}
	return errors.Join(outcomeErr(results), d.printSum(results))
}

// whyNotNow says why the tasks that were chosen are not to be acted on after all: others
// would be chosen by now. The plans are made before that is looked at.
func (d *batch) whyNotNow(ctx context.Context, agreed bool, planAll func()) (string, error) {
	if d.again == nil || d.dryRun || !agreed {
		return "", nil
	}
	planAll()
	differs, err := d.again(ctx)
	if err != nil || differs == "" {
		return "", err
	}
	return "nothing was done: other tasks match by now (" + differs + ")", nil
}

// printSum says for people what became of the tasks that were chosen, and how it is undone.
func (d *batch) printSum(results []*result) error {
	if d.chosen == nil || d.asJSON || d.dryRun || len(results) < 2 {
		return nil
	}
	var said []string
	for _, of := range []outcome{outcomeApplied, outcomeRefused, outcomeChanged, outcomeFailed} {
		n := 0
		for _, r := range results {
			if r.Outcome == of {
				n++
			}
		}
		if n > 0 {
			said = append(said, words.Number(n)+" "+string(of))
		}
	}
	sum := strings.Join(said, ", ")
	if slices.ContainsFunc(results, func(r *result) bool { return r.Outcome == outcomeApplied }) {
		sum += "; one notdone undo undoes all of it"
	}
	return errors.Join(d.out.line(sum), d.out.flush())
}

// plansShownOn returns where the plans are shown to people; nil: nowhere.
func (d *batch) plansShownOn() io.Writer {
	switch {
	case d.dryRun && !d.asJSON:
		return d.out.w
	case !d.dryRun && !d.yes:
		return d.diag
	}
	return nil
}

// agree makes and shows the plans, where they are shown, and asks whether they are to be applied.
// plan makes one plan and its result, once.
func (d *batch) agree(ctx context.Context, plans []report.TaskPlan, results []*result, plan func(i int) *result) (bool, error) {
	shown := d.plansShownOn()
	if shown == nil {
		return d.yes, nil
	}
	fit := 0
	for i := range plans {
		if plan(i).Outcome == outcomePlanned {
			fit++
		}
	}
	if fit == 0 {
		return false, nil
	}
	if err := d.showPlans(shown, results[0].Action, plans); err != nil {
		d.out.told = d.out.told || d.dryRun // the plans of a dry run are written there
		return false, abortErr(err, results, len(plans))
	}
	if d.dryRun {
		return false, nil
	}
	return confirmed(ctx, d.diag, os.Stdin, fit)
}

// confirmed asks whether the plans are to be applied. Anything but a plain yes
// is a no.
func confirmed(ctx context.Context, w io.Writer, in io.Reader, plans int) (bool, error) {
	if _, err := fmt.Fprintf(w, "apply %s? [y/N] ", words.Count(plans, "plan", "plans")); err != nil {
		return false, fmt.Errorf("writing: %w", err)
	}
	answer := ""
	err := interruptible(ctx, func() (err error) {
		answer, err = readLine(in)
		return err
	})
	return answer == "y" || answer == "Y" || answer == "yes" || answer == "Yes", err
}

// passOver notes that a plan was not tried.
func (r *result) passOver(why string) {
	r.Outcome, r.Now, r.Reason = outcomeChanged, nil, export.Short(why)
}

// outcomeErr returns the error of the command after these results: the failures, or the exit
// code of a refusal.
func outcomeErr(results []*result) error {
	var failed []error
	notDone := false
	for _, r := range results {
		if r.Outcome == outcomeFailed {
			failed = append(failed, r.err)
		}
		notDone = notDone || r.Outcome == outcomeRefused || r.Outcome == outcomeChanged
	}
	if len(failed) == 0 && notDone {
		return exitCode(exitRefused)
	}
	return errors.Join(failed...)
}

// abortErr returns the error of the command when the last of these results could not be
// written. When targets remain it says how many. Otherwise the outcomes decide, and a closed
// pipe is not an error.
func abortErr(err error, results []*result, left int) error {
	if left > 0 {
		return fmt.Errorf("the results cannot be written (%s): %s tried", safe.Line(err.Error(), 400), words.Count(left, "id was not", "ids were not"))
	}
	return cmp.Or(outcomeErr(results), err)
}

// apply notes what became of a plan.
func (r *result) apply(done source.Record, err error) {
	var changed *source.Changed
	var refusal *source.Refusal
	switch {
	case err == nil:
		r.Outcome, r.Now, r.Entry, r.undo = outcomeApplied, export.Short(done.Now), export.Short(done.ID), done.Undo
		r.adds = done.Adds
	case errors.As(err, &changed):
		r.Outcome, r.Was, r.Now = outcomeChanged, export.Short(changed.Was), export.Short(changed.Now)
		r.Reason = export.Short(changed.Error())
	case errors.As(err, &refusal):
		r.refuse(refusal.Why)
	case errors.Is(err, journal.ErrForgotten):
		r.refuse(err.Error())
	case errors.Is(err, journal.ErrUndone):
		r.refuse("it has been undone already")
	case errors.Is(err, source.ErrChanged):
		r.Outcome, r.Now, r.Reason = outcomeChanged, nil, export.Short(err.Error())
	default:
		if why, refused := sqlitedb.Refusal(err); refused {
			r.refuse(why)
			return
		}
		r.fail(err)
	}
}
