package runlog

import (
	"path"
	"slices"
	"strings"
)

// testPrograms run tests with any arguments.
var testPrograms = wordSet(`pytest py.test nosetests nose2 unittest jest vitest mocha ava rspec phpunit pest ctest bats tox nox ginkgo
	gotestsum cypress busted prove karma tap cucumber behave testcafe minitest trial stestr cargo-nextest`)

// testSubcommands are programs that run tests with one of the given subcommands or
// targets.
var testSubcommands = map[string]string{
	"go": "test", "cargo": "test nextest t", "npm": "test t tst it", "pnpm": "test t", "yarn": "test", "bun": "test", "deno": "test",
	"make": "test tests check", "just": "test tests check", "task": "test tests", "mvn": "test verify", "mvnw": "test verify",
	"gradle": "test check", "gradlew": "test check", "dotnet": "test", "swift": "test", "mix": "test", "rake": "test spec",
	"rails": "test spec", "playwright": "test", "zig": "test", "bazel": "test", "bazelisk": "test", "sbt": "test", "stack": "test",
	"cabal": "test", "flutter": "test", "dart": "test", "manage.py": "test", "composer": "test", "turbo": "test", "nx": "test",
	"lein": "test", "meson": "test", "ninja": "test", "react-scripts": "test", "ng": "test", "forge": "test", "hardhat": "test",
	"node": "--test", "scons": "test", "buck2": "test", "xcodebuild": "test", "crystal": "spec",
}

// scriptRunners are programs that run a named script: npm run test.
var scriptRunners = wordSet("npm pnpm yarn bun composer deno")

// isTest reports whether a simple command runs tests.
func isTest(words []string) bool {
	name := path.Base(words[0])
	if testPrograms[name] || isTestName(name) {
		return true
	}
	rest := words[1:]
	if want, ok := testSubcommands[name]; ok {
		switch {
		case name == "node" || name == "mvn" || name == "mvnw" || strings.HasPrefix(name, "gradle") || name == "make" || name == "ninja":
			if slices.ContainsFunc(rest, func(w string) bool { return hasTarget(want, w) }) {
				return true
			}
		default:
			if rest = skipGlobal(rest); len(rest) > 0 && hasTarget(want, rest[0]) {
				return true
			}
		}
		return scriptRunners[name] && len(rest) > 1 && (rest[0] == "run" || rest[0] == "run-script" || rest[0] == "task") && hasTarget("test", rest[1])
	}
	switch name {
	case "bash", "sh", "zsh", "node", "python", "python3", "ruby", "perl", "php", "tsx", "ts-node":
		if rest = afterOptions(rest, ""); len(rest) > 0 {
			base := path.Base(rest[0])
			return base == "manage.py" && len(rest) > 1 && rest[1] == "test" || isTestName(base)
		}
	}
	return false
}

// checkers look for faults in what is there.
var checkers = wordSet("tsc eslint biome oxlint stylelint ruff mypy pyright flake8 pylint golangci-lint staticcheck shellcheck clippy-driver")

// proves reports whether a simple command looks for faults in what is there: it
// tests, builds or lints it.
func proves(words []string) bool {
	name := path.Base(words[0])
	if isTest(words) || checkers[name] {
		return true
	}
	rest := skipGlobal(words[1:])
	if scriptRunners[name] && len(rest) > 1 && (rest[0] == "run" || rest[0] == "run-script" || rest[0] == "task") {
		rest = rest[1:]
	}
	return testSubcommands[name] != "" && len(rest) > 0 && hasTarget("build lint typecheck type-check check vet clippy compile", rest[0])
}

