package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// machine is a /proc made of files.
type machine struct {
	t    *testing.T
	root string
	pids []int
}

// boot is when the machines of these tests started.
var boot = time.Unix(1_700_000_000, 0)

const me = 900

// newMachine makes a /proc as a process of that namespace sees it.
func newMachine(t *testing.T, namespace string) *machine {
	t.Helper()
	m := &machine{t: t, root: t.TempDir()}
	m.write("stat", fmt.Sprintf("cpu 1 2 3\nbtime %d\nprocesses 5\n", boot.Unix()))
	m.add('S', 1, boot.Add(time.Second), 1)
	m.add('R', 1, boot.Add(time.Hour), me)
	if err := os.Mkdir(filepath.Join(m.root, strconv.Itoa(me), "ns"), 0o700); err != nil {
		t.Fatal(err)
	}
	m.link(strconv.Itoa(me), "self")
	m.link(namespace, strconv.Itoa(me), "ns", "pid")
	return m
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) link(to string, name ...string) {
	m.t.Helper()
	if err := os.Symlink(to, filepath.Join(append([]string{m.root}, name...)...)); err != nil {
		m.t.Fatal(err)
	}
}

// add makes a process with its pids, the outermost first.
func (m *machine) add(state byte, threads int, began time.Time, pids ...int) {
	m.t.Helper()
	m.pids = append(m.pids, pids[0])
	name := strconv.Itoa(pids[0])
	ticks := int64(began.Sub(boot) / (time.Second / ticksPerSecond))
	m.write(name+"/stat", fmt.Sprintf("%d (a) ) b) %c 1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 %d 0 %d 1 1\n", pids[0], state, threads, ticks))
	words := make([]string, len(pids))
	for i, pid := range pids {
		words[i] = strconv.Itoa(pid)
	}
	m.write(name+"/status", "Name:\ta\nNSpid:\t"+strings.Join(words, "\t")+"\nThreads:\t1\n")
}

func (m *machine) processes() *Processes {
	return &Processes{
		now: func() time.Time { return boot.Add(24 * time.Hour) }, root: m.root, self: me,
		exists: func(pid int) bool { return slices.Contains(m.pids, pid) },
	}
}

