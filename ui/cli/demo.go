package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"notdone/ui/demo"
	"notdone/ui/safe"
)

func newDemo(g *globals) *cobra.Command {
	var o demo.Options
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch a simulated fleet, with nothing to set up",
		Long: `Start a simulated fleet of agents in a process of its own, which writes a queue file
and run logs as any client would, and open the dashboard on them.`,
		Example: "notdone demo --speed 4",
		Args:    between(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if g.readOnly {
				return errors.New("--read-only refuses to create the demo's queue")
			}
			exe, err := os.Executable()
			if err != nil {
				return fmt.Errorf("finding this program for the fleet's process: %w", err)
			}
			fleet, err := demo.Start(cmd.Context(), exe, o)
			if err != nil {
				return err
			}
			defer func() {
				err = errors.Join(err, fleet.Close())
				if o.Keep {
					_, perr := fmt.Fprintln(cmd.ErrOrStderr(), "notdone: kept", safe.Line(fleet.QueuePath, 4<<10))
					err = errors.Join(err, perr)
				}
			}()
			with := *g
			with.as, with.logs = "", []string{fleet.LogsDir}
			// What is done to a simulated fleet is of no interest later.
			with.state = filepath.Join(fleet.Dir, "state")
			return dashboard(cmd.Context(), cmd.OutOrStdout(), &with, []string{fleet.QueuePath})
		},
	}
	g.pointlessReadOnlyFlag(cmd)
	g.signing(cmd)
	g.screen(cmd)
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "the fleet's random seed, a `NUMBER`")
	cmd.Flags().Float64Var(&o.Speed, "speed", 1, "how many `TIMES` as fast as usual the fleet lives, up to 100")
	cmd.Flags().BoolVar(&o.Keep, "keep", false, "keep the demo's files and say where they are")
	return cmd
}
