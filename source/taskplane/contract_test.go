package taskplane

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/sourcetest"
)

func TestContract(t *testing.T) {
	now := began.Add(2 * time.Hour)
	sourcetest.Run(t, sourcetest.Harness{
		Adapter: Adapter(),
		Options: source.Options{Now: func() time.Time { return now }, Hosts: []string{"here"}},
		New:     func(t testing.TB, dir string) (string, sourcetest.Owner) { return dir, engine(newTree(t, dir)) },
	})
}

// engine runs tasks that write into a tree.
func engine(tr *tree) sourcetest.Owner {
	changes := 0
	find := func(id string) *planned {
		return tr.tasks[slices.IndexFunc(tr.tasks, func(p *planned) bool { return p.id == id })]
	}
	add := func() *planned {
		p := tr.add(fmt.Sprintf("JOB-%03d", len(tr.tasks)+1), "running", 2)
		switch len(tr.tasks) % 4 {
		case 0:
			p.entry["status"] = "pending"
		case 1:
			p.steps[2].status = complete
			p.review("code", 1, "APPROVE")
			p.review("code", 2, "REVISE")
		case 2:
			p.entry["status"], p.entry["exitReason"] = "failed", "No progress after 3 iterations"
		}
		p.work(1)
		return p
	}
	tr.batch["phase"] = "paused" // or nothing could be done to its tasks
	tr.saveBatch()
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add().save()
			}
			tr.saveBatch()
		},
		Change: func(id string) {
			changes++
			p := find(id)
			p.steps[3].name = fmt.Sprintf("Delivery %d", changes)
			p.saveStatus()
		},
		Path: func(id string) string { return filepath.Join(tr.dir, find(id).folder(), "STATUS.md") },
		Remove: func(id string) {
			tr.tasks = slices.DeleteFunc(tr.tasks, func(p *planned) bool { return p.id == id })
			tr.saveBatch()
		},
		Large: func(size int) string {
			p := add()
			p.notes = append(p.notes, "2026-04-12 09:00 | Note | "+strings.Repeat("b", size))
			p.save()
			p.write(p.folder()+"/PROMPT.md", p.prompt()+strings.Repeat("b", size))
			tr.append(tr.runtime("agents/"+workerID+"/events.jsonl"), strings.Repeat("b", size)+"\n")
			tr.saveBatch()
			return p.id
		},
		Crowd: func(events int) string {
			p := add()
			p.save()
			var b strings.Builder
			for i := range events {
				fmt.Fprintf(&b, `{"role":"worker","taskId":%q,"ts":%d,"type":"tool_call","payload":{"tool":"bash","argsPreview":"make %d"}}`+"\n", p.id, began.UnixMilli()+int64(i), i)
			}
			tr.append(tr.runtime("agents/"+workerID+"/events.jsonl"), b.String())
			tr.saveBatch()
			return p.id
		},
		Move: func(id string) {
			find(id).entry["status"] = "skipped"
			tr.saveBatch()
		},
		Rest: func() {},
	}
}
