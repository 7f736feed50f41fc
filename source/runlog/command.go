package runlog

import (
	"path"
	"slices"
	"strings"
)

// command is the estimated effect of a shell command line.
type command struct {
	readOnly      bool // it only looks, or waits
	tests         bool // it runs tests
	piped         bool // a failure in a pipe is the pipe's
	masked        bool // its exit code need not be that of its tests
	proves        bool // all that it does is to look for faults: it builds, lints, tests
	searched      bool // its exit code is that of a search through what was printed
	mutates       bool // it may change something, other than by running tests
	commits       bool // it commits, pushes or opens a pull request
	unknownEffect bool // its words do not tell what it runs
	writesFiles   bool // it writes files that its words do not name as redirections do
	rank          int  // of program: 2 does something, 1 looks, 0 passes
	program       string
	args          []string
	words         []string
	writes        []string // the files that it redirects to
}

// maxNested is how deeply shells are nested that are parsed: bash -c "sh -c ...".
const maxNested = 3

// parseCommand estimates the effect of a command line from its words. It is no
// shell. A program that it does not know counts as one that may change something.
func parseCommand(line string) command {
	c := command{readOnly: true, proves: true}
	c.addLine(line, 0)
	c.masked, c.proves = c.masked && c.tests, c.proves && !c.readOnly && len(c.writes) == 0
	return c
}

// maskByOperator sets masked when the operator after a test command hides its exit
// code: a pipe, an alternative, or a further command. here says that the tests are in
// the command before the operator, more that a command follows.
func (c *command) maskByOperator(op string, here, more bool) {
	switch op {
	case "|", "|&":
		c.masked = c.masked || here && !c.piped
	case "||":
		c.masked = true
	case ";", "&":
		c.masked = c.masked || more
	}
}

// addLine adds the commands of a line at a nesting depth.
func (c *command) addLine(line string, depth int) {
	all := splitShell(line)
	for i, s := range all {
		c.words = append(c.words, s.words...)
		for _, w := range s.writes {
			if w != "" && !strings.HasPrefix(w, "/dev/") && !strings.HasPrefix(w, "&") {
				c.writes = append(c.writes, w)
				c.readOnly, c.mutates = false, true
			}
		}
		words := stripWrappers(s.words)
		if len(words) == 0 {
			continue
		}
		here := false // tests run in this one
		if inner := shellScript(words); inner != "" && depth < maxNested {
			c.addLine(inner, depth+1)
			here = c.tests
		} else {
			e := effectOf(words)
			c.addCommand(words, e)
			here, c.searched = e&effectTests != 0, e&effectSearch != 0
		}
		c.piped = c.piped || words[0] == "set" && slices.Contains(words, "pipefail")
		if c.tests {
			c.maskByOperator(s.operator, here, i+1 < len(all))
		}
	}
}

// addCommand adds one simple command without wrappers. The first one that does something
// stands for the whole; failing that, one that reads.
func (c *command) addCommand(words []string, e effect) {
	rank := 2
	c.proves = c.proves && e&(effectTests|effectChecks|effectReads) != 0
	switch {
	case e&effectTests != 0:
		c.tests, c.readOnly = true, false
	case e&effectReads == 0:
		c.readOnly, c.mutates = false, true
		c.unknownEffect = c.unknownEffect || e&effectKnown == 0
		c.writesFiles = c.writesFiles || e&effectWrites != 0
	case e&effectSetup != 0:
		rank = 0
	default:
		rank = 1
	}
	if c.program == "" || rank > c.rank {
		c.rank = rank
		c.program, c.args = programOf(words)
	}
	switch program, args := programOf(words); program {
	case "git commit", "git push":
		c.commits = true
	case "gh pr":
		c.commits = c.commits || len(args) > 0 && hasTarget(lists["proposes"], args[0])
	}
}

// wrappers are programs that run the command after their options. The values are
// their options that take an argument.
var wrappers = listsBy("wrapper")

// runners are programs that run the command after one of the given subcommands.
var runners = listsBy("runner")

// stripWrappers removes assignments and wrappers, such as sudo, timeout, npx or
// poetry run, from the beginning of a command.
func stripWrappers(words []string) []string {
	for len(words) > 0 {
		name := path.Base(words[0])
		if key, _, ok := strings.Cut(words[0], "="); ok && key != "" && !strings.ContainsAny(key, "/-.") {
			words = words[1:]
			continue
		}
		if valued, ok := wrappers[name]; ok && len(words) > 1 {
			words = afterOptions(words[1:], valued)
			if (name == "timeout" || name == "gtimeout") && len(words) > 0 {
				words = words[1:]
			}
			continue
		}
		if len(words) > 2 && slices.Contains(runners[name], words[1]) {
			words = afterOptions(words[2:], nil)
			continue
		}
		if strings.HasPrefix(name, "python") && len(words) > 2 && words[1] == "-m" {
			words = words[2:]
			continue
		}
		break
	}
	return words
}

// afterOptions removes leading options, and the arguments of those in valued.
func afterOptions(words []string, valued []string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if words[0] == "--" {
			return words[1:]
		}
		if slices.Contains(valued, words[0]) && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	return words
}

// shellScript returns the script of bash -c; empty where there is none.
func shellScript(words []string) string {
	switch path.Base(words[0]) {
	case "bash", "sh", "zsh", "dash", "ksh", "fish":
		for i, w := range words[1:] {
			if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "c") && i+2 < len(words) {
				return words[i+2]
			}
		}
	}
	return ""
}

// subcommandPrograms are programs whose first argument is a subcommand.
var subcommandPrograms = lists.Set("subcommand-program")

// programOf returns the program with its subcommand, such as "git push", and the
// other arguments without options.
func programOf(words []string) (program string, args []string) {
	program = path.Base(words[0])
	rest := words[1:]
	if subcommandPrograms[program] {
		if rest = skipGlobal(rest); len(rest) > 0 {
			program += " " + rest[0]
			rest = rest[1:]
		}
	}
	args = []string{}
	for _, w := range rest {
		if !strings.HasPrefix(w, "-") && w != "" {
			args = append(args, w)
		}
	}
	return program, args
}

var globalOptions = lists["global-option"]

// skipGlobal removes the options before a subcommand: git -C dir status.
func skipGlobal(words []string) []string {
	return afterOptions(words, globalOptions)
}

// WritesNothing reports whether a shell command line writes no file, as far as its words
// tell: it looks, waits, runs tests, or commits what was written before.
func WritesNothing(line string) bool {
	c := parseCommand(line)
	return !c.writesFiles && !c.unknownEffect && len(c.writes) == 0
}
