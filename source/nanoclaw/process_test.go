package nanoclaw

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/source/watch"
)

// roleVariable says what a process of the test binary is to be.
const roleVariable = "NANOCLAW_TEST_ROLE"

// play is a program beside the test.
func play(ctx context.Context, role string, args []string) error {
	switch role {
	case "host": // a host that gets messages until its input ends; args are its inbound.db
		stop := make(chan struct{})
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			close(stop)
		}()
		n, err := hammer(ctx, args[0], stop)
		fmt.Println(n)
		return err
	case "operator": // args are the root, the journal, and the session's group
		return operate(ctx, args[0], args[1], args[2])
	}
	return fmt.Errorf("no role %q", role)
}

// program is a process that plays a role.
type program struct {
	*exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	said strings.Builder
}

func start(t testing.TB, role string, args ...string) *program {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	p := &program{Cmd: exec.CommandContext(t.Context(), exe, args...)}
	p.Env, p.Stderr = append(os.Environ(), roleVariable+"="+role), &p.said
	p.in, err = p.StdinPipe()
	must(t, err)
	out, err := p.StdoutPipe()
	must(t, err)
	p.out = bufio.NewReader(out)
	must(t, p.Start())
	return p
}

// desk is what an operator's process has open.
type desk struct {
	source.Actor
	*journal.Journal
	root string
}

func openDesk(ctx context.Context, root, log string) (*desk, error) {
	src, err := open(ctx, root, source.Options{Now: time.Now})
	if err != nil {
		return nil, err
	}
	j, err := journal.Open(log)
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	return &desk{src.(source.Actor), j, root}, nil
}

func (d *desk) close() error { return errors.Join(d.Actor.Close(), d.Journal.Close()) }

// do plans an action and does it, again where the host was in transactions for too
// long; a plan that is refused or overtaken is no error.
func (d *desk) do(ctx context.Context, r source.Request) (done source.Record, ok bool, err error) {
	for range 50 {
		var p source.Plan
		if p, err = d.Plan(ctx, r); err == nil && p.Refused == "" {
			done, err = d.Do(ctx, d.Actor, p, "", "")
		}
		switch {
		case errors.Is(err, source.ErrBusy):
			continue
		case errors.Is(err, source.ErrChanged), p.Refused != "":
			return done, false, nil
		}
		break
	}
	return done, err == nil, err
}

// takeBack undoes a record.
func (d *desk) takeBack(ctx context.Context, r source.Record) (ok bool, err error) {
	p, err := d.PlanUndo(ctx, r, "bob")
	if err != nil || p.Refused != "" {
		return false, err
	}
	_, err = d.Do(ctx, d.Actor, p, "", r.ID)
	if errors.Is(err, source.ErrChanged) {
		return false, nil
	}
	return err == nil, err
}

