package board

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/ui/memory"
)

// unexplained stands for the reason of a dismissal for which none was given.
const unexplained = "no reason given"

// opinions is what the operator thinks of findings. Any goroutine may use it.
type opinions struct {
	once sync.Once
	mu   sync.RWMutex
	of   map[model.Ref][]memory.Opinion // of a task, the newest first
}

// recall learns from memory what was thought of findings, once. What cannot be
// read is missing, and Err of the memory says so.
func (b *Board) recall(ctx context.Context) {
	if b.o.Memory == nil {
		return
	}
	b.opinions.once.Do(func() {
		for _, f := range b.feeds {
			all, err := b.o.Memory.Opinions(ctx, f.queue)
			if err != nil {
				continue
			}
			b.opinions.mu.Lock()
			for id, these := range all {
				b.opinions.put(model.Ref{Queue: f.queue, ID: id}, these...)
			}
			b.opinions.mu.Unlock()
		}
	})
}

// put adds opinions that are newer than those known; mu is held.
func (o *opinions) put(ref model.Ref, these ...memory.Opinion) {
	if o.of == nil {
		o.of = map[model.Ref][]memory.Opinion{}
	}
	o.of[ref] = slices.Concat(these, o.of[ref])
}

// about returns the function that says why a finding about the task is wrong;
// nil when nothing was ever thought of one.
func (o *opinions) about(ref model.Ref) func(*model.Finding) string {
	these := o.all(ref)
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

// right tells of each finding about the task whether it was found right.
func (o *opinions) right(ref model.Ref, findings []model.Finding) []bool {
	these, right := o.all(ref), make([]bool, len(findings))
	for i := range findings {
		said := newestAbout(these, &findings[i])
		right[i] = said != nil && said.Right
	}
	return right
}

func (o *opinions) all(ref model.Ref) []memory.Opinion {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.of[ref]
}

// newestAbout returns the newest opinion that holds for a finding; nil when none
// does.
func newestAbout(these []memory.Opinion, f *model.Finding) *memory.Opinion {
	for i := range these {
		if these[i].Covers(f) {
			return &these[i]
		}
	}
	return nil
}

// errNoMemory says that there is nothing to keep an opinion in.
var errNoMemory = errors.New("the mark is not kept: nothing is remembered here")

// Mark keeps what the operator thinks of a finding about a task. One that was
// found wrong is dismissed from then on, until its rule sees something that it
// had not seen yet. The error says that the opinion is not kept.
func (b *Board) Mark(ctx context.Context, ref model.Ref, f *model.Finding, right bool, reason string) error {
	if b.o.Memory == nil {
		return errNoMemory
	}
	b.recall(ctx)
	opinion := memory.NewOpinion(f, right, reason, b.o.Now())
	if err := b.o.Memory.Mark(ctx, ref, opinion); err != nil {
		return err
	}
	b.opinions.mu.Lock()
	b.opinions.put(ref, opinion)
	b.opinions.mu.Unlock()
	b.redress(ref)
	b.want([]model.Ref{ref})
	return nil
}

// redress shows a row anew, with the findings that need other tasks.
func (b *Board) redress(ref model.Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if shown, held := b.x.refs.Get(pivot(ref)); held {
		b.x.show(b.x.parts[ref.Queue], shown, b.x.cross.dress(b.x.cross.base(shown)))
		b.moved()
	}
}

// judgeCase judges a case with what the operator thinks of its findings.
func (f *feed) judgeCase(j judge, c *model.Case, recorded model.State, now time.Time) model.Verdict {
	if wrong := f.b.opinions.about(model.Ref{Queue: f.queue, ID: c.Task.ID}); wrong != nil {
		return j.JudgeExcept(c, recorded, now, wrong)
	}
	return j.Judge(c, recorded, now)
}

// dismiss marks those of a task's findings that the operator found wrong.
func (o *opinions) dismiss(ref model.Ref, findings []model.Finding) {
	wrong := o.about(ref)
	if wrong == nil {
		return
	}
	for i := range findings {
		classify.Dismiss(&findings[i], wrong(&findings[i]))
	}
}
