package codex

import (
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// enter begins a section.
func (p *printed) enter(s section, e runlog.Entry) {
	p.flush()
	p.counted = false
	p.part, p.lines = s, part{line: e.Line, first: p.lines.first[:0], last: p.lines.last[:0]}
}

// content takes a line of the section.
func (p *printed) content(text []byte, e runlog.Entry) {
	if p.part == partTokens {
		n, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "", " ", "").Replace(string(text)), 10, 64)
		if err == nil {
			p.used(n, e)
		}
		return
	}
	p.lines.add(text)
}

// used takes the number of tokens, which the newer versions print at the end
// alone and the older ones after every answer of the model.
func (p *printed) used(n int64, e runlog.Entry) {
	p.reader.counted(n)
	p.counted = true
	if p.stamped {
		return
	}
	p.completed("tokens used", "", e)
	p.part, p.lines = partEcho, part{line: e.Line}
}

// flush takes the section that ends.
func (p *printed) flush() {
	e := runlog.Entry{At: p.Sum.Last, Line: p.lines.line}
	switch p.part {
	case partUser:
		p.asked(request(p.lines.text()), true, e)
	case partSaid:
		p.say(runlog.Cut(p.lines.text(), p.Limit), fromEvent, e)
	case partExec:
		p.ran(e)
	case partOutput:
		o := output{text: runlog.Cut(p.lines.text(), maxOutput), failed: p.lines.failed, exited: true}
		o.judge(runlog.ModeCommand)
		p.reader.result(p.lines.id, o, e)
	case partPatch, partPatched:
		p.edited(e)
	case partEcho:
		// What the run ends with goes to the standard output too, which may be all
		// that was kept of it.
		if p.Run.Output == "" {
			p.Run.Output = runlog.Cut(p.lines.text(), p.Limit)
			p.Sum.FinalLine = p.lines.line
		}
	case partOther, partTokens:
	}
	p.part = partOther
}

// ran takes the command of the section: what is to be run, " in " and where.
func (p *printed) ran(e runlog.Entry) {
	text := p.lines.text()
	if at := strings.LastIndex(text, " in "); at > 0 {
		text = text[:at]
	}
	if text == "" {
		return
	}
	c := command("exec, line "+strconv.FormatInt(e.Line, 10), "exec", []span{quoted([]byte(runlog.Cut(text, runlog.MaxPrompt)))})
	if len(p.waits) == maxCalls {
		p.waits = p.waits[1:]
	}
	p.waits = append(p.waits, c.ID)
	in := line{argv: []span{quoted(p.lines.first)}}
	p.call(edits(c, &in), in.files, e)
}

// edited takes an edit, with what came of it.
func (p *printed) edited(e runlog.Entry) {
	failed := p.lines.failed
	var files []span
	for text := range strings.Lines(p.lines.text()) {
		text = strings.TrimSpace(text)
		if word, ok := strings.CutPrefix(text, "patch: "); ok {
			failed = word != "completed"
			continue
		}
		if text == "" || strings.HasPrefix(text, "diff --git") {
			break
		}
		if p.part == partPatched {
			if len(text) < 3 || text[1] != ' ' || !strings.ContainsRune("AMD", rune(text[0])) {
				continue
			}
			text = text[2:]
		}
		take(&files, quoted([]byte(text)), maxFiles)
	}
	c := patch("patch, line "+strconv.FormatInt(e.Line, 10), files)
	p.call(c, files, e)
	o := output{failed: failed, exited: true}
	if failed {
		o.text = runlog.Cut(p.lines.text(), maxOutput)
		o.judge(runlog.ModeEdit)
	}
	p.reader.result(c.ID, o, e)
}

// Peek returns a reader that has read an unfinished line too.
func (p *printed) Peek(l tail.Line) runlog.Reader {
	c := p.copied()
	c.Line(l)
	return c
}

func (p *printed) copied() *printed {
	c := *p
	c.reader = p.twin()
	c.lines.first, c.lines.last = append([]byte(nil), p.lines.first...), append([]byte(nil), p.lines.last...)
	c.waits, c.tools = append([]string(nil), p.waits...), append([]string(nil), p.tools...)
	return &c
}

// settled is the reader as it would be if the log ended here.
func (p *printed) settled() *printed {
	c := p.copied()
	c.flush()
	if c.stamped && c.counted && c.Sum.LastKind == runlog.KindSaid && !c.Sum.Terminal {
		c.completed("tokens used", "", runlog.Entry{At: c.Sum.Last, Line: c.lines.line})
	}
	return c
}

// Summary returns what is known of the log so far.
func (p *printed) Summary() runlog.Summary { return p.settled().reader.Summary() }

// Ending returns what was said last.
func (p *printed) Ending() model.Ending { return p.settled().reader.Ending() }
