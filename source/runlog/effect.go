package runlog

import (
	"path"
	"slices"
	"strings"
)

// effect is a set of properties of a simple command. A command without any may change
// anything.
type effect uint8

const (
	effectReads  effect = 1 << iota // it changes nothing, or waits
	effectSetup                     // it reads and usually precedes the important command
	effectSearch                    // it reads and fails when it finds nothing
	effectTests                     // it runs tests
	effectChecks                    // it looks for faults: it builds or lints
	effectKnown                     // it changes something and runs no other program
	effectWrites                    // it writes files in its working folder
)

// programs are the effects of programs that do not depend on their arguments, or that
// they have with all arguments without another effect.
var programs = func() map[string]effect {
	table := map[string]effect{}
	for i, name := range [...]string{"reads", "setup", "search", "tests", "checks", "known", "writes"} {
		for _, program := range lists["program-"+name] {
			table[program] |= 1 << i
		}
	}
	return table
}()

var (
	testTargets, readTargets = listsBy("tests-by"), listsBy("reads-by") // subcommands and targets of programs

	scriptRunners   = lists.Set("script-runner") // npm run test
	anyTarget       = lists.Set("any-target")    // a target can follow others
	findActions     = lists.Set("find-action")
	packageManagers = lists.Set("package-manager")

	packageTargets, checkTargets, gitWrites = lists["package-target"], lists["check-target"], lists["git-write"]
)

// effectOf returns the effect of a simple command.
func effectOf(words []string) effect {
	name, rest := path.Base(words[0]), words[1:]
	e := programs[name]
	if e&effectTests != 0 || isTestName(name) || isTestScript(name, rest) {
		return effectTests
	}
	targets := append(skipGlobal(rest), "")
	target := targets[0]
	tests, runsTests := testTargets[name]
	if scriptRunners[name] && len(targets) > 2 && (target == "run" || target == "run-script" || target == "task") {
		target, tests = targets[1], []string{"test"}
	}
	testTarget := func(w string) bool { return hasTarget(tests, w) }
	switch {
	case testTarget(target), anyTarget[name] && slices.ContainsFunc(rest, testTarget):
		return effectTests
	case isReadOnly(name, rest), slices.Contains(readTargets[name], target):
		return e | effectReads
	case packageManagers[name] && (targets[0] == "" || hasTarget(packageTargets, targets[0])):
		e |= effectKnown
	case name == "git" && hasTarget(gitWrites, target):
		e |= effectWrites
	}
	if runsTests && hasTarget(checkTargets, target) {
		e |= effectChecks
	}
	return e
}

// isTestScript reports whether an interpreter runs a script that is named after tests.
func isTestScript(name string, rest []string) bool {
	switch name {
	case "bash", "sh", "zsh", "python", "python3", "ruby", "perl", "php", "tsx", "ts-node":
		if rest = afterOptions(rest, nil); len(rest) > 0 {
			base := path.Base(rest[0])
			return base == "manage.py" && len(rest) > 1 && rest[1] == "test" || isTestName(base)
		}
	}
	return false
}

// isTestName reports whether the file name of a script contains the word test, as in
// run-tests.sh.
func isTestName(base string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(base), ".")
	for part := range strings.FieldsFuncSeq(stem, func(r rune) bool { return r == '-' || r == '_' }) {
		if part == "test" || part == "tests" || part == "runtests" {
			return base != "test"
		}
	}
	return false
}

// hasTarget reports whether the word is one of the words in want, or a target that
// contains one: test:unit, check-all, :app:test.
func hasTarget(want []string, word string) bool {
	for _, w := range want {
		if word == w || len(w) > 1 && (HasAnyPrefix(word, []string{w + ":", w + "-", w + "_"}) ||
			strings.HasSuffix(word, ":"+w) || strings.HasSuffix(word, "-"+w)) {
			return true
		}
	}
	return false
}

// isReadOnly reports whether the options of a program that may change something say that
// it changes nothing.
func isReadOnly(name string, rest []string) bool {
	option := func(prefixes ...string) bool {
		return slices.ContainsFunc(rest, func(w string) bool { return HasAnyPrefix(w, prefixes) })
	}
	if len(rest) == 1 && slices.Contains([]string{"--version", "-V", "--help"}, rest[0]) {
		return true
	}
	switch name {
	case "sed":
		return !option("-i", "--in-place", "-ni")
	case "find":
		return !slices.ContainsFunc(rest, func(w string) bool { return findActions[w] })
	case "curl":
		return !option("-X", "--data", "-d", "-o", "-O", "--request", "-F", "-T", "--json", "--output")
	case "xargs":
		inner := afterOptions(rest, lists["xargs-option"])
		return len(inner) > 0 && effectOf(inner)&effectReads != 0
	case "gh", "glab":
		return len(rest) > 1 && hasTarget(lists["read-verb"], rest[1]) || len(rest) > 0 && rest[0] == "search"
	case "git":
		rest = skipGlobal(rest)
		if len(rest) == 0 {
			return true
		}
		switch rest[0] {
		case "branch", "tag", "remote", "worktree", "config", "stash":
			return len(rest) == 1 && rest[0] != "stash" ||
				len(rest) == 2 && slices.Contains(strings.Fields("-a -v -vv -r -l --list --show-current list show get-url --get"), rest[1])
		}
	}
	return false
}
