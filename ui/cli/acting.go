package cli

import (
	"context"
	"errors"
	"fmt"
	"os/user"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/config"
	"notdone/ui/safe"
)

// journalPath is where notdone keeps what it did to queues.
func (o *options) journalPath() string { return filepath.Join(o.stateFolder(), "journal.jsonl") }

// stateFolder is where notdone keeps what is its own.
func (o *options) stateFolder() string {
	if o.state != "" {
		return o.state
	}
	return ownFolder(xdg.StateHome, "XDG_STATE_HOME", ".local", "state")
}

// runsFolder is where workers keep the logs of queues that are no files.
func (o *options) runsFolder() string { return filepath.Join(o.stateFolder(), "runs") }

// queues are the queues that the operator names, in the command or in the configuration.
func (c *call) queues() []string {
	if len(c.args) > 0 {
		return c.args
	}
	return c.config.Queues
}

// maxActor bounds the name that signs what is written, in bytes.
const maxActor = 100

// signature returns the name that signs what is written: --actor, or the name of the user.
func (o *options) signature() (string, error) {
	name := strings.TrimSpace(o.actor)
	if name == "" {
		u, err := user.Current()
		if err != nil {
			return "", fmt.Errorf("who acts is not known, say it with --actor: %w", err)
		}
		name = u.Username
	}
	if len(name) > maxActor || safe.Line(name, 0) != name {
		return "", fmt.Errorf("--actor: %q is no plain name of at most %d bytes", name, maxActor)
	}
	return name, nil
}

// acting acts on the queues of a fleet, signs the actions and keeps them in the journal.
type acting struct {
	fleet   *fleet
	journal *journal.Journal // nil: nothing may be done
	actor   string
	config  *config.Config // says which programs its owner's commands run
}

// acting opens the journal at path, which keeps what is done.
func (f *fleet) acting(path, actor string, c *config.Config) (*acting, error) {
	j, err := journal.Open(path)
	if err != nil {
		return nil, err
	}
	f.journal = j
	return &acting{fleet: f, journal: j, actor: actor, config: c}, nil
}

// Plan returns the plan of an action and writes nothing.
func (a *acting) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	r.Actor = a.actor
	p, err := a.fleet.board.Plan(ctx, ref, r)
	p.Command, p.FollowUp = a.config.Command(p.Command), a.config.Command(p.FollowUp)
	return p, err
}

// Do applies a plan and returns the record that the journal keeps.
func (a *acting) Do(ctx context.Context, p board.Planned) (source.Record, error) {
	inProgress.actions.Add(1)
	defer inProgress.actions.Add(-1)
	return a.fleet.board.Do(ctx, a.journal, p)
}

// BeginCommand records that a command is run about a task. The returned function records how
// it ended.
func (a *acting) BeginCommand(ctx context.Context, ref model.Ref, c journal.Command) (end func(how string) error, err error) {
	e, err := a.journal.BeginCommand(ctx, ref, "", a.actor, c)
	if err != nil {
		return nil, err
	}
	return func(how string) error { return a.journal.EndCommand(context.WithoutCancel(ctx), e, how) }, nil
}

// PlanUndo returns the plan that undoes a recorded action.
func (a *acting) PlanUndo(ctx context.Context, r source.Record) (board.Planned, error) {
	return a.fleet.board.PlanUndo(ctx, r, a.actor)
}

// Log returns the journal's entries about the fleet's queues, the newest first. They name the
// queues as the fleet does.
func (a *acting) Log(ctx context.Context) ([]journal.Entry, error) {
	all, err := a.journal.Entries(ctx)
	if err != nil {
		return nil, err
	}
	return entriesOf(all, a.fleet.queues()), nil
}

// queues returns the paths of the fleet's queues.
func (f *fleet) queues() []string {
	var all []string
	for _, feed := range f.feeds {
		switch {
		case feed.Logs:
		case feed.Source != nil:
			all = append(all, feed.Source.Describe().Path)
		default:
			all = append(all, feed.Path)
		}
	}
	return all
}

// entriesOf returns the entries about the queues. They name them by these paths: the journal
// may have been written in another folder.
func entriesOf(all []journal.Entry, queues []string) []journal.Entry {
	names := map[string]string{} // by their canonical paths
	for _, q := range queues {
		path, ok := waitFor(endTimeout, func() string { return journal.Canonical(q) })
		if !ok {
			path = q // it hangs: the path as it is given may do
		}
		names[path] = q
	}
	var out []journal.Entry
	for _, e := range all {
		if name, ok := names[e.Path]; ok {
			e.Task.Queue = name
			out = append(out, e)
		}
	}
	return out
}

// settledLine says in one line what became of an interrupted action.
func settledLine(e *journal.Entry) string {
	said := fmt.Sprintf("%s of %s (entry %s) was interrupted and ", safe.Line(string(e.Request.Action), 40), safe.Line(e.Task.ID, 200), e.ID)
	if e.Undoes != "" {
		said = "the undo of " + said
	}
	switch e.Outcome {
	case journal.Applied:
		return said + "was done all the same"
	case journal.NotApplied:
		return said + "was not done"
	default:
		return said + "the queue does not tell any more whether it was done"
	}
}

// errFrozen is the reason for which no command acts with a clock that stands still.
var errFrozen = errors.New("--now is refused here: what is written carries the present time")
