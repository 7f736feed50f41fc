package board

import (
	"cmp"
	"math"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
	"notdone/ui/query"
)

// Key is what is held of every task that is listed: enough to order and count it, and to
// find the task in its source. It takes 80 bytes beside the id, and never changes.
type Key struct {
	queue *string // one for all tasks of the queue
	id    string
	facts
}

// facts are the numbers of a Key.
type facts struct {
	// first is the due time of a scheduled task and the priority of a queued one, and then
	// the time of Row.Since; each grows in the order of the list. Of a task that does not
	// wait first is its packed Spending.
	first, then int64
	nanoUSD     int64  // the cost, in billionths, so that sums are exact
	cause       uint64 // the ID of its group
	loop        uint64 // the hash of its wish and obstacle; 0: none
	sum         uint64 // of all that the task's row says as it was judged by itself
	attempts    uint16
	rank        uint8 // what orders the pane before first
	state       model.State
	grade       model.Grade
	weight      uint8 // as the row is shown
	own         uint8 // the weight as the task was judged by itself
	flags       flags
}

type flags uint8

const (
	isQuiet    flags = 1 << iota // see quiet
	isPriced                     // the cost is known
	isDoubtful                   // the prior of the queue may change the verdict
	isLooping                    // attempts ended there more than once, or a finding says so
	isFaint                      // of a doubtful one: see classify.Faint
	isBare                       // of a doubtful one: see classify.Bare
)

// never is a time that is not known, which every order puts last.
const never = math.MaxInt64

// newKey returns the key of a task, whose row is shown so and was judged so by itself. Its
// sum and its loop are not set.
func newKey(queue *string, alone, shown *model.Row) *Key {
	k := &Key{queue: queue, id: strings.Clone(shown.ID)}
	k.state, k.grade = shown.State, shown.Grade
	k.attempts = uint16(min(max(shown.Attempts, 0), math.MaxUint16))
	k.then = unixNano(shown.Since())
	if k.then != never && shown.State.Pane() != model.PaneActive {
		k.then = -k.then // the newest first
	}
	switch shown.State {
	case model.StateScheduled:
		k.first = unixNano(shown.Due)
	case model.StateQueued:
		k.first = -max(int64(shown.Priority), -math.MaxInt64)
	default:
		k.first = packSpending(&shown.Spending, shown.Since())
	}
	if usd, priced := query.NanoUSD(shown.CostUSD); priced {
		k.nanoUSD, k.flags = usd, isPriced
	}
	if IsLooping(shown) {
		k.flags |= isLooping
	}
	if quiet(shown) {
		k.flags |= isQuiet
	}
	k.flags |= doubtsOf(&alone.Verdict)
	k.cause = GroupID(shown)
	k.own = uint8(alone.Weight())
	return k.weighing(uint8(shown.Weight()))
}

// doubtsOf returns the flags that tell what the prior of its queue makes of a verdict.
func doubtsOf(v *model.Verdict) (doubts flags) {
	if !classify.Doubtful(v) {
		return 0
	}
	doubts = isDoubtful
	if classify.Faint(v) {
		doubts |= isFaint
	}
	if classify.Bare(v) {
		doubts |= isBare
	}
	return doubts
}

// weighing sets the weight, and what follows from it.
func (k *Key) weighing(weight uint8) *Key {
	k.weight = weight
	k.rank = uint8(model.NumSeverities - k.AlertWeight())
	switch k.state {
	case model.StateFalseDone:
		if k.grade < model.GradeStrong {
			k.rank += uint8(model.NumSeverities) + 1
		}
	case model.StateQueued:
		k.rank = k.rank*3 + 1
	case model.StateScheduled:
		k.rank = k.rank*3 + 2
	case model.StateActive:
		k.rank *= 3
	default:
	}
	return k
}

// loopOf returns the hash of the wish and the obstacle of a task; 0 when it lacks one.
func loopOf(alone *model.Row) uint64 {
	if alone.Obstacle == nil || alone.Wish == "" {
		return 0
	}
	return uint64(newHash().text(alone.Wish).text(cycle.Common(alone.Obstacle.Key)))
}

func (k *Key) ref() model.Ref  { return model.Ref{Queue: *k.queue, ID: k.id} }
func (k *Key) is(f flags) bool { return k.flags&f != 0 }

