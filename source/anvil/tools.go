package anvil

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Signs with which Anvil begins the line of a tool's end, and of its own end in
// later builds.
var (
	signOK   = []byte("  ✓ ")
	signBad  = []byte("  ✗ ")
	endOK    = []byte("✔ ")
	endBad   = []byte("✘ ")
	laterRun = []byte("anvil session=")
	errorOf  = []byte("anvil error: ")
)

// toolLine takes the line of a tool that came to its end; false when it is none.
func (r *logReader) toolLine(b []byte) bool {
	ok := bytes.HasPrefix(b, signOK)
	if !ok && !bytes.HasPrefix(b, signBad) {
		return r.laterTool(b)
	}
	call := string(bytes.TrimSpace(b[len(signOK):]))
	tool, _, _ := strings.Cut(call, " ")
	if !strings.Contains(tool, ".") {
		return false
	}
	r.closing()
	r.tool(tool, call, ok)
	return true
}

// laterTool takes the line that names a tool in the builds since the rewrite,
// which show no sign of how it ended.
func (r *logReader) laterTool(b []byte) bool {
	rest, ok := bytes.CutPrefix(b, []byte("  tool:"))
	if !ok || r.run.short == "" {
		return false
	}
	name := strings.TrimSpace(string(rest))
	if i := strings.LastIndexByte(name, ' '); i >= 0 {
		name = name[i+1:]
	}
	r.closing()
	r.run.tools++
	if mutates(name) {
		r.run.mutated++
	}
	return true
}

func (r *logReader) tool(tool, call string, ok bool) {
	run := &r.run
	run.tools++
	if !ok {
		run.failed++
		r.tell("tool failed", keepText([]byte(call), maxQuoted), r.last, 0)
	}
	if ok && mutates(tool) {
		run.mutated++
	}
	run.loop.add(call, ok, mutates(tool), r.mark(call, r.last))
}

// mutates reports whether a tool of that name changes a file.
func mutates(tool string) bool {
	tool = strings.ToLower(tool)
	for _, verb := range []string{"write", "edit", "create", "delete", "patch", "replace", "rename", "move"} {
		if strings.Contains(tool, verb) {
			return true
		}
	}
	return false
}

// ending takes what the program itself says at its end, or at its beginning.
func (r *logReader) ending(b []byte) bool {
	run := &r.run
	switch {
	case bytes.HasPrefix(b, errorOf):
		r.closing()
		run.failure.again(r.mark(string(bytes.TrimSpace(b)), r.last))
		r.tell("anvil error", run.failure.quote, r.last, -1)
	case bytes.HasPrefix(b, laterRun):
		short, _, _ := strings.Cut(string(b[len(laterRun):]), " ")
		r.begin()
		r.run.short = keepText([]byte(short), 64)
	case bytes.HasPrefix(b, endOK), bytes.HasPrefix(b, endBad):
		return r.laterEnd(b)
	default:
		return false
	}
	return true
}

// laterEnd takes the line with which the builds since the rewrite end a run,
// such as "✘ missing_repo_edits  iter 5/50  duration 57s  edited 2 files (...)".
func (r *logReader) laterEnd(b []byte) bool {
	ok := bytes.HasPrefix(b, endOK)
	rest := string(bytes.TrimSpace(b[len(endOK):]))
	word, tail, found := strings.Cut(rest, " ")
	if !found || !strings.HasPrefix(strings.TrimSpace(tail), "iter ") {
		return false
	}
	r.closing()
	run := &r.run
	run.settle()
	run.outcome, run.ended = keepText([]byte(word), 80), true
	run.outAt = r.mark(rest, r.last)
	if _, n, cut := strings.Cut(tail, "edited "); cut {
		n, files, _ := strings.Cut(n, " ")
		if edited, err := strconv.Atoi(n); err == nil {
			run.files = max(edited-strings.Count(files, dotState+"/"), 0)
		}
	}
	end := 1
	if !ok {
		end = -1
	}
	r.tell(run.outcome, rest, r.last, end)
	return true
}

// begin starts another run in the same log.
func (r *logReader) begin() {
	if r.starts > 0 {
		r.run = newLogRun()
	}
	r.starts++
	r.run.started = r.last
}

// maxCalls bounds the calls that are watched for repetition.
const maxCalls = 256

// loops counts how often the same call ended the same way with no change made in
// between.
type loops struct {
	calls map[string]*mark
	worst mark
	reads bool // the worst one only reads
}

func (l *loops) add(call string, ok, changes bool, m mark) {
	if ok && changes {
		clear(l.calls)
		return
	}
	if l.calls == nil {
		l.calls = map[string]*mark{}
	}
	key := strconv.FormatBool(ok) + call
	c := l.calls[key]
	if c == nil {
		if len(l.calls) == maxCalls {
			clear(l.calls)
		}
		c = &mark{}
		l.calls[key] = c
	}
	c.again(m)
	if c.n > l.worst.n {
		l.worst, l.reads = *c, ok
	}
}

func (l *loops) clone() loops {
	c := *l
	c.calls = maps.Clone(l.calls)
	for _, k := range slices.Collect(maps.Keys(c.calls)) {
		m := *c.calls[k]
		c.calls[k] = &m
	}
	return c
}
