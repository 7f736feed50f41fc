package taskplane

import (
	"bytes"
	"fmt"
	"regexp"
)

// statusLine is a status as Taskplane writes it (task-executor-core.ts); it reads one
// that is indented as well.
var statusLine = regexp.MustCompile(`^(\s*)\*\*Status:\*\*`)

const stepInProgress = "**Status:** 🟨 In Progress"

// resetStep returns a STATUS.md in which a step is in progress with none of its boxes
// checked. Every other byte stays, line endings too.
func resetStep(content []byte, number int) ([]byte, error) {
	doc := readStatus(content)
	step := doc.step(number)
	if step == nil || !step.complete() {
		return nil, fmt.Errorf("step %d is not complete any more", number)
	}
	out := bytes.Clone(content)
	for i := range step.Boxes {
		out[step.Boxes[i].Mark] = ' '
	}
	var b bytes.Buffer
	from := 0
	for _, at := range statusLines(content, step) {
		b.Write(out[from:at.From])
		b.Write(statusLine.FindSubmatch(out[at.From:at.To])[1])
		b.WriteString(stepInProgress)
		from = at.To
	}
	b.Write(out[from:])
	return b.Bytes(), nil
}

// statusLines are the lines of a step that hold its status: the first, and those after
// it that call it complete, because Taskplane believes the last.
func statusLines(content []byte, s *step) (all []span) {
	for from := s.Heading.To; from < len(content); {
		end := bytes.IndexByte(content[from:], '\n')
		if end < 0 {
			end = len(content) - from
		}
		line := bytes.TrimSuffix(content[from:from+end], []byte{'\r'})
		if section.Match(line) || stepHeading.Match(line) {
			break
		}
		at := span{from, from + len(line)}
		if at == s.Status || statusLine.Match(line) && (&step{Says: string(line)}).marked() {
			all = append(all, at)
		}
		from += end + 1
	}
	return all
}
