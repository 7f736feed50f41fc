package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/tui"
)

// actionNames are the actions there are. Not every source has each of them.
func actionNames() []string {
	var names []string
	for _, a := range tui.Verbs() {
		names = append(names, string(a.Verb))
	}
	return names
}

// completeActions offers the actions, and then files.
func completeActions(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var all []string
	for _, a := range tui.Verbs() {
		all = append(all, cobra.CompletionWithDesc(string(a.Verb), a.Help))
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// howActing is what the help of every acting command says.
const howActing = `The plan is shown first: the rows and columns that change, what must still hold, what
follows, and whether the agent sees the answer. On a terminal it is asked about; without
one --yes is needed. A plan that no longer fits when it is applied writes nothing. Every action is
kept in a journal (notdone log) and can be undone while nothing else has happened to
the task (notdone undo).

Exit: 0 all applied; 2 wrong use or an error; 3 at least one id was refused or had changed.`

// wish is an action on tasks as it is asked for on the command line.
type wish struct {
	deed
	answer, reason string
}

func (w *wish) register(cmd *cobra.Command) {
	w.deed.register(cmd)
	cmd.Flags().StringVar(&w.answer, "answer", "", "tell the agent this `TEXT`, where its owner has a place for it")
	cmd.Flags().StringVar(&w.reason, "reason", "", "why, a `TEXT` for the journal and wherever the owner keeps a reason")
}

// act acts on tasks of a queue.
func (w *wish) act(cmd *cobra.Command, action model.ActionName, queue string, ids []string) error {
	return w.run(cmd, queue, func(_ context.Context, a *acting) ([]target, error) {
		src := a.fleet.feeds[0].Source
		all := make([]target, len(ids))
		for i, id := range ids {
			all[i] = target{id: id, action: string(action), plan: func(ctx context.Context) (board.Planned, error) {
				real, err := src.Resolve(ctx, id)
				if err != nil {
					return board.Planned{}, err
				}
				ref := model.Ref{Queue: src.Describe().Path, ID: real}
				return a.Plan(ctx, ref, source.Request{Action: action, Answer: w.answer, Reason: w.reason})
			}}
		}
		return all, nil
	})
}

// newShort is a command for one action.
func newShort(g *globals, action model.ActionName, short, long, example string) *cobra.Command {
	w := &wish{deed: deed{g: g}}
	cmd := &cobra.Command{
		Use: string(action) + " QUEUE ID...", Short: short, Long: long + "\n\n" + howActing, Example: example, Args: between(2, many),
		RunE: func(cmd *cobra.Command, args []string) error { return w.act(cmd, action, args[0], args[1:]) },
	}
	w.register(cmd)
	return cmd
}

func newUnblock(g *globals) *cobra.Command {
	return newShort(g, model.ActionUnblock, "Let blocked tasks go on",
		"Let blocked tasks go on, with an answer for the agent where its owner has a place for one.",
		"notdone unblock --answer 'the key is in the vault' ~/.hermes t_1a2b3c4d\nnotdone unblock --yes --json queue.db t1 t2")
}

func newRequeue(g *globals) *cobra.Command {
	return newShort(g, model.ActionRequeue, "Have finished tasks done again",
		"Put tasks that are done, or only said so, or failed, back into their queue.",
		"notdone requeue ~/.hermes t_1a2b3c4d\nnotdone requeue --dry-run queue.db t1")
}

func newAct(g *globals) *cobra.Command {
	w := &wish{deed: deed{g: g}}
	cmd := &cobra.Command{
		Use:   "act ACTION QUEUE ID...",
		Short: "Do something about tasks",
		Long: "Do something about tasks of a queue. ACTION is one of\n" + strings.Join(actionNames(), ", ") +
			";\nwhich of them a queue has, and which a task allows, is in the actions of ls --json.\n\n" + howActing,
		Example: "notdone act cancel queue.db t1\nnotdone act hold --reason 'wait for the audit' ~/.hermes side/t_1a2b3c4d",
		Args:    between(3, many),

		ValidArgsFunction: completeActions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(actionNames(), args[0]) {
				return fmt.Errorf("unknown action %q: it is one of %s", args[0], strings.Join(actionNames(), ", "))
			}
			return w.act(cmd, model.ActionName(args[0]), args[1], args[2:])
		},
	}
	w.register(cmd)
	return cmd
}