// hasTarget reports whether the word is one of the words in want, or a target that
// contains one: test:unit, check-all, :app:test.
func hasTarget(want, word string) bool {
	for w := range strings.FieldsSeq(want) {
		if word == w || len(w) > 1 && (strings.HasPrefix(word, w+":") || strings.HasPrefix(word, w+"-") || strings.HasPrefix(word, w+"_") ||
			strings.HasSuffix(word, ":"+w) || strings.HasSuffix(word, "-"+w)) {
			return true
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

// readOnlyPrograms change nothing with any arguments.
var readOnlyPrograms = wordSet(`ls cat bat head tail less more rg grep egrep fgrep zgrep ag ack fd tree wc stat file du df pwd echo printf which
	whereis type printenv date whoami id uname hostname ps top sleep wait true false test [ cd pushd popd export set unset diff cmp
	comm sort uniq cut awk gawk tr nl jq yq xxd od hexdump strings md5sum sha1sum sha256sum basename dirname realpath readlink column
	seq history man env ping dig nslookup host lsof ss netstat journalctl pgrep free uptime nproc lscpu groups getent locale tac rev
	fold paste join look expr source . for read return exit local declare readonly : mktemp`)

// readOnlySubcommands are programs that change nothing with the given subcommands.
var readOnlySubcommands = map[string]string{
	"git": "status diff log show ls-files ls-tree ls-remote grep blame rev-parse rev-list describe shortlog reflog cat-file merge-base for-each-ref name-rev whatchanged show-ref check-ignore var help version diff-tree",
	"go":  "list env version doc help", "cargo": "metadata tree search version", "npm": "ls list view info outdated why root prefix", "pnpm": "ls list why outdated", "yarn": "list info why",
	"docker": "ps logs images inspect version info top stats port", "podman": "ps logs images inspect", "kubectl": "get describe logs top version explain",
	"pip": "list show freeze check", "pip3": "list show freeze check", "systemctl": "status list-units is-active show cat", "brew": "list info search", "helm": "list status get",
	"terraform": "show output version validate", "apt": "list show search", "apt-get": "", "make": "-n --dry-run", "conda": "list info",
}

// isReadOnly reports whether a simple command changes nothing.
func isReadOnly(words []string) bool {
	name, rest := path.Base(words[0]), words[1:]
	if readOnlyPrograms[name] || len(rest) == 1 && (rest[0] == "--version" || rest[0] == "-V" || rest[0] == "--help") {
		return true
	}
	has := func(flags ...string) bool {
		return slices.ContainsFunc(rest, func(w string) bool { return slices.Contains(flags, w) })
	}
	switch name {
	case "sed", "perl", "ruby":
		return name == "sed" && !slices.ContainsFunc(rest, func(w string) bool {
			return strings.HasPrefix(w, "-i") || strings.HasPrefix(w, "--in-place") || strings.HasPrefix(w, "-ni")
		})
	case "find":
		return !has("-delete", "-exec", "-execdir", "-ok", "-fprint")
	case "curl":
		return !slices.ContainsFunc(rest, func(w string) bool {
			return strings.HasPrefix(w, "-X") || strings.HasPrefix(w, "--data") || strings.HasPrefix(w, "-d") || strings.HasPrefix(w, "-o") ||
				strings.HasPrefix(w, "-O") || strings.HasPrefix(w, "--request") || strings.HasPrefix(w, "-F") || strings.HasPrefix(w, "-T") || w == "--json" || w == "--output"
		})
	case "xargs":
		inner := afterOptions(rest, "-I -n -P -d -L")
		return len(inner) > 0 && isReadOnly(inner)
	case "gh", "glab":
		return len(rest) > 1 && hasTarget("view list checks diff status watch", rest[1]) || len(rest) > 0 && rest[0] == "search"
	}
	want, ok := readOnlySubcommands[name]
	if !ok {
		return false
	}
	rest = skipGlobal(rest)
	if len(rest) == 0 {
		return name == "git"
	}
	if name == "git" && len(rest) <= 2 {
		switch rest[0] {
		case "branch", "tag", "remote", "stash", "worktree", "config":
			return len(rest) == 1 && rest[0] != "stash" || len(rest) == 2 && slices.Contains(strings.Fields("-a -v -vv -r -l --list --show-current list show get-url --get"), rest[1])
		}
	}
	return slices.Contains(strings.Fields(want), rest[0])
}
