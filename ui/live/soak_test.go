package live

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A dashboard over queues and logs to which everything happens at once is, at the end, no
// larger than at the beginning, and shows what there is.
func TestSoak(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("there is no /proc to count with")
	}
	resizes, pause := 150, 30*time.Millisecond
	if *long {
		resizes, pause = 2000, 300*time.Millisecond
	}
	s := newSoak(t)
	d := s.open(t.TempDir())
	begun, descriptors := d.resident(), d.descriptors()
	d.screen.shared = true // what is drawn for one size may arrive after the next
	for i := range resizes {
		d.resize(20+s.random.IntN(180), 5+s.random.IntN(50))
		if i%5 == 0 {
			f := s.faults[s.random.IntN(len(s.faults))]
			t.Logf("%d: %s", i, f.name)
			f.happen()
		}
		time.Sleep(pause)
	}
	d.resize(160, 48)
	s.end(d)

	// What was opened for the last fault is closed a moment later.
	for deadline := time.Now().Add(patience); d.descriptors() > descriptors+4; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d descriptors, and %d at the beginning", d.descriptors(), descriptors)
		}
	}
	// What was used for the last is given back within minutes, as the collector runs.
	for deadline := time.Now().Add(2 * patience); d.resident() > begun+40; time.Sleep(time.Second) {
		if time.Now().After(deadline) {
			t.Fatalf("%.0f MB, and %.0f at the beginning", d.resident(), begun)
		}
	}
	fresh := s.open(t.TempDir())
	if n, few := d.goroutines(), fresh.goroutines(); n > few+few/4 {
		t.Errorf("%d goroutines, and %d in a fresh one", n, few)
	}
}

// soak is what the dashboard looks at, and what may happen to it.
type soak struct {
	t       *testing.T
	random  *rand.Rand
	own     string
	hermes  string
	logs    string
	log     string
	written int
	owners  map[string]*writer
	faults  []fault
}

type fault struct {
	name   string
	happen func()
}

func newSoak(t *testing.T) *soak {
	t.Helper()
	s := &soak{t: t, random: rand.New(rand.NewPCG(3, 5)), logs: t.TempDir(), owners: map[string]*writer{}}
	s.own, s.hermes = filepath.Join(t.TempDir(), ownQueue.file), filepath.Join(t.TempDir(), hermesDelete.file)
	ownQueue.crowded(t, s.own, 300)
	hermesDelete.crowded(t, s.hermes, 300)
	s.log = filepath.Join(s.logs, "gate.jsonl")
	s.append()
	s.faults = []fault{
		{"a queue is replaced", func() { s.replace(&ownQueue, s.own) }},
		{"a board is replaced", func() { s.replace(&hermesDelete, s.hermes) }},
		{"the write-ahead log is cut", func() {
			must(t, os.Truncate(s.own+"-wal", int64(s.random.IntN(5000))))
			time.Sleep(100 * time.Millisecond)
			s.replace(&ownQueue, s.own)
		}},
		{"a log grows", s.append},
		{"a log is rotated", func() {
			must(t, os.Rename(s.log, fmt.Sprintf("%s.%d", s.log, s.random.IntN(3))))
			s.append()
		}},
		{"an owner is killed in a transaction", func() { s.killed(s.own, ownQueue.block("t_two", "no paint")) }},
		{"an owner is killed over a rollback journal", func() { s.killed(s.hermes, hermesDelete.block("t_two", "no paint")) }},
	}
	return s
}

// open starts a dashboard over all of it and waits until it is still.
func (s *soak) open(home string) *dashboard {
	s.t.Helper()
	// What it remembers cannot be written: in place of the folder there is a file.
	must(s.t, os.WriteFile(filepath.Join(home, ".cache"), nil, 0o600))
	d := openSized(s.t, home, wide, s.own, s.hermes, s.logs)
	d.untilLoaded()
	d.settled(time.Second)
	return d
}

// append writes to the log what an agent would.
func (s *soak) append() {
	s.written++
	must(s.t, appendTo(s.log, fmt.Sprintf(`{"type":"user","message":{"content":"Mend the gate"},"session_id":"gate"}
{"type":"result","subtype":"success","session_id":"gate","result":"I cannot access key-%d."}
`, s.written)))
}

// replace puts another queue in the place of one.
func (s *soak) replace(k *kind, path string) {
	s.t.Helper()
	if w := s.owners[path]; w != nil {
		w.end()
	}
	next := filepath.Join(s.t.TempDir(), k.file)
	k.write(s.t, next, "t_two", newcomer)
	for _, side := range []string{"-wal", "-shm", "-journal"} {
		_ = os.Remove(path + side) // of the old one, where there is one
	}
	must(s.t, os.Rename(next, path))
	s.owners[path] = k.owner(s.t, path)
	s.owners[path].exec(k.add("t_oil", "Oil the hinges")...) // which leaves a log, as long as it is open
}

// killed has an owner die in the middle of a transaction.
func (s *soak) killed(path string, statements []string) {
	s.t.Helper()
	cmd := exec.Command(os.Args[0], dsn(path, 2*time.Second))
	cmd.Env = append(os.Environ(), roleEnv+"=writer")
	in, err := cmd.StdinPipe()
	must(s.t, err)
	out, err := cmd.StdoutPipe()
	must(s.t, err)
	must(s.t, cmd.Start())
	answers := json.NewDecoder(out)
	for _, statement := range append([]string{"PRAGMA cache_size = 1", "BEGIN IMMEDIATE"}, statements...) {
		must(s.t, json.NewEncoder(in).Encode(order{Op: "exec", Statements: []string{statement}}))
		var r report
		must(s.t, answers.Decode(&r))
	}
	must(s.t, cmd.Process.Kill())
	_ = cmd.Wait() // it says that it was killed
}

// end mends everything and waits until the dashboard shows it.
func (s *soak) end(d *dashboard) {
	s.t.Helper()
	for _, of := range []struct {
		k    *kind
		path string
	}{{&ownQueue, s.own}, {&hermesDelete, s.hermes}} {
		s.replace(of.k, of.path)
		s.owners[of.path].exec(of.k.block("t_two", "The end of "+of.k.system)...)
	}
	d.untilText("The end of hermes")
	d.untilText("The end of queue")
	s.append()
	d.untilText(fmt.Sprintf("key-%d", s.written))
	d.untilInTime()
	d.settled(time.Second)
}

// descriptors is how many files, sockets and watches the dashboard has open.
func (d *dashboard) descriptors() int {
	d.tb.Helper()
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", d.cmd.Process.Pid))
	must(d.tb, err)
	return len(open)
}

// goroutines ends the dashboard by the signal on which a Go program tells its stacks, and
// counts them.
func (d *dashboard) goroutines() int {
	d.tb.Helper()
	d.mu.Lock()
	d.screen.shared, d.raw, d.mayEnd = true, nil, true
	d.mu.Unlock()
	must(d.tb, d.cmd.Process.Signal(syscall.SIGQUIT))
	<-d.ended
	n := strings.Count(d.said(), "goroutine ")
	if n < 3 {
		d.tb.Fatalf("it tells no stacks: %.300q", d.said())
	}
	return n
}
