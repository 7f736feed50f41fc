package codex

import (
	"strconv"
	"strings"

	"notdone/source/runlog"
)

// beginSection begins a section.
func (p *printed) beginSection(s section, e runlog.Entry) {
	p.endSection()
	p.counted = false
	p.section, p.text = s, sectionText{line: e.Line, first: p.text.first[:0], last: p.text.last[:0]}
}

// readContent reads a line of the section.
func (p *printed) readContent(text []byte, e runlog.Entry) {
	if p.section != sectionTokens {
		p.text.add(text)
		return
	}
	n, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "", " ", "").Replace(string(text)), 10, 64)
	if err != nil {
		return
	}
	// Newer versions print the number of tokens at the end only, older ones after every
	// answer of the model.
	p.countTokens(n)
	if p.counted = true; !p.stamped {
		p.completeTurn("tokens used", "", e)
		p.section, p.text = sectionEcho, sectionText{line: e.Line}
	}
}

// endSection adds the section that ends.
func (p *printed) endSection() {
	e := runlog.Entry{At: p.Sum.Last, Line: p.text.line}
	switch p.section {
	case sectionPrompt:
		p.addPrompt(withoutContext(p.text.String()), e)
	case sectionMessage:
		p.addMessage(runlog.Cut(p.text.String(), p.Limit), fromEvent, e)
	case sectionCommand:
		p.addCommand(e)
	case sectionOutput:
		o := output{Result: runlog.Result{Text: runlog.Cut(p.text.String(), maxOutput), Failed: p.text.failed}, exited: true}
		o.judge(runlog.ModeCommand)
		p.addResult(p.text.id, o, e)
	case sectionPatch, sectionPatched:
		p.addEdit(e)
	case sectionEcho:
		// The final message goes to the standard output too, which may be all of the
		// output that was kept.
		if p.Run.Output == "" {
			p.Run.Output = runlog.Cut(p.text.String(), p.Limit)
			p.Sum.FinalLine = p.text.line
		}
	case sectionOther, sectionTokens:
	}
	p.section = sectionOther
}

// addCommand adds the command of the section: the command line, " in " and the folder.
func (p *printed) addCommand(e runlog.Entry) {
	text := p.text.String()
	if at := strings.LastIndex(text, " in "); at > 0 {
		text = text[:at]
	}
	if text == "" {
		return
	}
	c := commandCall("exec, line "+strconv.FormatInt(e.Line, 10), "exec", []string{text})
	p.addCall(c, e)
}

// addEdit adds an edit with its result.
func (p *printed) addEdit(e runlog.Entry) {
	text, failed := p.text.String(), p.text.failed
	var files []string
	for file := range strings.Lines(text) {
		file = strings.TrimSpace(file)
		if word, ok := strings.CutPrefix(file, "patch: "); ok {
			failed = word != "completed"
			continue
		}
		if file == "" || strings.HasPrefix(file, "diff --git") {
			break
		}
		if p.section == sectionPatched {
			if len(file) < 3 || file[1] != ' ' || !strings.ContainsRune("AMD", rune(file[0])) {
				continue
			}
			file = file[2:]
		}
		if len(files) < maxFiles {
			files = append(files, file)
		}
	}
	c := patchCall("patch, line "+strconv.FormatInt(e.Line, 10), files)
	p.addCall(c, e)
	o := output{Result: runlog.Result{Failed: failed}, exited: true}
	if failed {
		o.Text = runlog.Cut(text, maxOutput)
		o.judge(runlog.ModeEdit)
	}
	p.addResult(c.ID, o, e)
}
