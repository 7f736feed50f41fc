package board

import (
	"cmp"
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

// marks are what the operator said of findings: that they are wrong, which
// dismisses them, or right. Any goroutine may use it.
type marks struct {
	recalling sync.Mutex // held while memory is read
	recalled  bool       // memory was read
	mu        sync.RWMutex
	of        map[model.Ref][]memory.Mark // the newest first; the slices never change
}

// recallMarks reads the operator's marks from memory, once. What cannot
// be read is missing, and Err of the memory says so; what was not read when ctx ended is
// read by the next call.
func (b *Board) recallMarks(ctx context.Context) {
	if b.o.Memory == nil {
		return
	}
	b.marks.recalling.Lock()
	defer b.marks.recalling.Unlock()
	if b.marks.recalled {
		return
	}
	of := map[string]map[string][]memory.Mark{}
	for _, f := range b.feeds {
		of[f.queue], _ = b.o.Memory.MarksOn(ctx, f.queue)
	}
	if ctx.Err() != nil {
		return
	}
	for queue, marks := range of {
		for id, these := range marks {
			b.marks.add(model.Ref{Queue: queue, ID: id}, these...)
		}
	}
	b.marks.recalled = true
}

// queues returns the paths of all sources.
func (b *Board) queues() (all []string) {
	for _, f := range b.feeds {
		all = append(all, f.queue)
	}
	return all
}

// LastLooks returns when the operator looked at each queue last; one that they never looked
// at is missing.
func (b *Board) LastLooks(ctx context.Context) (map[string]time.Time, error) {
	if b.o.Memory == nil {
		return nil, errNoMemory
	}
	return b.o.Memory.LastLooks(ctx, b.queues())
}

// KeepLook remembers that the operator looks at all queues now.
func (b *Board) KeepLook(ctx context.Context, at time.Time) error {
	if b.o.Memory == nil {
		return errNoMemory
	}
	return b.o.Memory.KeepLook(ctx, b.queues(), at)
}

// add adds marks on a task's findings that are newer than those known.
func (m *marks) add(ref model.Ref, these ...memory.Mark) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[model.Ref][]memory.Mark{}
	}
	m.of[ref] = slices.Concat(these, m.of[ref])
}

// remove forgets a mark on a task's finding, and those that it replaced.
func (m *marks) remove(ref model.Ref, gone *memory.Mark) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of[ref] = slices.DeleteFunc(slices.Clone(m.of[ref]), func(o memory.Mark) bool { return gone.Replaces(&o) })
}

// on returns the marks on a task's findings, the newest first.
func (m *marks) on(ref model.Ref) []memory.Mark {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.of[ref]
}

// newestOn returns the newest mark that holds for a finding; nil when none does.
func newestOn(these []memory.Mark, f *model.Finding) *memory.Mark {
	for i := range these {
		if these[i].Covers(f) {
			return &these[i]
		}
	}
	return nil
}

// dismissed returns the function that says why a finding about the task is
// dismissed, empty for one that is not; nil when there is no mark on the task.
func (m *marks) dismissed(ref model.Ref) (reason func(*model.Finding) string) {
	these := m.on(ref)
	if len(these) == 0 {
		return nil
	}
	return func(f *model.Finding) string {
		if said := newestOn(these, f); said != nil && !said.Right {
			return cmp.Or(said.Reason, unexplained)
		}
		return ""
	}
}

// right tells of each finding about the task whether the operator found it right.
func (m *marks) right(ref model.Ref, findings []model.Finding) []bool {
	these, right := m.on(ref), make([]bool, len(findings))
	for i := range findings {
		said := newestOn(these, &findings[i])
		right[i] = said != nil && said.Right
	}
	return right
}

// confirmed reports whether the operator found right something that is found against a
// task that counts as done.
func (m *marks) confirmed(r *model.Row) bool {
	return r.State == model.StateFalseDone && len(m.on(r.Ref())) > 0 && slices.Contains(m.right(r.Ref(), r.Findings), true)
}

// dismiss dismisses those of a task's findings that the operator found wrong.
func (m *marks) dismiss(ref model.Ref, findings []model.Finding) {
	if reason := m.dismissed(ref); reason != nil {
		for i := range findings {
			classify.Dismiss(&findings[i], reason(&findings[i]))
		}
	}
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
	mark.Words = b.wordsOf(ctx, ref, &mark)
	if err := b.o.Memory.AddMark(ctx, ref, mark); err != nil {
		return err
	}
	mark.Words = memory.Words{}
	b.marks.add(ref, mark)
	b.showMarks(ctx, ref)
	return nil
}

// Unmark takes back the newest mark that holds for a finding about a task, which counts as
// before that mark from then on. Without one it does nothing. The error says that the mark
// stays.
func (b *Board) Unmark(ctx context.Context, ref model.Ref, f *model.Finding) error {
	if b.o.Memory == nil {
		return errNoMemory
	}
	b.recallMarks(ctx)
	mark := newestOn(b.marks.on(ref), f)
	if mark == nil {
		return nil
	}
	if err := b.o.Memory.RemoveMark(ctx, ref, *mark); err != nil {
		return err
	}
	b.marks.remove(ref, mark)
	b.showMarks(ctx, ref)
	return nil
}

