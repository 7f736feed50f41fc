package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// many is no limit on arguments.
const many = math.MaxInt

// argumentCount returns a check of the number of arguments. Its error says how the command is
// used.
func argumentCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		wrong := "too many arguments"
		if len(args) < least {
			wrong = "something is missing"
		}
		return fmt.Errorf("%s: usage: %s %s (%s --help)", wrong, cmd.Root().Name(), cmd.Use, cmd.CommandPath())
	}
}

// checkMisspelling returns an error when the first queue does not exist and its name
// resembles a command.
func checkMisspelling(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if _, err := os.Lstat(args[0]); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	root.SuggestionsMinimumDistance = 2
	var meant []string
	for _, name := range root.SuggestionsFor(args[0]) {
		meant = append(meant, root.Name()+" "+name)
	}
	if len(meant) == 0 {
		return nil
	}
	return fmt.Errorf("%s: no such file or directory, and no command; did you mean %s?", args[0], strings.Join(meant, " or "))
}
