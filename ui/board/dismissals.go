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

// dismissals is what the operator judged of findings: that they are wrong, which
// dismisses them, or right. Any goroutine may use it.
type dismissals struct {
	recalled sync.Once
	// of holds the judgements on each task's findings, the newest first. The map is
	// replaced, never changed.
	of atomic.Pointer[map[model.Ref][]memory.Opinion]
}

// recallDismissals reads from memory, once, what the operator judged. What cannot
// be read is missing, and Err of the memory says so.
func (b *Board) recallDismissals(ctx context.Context) {
	if b.o.Memory == nil {
		return
	}
	b.dismissals.recalled.Do(func() {
		for _, f := range b.feeds {
			if of, err := b.o.Memory.Opinions(ctx, f.queue); err == nil {
				b.dismissals.add(f.queue, of)
			}
		}
	})
}

// add adds judgements on tasks of a queue that are newer than those known.
func (d *dismissals) add(queue string, of map[string][]memory.Opinion) {
	for {
		old := d.of.Load()
		all := map[model.Ref][]memory.Opinion{}
		if old != nil {
			maps.Copy(all, *old)
		}
		for id, these := range of {
			ref := model.Ref{Queue: queue, ID: id}
			all[ref] = slices.Concat(these, all[ref])
		}
		if d.of.CompareAndSwap(old, &all) {
			return
		}
	}
}

// about returns the function that says why a finding about the task is
// dismissed; nil when none ever was judged.
func (d *dismissals) about(ref model.Ref) (dismissed func(*model.Finding) (why string)) {
	these := d.all(ref)
	if len(these) == 0 {
		return nil
	}
	return func(f *model.Finding) string {
		switch said := newestAbout(these, f); {
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
func (d *dismissals) right(ref model.Ref, findings []model.Finding) []bool {
	these, right := d.all(ref), make([]bool, len(findings))
	for i := range findings {
		said := newestAbout(these, &findings[i])
		right[i] = said != nil && said.Right
	}
	return right
}

func (d *dismissals) all(ref model.Ref) []memory.Opinion {
	if of := d.of.Load(); of != nil {
		return (*of)[ref]
	}
	return nil
}

// mark marks those of a task's findings that are dismissed.
func (d *dismissals) mark(ref model.Ref, findings []model.Finding) {
	dismissed := d.about(ref)
	if dismissed == nil {
		return
	}
	for i := range findings {
		classify.Dismiss(&findings[i], dismissed(&findings[i]))
	}
}

// newestAbout returns the newest judgement that holds for a finding; nil when
// none does.
func newestAbout(these []memory.Opinion, f *model.Finding) *memory.Opinion {
	for i := range these {
		if these[i].Covers(f) {
			return &these[i]
		}
	}
	return nil
}

// errNoMemory says that there is nothing to keep a judgement in.
var errNoMemory = errors.New("the mark is not kept: nothing is remembered here")

// Mark keeps what the operator judged of a finding about a task. One that was
// found wrong is dismissed from then on, until its rule sees something that it
// had not seen yet. The error says that the judgement is not kept.
func (b *Board) Mark(ctx context.Context, ref model.Ref, f *model.Finding, right bool, reason string) error {
	if b.o.Memory == nil {
		return errNoMemory
	}
	b.recallDismissals(ctx)
	judged := memory.NewOpinion(f, right, reason, b.o.Now())
	if err := b.o.Memory.Mark(ctx, ref, judged); err != nil {
		return err
	}
	b.dismissals.add(ref.Queue, map[string][]memory.Opinion{ref.ID: {judged}})
	b.send(ctx, func(ix *indexer) { ix.x.refindShared(ref) })
	b.rereadTasks([]model.Ref{ref})
	return nil
}
