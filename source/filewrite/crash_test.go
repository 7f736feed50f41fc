package filewrite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
)

// operate plays an operator in a process of its own, until it is killed: the
// arguments are the folder, the journal and a word. It cancels the card "c.card" by
// adding a line to it, or removes and restores its ".done".
func operate(ctx context.Context, role string, args []string) (err error) {
	if limit, err := strconv.ParseUint(os.Getenv("FILEWRITE_TEST_LIMIT"), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			return err
		}
	}
	j, err := journal.Open(args[1])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	for n := 0; role == "plan" && n < 1 || role == "loop" || n < 40 && role == "some"; n++ {
		reason := fmt.Sprintf("%s-%d", args[2], n)
		done, err := operateOnce(ctx, j, args[0], reason)
		if err != nil {
			return err
		}
		if done {
			fmt.Println(reason)
		}
	}
	return nil
}

func operateOnce(ctx context.Context, j *journal.Journal, dir, reason string) (bool, error) {
	s := &ledger{dir: dir}
	s.Actor = Actor{Queue: dir, Root: dir, See: s.see}
	p, err := s.Plan(ctx, source.Request{Task: "c.card", Action: model.ActionCancel, Actor: "ann", Reason: reason})
	if err != nil || p.Refused != "" {
		return false, errors.Join(err, errors.New(p.Refused))
	}
	_, err = j.Do(ctx, s, p, "a title", "")
	if errors.Is(err, source.ErrChanged) {
		return false, nil
	}
	return err == nil, err
}

// ledger is a source of one card to which each action adds a line.
type ledger struct {
	source.Source
	Actor
	dir string
}

func (l *ledger) Describe() source.Description {
	return source.Description{Kind: "ledger", Path: l.dir}
}

func (l *ledger) see(context.Context, string) (Seen, error) {
	return Seen{Status: "open", Situation: l}, nil
}

func (l *ledger) Decide(r source.Request) Decision {
	return Decision{Edits: []Edit{{Path: "c.card", Change: func(was []byte) ([]byte, error) {
		return []byte(string(was) + r.Reason + "\n"), nil
	}}}}
}

func (l *ledger) Undo(*source.Record) Decision { return Refuse("it is not undone") }

// account settles the journal and holds it against the card: what it says was
// done is in the card once, in its order, and nothing else is.
func account(t *testing.T, dir, log string) (settled []journal.Entry) {
	t.Helper()
	s := &ledger{dir: dir}
	s.Actor = Actor{Queue: dir, Root: dir, See: s.see}
	j, err := journal.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	if settled, err = j.Settle(t.Context(), s, dir); err != nil {
		t.Fatal(err)
	}
	all, err := j.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range slices.Backward(all) {
		switch e.Outcome {
		case journal.Applied:
			said = append(said, e.Request.Reason)
		case journal.NotApplied:
		default:
			t.Errorf("the journal does not know what became of %s: %s", e.Request.Reason, e.Outcome)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "c.card"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(append(append([]string{"state: open"}, said...), ""), "\n"); string(text) != want {
		t.Fatalf("the journal says\n%s\nand the card\n%s", want, text)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 2 {
		t.Errorf("files were left: %v, %v", entries, err)
	}
	return settled
}

func ledgerFiles(t *testing.T) (dir, log string) {
	t.Helper()
	dir, log = t.TempDir(), filepath.Join(t.TempDir(), "state", "journal.jsonl")
	if err := os.WriteFile(filepath.Join(dir, "c.card"), []byte("state: open\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	return dir, log
}

func TestKilledOperator(t *testing.T) {
	kills := 60
	if testing.Short() {
		kills = 6
	}
	random := rand.New(rand.NewPCG(7, 11))
	dir, log := ledgerFiles(t)
	settled := map[journal.Outcome]int{}
	for n := range kills {
		cmd := processFor(t, "loop", dir, log, fmt.Sprintf("k%d", n))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%v: %s", err, said.String())
		}
		time.Sleep(time.Duration(random.IntN(8_000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait() // reports the kill
		for _, e := range account(t, dir, log) {
			settled[e.Outcome]++
		}
	}
	t.Logf("%d kills, settled %v", kills, settled)
	if info, err := os.Stat(filepath.Join(dir, "c.card")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "c.card.notdone.tmp")); err == nil {
		// What a kill has left is in nobody's way, and is gone after the next action.
		if said, err := processFor(t, "plan", dir, log, "last").CombinedOutput(); err != nil || string(said) != "last-0\n" {
			t.Errorf("beside a file that was left: %q, %v", said, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "c.card.notdone.tmp")); err == nil {
			t.Error("what a kill has left stays")
		}
	}
}

// TestFullDisk lets the disk fill up at every step of an action: in the new file and
// in the journal.
func TestFullDisk(t *testing.T) {
	dir, log := ledgerFiles(t)
	refused := 0
	for n, limit := range []int{1, 11, 40, 100, 300, 900, 1500, 4000, 9000, 20_000} {
		cmd := processFor(t, "some", dir, log, fmt.Sprintf("s%d", n))
		cmd.Env = append(cmd.Env, fmt.Sprint("FILEWRITE_TEST_LIMIT=", limit))
		said, err := cmd.CombinedOutput()
		if err != nil {
			refused++
			if !strings.Contains(string(said), "the disk is full") && !strings.Contains(string(said), journal.ErrUnwritable.Error()) {
				t.Errorf("%d bytes: %s", limit, said)
			}
		}
		account(t, dir, log)
	}
	if refused == 0 {
		t.Error("the disk was never full")
	}
}

// TestTwoOperators: what two processes do at once is done one after the other.
func TestTwoOperators(t *testing.T) {
	dir, log := ledgerFiles(t)
	done := make(chan string)
	for _, name := range []string{"a", "b"} {
		go func() {
			said, err := processFor(t, "some", dir, log, name).CombinedOutput()
			done <- fmt.Sprint(string(said), err)
		}()
	}
	for range 2 {
		if said := <-done; !strings.HasSuffix(said, "<nil>") {
			t.Error(said)
		}
	}
	account(t, dir, log)
}
