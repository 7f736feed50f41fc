package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"notdone/source/queue"
	"notdone/ui/export"
	"notdone/ui/safe"
)

func newInit(g *globals) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "init FILE",
		Short: "Create a queue file of notdone's own",
		Long: `Create an empty queue file that any client in any language can fill and serve with
plain SQL (source/queue/README.md has the statements). Its triggers keep the history. An existing
file is never touched.`,
		Example: "notdone init queue.db",
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if g.readOnly {
				return errors.New("--read-only refuses to create a file")
			}
			if err := queue.Init(cmd.Context(), args[0]); err != nil {
				return err
			}
			out := newOutput(cmd.OutOrStdout())
			if asJSON {
				var enc export.Encoder
				line, err := enc.Value(map[string]string{"created": args[0]})
				return errors.Join(err, out.write(line), out.flush())
			}
			return errors.Join(out.line(fmt.Sprintf("created %s", safe.Line(args[0], 4<<10))), out.flush())
		},
	}
	g.pointlessReadOnlyFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the outcome as a JSON object")
	return cmd
}