// showMarks shows a task anew whose marks have changed.
func (b *Board) showMarks(ctx context.Context, ref model.Ref) {
	b.send(ctx, func(ix *indexer) { ix.x.showAnew(ref) })
	b.rereadTasks([]model.Ref{ref})
}

// wordsOf returns the words that a marked finding is about; none where it is about
// anything else, or the task cannot be read or says something else by now.
func (b *Board) wordsOf(ctx context.Context, ref model.Ref, m *memory.Mark) (w memory.Words) {
	f := b.feedOf(ref.Queue)
	if f == nil || !slices.Contains(classify.WordRules(), m.Rule) {
		return w
	}
	cases, err := f.get(ctx, []string{ref.ID})
	if err != nil || len(cases) != 1 {
		return w
	}
	r := f.judgeCase(ctx, &cases[0], b.o.Now())
	if slices.ContainsFunc(r.Findings, func(now model.Finding) bool { return m.Covers(&now) }) {
		w.Said, w.Asked = classify.LastWords(&cases[0], r.RecordedState)
	}
	return w
}

// Memory is written seldom: rows are gathered for recordPause, and for recordEvery after the
// write before. Of a task that is judged as before it is told again after tellAgain, so that it
// knows that the task is still there.
const (
	recordPause = 100 * time.Millisecond
	recordEvery = time.Second
	tellAgain   = 12 * time.Hour
)

// maxUnrecorded is how many tasks wait for memory at once. More come only while a queue is
// listed, or replaced; memory is told of those when they change.
const maxUnrecorded = 20_000

// judgement is what memory is told of a task. A whole row takes ten times as much.
type judgement struct {
	state    model.State
	headline string
	met      bool   // it met an obstacle
	obstacle string // the key of that
	// first is when the board judged it so first; zero: the board has not seen it judged otherwise.
	first time.Time
}

// record notes that memory is to be told how a task was judged, unless it knows.
func (x *index) record(alone *model.Row, now time.Time) {
	if x.unrecorded == nil || len(x.unrecorded) >= maxUnrecorded {
		return
	}
	if held := x.rows.held(alone.Ref()); held != nil && !held.told.IsZero() && now.Sub(held.told) < tellAgain {
		return
	}
	told := judgement{state: alone.State, headline: alone.Headline, first: alone.FirstJudged}
	if alone.Obstacle != nil {
		told.met, told.obstacle = true, alone.Obstacle.Key
	}
	x.unrecorded[alone.Ref()] = told
}

// row returns as much of the row of a task as memory is told.
func (j *judgement) row(ref model.Ref) *model.Row {
	r := &model.Row{Task: model.Task{Queue: ref.Queue, ID: ref.ID}, Verdict: model.Verdict{State: j.state, Headline: j.headline}, FirstJudged: j.first}
	if j.met {
		r.Obstacle = &model.Obstacle{Key: j.obstacle}
	}
	return r
}

// recordAtOnce is how many rows memory is told of in one transaction.
const recordAtOnce = 1000

// takeUnrecorded takes out rows that memory was not told of yet, at most a page.
func (x *index) takeUnrecorded() []*model.Row {
	rows := make([]*model.Row, 0, min(len(x.unrecorded), recordAtOnce))
	for ref, told := range x.unrecorded {
		if len(rows) == recordAtOnce {
			break
		}
		delete(x.unrecorded, ref)
		rows = append(rows, told.row(ref))
	}
	return rows
}

// recordRows tells memory of rows and learns from it since when they have been
// judged so. What is lost when ctx ends is recorded the next time.
func (b *Board) recordRows(ctx context.Context) {
	for wrote := (time.Time{}); ; wrote = time.Now() {
		select {
		case <-ctx.Done():
			return
		case <-b.rowsToKeep:
		}
		if !sleep(ctx, max(recordPause, recordEvery-time.Since(wrote))) {
			return
		}
		for {
			rows, _ := ask(ctx, b, func(ix *indexer) []*model.Row { return ix.x.takeUnrecorded() })
			if len(rows) == 0 {
				break
			}
			now := b.o.Now()
			first := b.o.Memory.Upsert(ctx, rows, now)
			b.send(ctx, func(ix *indexer) { ix.x.setFirstJudged(rows, first, now) })
		}
	}
}

// setFirstJudged shows since when tasks have been judged so, as memory answered now, where
// they still are and their rows are held.
func (x *index) setFirstJudged(rows []*model.Row, first []time.Time, now time.Time) {
	for i, r := range rows {
		held := x.rows.held(r.Ref())
		if held == nil || first[i].IsZero() || !sameVerdict(held.alone, r) {
			continue
		}
		held.told = now
		if held.alone.FirstJudged.Equal(first[i]) {
			continue
		}
		alone := *held.alone
		alone.FirstJudged = first[i]
		shown := &alone
		if held.shown != held.alone {
			other := *held.shown
			other.FirstJudged, shown = first[i], &other
		}
		x.changed = x.rows.put(held.key, &alone, shown, false) || x.changed
	}
}
