package cli

import (
	"github.com/spf13/cobra"

	"notdone/model"
)

func newUnblock(g *globals) *cobra.Command {
	w := &wish{deed: deed{g: g}}
	cmd := &cobra.Command{
		Use:     "unblock QUEUE ID...",
		Short:   "Let blocked tasks go on",
		Long:    "Let blocked tasks go on, with an answer for the agent where its owner has a place for one.\n\n" + howActing,
		Example: "notdone unblock --answer 'the key is in the vault' ~/.hermes t_1a2b3c4d\nnotdone unblock --yes --json queue.db t1 t2",
		Args:    between(2, many),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.act(cmd, model.ActionUnblock, args[0], args[1:])
		},
	}
	w.register(cmd)
	return cmd
}
