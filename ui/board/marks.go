package board

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"notdone/classify"
	"notdone/model"
	"notdone/ui/memory"
)

// unexplained stands for the reason of a dismissal for which none was given.
const unexplained = "no reason given"

// marks are what the operator said of findings: that they are wrong, which
// dismisses them, or right. Any goroutine may use it.
type marks struct {
	recalled sync.Once
	// of holds the marks on each task's findings, the newest first. The map is
	// replaced, never changed.
	of atomic.Pointer[map[model.Ref][]memory.Mark]
}

// recallMarks reads the operator's marks from memory, once. What cannot
// be read is missing, and Err of the memory says so.
func (b *Board) recallMarks(ctx context.Context) {
	if b.o.Memory == nil {
		return
	}
	b.marks.recalled.Do(func() {
		for _, f := range b.feeds {
			if of, err := b.o.Memory.MarksOn(ctx, f.queue); err == nil {
				b.marks.add(f.queue, of)
			}
		}
	})
}

// add adds marks on tasks of a queue that are newer than those known.
func (m *marks) add(queue string, of map[string][]memory.Mark) {
	for {
		old := m.of.Load()
		all := map[model.Ref][]memory.Mark{}
		if old != nil {
			maps.Copy(all, *old)
		}
		for id, these := range of {
			ref := model.Ref{Queue: queue, ID: id}
			all[ref] = slices.Concat(these, all[ref])
		}
		if m.of.CompareAndSwap(old, &all) {
			return
		}
	}
}

// dismissed returns the function that says why a finding about the task is
// dismissed, empty for one that is not; nil when there is no mark on the task.
func (m *marks) dismissed(ref model.Ref) (reason func(*model.Finding) string) {
	these := m.all(ref)
	if len(these) == 0 {
		return nil
	}
	return func(f *model.Finding) string {
		switch said := newestOn(these, f); {
		case said == nil || said.Right:
			return ""
		case said.Reason == "":
			return unexplained
		default:
			return said.Reason
		}
	}
}

// right tells of each finding about the task whether the operator found it right.
func (m *marks) right(ref model.Ref, findings []model.Finding) []bool {
	these, right := m.all(ref), make([]bool, len(findings))
	for i := range findings {
		said := newestOn(these, &findings[i])
		right[i] = said != nil && said.Right
	}
	return right
}

func (m *marks) all(ref model.Ref) []memory.Mark {
	if of := m.of.Load(); of != nil {
		return (*of)[ref]
	}
	return nil
}

// dismiss dismisses those of a task's findings that the operator found wrong.
func (m *marks) dismiss(ref model.Ref, findings []model.Finding) {
	reason := m.dismissed(ref)
	if reason == nil {
		return
	}
	for i := range findings {
		classify.Dismiss(&findings[i], reason(&findings[i]))
	}
}

// newestOn returns the newest mark that holds for a finding; nil when
// none does.
func newestOn(these []memory.Mark, f *model.Finding) *memory.Mark {
	for i := range these {
		if these[i].Covers(f) {
			return &these[i]
		}
	}
	return nil
}

// errNoMemory says that there is nothing to keep a mark in.
var errNoMemory = errors.New("the mark is not kept: nothing is remembered here")

// Mark keeps what the operator says of a finding about a task. One that was
// found wrong is dismissed from then on, until its rule sees something that it
// had not seen yet. The error says that the mark is not kept.
func (b *Board) Mark(ctx context.Context, ref model.Ref, f *model.Finding, right bool, reason string) error {
	if b.o.Memory == nil {
		return errNoMemory
	}
	b.recallMarks(ctx)
	mark := memory.NewMark(f, right, reason, b.o.Now())
	if err := b.o.Memory.AddMark(ctx, ref, mark); err != nil {
		return err
	}
	b.marks.add(ref.Queue, map[string][]memory.Mark{ref.ID: {mark}})
	b.send(ctx, func(ix *indexer) { ix.x.refindShared(ref) })
	b.rereadTasks([]model.Ref{ref})
	return nil
}
