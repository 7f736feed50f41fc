package taskplane

import (
	"bytes"
	"fmt"
)

// stepInProgress is a status as Taskplane writes it (task-executor-core.ts); it reads one
// that is indented as well.
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
	for _, at := range step.Status {
		b.Write(out[from : at.From+bytes.IndexByte(out[at.From:at.To], '*')]) // its indentation stays
		b.WriteString(stepInProgress)
		from = at.To
	}
	b.Write(out[from:])
	return b.Bytes(), nil
}