// operate queues tasks again, revives and resumes them, and takes it all back, until it
// is killed. It prints a line for each thing done.
func operate(ctx context.Context, root, log, group string) (err error) {
	d, err := openDesk(ctx, root, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	random := rand.New(rand.NewPCG(uint64(os.Getpid()), 3))
	for n := 0; ; n++ {
		tried := deeds[random.IntN(len(deeds))]
		done, ok, err := d.do(ctx, source.Request{Task: group + "/" + tried.id, Action: tried.action, Actor: "ann"})
		if err != nil {
			return fmt.Errorf("%s of %s: %w", tried.action, tried.id, err)
		}
		if !ok {
			continue
		}
		fmt.Println(n)
		if _, err := d.takeBack(ctx, done); err != nil {
			return fmt.Errorf("undo of %s of %s: %w", tried.action, tried.id, err)
		}
	}
}

// deeds are the actions of operators, on rows that addDeeds makes.
var deeds = []deed{{"done", model.ActionRequeue}, {"dead", model.ActionRevive}, {"paused", model.ActionResume}, {"next", model.ActionRunNow}}

func addDeeds(s *stage) {
	far := time.Now().Add(24 * time.Hour)
	s.add(row{id: "done", status: stCompleted, ack: ackCompleted, acked: noon})
	s.add(row{id: "dead", status: stFailed, tries: 5, recurrence: daily})
	s.add(row{id: "paused", status: stPaused, recurrence: daily, after: far})
	s.add(row{id: "next", recurrence: daily, after: far})
}

// readOn lists and refreshes over and over until ctx ends.
func readOn(ctx context.Context, root string) error {
	src, err := open(context.WithoutCancel(ctx), root, source.Options{Now: time.Now})
	if err != nil {
		return err
	}
	for ; ctx.Err() == nil && err == nil; time.Sleep(5 * time.Millisecond) {
		if _, err = src.List(context.WithoutCancel(ctx), source.Query{Limit: 1000}); err == nil {
			_, err = src.Refresh(context.WithoutCancel(ctx), watch.Signal{})
		}
	}
	return errors.Join(err, src.Close())
}

// TestInsertsBesideAHost: a host in a process of its own gets messages all the time
// while tasks are queued again beside it, and somebody reads. It never finds its
// number taken nor its file locked.
func TestInsertsBesideAHost(t *testing.T) {
	inserts := 100
	if testing.Short() {
		inserts = 30
	}
	s := newStage(t, released)
	addDeeds(s)
	d, err := openDesk(t.Context(), s.root, filepath.Join(t.TempDir(), "journal.jsonl"))
	must(t, err)
	host := start(t, "host", s.in.path)
	reading, stop := context.WithCancel(t.Context())
	read := make(chan error)
	go func() { read <- readOn(reading, s.root) }()
	for n := range inserts {
		r, ok, err := d.do(t.Context(), source.Request{Task: s.id("done"), Action: model.ActionRequeue, Actor: "ann"})
		if err != nil || !ok {
			t.Fatalf("insert %d: %v, %v", n, ok, err)
		}
		// The container takes it, so that the next may be added.
		_, added, _ := strings.Cut(r.Adds, "/")
		must(t, s.own.ack(t.Context(), ackCompleted, added))
	}
	must(t, host.in.Close())
	count, err := host.out.ReadString('\n')
	stop()
	must(t, errors.Join(err, d.close(), <-read))
	if err := host.Wait(); err != nil {
		t.Errorf("the host failed after %s: %v: %s", strings.TrimSpace(count), err, host.said.String())
	}
	messages, err := strconv.Atoi(strings.TrimSpace(count))
	must(t, err)
	s.same("the rows", []string{fmt.Sprint(messages, "|", inserts)}, s.texts(s.in.path,
		`SELECT sum(kind = 'chat'), sum(id LIKE 'task-%') FROM messages_in`))
	s.same("numbers that are odd or twice", nil, s.texts(s.in.path,
		`SELECT id FROM messages_in WHERE seq % 2 <> 0 OR seq IS NULL OR seq IN (SELECT seq FROM messages_in GROUP BY seq HAVING count(*) > 1)`))
	if messages == 0 {
		t.Error("the host did nothing")
	}
	t.Logf("%d inserts beside %d of the host", inserts, messages)
}

// account holds the journal against the rows: what it says was added is there, and
// nothing else is; the rows that deeds change are as their last entry says.
func account(t testing.TB, s *stage, all []journal.Entry) {
	t.Helper()
	s.same("integrity", []string{"ok"}, s.texts(s.in.path, "PRAGMA integrity_check"))
	var said []string
	last := map[string]map[string]any{}
	for _, e := range slices.Backward(all) {
		switch e.Outcome {
		case journal.Applied:
		case journal.NotApplied:
			continue
		default:
			t.Fatalf("the journal does not know what became of %s of %s: %s", e.Request.Action, e.Task.ID, e.Outcome)
		}
		if e.Adds != "" {
			said = append(said, strings.TrimPrefix(e.Adds, s.group()+"/"))
		}
		for _, image := range e.Images {
			last[image.Key["id"].(string)] = image.After
		}
	}
	slices.Sort(said)
	s.same("added rows", said, s.texts(s.in.path, `SELECT id FROM messages_in WHERE id LIKE 'task-%' ORDER BY id`))
	for id, row := range last {
		now := s.texts(s.in.path, `SELECT status, ifnull(recurrence, 'once') FROM messages_in WHERE id = '`+id+`'`)
		recurrence := "once"
		if row["recurrence"] != nil {
			recurrence = row["recurrence"].(string)
		}
		s.same(id, []string{fmt.Sprint(row["status"], "|", recurrence)}, now)
	}
}

// TestKilledOperator kills an operator at any moment. The journal finds out what was
// done, no row is half written, and what was done can be taken back afterwards.
func TestKilledOperator(t *testing.T) {
	kills := 100
	if testing.Short() {
		kills = 6
	}
	random := rand.New(rand.NewPCG(5, 8))
	s := newStage(t, released)
	addDeeds(s)
	log := filepath.Join(t.TempDir(), "state", "journal.jsonl")
	settled, backs := map[journal.Outcome]int{}, 0
	for n := range kills {
		p := start(t, "operator", s.root, log, s.group())
		if _, err := p.out.ReadString('\n'); err != nil {
			t.Fatalf("%v: %s", err, p.said.String())
		}
		time.Sleep(time.Duration(random.IntN(60_000)) * time.Microsecond)
		must(t, p.Process.Kill())
		_, _ = io.Copy(io.Discard, p.out)
		_ = p.Wait()                                           // reports the kill
		s.texts(s.in.path, `SELECT count(*) FROM messages_in`) // its owner repairs what the crash left
		d, err := openDesk(t.Context(), s.root, log)
		must(t, err)
		found, err := d.Settle(t.Context(), d.Actor, s.root)
		must(t, err)
		for _, e := range found {
			settled[e.Outcome]++
		}
		all, err := d.Entries(t.Context())
		must(t, err)
		open := slices.IndexFunc(all, func(e journal.Entry) bool {
			return e.Undoes == "" && e.UndoneBy == "" && e.Outcome == journal.Applied
		})
		if open >= 0 {
			if ok, err := d.takeBack(t.Context(), all[open].Record); err != nil || !ok {
				t.Fatalf("%s of %s cannot be undone: %v", all[open].Request.Action, all[open].Task.ID, err)
			}
			backs++
			all, err = d.Entries(t.Context())
			must(t, err)
		}
		must(t, d.close())
		if n%10 == 0 || n == kills-1 {
			account(t, s, all)
			s.same("what was undone", []string{"dead|failed|0 9 * * *", "done|completed|once", "next|pending|0 9 * * *", "paused|paused|0 9 * * *"},
				s.texts(s.in.path, `SELECT id, status, ifnull(recurrence, 'once') FROM messages_in WHERE id NOT LIKE 'task-%' ORDER BY id`))
		}
	}
	t.Logf("%d kills, settled %v, %d undone afterwards", kills, settled, backs)
}
