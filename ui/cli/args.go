package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// many is no limit on arguments.
const many = math.MaxInt

// checkArguments returns a check of the arguments: of their number, and that none is empty, as
// the value of a variable of a script is that was not set. Behind -- anything may stand. The
// error says how the command is used.
func checkArguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		own := args
		if dash := cmd.ArgsLenAtDash(); dash >= 0 {
			own = args[:dash]
		}
		var wrong string
		switch {
		case len(args) < least:
			wrong = "something is missing"
		case len(args) > most:
			wrong = "too many arguments"
		case slices.Contains(own, ""):
			wrong = "an argument is empty"
		default:
			return nil
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

// explainFlag says what is wrong with the value of a flag. Other errors of flags are returned
// unchanged.
func explainFlag(_ *cobra.Command, err error) error {
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	said := ""
	switch wrong.GetFlag().Value.Type() {
	case "int", "float64":
		said = "is no number that it takes"
	case "bool":
		said = "is neither true nor false"
	case "duration":
		said = "is no duration such as 90s or 1h30m"
	default:
		return err
	}
	return fmt.Errorf("--%s: %q %s", wrong.GetFlag().Name, wrong.GetValue(), said)
}
