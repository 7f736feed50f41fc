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

// ticksPerSecond is the unit of process start times in /proc, which is 100 on
// every Linux that Go supports (proc(5), sysconf(_SC_CLK_TCK)).
const ticksPerSecond = 100

// status reads what /proc/PID/stat says of a process, if the /proc that is
// mounted is that of our namespace.
func (p *Processes) status(pid int) (status, bool) {
	if !p.isOurs() {
		return status{}, false
	}
	return p.stat(pid)
}

// stat reads /proc/PID/stat and the boot time in /proc/stat.
func (p *Processes) stat(pid int) (status, bool) {
	stat, err := os.ReadFile(filepath.Join(p.root, strconv.Itoa(pid), "stat"))
	if err != nil {
		return status{}, false
	}
	// The second field is the command in parentheses and may contain anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const state, threads, startTime = 0, 17, 19 // fields 3, 20 and 22 of proc(5), counted from the third
	if len(fields) <= startTime {
		return status{}, false
	}
	ticks, err := strconv.ParseInt(string(fields[startTime]), 10, 64)
	boot, ok := p.bootTime()
	if err != nil || !ok {
		return status{}, false
	}
	s := status{began: boot.Add(time.Duration(ticks) * (time.Second / ticksPerSecond))}
	switch fields[state][0] {
	case 'Z', 'X', 'x':
		// One whose first thread has ended while others work says Z too.
		n, err := strconv.Atoi(string(fields[threads]))
		s.zombie = err == nil && n <= 1
	}
	return s, true
}

func (p *Processes) bootTime() (time.Time, bool) {
	stat, err := os.ReadFile(filepath.Join(p.root, "stat"))
	if err != nil {
		return time.Time{}, false
	}
	for line := range bytes.Lines(stat) {
		if rest, ok := bytes.CutPrefix(line, []byte("btime ")); ok {
			sec, err := strconv.ParseInt(string(bytes.TrimSpace(rest)), 10, 64)
			return time.Unix(sec, 0), err == nil
		}
	}
	return time.Time{}, false
}

// initialNamespace is the machine's first pid namespace, whose number is fixed (Linux,
// PROC_PID_INIT_INO).
const initialNamespace = "pid:[4026531836]"

// maxCacheAge is how long the pids of inner namespaces are cached for a claim that is
// newer than the cache.
const maxCacheAge = 200 * time.Millisecond

// innerPIDs are the processes of the pid namespaces within ours.
type innerPIDs struct {
	at       time.Time     // before the look
	complete bool          // every process was seen
	pids     map[int][]int // by the pid in any inner namespace, the pids in ours
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

// isOurs reports whether the mounted /proc is that of our namespace. In the /proc of an
// outer namespace every process has another pid.
func (p *Processes) isOurs() bool {
	self, err := os.Readlink(filepath.Join(p.root, "self"))
	return err == nil && self == strconv.Itoa(p.self) && len(p.nsPIDs("self")) == 1
}

// nsPIDs returns the pids of a process in our namespace and in each inner one.
func (p *Processes) nsPIDs(name string) []int {
	text, err := os.ReadFile(filepath.Join(p.root, name, "status"))
	if err != nil {
		return nil
	}
	return parseNSPIDs(text)
}

func parseNSPIDs(status []byte) []int {
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

// seesAll reports whether only a process of our own namespace can be the worker: ours is
// the initial namespace, /proc hides no process, and no process of an inner namespace
// has this pid and is old enough.
func (p *Processes) seesAll(pid int, since time.Time) bool {
	if p.namespace() != initialNamespace {
		return false
	}
	within := p.innerProcesses(since)
	if !within.complete {
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

// innerProcesses returns the pids of the inner namespaces. It uses the cache if that
// contains every process that can be the worker of a claim at the time since.
func (p *Processes) innerProcesses(since time.Time) innerPIDs {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	old := !since.IsZero() && p.inside.at.After(since.Add(slack))
	if age := now.Sub(p.inside.at); p.inside.at.IsZero() || age < 0 || age > maxCacheAge && !old {
		p.inside = p.readInner(now)
	}
	return p.inside
}

// readInner reads the pids of all processes in /proc.
func (p *Processes) readInner(now time.Time) innerPIDs {
	found := innerPIDs{at: now, pids: map[int][]int{}}
	// Where other users' processes are hidden, that of pid 1 is.
	if p.nsPIDs("1") == nil {
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
		all := parseNSPIDs(text)
		if err != nil || len(all) == 0 {
			return found
		}
		for _, inner := range all[1:] {
			found.pids[inner] = append(found.pids[inner], outer)
		}
	}
	found.complete = true
	return found
}
