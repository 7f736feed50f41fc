package runlog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSplitShell(t *testing.T) {
	for _, c := range []struct {
		line string
		want []simpleCommand
	}{
		{"ls -l", []simpleCommand{{words: []string{"ls", "-l"}}}},
		{"cd x && go test ./... | tail -5; echo $?", []simpleCommand{{words: []string{"cd", "x"}}, {words: []string{"go", "test", "./..."}}, {words: []string{"tail", "-5"}}, {words: []string{"echo", "$?"}}}},
		{`echo "a && b" 'c | d' e\ f ""`, []simpleCommand{{words: []string{"echo", "a && b", "c | d", "e f", ""}}}},
		{"cat > out.txt <<'EOF'\nrm -rf /\nEOF\nls", []simpleCommand{{words: []string{"cat"}, writes: []string{"out.txt"}}, {words: []string{"ls"}}}},
		{"cat <<-A <<B\n1\nA\n2\nB\nls", []simpleCommand{{words: []string{"cat"}}, {words: []string{"ls"}}}},
		{"make 2>&1 >>log &", []simpleCommand{{words: []string{"make"}, writes: []string{"log"}}}},
		{"make &> log", []simpleCommand{{words: []string{"make"}, writes: []string{"log"}}}},
		{"x <in 2>/dev/null", []simpleCommand{{words: []string{"x"}, writes: []string{"/dev/null"}}}},
		{"echo $(rm a; ls b) c # not this; rm", []simpleCommand{{words: []string{"rm", "a"}}, {words: []string{"ls", "b"}}, {words: []string{"echo", "$(rm a; ls b)", "c"}}}},
		{"if a; then b > c; else d; fi", []simpleCommand{{words: []string{"a"}}, {words: []string{"b"}, writes: []string{"c"}}, {words: []string{"d"}}}},
		{"(a; b) # c", []simpleCommand{{words: []string{"a"}}, {words: []string{"b"}}}},
		{"a \\\n b", []simpleCommand{{words: []string{"a", "b"}}}},
		{"grep '#x' <<< \"$y\"", []simpleCommand{{words: []string{"grep", "#x"}}}},
		{"a; cat > b <<'EOF'\nc", []simpleCommand{{words: []string{"a"}}, {words: []string{"cat"}, writes: []string{"b"}}}},
		{`unclosed "quote`, []simpleCommand{{words: []string{"unclosed", `"quote`}}}},
		{"", nil},
		{" ;; \n", nil},
	} {
		if diff := cmp.Diff(c.want, splitShell(c.line), cmp.AllowUnexported(simpleCommand{}), cmpopts.IgnoreFields(simpleCommand{}, "operator")); diff != "" {
			t.Errorf("%q: %s", c.line, diff)
		}
	}
}

