package cli

import (
	"github.com/spf13/cobra"

	"notdone/model"
)

func newRequeue(g *globals) *cobra.Command {
	w := &wish{deed: deed{g: g}}
	cmd := &cobra.Command{
		Use:     "requeue QUEUE ID...",
		Short:   "Have finished tasks done again",
		Long:    "Put tasks that are done, or only said so, or failed, back into their queue.\n\n" + howActing,
		Example: "notdone requeue ~/.hermes t_1a2b3c4d\nnotdone requeue --dry-run queue.db t1",
		Args:    between(2, many),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.act(cmd, model.ActionRequeue, args[0], args[1:])
		},
	}
	w.register(cmd)
	return cmd
}