func TestAliveWithoutNamespace(t *testing.T) {
	t.Parallel()
	const container = "pid:[4026532178]"
	claim := boot.Add(10 * time.Hour)
	for _, tc := range []struct {
		name      string
		namespace string // of this process
		make      func(m *machine)
		since     time.Time
		want      model.Liveness
	}{
		{"a pid that is missing", initialNamespace, func(*machine) {}, claim, model.LivenessDead},
		{"a worker", initialNamespace, func(m *machine) { m.add('S', 3, claim, 7) }, claim, model.LivenessAlive},
		{"a worker of unknown age", initialNamespace, func(m *machine) { m.add('S', 3, claim, 7) }, time.Time{}, model.LivenessAlive},
		{"a recycled pid", initialNamespace, func(m *machine) { m.add('S', 1, claim.Add(time.Hour), 7) }, claim, model.LivenessDead},
		{"a zombie", initialNamespace, func(m *machine) { m.add('Z', 1, claim, 7) }, claim, model.LivenessDead},
		{"a dead one", initialNamespace, func(m *machine) { m.add('X', 1, claim, 7) }, claim, model.LivenessDead},
		{"a zombie of unknown age", initialNamespace, func(m *machine) { m.add('Z', 1, claim, 7) }, time.Time{}, model.LivenessDead},
		{"one whose first thread ended", initialNamespace, func(m *machine) { m.add('Z', 4, claim, 7) }, claim, model.LivenessAlive},
		{"one that began after now", initialNamespace, func(m *machine) { m.add('Z', 1, boot.Add(48*time.Hour), 7) }, claim, model.LivenessUnknown},

		{"missing, with the pid in an inner namespace", initialNamespace, func(m *machine) { m.add('S', 1, claim, 500, 7) }, claim, model.LivenessUnknown},
		{"missing, with the pid two namespaces down", initialNamespace, func(m *machine) { m.add('S', 1, claim, 500, 40, 7) }, claim, model.LivenessUnknown},
		{"missing, with the pid in the middle", initialNamespace, func(m *machine) { m.add('S', 1, claim, 500, 7, 1) }, claim, model.LivenessUnknown},
		{"recycled, with the pid in an inner namespace", initialNamespace, func(m *machine) {
			m.add('S', 1, claim.Add(time.Hour), 7)
			m.add('S', 1, claim, 500, 7)
		}, claim, model.LivenessUnknown},
		{"a zombie, with the pid in an inner namespace", initialNamespace, func(m *machine) {
			m.add('Z', 1, claim.Add(-time.Hour), 7)
			m.add('S', 1, claim, 500, 7)
		}, claim, model.LivenessUnknown},
		{"missing, with another pid in an inner namespace", initialNamespace, func(m *machine) { m.add('S', 1, claim, 500, 8) }, claim, model.LivenessDead},
		{"missing, the inner one began after the claim", initialNamespace, func(m *machine) { m.add('S', 1, claim.Add(time.Hour), 500, 7) }, claim, model.LivenessDead},
		{"missing, the inner one is a zombie", initialNamespace, func(m *machine) { m.add('Z', 1, claim, 500, 7) }, claim, model.LivenessDead},
		{"missing at an unknown time, with the pid in an inner namespace", initialNamespace, func(m *machine) { m.add('S', 1, claim.Add(time.Hour), 500, 7) }, time.Time{}, model.LivenessUnknown},

		{"missing in a container", container, func(*machine) {}, claim, model.LivenessUnknown},
		{"recycled in a container", container, func(m *machine) { m.add('S', 1, claim.Add(time.Hour), 7) }, claim, model.LivenessUnknown},
		{"a worker in a container", container, func(m *machine) { m.add('S', 1, claim, 7) }, claim, model.LivenessAlive},
		{"a zombie in a container that began with the claim", container, func(m *machine) { m.add('Z', 1, claim.Add(time.Second), 7) }, claim, model.LivenessDead},
		{"an older zombie in a container", container, func(m *machine) { m.add('Z', 1, claim.Add(-time.Hour), 7) }, claim, model.LivenessUnknown},

		{"missing, with other users' processes hidden", initialNamespace, func(m *machine) {
			m.write("1/status", "")
		}, claim, model.LivenessUnknown},
		{"missing, with one process hidden", initialNamespace, func(m *machine) { m.write("600/status", "Name:\ta\n") }, claim, model.LivenessUnknown},
		{"missing, /proc of an outer namespace", initialNamespace, func(m *machine) {
			m.write(strconv.Itoa(me)+"/status", fmt.Sprintf("NSpid:\t%d\t3\n", me))
		}, claim, model.LivenessUnknown},
		{"another process there, /proc of an outer namespace", initialNamespace, func(m *machine) {
			m.write(strconv.Itoa(me)+"/status", fmt.Sprintf("NSpid:\t%d\t3\n", me))
			m.add('Z', 1, claim.Add(time.Hour), 7)
		}, claim, model.LivenessAlive},
		{"missing, no /proc", initialNamespace, func(m *machine) {
			if err := os.RemoveAll(m.root); err != nil {
				m.t.Fatal(err)
			}
		}, claim, model.LivenessUnknown},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, tc.namespace)
			tc.make(m)
			if got := m.processes().Alive(7, tc.since); got != tc.want {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}

// The last look at inner namespaces is used again only for claims whose worker
// it has seen.
func TestLookInsideAgain(t *testing.T) {
	t.Parallel()
	m := newMachine(t, initialNamespace)
	p := m.processes()
	old, young := boot.Add(time.Hour), time.Now()
	if got := p.Alive(7, young); got != model.LivenessDead {
		t.Fatalf("a pid that is missing is %v", got)
	}
	m.add('S', 1, boot.Add(time.Hour), 500, 7)
	p.inside.at = p.inside.at.Add(-time.Hour)
	if got := p.Alive(7, old); got != model.LivenessDead {
		t.Errorf("what was seen is looked at again: %v", got)
	}
	if got := p.Alive(7, young); got != model.LivenessUnknown {
		t.Errorf("a process that came since is overlooked: %v", got)
	}
}

// A namespace that was recorded tells at once.
func TestAliveWithNamespace(t *testing.T) {
	t.Parallel()
	const container = "pid:[4026532178]"
	claim := boot.Add(10 * time.Hour)
	m := newMachine(t, container)
	m.add('S', 1, claim, 500, 7)
	m.add('S', 1, claim, 8)
	p := m.processes()
	for _, tc := range []struct {
		namespace string
		pid       int
		want      model.Liveness
	}{
		{container, 7, model.LivenessDead},
		{container, 8, model.LivenessAlive},
		{initialNamespace, 7, model.LivenessUnknown},
		{initialNamespace, 8, model.LivenessUnknown},
		{"", 7, model.LivenessUnknown},
		{"", 8, model.LivenessAlive},
	} {
		if got := p.AliveIn(tc.namespace, tc.pid, claim); got != tc.want {
			t.Errorf("pid %d in %q is %v, want %v", tc.pid, tc.namespace, got, tc.want)
		}
	}
}
