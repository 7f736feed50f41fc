package work

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/client"
)

// TestThreeDays: an agent that needs a permission is asked on three days. It is not asked
// in vain.
func TestThreeDays(t *testing.T) { onEach(t, testThreeDays) }

func testThreeDays(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	b := newBench(t, `
		echo run >> "`+"$NOTDONE_RUN_DIR"+`/../../runs.txt"
		case $1 in
		search) echo "I was unable to find any matching records";;
		read) if [ -n "$2" ]; then echo "Read it as you said: $2"; else echo "I need permission to access that file"; fi;;
		esac`, "read", "search")
	day := func() {
		b.work()
		b.do("comment", "read", "the sun", "a day later")
	}
	day()
	if got, want := b.one(stateOf, "read"), "blocked | blocked | permission | I need permission to access that file"; got != want {
		t.Errorf("after the first day: %s, want %s", got, want)
	}
	if got := b.one(stateOf, "search"); got != "done | - | - | -" {
		t.Errorf("a search that finds nothing: %s", got)
	}
	day()
	if got := b.one(`SELECT attempts, (SELECT count(*) FROM runs WHERE task_id = 'read') AS n FROM tasks WHERE id = 'read'`); got != "1 | 1" {
		t.Errorf("on the second day it was asked again: %s", got)
	}
	b.do("unblock", "read", "ann", "it is granted", nil)
	day()
	if got := b.one(`SELECT state, result FROM tasks WHERE id = 'read'`); got != "done | Read it as you said: it is granted" {
		t.Errorf("after the answer: %s", got)
	}
	ran, err := os.ReadFile(filepath.Join(b.dir, "runs.txt"))
	if err != nil || strings.Count(string(ran), "run") != 3 {
		t.Errorf("the agent ran %d times: %v", strings.Count(string(ran), "run"), err)
	}
}

