package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"notdone/ui/words"
)

// command is one command of the program.
type command struct {
	use      string // its name and arguments
	short    string
	long     string
	example  string
	least    int // arguments
	most     int
	flags    string            // the names of its flags; a name in parentheses is understood and not offered
	says     map[string]string // what flags do here that elsewhere do something else
	sorts    []string          // the values of --sort; nil: those of lists of tasks
	json     string            // what --json does; empty: there is no such flag
	unread   bool              // it reads the configuration itself
	complete []offer           // what its arguments can be, by their position; none: files
	run      func(ctx context.Context, c *call) error
}

// call is one run of a command.
type call struct {
	*options
	cmd  *cobra.Command
	args []string
	out  *output   // standard output, flushed after the run
	diag io.Writer // standard error
}

// Flags that commands have in common.
const (
	readFlags   = "config as logs host chats read-only"  // how a queue is read
	viewFlags   = readFlags + " now since"               // and as of when
	selectFlags = "filter view state source new grade"   // which tasks are told of
	actFlags    = readFlags + " actor (now) yes dry-run" // --now is refused, with the reason
	chooseFlags = " cause filter"                        // which tasks an action is about
	screenFlags = "poll ascii theme sync-output on-new"
)

// build returns the command for the library, with its flags from all there are.
func (r *command) build(o *options, all *pflag.FlagSet) *cobra.Command {
	cmd := &cobra.Command{
		Use: r.use, Short: r.short, Long: r.long, Example: r.example, Args: checkArguments(r.least, r.most), ValidArgsFunction: completeArguments(o, r.complete),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := &call{options: o, cmd: cmd, args: args, out: newOutput(cmd.OutOrStdout()), diag: cmd.ErrOrStderr()}
			if reads := cmd.Flags().Lookup("config"); reads != nil && !r.unread && !o.version {
				if err := c.configure(); err != nil {
					return err
				}
			}
			return errors.Join(r.run(cmd.Context(), c), c.out.flush())
		},
	}
	names := strings.Fields(r.flags)
	if r.json != "" {
		names = append(names, "json")
	}
	for _, name := range names {
		plain := strings.Trim(name, "()")
		flag := *all.Lookup(plain)
		flag.Hidden = plain != name
		if plain == "json" {
			flag.Usage = r.json
		}
		if said := r.says[plain]; said != "" {
			flag.Usage = said
		}
		offer := flagOffers[plain]
		if plain == "sort" && r.sorts != nil {
			flag.Usage, offer = sortUsage(r.sorts), func(*options, string) []string { return r.sorts }
		}
		cmd.Flags().AddFlag(&flag)
		if plain == "cause" {
			_ = cmd.RegisterFlagCompletionFunc(plain, completeCauses(o, r.complete)) // as below
		}
		if offer != nil {
			// It fails for a flag that is not there.
			_ = cmd.RegisterFlagCompletionFunc(plain, completeFlag(o, plain, offer))
		}
	}
	return cmd
}

// sortUsage says what --sort does, by its values.
func sortUsage(values []string) string {
	return "sort by `KEY`, behind - the other way round: " + strings.Join(values, ", ")
}

// withFleet opens the queues, and closes them after the work.
func (c *call) withFleet(ctx context.Context, queues []string, work func(f *fleet) error) (err error) {
	f, err := c.open(ctx, queues, failNow, c.diag)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	return work(f)
}

// withQueue is withFleet for the commands that work on one queue. A folder that holds several is an error.
func (c *call) withQueue(ctx context.Context, path string, work func(f *fleet) error) error {
	return c.withFleet(ctx, []string{path}, func(f *fleet) error {
		if queues := f.queues(); len(queues) > 1 {
			named := strings.Join(queues[:min(len(queues), maxNamed)], ", ")
			if more := len(queues) - maxNamed; more > 0 {
				named += " and " + words.Number(more) + " more"
			}
			return fmt.Errorf("%s: there are %s in it; name one of them: %s", path, words.Count(len(queues), "queue", "queues"), named)
		}
		return work(f)
	})
}
