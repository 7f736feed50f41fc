package proc

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// initial is the machine's first pid namespace, whose number is fixed (Linux,
// PROC_PID_INIT_INO).
const initial = "pid:[4026531836]"

// fresh is how old the last look at other namespaces may be for a claim that is
// younger than it.
const fresh = 200 * time.Millisecond

// inside are the processes of the pid namespaces within ours.
type inside struct {
	at    time.Time     // before the look
	whole bool          // every process was seen
	pids  map[int][]int // by the pid in any inner namespace, the pids in ours
}

// namespace is our own pid namespace; empty when it is not known.
func (p *Processes) namespace() string {
	if !p.isOurs() {
		return ""
	}
	link, err := os.Readlink(filepath.Join(p.root, "self", "ns", "pid"))
	if err != nil {
		return ""
	}
	return link
}

// isOurs reports whether the /proc that is mounted is that of our namespace. In
// that of an outer one, every process has another number.
func (p *Processes) isOurs() bool {
	self, err := os.Readlink(filepath.Join(p.root, "self"))
	return err == nil && self == strconv.Itoa(p.self) && len(p.numbers("self")) == 1
}

// numbers are the pids of a process, in our namespace and in each inner one.
func (p *Processes) numbers(name string) []int {
	text, err := os.ReadFile(filepath.Join(p.root, name, "status"))
	if err != nil {
		return nil
	}
	return numbersIn(text)
}

func numbersIn(status []byte) []int {
	for line := range bytes.Lines(status) {
		rest, ok := bytes.CutPrefix(line, []byte("NSpid:"))
		if !ok {
			continue
		}
		var all []int
		for _, field := range bytes.Fields(rest) {
			n, err := strconv.Atoi(string(field))
			if err != nil {
				return nil
			}
			all = append(all, n)
		}
		return all
	}
	return nil
}

// seesAll reports whether the process that has this pid in our namespace is the
// only one that can be meant: ours is the initial namespace, nothing of its
// /proc is hidden, and no process of an inner one has this pid there and is old
// enough.
func (p *Processes) seesAll(pid int, since time.Time) bool {
	if p.namespace() != initial {
		return false
	}
	within := p.within(since)
	if !within.whole {
		return false
	}
	return !slices.ContainsFunc(within.pids[pid], func(outer int) bool {
		s, known := p.stat(outer)
		switch {
		case !known:
			return p.exists(outer)
		case s.zombie:
			return false
		}
		return since.IsZero() || !s.began.After(since.Add(slack))
	})
}

// within looks at the inner namespaces, or returns the last look where that has
// seen every process that can be the worker of a claim of that time.
func (p *Processes) within(since time.Time) inside {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	old := !since.IsZero() && p.inside.at.After(since.Add(slack))
	if age := now.Sub(p.inside.at); p.inside.at.IsZero() || age < 0 || age > fresh && !old {
		p.inside = p.lookInside(now)
	}
	return p.inside
}

// lookInside reads the pids of every process that /proc shows.
func (p *Processes) lookInside(now time.Time) inside {
	found := inside{at: now, pids: map[int][]int{}}
	// Where other users' processes are hidden, that of pid 1 is.
	if p.numbers("1") == nil {
		return found
	}
	d, err := os.Open(p.root)
	if err != nil {
		return found
	}
	names, err := d.Readdirnames(-1)
	if errors.Join(err, d.Close()) != nil {
		return found
	}
	for _, name := range names {
		outer, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(p.root, name, "status"))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // it has ended
		}
		all := numbersIn(text)
		if err != nil || len(all) == 0 {
			return found
		}
		for _, inner := range all[1:] {
			found.pids[inner] = append(found.pids[inner], outer)
		}
	}
	found.whole = true
	return found
}