// waits reports whether the task has a due time or a priority.
func (k *Key) waits() bool { return k.state == model.StateScheduled || k.state == model.StateQueued }

// changed returns the time of Row.Since in nanoseconds; -never when that is not known.
func (k *Key) changed() int64 {
	if k.then == never || k.state.Pane() != model.PaneActive {
		return -k.then
	}
	return k.then
}

// since returns the time of Row.Since.
func (k *Key) since() time.Time {
	if k.then == never {
		return time.Time{}
	}
	return fromUnixNano(k.changed())
}

// State returns the state as the row is shown.
func (k *Key) State() model.State { return k.state }

// Group returns the ID of the group of the task, see GroupID.
func (k *Key) Group() uint64 { return k.cause }

// AlertWeight returns Row.Weight where it stands for at least a warning, otherwise 0.
func (k *Key) AlertWeight() int {
	if k.weight > uint8(model.SeverityWarning) {
		return int(k.weight)
	}
	return 0
}

// Facts returns what the key tells a query.
func (k *Key) Facts() query.Facts {
	return query.Facts{
		Queue: *k.queue, ID: k.id, State: k.state, Grade: k.grade, Weight: int(k.weight), Attempts: int(k.attempts),
		NanoUSD: k.nanoUSD, Priced: k.is(isPriced), Since: k.since(), Cause: k.cause,
	}
}

// outline returns as much of the row as the key knows.
func (k *Key) outline() *model.Row {
	at := k.since()
	r := &model.Row{
		Outline: true,
		Task: model.Task{
			Queue: *k.queue, ID: k.id, Attempts: int(k.attempts), Created: at, Started: at, Finished: at, Updated: at,
		},
		Verdict: model.Verdict{State: k.state, Grade: k.grade},
	}
	switch k.state {
	case model.StateScheduled:
		r.Due = fromUnixNano(k.first)
	case model.StateQueued:
		r.Priority = int(-k.first)
	default:
	}
	if k.weight > 0 {
		r.Findings = []model.Finding{{Severity: model.Severity(k.weight - 1)}}
	}
	return r
}

// unixNano returns a time in nanoseconds since 1970, as near as that can be told; never
// for one that is not known.
func unixNano(t time.Time) int64 {
	switch {
	case t.IsZero():
		return never
	case t.Before(earliest):
		return earliest.UnixNano()
	case t.After(latest):
		return latest.UnixNano()
	}
	return t.UnixNano()
}

// earliest and latest bound what fits into 64 bits of nanoseconds.
var earliest, latest = time.Unix(-9e9, 0), time.Unix(9e9, 0)

func fromUnixNano(ns int64) time.Time {
	if ns == never {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

// compareKeys orders keys of one pane. The active pane has tasks with a finding of at least
// warning severity first, then those that run, are queued and are scheduled. The other panes
// have the worst findings first, then the newest tasks, and the false-done pane before all
// those on which the verdict rests on more than the agent's words. The order is total.
func compareKeys(a, b *Key) int {
	if a.rank != b.rank {
		return cmp.Compare(a.rank, b.rank)
	}
	if a.first != b.first && a.waits() && b.waits() {
		return cmp.Compare(a.first, b.first)
	}
	if a.then != b.then {
		return cmp.Compare(a.then, b.then)
	}
	return compareRefs(a, b)
}

// Compare orders tasks of any panes: those of one as compareKeys, others by severity and time.
func (k *Key) Compare(other *Key) int {
	if k.state.Pane() == other.state.Pane() {
		return compareKeys(k, other)
	}
	return cmp.Or(
		cmp.Compare(other.AlertWeight(), k.AlertWeight()), cmp.Compare(other.changed(), k.changed()),
		cmp.Compare(*k.queue, *other.queue), cmp.Compare(k.id, other.id),
	)
}

// compareCauses orders keys of one pane by their groups, and within those as compareKeys.
func compareCauses(a, b *Key) int {
	if a.cause != b.cause {
		return cmp.Compare(a.cause, b.cause)
	}
	return compareKeys(a, b)
}

// compareRefs orders keys by queue and id.
func compareRefs(a, b *Key) int {
	if a.queue != b.queue {
		if c := cmp.Compare(*a.queue, *b.queue); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.id, b.id)
}

// pivot returns a key that equals the key of a task by compareRefs.
func pivot(ref model.Ref) *Key { return &Key{queue: &ref.Queue, id: ref.ID} }
