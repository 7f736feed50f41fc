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

// programs are programs whose effect does not depend on their arguments, or that have it
// with all arguments without another effect.
var programs = Table(map[effect]string{
	effectReads: `ls cat bat head tail less more zgrep fd tree wc stat file du df pwd printf which whereis type printenv date whoami id uname hostname
		ps top wait false test [ diff cmp comm sort uniq cut awk gawk tr nl jq yq xxd od hexdump strings md5sum sha1sum sha256sum basename
		dirname realpath readlink column seq history man env ping dig nslookup host lsof ss netstat journalctl pgrep free uptime nproc lscpu
		groups getent locale tac rev fold paste join look expr for read return exit local declare readonly : mktemp`,
	effectReads | effectSetup:  "cd pushd popd export set unset source . true echo sleep",
	effectReads | effectSearch: "grep egrep fgrep rg ag ack",
	effectTests: `pytest py.test nosetests nose2 unittest jest vitest mocha ava rspec phpunit pest ctest bats tox nox ginkgo gotestsum cypress busted
		prove karma tap cucumber behave testcafe minitest trial stestr cargo-nextest`,
	effectChecks:               "tsc biome oxlint stylelint mypy pyright flake8 pylint golangci-lint staticcheck shellcheck clippy-driver",
	effectChecks | effectKnown: "eslint ruff",
	effectKnown:                `git mkdir rm rmdir chmod chown ln kill pkill killall curl wget zip gzip gh glab isort pip pip3 apt apt-get brew systemctl`,
	effectKnown | effectWrites: `cp mv tee sed patch apply_patch dd install tar unzip gunzip truncate touch prettier gofmt gofumpt black rustfmt`,
	effectWrites:               "rsync",
})

// subcommands are the subcommands or targets of a program by their effect.
var subcommands = map[string]struct{ tests, reads string }{
	"go": {"test", "list env version doc help"}, "cargo": {"test nextest t", "metadata tree search version"},
	"npm": {"test t tst it", "ls list view info outdated why root prefix"}, "pnpm": {"test t", "ls list why outdated"},
	"yarn": {"test", "list info why"}, "bun": {"test", ""}, "deno": {"test", ""}, "composer": {"test", ""},
	"make": {"test tests check", "-n --dry-run"}, "just": {"test tests check", ""}, "task": {"test tests", ""}, "ninja": {"test", ""},
	"mvn": {"test verify", ""}, "mvnw": {"test verify", ""}, "gradle": {"test check", ""}, "gradlew": {"test check", ""}, "sbt": {"test", ""},
	"dotnet": {"test", ""}, "swift": {"test", ""}, "mix": {"test", ""}, "rake": {"test spec", ""}, "rails": {"test spec", ""},
	"playwright": {"test", ""}, "zig": {"test", ""}, "bazel": {"test", ""}, "bazelisk": {"test", ""}, "buck2": {"test", ""}, "stack": {"test", ""},
	"cabal": {"test", ""}, "flutter": {"test", ""}, "dart": {"test", ""}, "manage.py": {"test", ""}, "turbo": {"test", ""}, "nx": {"test", ""},
	"lein": {"test", ""}, "meson": {"test", ""}, "react-scripts": {"test", ""}, "ng": {"test", ""}, "forge": {"test", ""}, "hardhat": {"test", ""},
	"node": {"--test", ""}, "scons": {"test", ""}, "xcodebuild": {"test", ""}, "crystal": {"spec", ""},
	"git": {"", `status diff log show ls-files ls-tree ls-remote grep blame rev-parse rev-list describe shortlog reflog cat-file merge-base for-each-ref
		name-rev whatchanged show-ref check-ignore var help version diff-tree`},
	"docker": {"", "ps logs images inspect version info top stats port"}, "podman": {"", "ps logs images inspect"},
	"kubectl": {"", "get describe logs top version explain"}, "helm": {"", "list status get"}, "terraform": {"", "show output version validate"},
	"pip": {"", "list show freeze check"}, "pip3": {"", "list show freeze check"}, "conda": {"", "list info"}, "brew": {"", "list info search"},
	"systemctl": {"", "status list-units is-active show cat"}, "apt": {"", "list show search"},
}

var (
	scriptRunners   = wordSet("npm pnpm yarn bun composer deno")         // npm run test
	anyTarget       = wordSet("node mvn mvnw gradle gradlew make ninja") // a target can follow others
	findActions     = wordSet("-delete -exec -execdir -ok -okdir -fprint")
	packageManagers = wordSet("npm pnpm yarn bun cargo go poetry uv bundle composer gem conda")
)

const (
	checkTargets   = "build lint typecheck type-check check vet clippy compile"
	packageTargets = "install i ci add remove rm uninstall update upgrade init mod get fmt build vet clippy generate sync lock link"
	gitWrites      = "apply am checkout restore cherry-pick merge pull rebase revert stash mv rm"
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
	sub, isTool := subcommands[name]
	if scriptRunners[name] && len(targets) > 2 && (target == "run" || target == "run-script" || target == "task") {
		target = targets[1]
		sub = struct{ tests, reads string }{tests: "test"}
	}
	testTarget := func(w string) bool { return hasTarget(sub.tests, w) }
	switch {
	case testTarget(target), anyTarget[name] && slices.ContainsFunc(rest, testTarget):
		return effectTests
	case isReadOnly(name, rest), target != "" && slices.Contains(strings.Fields(sub.reads), target):
		return e | effectReads
	case packageManagers[name] && (targets[0] == "" || hasTarget(packageTargets, targets[0])):
		e |= effectKnown
	case name == "git" && hasTarget(gitWrites, target):
		e |= effectWrites
	}
	if isTool && sub.tests != "" && hasTarget(checkTargets, target) {
		e |= effectChecks
	}
	return e
}

// isTestScript reports whether an interpreter runs a script that is named after tests.
func isTestScript(name string, rest []string) bool {
	switch name {
	case "bash", "sh", "zsh", "python", "python3", "ruby", "perl", "php", "tsx", "ts-node":
		if rest = afterOptions(rest, ""); len(rest) > 0 {
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
func hasTarget(want, word string) bool {
	for w := range strings.FieldsSeq(want) {
		if word == w || len(w) > 1 && (hasAnyPrefix(word, []string{w + ":", w + "-", w + "_"}) ||
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
		return slices.ContainsFunc(rest, func(w string) bool { return hasAnyPrefix(w, prefixes) })
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
		inner := afterOptions(rest, "-I -n -P -d -L")
		return len(inner) > 0 && effectOf(inner)&effectReads != 0
	case "gh", "glab":
		return len(rest) > 1 && hasTarget("view list checks diff status watch", rest[1]) || len(rest) > 0 && rest[0] == "search"
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
