package queue

import (
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlsource"
)

// The events of a task are kept for a while, because of a task at work only the newest ones are new.
const (
	recentBytes = 3 << 20     // of all that are kept, about
	recentPause = time.Minute // then they are read again: an event that is edited by hand leaves no trace
	recentLeast = 4           // fewer are read as fast as they are compared
	recentNew   = 1000        // so many new ones are read at once
)

// recents are the histories of the tasks that were read last. One goroutine uses them.
type recents struct {
	byTask map[string]*list.Element
	order  list.List // of *recent, the one that was used last first
	bytes  int
	read   []*recent // by the last Load; they are kept when its transaction has succeeded
}

// recent is the history of a task: its newest events, oldest first.
type recent struct {
	task   string
	events []model.Event // shared with the cases that were read, which nobody changes
	all    bool          // there are no older ones
	at     time.Time     // when all of it was read
}

// newRecents returns no histories.
func newRecents() *recents { return &recents{byTask: map[string]*list.Element{}} }

// get returns the history of a task; nil: none is kept that is to be used at that time.
func (r *recents) get(task string, now time.Time) *recent {
	e, ok := r.byTask[task]
	if !ok {
		return nil
	}
	h := e.Value.(*recent) //nolint:forcetypeassert // nothing else is in it
	if age := now.Sub(h.at); age < 0 || age >= recentPause {
		return nil
	}
	return h
}

// forgetRead drops what the last Load has read and did not keep.
func (r *recents) forgetRead() {
	if r != nil {
		r.read = nil
	}
}

// keep takes over what the last Load has read.
func (r *recents) keep() {
	if r == nil {
		return
	}
	for _, h := range r.read {
		if old, ok := r.byTask[h.task]; ok {
			r.remove(old)
		}
		if len(h.events) >= recentLeast {
			r.byTask[h.task] = r.order.PushFront(h)
			r.bytes += h.size()
		}
	}
	r.read = nil
	for r.bytes > recentBytes {
		r.remove(r.order.Back())
	}
}

func (r *recents) remove(e *list.Element) {
	h := r.order.Remove(e).(*recent) //nolint:forcetypeassert // nothing else is in it
	delete(r.byTask, h.task)
	r.bytes -= h.size()
}

// size is about how many bytes it takes.
func (h *recent) size() int {
	const fields = 120 // of an event, without its texts
	n := fields * cap(h.events)
	for i := range h.events {
		e := &h.events[i]
		n += len(e.Where) + len(e.Name) + len(e.RunID) + len(e.Note) + len(e.Actor)
	}
	return n
}

// hasDigest reports whether a digest, as newEvents makes it of numbers and kinds, is that of the events.
func (h *recent) hasDigest(digest string) bool {
	var number [20]byte
	for i := range h.events {
		sep := " "
		if i == 0 {
			sep = ""
		}
		for _, part := range [...]string{sep, string(strconv.AppendInt(number[:0], h.events[i].Seq, 10)), h.events[i].Name} {
			rest, ok := strings.CutPrefix(digest, part)
			if !ok {
				return false
			}
			digest = rest
		}
	}
	return digest == ""
}

// newest returns the number of its newest event.
func (h *recent) newest() int64 { return h.events[len(h.events)-1].Seq }

// oldest returns the number from which on it has all events.
func (h *recent) oldest() int64 {
	if h.all {
		return math.MinInt64 + 1 // JSON has no smaller one
	}
	return h.events[0].Seq
}

// newEvents is a query for the events that histories lack: of each, ?1 has the task and the numbers of its
// oldest and its newest event. An index alone has the digest of what there is between those.
const newEvents = "SELECT j.task AS task, j.digest AS digest, %s FROM (" +
	"SELECT k.value ->> 0 AS task, k.value ->> 2 AS newest, " +
	"(SELECT group_concat(y.id || y.kind, ' ') FROM (SELECT z.id, z.kind FROM events z WHERE z.task_id = k.value ->> 0" +
	" AND z.id BETWEEN k.value ->> 1 AND k.value ->> 2 ORDER BY z.id) y) AS digest FROM json_each(?1) k LIMIT -1) j " +
	"LEFT JOIN events x ON x.task_id = j.task AND x.id > j.newest LIMIT ?2"

// readHistories reads the events of all tasks: of those of which a history is kept that still
// holds, only the new ones.
func (l *loading) readHistories(ctx context.Context, ids string) error {
	if l.recents == nil || l.x != forList {
		return l.readEvents(ctx, ids)
	}
	now := l.options.Now()
	known, err := l.readNewEvents(ctx, now)
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(slices.Collect(maps.Keys(l.found)), func(id string) bool { return known[id] != nil })
	if len(rest) > 0 {
		if err := l.readEvents(ctx, sqlsource.List(rest)); err != nil {
			return err
		}
	}
	for id, r := range l.found {
		h := &recent{task: id, events: r.Events, all: len(r.Events) < l.x.events, at: now}
		r.Events = slices.Clip(r.Events)
		if before := known[id]; before != nil {
			h.all, h.at = h.all && before.all, before.at
		}
		l.recents.read = append(l.recents.read, h)
	}
	return nil
}

// readNewEvents gives the tasks of which a history is kept that still holds their events, and
// returns those histories.
func (l *loading) readNewEvents(ctx context.Context, now time.Time) (holds map[string]*recent, err error) {
	var asked [][3]any
	kept := map[string]*recent{}
	for id := range l.found {
		if h := l.recents.get(id, now); h != nil {
			kept[id], asked = h, append(asked, [3]any{id, h.oldest(), h.newest()})
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(asked)
	if err != nil {
		return nil, nil //nolint:nilerr // an ID that JSON cannot hold: all is read
	}
	holds = map[string]*recent{}
	rows, most := 0, len(asked)+recentNew
	err = sqlsource.Each(ctx, l.q, func(row sqlsource.Row) error {
		rows++
		id := row.Text("task")
		h, r := kept[id], l.found[id]
		if h != nil && holds[id] == nil && h.hasDigest(row.Text("digest")) {
			holds[id], r.Events = h, h.events // new ones come behind those that cases have
		}
		if holds[id] != nil && row.Value("id") != nil {
			r.addEvent(row)
		}
		return nil
	}, fmt.Sprintf(newEvents, l.x.eventColumns().Select("x", l.Tables["events"])), string(list), most)
	if err != nil || rows == most { // all that is new may be much more than what is asked for
		for id := range holds {
			l.found[id].Events = nil
		}
		return nil, err
	}
	for id := range holds {
		r := l.found[id]
		r.Events = r.Events[max(0, len(r.Events)-l.x.events):]
	}
	return holds, nil
}