// TestDoneAndKilled: that a command was ended by a signal is kept with the run that it declared done.
func TestDoneAndKilled(t *testing.T) {
	b := newBench(t, `echo '{"outcome":"done"}'; case $1 in killed) kill -9 $$;; esac`, "killed", "whole")
	b.work()
	for id, want := range map[string]string{"killed": "done | 137", "whole": "done | 0"} {
		if got := b.one(`SELECT state, (SELECT exit_code FROM runs WHERE task_id = tasks.id) FROM tasks WHERE id = '` + id + `'`); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// TestTheQueueIsReplaced: a worker whose queue file was replaced ends with that as its error, at rest and
// when its command ends.
func TestTheQueueIsReplaced(t *testing.T) {
	for until, script := range map[string]string{
		"done":    `echo "Done, and all tests pass."`,
		"claimed": `while [ ! -e "$NOTDONE_QUEUE".gone ]; do sleep .01; done; echo "Done, and all tests pass."`,
	} {
		t.Run(until, func(t *testing.T) {
			b := newBench(t, script, "a")
			b.UntilEmpty = false
			_, _, wait := b.workAside()
			await(t, "the task is "+until, func() bool { return len(b.named(until)) > 0 })
			if err := os.Rename(b.Queue, b.Queue+".gone"); err != nil {
				t.Fatal(err)
			}
			if err := wait(); !errors.Is(err, client.ErrGone) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}

func TestCommandIsToldItsTask(t *testing.T) { onEach(t, testCommandIsToldItsTask) }

func testCommandIsToldItsTask(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	b := newBench(t, `cat > "$NOTDONE_RUN_DIR/stdin"; printf '%s\n' "$@" > "$NOTDONE_RUN_DIR/args"; echo "$NOTDONE_TASK in $NOTDONE_QUEUE"; echo "I cannot proceed without the port"`)
	b.Command = append(b.Command, "{title}", "{body} and {body}", "{resume}", "{unknown}")
	b.add(client.NewTask{ID: "a/../b", Title: "--force; rm -rf $HOME", Body: "two\nlines"})
	b.work()
	b.do("unblock", "a/../b", "ann", "8080", nil)
	b.work()
	logs := b.rows(`SELECT log_path FROM runs`)
	folder := RunsFolder + "/"
	if source.OnServer(b.Queue) {
		folder = ""
	}
	if diff := cmp.Diff([]string{folder + "a-..-b-1.log", folder + "a-..-b-2.log"}, logs); diff != "" {
		t.Error(diff)
	}
	read := func(name string) string {
		t.Helper()
		return read(t, filepath.Join(b.logs, name))
	}
	if got, want := read("a-..-b-2/args"), "a/../b\n8080\n --force; rm -rf $HOME\ntwo\nlines and two\nlines\n{unknown}\n"; got != want {
		t.Errorf("arguments:\n%q, want\n%q", got, want)
	}
	var got wish
	if err := json.Unmarshal([]byte(read("a-..-b-2/stdin")), &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != "a/../b" || got.Answer != "8080" || got.Attempt != 2 || got.Outcome != "blocked" || !strings.HasSuffix(got.Previous, "I cannot proceed without the port") {
		t.Errorf("standard input: %+v", got)
	}
	for _, part := range []string{"two\nlines", "> I cannot proceed without the port", "The operator answers:\n\n8080", EndingPrompt} {
		if !strings.Contains(got.Prompt, part) {
			t.Errorf("the prompt does not say %q:\n%s", part, got.Prompt)
		}
	}
	log := filepath.Join(b.logs, "a-..-b-1.log")
	if info, err := os.Stat(log); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the log: %v, %v", info.Mode(), err)
	}
	if text := read("a-..-b-1.log"); text != "a/../b in "+pgsource.Shown(b.Queue)+"\nI cannot proceed without the port\n" {
		t.Errorf("the log says %q", text)
	}
}

func TestRetries(t *testing.T) { onEach(t, testRetries) }

func testRetries(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	b := newBench(t, `case $1 in
		rate) echo "Error: 429 Too Many Requests, retry later"; exit 1;;
		net) echo '{"outcome":"blocked","obstacle":"the registry cannot be reached","kind":"network"}';;
		key) echo '{"outcome":"blocked","obstacle":"no key","kind":"credentials"}';;
		esac`, "net", "key")
	b.add(client.NewTask{ID: "rate", MaxAttempts: 2})
	b.RetryOn, b.RetryWait = heals, time.Hour
	b.work()
	if diff := cmp.Diff([]string{
		"key | blocked | 0 | blocked", "net | queued | 1 | blocked", "rate | queued | 1 | rate_limited",
	}, b.rows(`SELECT id, state, CASE WHEN run_at > updated_at + 3500000 THEN 1 ELSE 0 END, (SELECT outcome FROM runs WHERE task_id = tasks.id) FROM tasks ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	b.rows(`UPDATE tasks SET run_at = 1 WHERE run_at > 1 RETURNING id`)
	b.work()
	if got := b.one(stateOf, "rate"); !strings.HasPrefix(got, "blocked | blocked | rate-limit | Error: 429") {
		t.Errorf("after the last attempt: %s", got)
	}
	if n := len(b.named("retry")); n < 3 {
		t.Errorf("%d retries were told of", n)
	}
}

func TestBudget(t *testing.T) {
	b := newBench(t, `printf '{"type":"system","subtype":"init","session_id":"s-12345","model":"m","tools":[]}\n'
		printf '{"type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Paris."}],"usage":{"input_tokens":1,"output_tokens":1}},"session_id":"s-12345"}\n'
		printf '{"type":"result","subtype":"success","is_error":false,"num_turns":2,"result":"The capital of France is Paris.","session_id":"s-12345","total_cost_usd":0.4}\n'`, "a", "b", "c", "d")
	b.Parallel, b.BudgetUSD = 1, 0.7
	if err := Run(t.Context(), nil, b.Options); !errors.Is(err, ErrBudget) {
		t.Errorf("it ended with %v", err)
	}
	if got := b.rows(`SELECT state, cost_usd FROM tasks ORDER BY id`); !slices.Equal(got, []string{"done | 0.4", "done | 0.4", "queued | -", "queued | -"}) {
		t.Error(got)
	}
	if told := b.named("stopped"); len(told) != 1 || !strings.Contains(told[0].Why, "$0.80 of $0.70") {
		t.Errorf("told: %+v", told)
	}
}

// A queue can stand beside another one that has, or had, the same tasks.
func TestNamesOfLogsThatAreTaken(t *testing.T) {
	b := newBench(t, `echo Done, it is there.; touch "$NOTDONE_RUN_DIR/kept"`, "a", "b")
	runs := filepath.Join(filepath.Dir(b.Queue), RunsFolder)
	if err := errors.Join(os.MkdirAll(filepath.Join(runs, "b-2"), 0o700), os.WriteFile(filepath.Join(runs, "a-1.log"), []byte("of another"), 0o600)); err != nil {
		t.Fatal(err)
	}
	b.Parallel = 1
	b.work()
	if got := b.rows(`SELECT task_id, outcome, log_path FROM runs ORDER BY id`); !slices.Equal(got, []string{"a | done | runs/a-1-2.log", "b | done | runs/b-2-2.log"}) {
		t.Error(got)
	}
	if kept, err := os.ReadFile(filepath.Join(runs, "a-1.log")); err != nil || string(kept) != "of another" {
		t.Errorf("the log of another queue is now %q, %v", kept, err)
	}
}

func TestOnceAndDependents(t *testing.T) {
	b := newBench(t, `echo Done, it is there.`, "a")
	b.add(client.NewTask{ID: "b", After: []string{"a"}})
	b.Once, b.UntilEmpty = true, false
	b.work()
	if got := b.rows(`SELECT state FROM tasks ORDER BY id`); !slices.Equal(got, []string{"done", "queued"}) {
		t.Errorf("once: %v", got)
	}
	b.work()
	b.work() // there is nothing left
	b.add(client.NewTask{ID: "c"}, client.NewTask{ID: "d", After: []string{"c"}})
	b.Once, b.UntilEmpty = false, true
	b.work()
	if got := b.one(`SELECT count(*) FROM tasks WHERE state = 'done'`); got != "4" {
		t.Errorf("%s are done", got)
	}
}

func TestStopLetsCommandsEnd(t *testing.T) { onEach(t, testStopLetsCommandsEnd) }

func testStopLetsCommandsEnd(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	b := newBench(t, `touch "$NOTDONE_RUN_DIR/../began-$1"
		case $1 in quick) while [ ! -e "$NOTDONE_RUN_DIR/../go" ]; do sleep 0.02; done; echo "Done, it is there.";; *) sleep 1000;; esac`, "quick", "slow", "waits")
	b.Parallel, b.UntilEmpty, b.Grace = 2, false, time.Hour
	stop, hurry, wait := b.workAside()
	for _, id := range []string{"quick", "slow"} {
		await(t, id+" runs", func() bool { return exists(b, "began-"+id) })
	}
	stop()
	if err := os.WriteFile(filepath.Join(b.logs, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	await(t, "quick is done", func() bool { return b.one(`SELECT state FROM tasks WHERE id = 'quick'`) == "done" })
	close(hurry)
	if err := wait(); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"quick | done | 1 | -", "slow | queued | 0 | -", "waits | queued | 0 | -"},
		b.rows(`SELECT id, state, attempts, claimed_by FROM tasks ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if got := b.one(`SELECT outcome, error FROM runs WHERE task_id = 'slow'`); got != "released | the worker stopped" {
		t.Errorf("the run that was stopped: %s", got)
	}
	if told, stopped := b.named("released"), b.named("stopped"); len(told) != 1 || len(stopped) != 1 {
		t.Errorf("told: %+v, %+v", told, stopped)
	}
}

func exists(b *bench, name string) bool {
	_, err := os.Stat(filepath.Join(b.logs, name))
	return !errors.Is(err, fs.ErrNotExist)
}

func TestGraceEnds(t *testing.T) {
	b := newBench(t, `touch "$NOTDONE_RUN_DIR/../began"; trap 'echo "{\"outcome\":\"blocked\",\"obstacle\":\"I was stopped half way\"}"; exit 0' TERM; while :; do sleep 0.02; done`, "a")
	b.UntilEmpty, b.Grace, b.KillGrace = false, time.Millisecond, time.Minute
	stop, _, wait := b.workAside()
	await(t, "it runs", func() bool { return exists(b, "began") })
	stop()
	if err := wait(); err != nil {
		t.Error(err)
	}
	if got := b.one(stateOf, "a"); got != "blocked | blocked | unknown | I was stopped half way" {
		t.Errorf("what an agent declares when it is stopped: %s", got)
	}
}

func TestCancelledTaskIsStopped(t *testing.T) { onEach(t, testCancelledTaskIsStopped) }

func testCancelledTaskIsStopped(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	b := newBench(t, `touch "$NOTDONE_RUN_DIR/../began"; sleep 1000`, "a")
	b.Lease = time.Second
	_, _, wait := b.workAside()
	await(t, "it runs", func() bool { return exists(b, "began") })
	b.do("cancel", "a", "ann", "no need")
	if err := wait(); err != nil {
		t.Error(err)
	}
	if got := b.one(`SELECT state, (SELECT outcome FROM runs) AS run, (SELECT count(*) FROM runs WHERE ended_at IS NULL) AS open FROM tasks`); got != "cancelled | released | 0" {
		t.Errorf("a task that was cancelled: %s", got)
	}
	if told := b.named("lost"); len(told) != 1 {
		t.Errorf("told: %+v", told)
	}
}

func TestRunRefuses(t *testing.T) {
	b := newBench(t, "", "a")
	for want, change := range map[string]func(*Options){
		"no command":                  func(o *Options) { o.Command = nil },
		"must not depend on the task": func(o *Options) { o.Command = []string{"{body}"} },
		"no-such-program":             func(o *Options) { o.Command = []string{"no-such-program"} },
		"no such file":                func(o *Options) { o.Queue += "x" },
		"no queue of notdone":         func(o *Options) { o.Queue = self(t) },
		"runs: the logs of the agents belong into this folder, and a file has its name": func(o *Options) {
			if err := os.WriteFile(filepath.Join(filepath.Dir(o.Queue), RunsFolder), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		o := b.Options
		change(&o)
		if err := Run(t.Context(), nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if got := b.one(`SELECT state, attempts FROM tasks`); got != "queued | 0" {
		t.Errorf("the task is %s", got)
	}
}

func TestProgramThatGoesAway(t *testing.T) {
	b := newBench(t, "", "a", "b", "c")
	program := filepath.Join(b.dir, "agent")
	if err := os.WriteFile(program, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	b.Command, b.Parallel = []string{program}, 1
	err := Run(t.Context(), nil, b.Options)
	if err == nil || !strings.Contains(err.Error(), "could not be started") {
		t.Errorf("it ended with %v", err)
	}
	if got := b.rows(`SELECT state FROM tasks ORDER BY id`); !slices.Equal(got, []string{"failed", "queued", "queued"}) {
		t.Errorf("a program that cannot run failed more than one task: %v", got)
	}
	if got := b.one(`SELECT outcome, error FROM runs`); !strings.HasPrefix(got, "spawn_failed | it could not be started: ") {
		t.Error(got)
	}
}

func TestTextTooLongForAnArgument(t *testing.T) {
	b := newBench(t, `echo Done, it is there.`)
	b.Command = append(b.Command, "{body}")
	b.add(client.NewTask{ID: "a", Body: strings.Repeat("x", 4<<20)}, client.NewTask{ID: "b", Body: "short"})
	b.work()
	if got := fmt.Sprint(b.rows(`SELECT id, state, (SELECT outcome FROM runs WHERE task_id = tasks.id) AS run FROM tasks ORDER BY id`)); got != "[a | failed | spawn_failed b | done | done]" {
		t.Error(got)
	}
}
