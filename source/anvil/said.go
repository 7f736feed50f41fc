package anvil

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"notdone/source/runlog"
)

// said takes a line that is not tracing: what the model wrote, what a tool did,
// or what the program said at its end.
func (r *logReader) said(b []byte) {
	run := &r.run
	blank := len(bytes.TrimSpace(b)) == 0
	if run.open == nil && (r.toolLine(b) || r.ending(b) || blank && len(run.response.text) == 0) {
		return
	}
	if run.response.over && !blank {
		run.newResponse()
	}
	line := strings.ToValidUTF8(string(bytes.TrimRight(b, " \t\r")), "\uFFFD")
	if run.open == nil && strings.HasPrefix(line, "[tool result") {
		run.response.echo = true
	}
	was := run.open
	done, next := step(was, line, r.line, r.limit)
	if next != nil && next != was {
		next.echo = run.response.echo
		if next.kind == blockFinal && !next.echo && run.kind == "" {
			m := r.mark(line, r.last)
			run.final = &m
		}
	}
	run.open = next
	if done {
		r.closed(was)
	}
	if was == nil && next == nil || was != nil && was.kind == blockOther || next != nil && next.kind == blockOther {
		run.response.add(line, r.line, r.limit)
	}
}

// Signs with which Anvil begins the line of a tool's end, and of its own error.
var (
	signOK  = []byte("  ✓ ")
	signBad = []byte("  ✗ ")
	errorOf = []byte("anvil error: ")
)

// toolLine takes the line of a tool that came to its end; false when it is none.
func (r *logReader) toolLine(b []byte) bool {
	ok := bytes.HasPrefix(b, signOK)
	if !ok && !bytes.HasPrefix(b, signBad) {
		return false
	}
	call := string(bytes.TrimSpace(b[len(signOK):]))
	tool, args, _ := strings.Cut(call, " ")
	if !strings.Contains(tool, ".") {
		return false
	}
	r.closing()
	run := &r.run
	run.tools++
	if !ok {
		r.tell("tool failed", runlog.Cut(call, maxQuoted), r.last, false, false)
	}
	c := runlog.Call{Tool: tool, Args: args, Line: r.line, At: r.last}
	switch verb := strings.ToLower(tool[strings.LastIndexByte(tool, '.')+1:]); {
	case looks[verb]:
		c.Mode = runlog.ModeRead
	case edits[verb]:
		c.Mode, c.Path = runlog.ModeEdit, args
	case strings.HasPrefix(tool, "shell."):
		c.Mode, c.Command = runlog.ModeCommand, args
	}
	run.work.Name = r.name
	run.work.AddCall(c)
	run.work.AddResult(c.ID, runlog.Result{Failed: !ok}, r.line)
	return true
}

// looks and edits are what tools do that change nothing, or one file, behind the
// dot in their names.
var (
	looks = map[string]bool{"read": true, "search": true, "list": true, "glob": true, "grep": true, "find": true, "stat": true, "fetch": true}
	edits = map[string]bool{"write": true, "edit": true, "create": true, "append": true, "patch": true, "replace": true, "delete": true, "rename": true, "move": true}
)

// ending takes what the program itself says at its end.
func (r *logReader) ending(b []byte) bool {
	if !bytes.HasPrefix(b, errorOf) {
		return false
	}
	r.closing()
	r.run.failure.again(r.mark(string(bytes.TrimSpace(b)), r.last))
	r.tell("anvil error", r.run.failure.quote, r.last, false, true)
	return true
}

// add keeps a line of the response. Of a long one the end is what matters.
func (s *response) add(line string, number int64, limit int) {
	if s.line == 0 {
		s.line = number
	}
	line = runlog.Cut(line, limit/2)
	if len(s.text)+len(line) > limit {
		keep := s.text[len(s.text)/2:]
		if i := bytes.IndexByte(keep, '\n'); i >= 0 {
			keep = keep[i+1:]
		}
		s.text = append(s.text[:0], keep...)
	}
	s.text = append(append(s.text, line...), '\n')
}

// maxBlocks is how many blocks of one response are kept.
const maxBlocks = 8

// keep notes a block of a plan.
func (s *response) keep(b *block) {
	if len(s.blocks) == maxBlocks {
		s.blocks = slices.Delete(slices.Clone(s.blocks), 0, 1)
	}
	s.blocks = append(slices.Clip(s.blocks), b)
}

// of is the newest block with so many items, which is the one that the runtime
// means: an example in the same text has others. Without one it is the newest,
// and sure is false.
func (s *response) of(items int) (b *block, sure bool) {
	for _, b := range slices.Backward(s.blocks) {
		if len(b.items) == items {
			return b, true
		}
	}
	if len(s.blocks) == 0 {
		return nil, false
	}
	return s.blocks[len(s.blocks)-1], false
}

// newResponse begins another response of the model. An update of the one before
// that was not lost by then was at worst passed over: the run goes on.
func (run *logRun) newResponse() {
	run.settle()
	run.response = response{}
	if run.kind == "" {
		run.final = nil
	}
	if run.update != nil && !run.update.hatch.set() {
		run.update = nil
	}
}

// settle notes the response that is over as the last one, if it says anything.
func (run *logRun) settle() { run.telling = run.told() }

// told is what the model said last: in a final block, or else outside of blocks.
func (run *logRun) told() telling {
	text := strings.TrimSpace(string(run.response.text))
	if text == "" || run.response.echo || run.response.line < run.telling.line {
		return run.telling
	}
	return telling{text, run.response.line}
}

// closed takes a block whose fence was closed.
func (r *logReader) closed(b *block) {
	run := &r.run
	switch b.kind {
	case blockPlan:
		if !b.echo {
			run.response.keep(b)
		}
	case blockUpdate:
		if b.echo || run.kind != "" {
			return
		}
		run.response.keep(b)
		// Only the first update of a response is used (anvil agentic.rs).
		if run.response.updates++; run.response.updates > 1 {
			return
		}
		if checked := run.unretired(b.checked()); len(checked) > 0 {
			m := r.mark(b.kind.String()+" "+quoteItems(checked), r.last)
			m.where = r.at(checked[0].line)
			run.update = &pending{mark: m, items: checked}
		}
	case blockFinal:
		if text := strings.TrimSpace(string(b.text)); text != "" && !b.echo {
			run.telling = telling{text, b.line + 1}
		}
	case blockOther, blockTool:
	}
}

// unretired are those of the checked items that the plan still has open.
func (run *logRun) unretired(checked []item) []item {
	return itemsThat(checked, func(it *item) bool {
		if !run.plan.known {
			return !run.retired[it.text]
		}
		p := run.plan.find(it.text)
		return p != nil && p.open
	})
}

func quoteItems(items []item) string {
	var parts []string
	for i := range items {
		parts = append(parts, "- [x] "+items[i].text)
	}
	return strings.Join(parts, " ")
}

// closing ends the response: the runtime has begun to work on it. A block that
// is still open is not taken in, but for a final one, which need not be closed.
func (r *logReader) closing() {
	run := &r.run
	if b := run.open; b != nil {
		run.open = nil
		if b.kind == blockFinal {
			r.closed(b)
		}
	}
	run.response.over = true
}

// clone copies a run so that reading on does not change the original.
func (run *logRun) clone() logRun {
	c := *run
	c.plan.items = slices.Clone(run.plan.items)
	c.retired = maps.Clone(run.retired)
	c.open = run.open.clone()
	c.response.text = slices.Clone(run.response.text)
	c.work = run.work.Clone()
	if run.update != nil {
		p := *run.update
		c.update = &p
	}
	return c
}
