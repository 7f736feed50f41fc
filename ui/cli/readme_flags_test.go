package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

const root = "../.."

// foreign are flags of other programs that documents name.
var foreign = map[string]bool{
	"--resume": true, "--mode": true, "--output-format": true, "--verbose": true,
	"--permission-mode": true, "--allowed": true, "--sandbox": true,
}

// Every command of the program is in README.
func TestReadmeNamesEveryCommand(t *testing.T) {
	t.Parallel()
	readme := document(t, "README.md")
	for _, cmd := range newRoot().Commands() {
		if cmd.Hidden || cmd.Name() == "completion" || cmd.Name() == "help" {
			continue
		}
		if !strings.Contains(readme, "`"+cmd.Name()+"`") && !strings.Contains(readme, "`"+cmd.Name()+" ") {
			t.Errorf("README does not name the command %s", cmd.Name())
		}
	}
}

// Every flag that a document for people who run the program names is one of a command.
func TestDocumentsNameFlagsThatExist(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"--help": true, "--version": true}
	for _, cmd := range withSubs(newRoot()) {
		for _, set := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
			set.VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		}
	}
	named := 0
	for _, name := range []string{
		"README.md", "classify/README.md", "classify/text/README.md", "source/hermes/README.md", "source/journal/README.md",
		"source/runlog/README.md", "source/queue/README.md", "ui/live/README.md", "ui/config/README.md", "ui/work/README.md", "ui/guard/README.md", ".github/CONTRIBUTING.md",
	} {
		for _, m := range regexp.MustCompile("[ `](--[a-z][a-z-]+)").FindAllStringSubmatch(document(t, name), -1) {
			if named++; !known[m[1]] && !foreign[m[1]] {
				t.Errorf("%s names %s, which no command has", name, m[1])
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d flags are named: the test looks for them in the wrong way", named)
	}
}

func document(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