func TestCommandKinds(t *testing.T) {
	for kind, lines := range map[string][]string{
		"test": {
			"go test ./...", "cd srv && go test -run X ./a", "npm test", "npm test -- a", "npm run test:unit", "pnpm -r test", "yarn test", "bun test",
			"pytest -q", "python -m pytest", "python3 -m unittest", "poetry run pytest", "uv run pytest x", "cargo test --all", "cargo nextest run",
			"make test", "make -C sub check", "npx jest", "npx vitest run", "bundle exec rspec", "./vendor/bin/phpunit", "mvn -q test", "./mvnw verify",
			"./gradlew test --info", "gradle :app:test", "dotnet test", "tox -e py", "ctest", "bats t", "timeout 60 go test ./...", "CI=1 npm test",
			"sudo -u x pytest", "bash -lc 'cd x && go test ./...'", "npm test 2>&1 | tail -20", "./run-tests.sh", "bash scripts/test.sh", "env A=b pytest",
			"python manage.py test", "rake spec", "deno test", "mix test", "swift test", "node --test", "time make test", "npx playwright test",
			"for p in a b; do (cd $p && npm test); done", "if ! go test ./...; then echo broken; fi", "while ! npm test; do sleep 1; done", "! pytest -q",
			`out=$(npm test 2>&1); echo "$out" | tail -3`, "case $1 in unit) npm test ;; esac", "check() { npm test; }; check", "cat notes\nnpm test -- \"cut … ",
		},
		"read": {
			"ls", "cat a | grep b | wc -l", "rg test", "git status", "git -C x diff HEAD~1", "git log --oneline -5", "git branch", "git branch -a", "sed -n 1,5p a",
			"find . -name '*test*'", "cd x && pwd", "head -5 go.test", "go version", "go list ./...", "cat x 2>/dev/null", "echo test", "sleep 5 && cat log",
			"curl -s https://x", "gh pr view 5", "gh run list", "docker ps", "kubectl get pods", "npm ls", "node --version", "awk '{print $1}' a", "jq . a",
			"bash -c 'ls -l'", "which pytest", "for f in a b; do echo $f; done", "xargs grep x", "[ -f x ] && echo yes", "", "# nothing",
			"[[ -f x && ! -d y ]] && echo yes", "for f in a b; do cat $f; done > /dev/null", "x=1", "export A=b", "echo $((1 > 2))", "diff <(ls a) <(ls b)",
		},
		"mutate": {
			"rm -rf build", "git commit -m 'run tests'", "git push", "git checkout .", "git stash", "git branch new", "go build ./...", "npm install", "npm run build", "make",
			"make install", "sed -i s/a/b/ x", "echo x > y", "cat a > b", "find . -delete", "curl -X POST x", "curl -o f x", "python x.py", "node server.js", "tee x",
			"pip install pytest", "npm install jest", "cp test a", "mv a b", "mkdir test", "unknown-program", "gh pr create", "docker run x", "kubectl apply -f x",
			"bash -c 'rm x'", "go vet ./...", "xargs rm", "chmod +x test.sh", "sort a > b", "git -C x add test", "cargo build --tests", "go mod tidy",
			"for f in *.go; do gofmt -w $f; done", "if true; then rm x; fi", "{ echo a; echo b; } > both.txt", "echo $(rm x)",
		},
		"test+mutate": {"go build ./... && go test ./...", "npm install; npm test", "go test ./... > out.txt"},
	} {
		for _, line := range lines {
			c := parseCommand(line)
			var got []string
			if c.tests {
				got = append(got, "test")
			}
			if c.readOnly {
				got = append(got, "read")
			}
			if c.mutates {
				got = append(got, "mutate")
			}
			if strings.Join(got, "+") != kind {
				t.Errorf("%q is %q, want %q", line, strings.Join(got, "+"), kind)
			}
		}
	}
}

func TestFamily(t *testing.T) {
	for _, c := range []struct{ line, program, args string }{
		{"git push origin main", "git push", "origin main"},
		{"cd x && git -C y push -f origin", "git push", "origin"},
		{"ls; sudo rm -rf build", "rm", "build"},
		{"npm run build -- --fast", "npm run", "build"},
		{"cat a | grep b", "cat", "a"},
		{"cd /x", "cd", "/x"},
		{"bash -c 'make all'", "make all", ""},
		{"NODE_ENV=x npx tsc -p .", "tsc", "."},
		{"", "", ""},
	} {
		if got := parseCommand(c.line); got.program != c.program || strings.Join(got.args, " ") != c.args {
			t.Errorf("%q: %q with %q", c.line, got.program, got.args)
		}
	}
}

// TestProves is about commands that only look for faults.
func TestProves(t *testing.T) {
	for line, want := range map[string]bool{
		"npm run build": true, "cd app && npm run lint 2>&1 | tail -3": true, "cargo clippy": true, "go vet ./... && go test ./...": true, "npx tsc --noEmit": true,
		"make check": true, "npm run build && npm publish": false, "git push": false, "npm install": false, "cat a.go": false, "npm run build > out.log": false, "make deploy": false,
	} {
		if c := parseCommand(line); c.proves != want {
			t.Errorf("%s: %v", line, c.proves)
		}
	}
}
