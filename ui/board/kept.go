package board

import (
	"context"
	"encoding/binary"
	"sync"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/verdicts"
)

// encodedRow is a row as it is written into the file of rows of its queue. A row without a text
// is not written.
type encodedRow struct {
	number uint64 // by which it is found: the sum in the key of its task
	text   []byte // the number of the list, and the row without its actions
	list   []byte // its actions, which many rows have in common: a file has each list once
}

// numberBytes is the length of the number of a list.
const numberBytes = 8

// encodeRow returns a row as it is written. Its number is not set.
func encodeRow(r *model.Row) (k encodedRow) {
	said := *r
	said.Actions, k.list = nil, encodeActions(r.Actions)
	k.text = appendRow(binary.LittleEndian.AppendUint64(nil, hashText(string(k.list))), &said)
	return k
}

// newRows is a file of rows that is being written. The methods of a nil one do nothing.
type newRows struct {
	*verdicts.RowsWriter
	lists map[uint64]bool // those that are in it
}

// add adds a row.
func (n *newRows) add(k encodedRow) {
	if n == nil || k.text == nil {
		return
	}
	n.Add(k.number, k.text)
	n.addList(k.text, k.list)
}

// addList adds the list of a text, unless it is there.
func (n *newRows) addList(text, list []byte) {
	if number := binary.LittleEndian.Uint64(text); !n.lists[number] {
		n.lists[number] = true
		n.Add(number, list)
	}
}

// copyFrom adds a row that is kept in another file.
func (n *newRows) copyFrom(rows *keptRows, number uint64) {
	text, ok := rows.Get(number, nil)
	if !ok || len(text) < numberBytes {
		return
	}
	if list, ok := rows.Get(binary.LittleEndian.Uint64(text), nil); ok {
		n.add(encodedRow{number, text, list})
	}
}

// remove gives up the file.
func (n *newRows) remove() {
	if n != nil {
		n.Remove()
	}
}

// keptRows is a file of rows that is read. Any goroutine may use it.
type keptRows struct {
	*verdicts.Rows
	mu    sync.Mutex
	lists map[uint64][]model.Action // that were read
}

// mostLists is how many lists of actions are held. Others are read for each row.
const mostLists = 1000

// texts are buffers for texts that are read.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// row returns the row of a queue's task as it was judged by itself and kept; nil where it was not.
func (k *keptRows) row(number uint64, queue string) *model.Row {
	buffer := texts.Get().(*[]byte) //nolint:forcetypeassert // nothing else is in it
	defer texts.Put(buffer)
	text, ok := k.Get(number, *buffer)
	if !ok || len(text) < numberBytes {
		return nil
	}
	*buffer = text
	r := decodeRow(text[numberBytes:], queue)
	if r == nil || r.Actions != nil {
		return nil
	}
	if r.Actions, ok = k.actions(binary.LittleEndian.Uint64(text)); !ok {
		return nil
	}
	return r
}

// actions returns a list of actions, which is shared; false when it is not in the file.
func (k *keptRows) actions(number uint64) (list []model.Action, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if list, ok = k.lists[number]; ok {
		return list, true
	}
	raw, ok := k.Get(number, nil)
	if !ok || hashText(string(raw)) != number {
		return nil, false
	}
	if list, ok = decodeActions(raw); ok && len(k.lists) < mostLists {
		k.lists[number] = list
	}
	return list, ok
}

// beginRows begins a new file of rows of the queue, where its verdicts are kept. Commands that
// print the tasks that ask for an operator read those rows instead of the tasks.
func (f *feed) beginRows() {
	f.newRows.remove()
	f.newRows, f.tally = nil, classify.Tally{}
	if !f.stores() || f.b.o.Frozen {
		return
	}
	if w := f.b.o.Verdicts.NewRows(source.Absolute(f.queue), f.identity()); w != nil {
		f.newRows = &newRows{w, map[uint64]bool{}}
	}
}

// judgePage judges a page of a listing, and writes the rows that ask for an operator.
func (f *feed) judgePage(ctx context.Context, cases []model.Case) []*model.Row {
	l := f.listing
	listsAll := l.missing == nil && l.search.of == nil
	if listsAll && l.pages == 0 {
		f.beginRows()
	}
	if !listsAll || f.newRows == nil {
		return f.judgeCases(ctx, cases)
	}
	kept := make([]encodedRow, len(cases))
	rows := f.judgeAndKeep(ctx, cases, kept)
	for i, k := range kept {
		f.newRows.add(k)
		f.tally.Add(classify.TallyOf(&rows[i].Verdict, false), 1)
	}
	return rows
}

// asksByNow reports whether a task asks for an operator, by how those turned out that were
// listed before it. In a queue whose tasks are nearly always done most doubtful ones do not.
func (f *feed) asksByNow(v *model.Verdict) bool {
	r := model.Row{Verdict: *v}
	if !r.Loud() {
		return false
	}
	r.Verdict, _ = f.tally.Judge(v)
	return r.Loud()
}

// saveRows ends the new file of rows.
func (f *feed) saveRows() {
	if f.newRows != nil {
		_ = f.newRows.Save() // without it the tasks are read
	}
	f.newRows = nil
}

// closeRows gives up a file of rows that is not complete, and closes the one that is read.
func (f *feed) closeRows() {
	f.newRows.remove()
	if f.rows != nil {
		f.rows.Close()
	}
	f.newRows, f.rows = nil, nil
}

// keptRow returns the row of a task as it was judged by itself and kept; nil where it was not.
func (f *feed) keptRow(k *Key) *model.Row {
	r := f.rows.row(k.sum, f.queue)
	if r == nil || r.ID != k.id || quiet(r) {
		return nil
	}
	return r
}

// openRows opens the rows that are kept of the queues, before those with the keys are handed
// over. Where many of them are missing, a new file is begun that gets them.
func (s *scan) openRows(keys []*Key) {
	for _, f := range s.b.feeds {
		if !f.stores() {
			continue
		}
		f.rows = &keptRows{Rows: f.b.o.Verdicts.OpenRows(source.Absolute(f.queue), f.identity()), lists: map[uint64][]model.Action{}}
		missing, all := 0, 0
		for _, k := range keys {
			if *k.queue == f.queue && !k.is(isQuiet) && s.x.rows.held(k.ref()) == nil {
				all++
				if !f.rows.Has(k.sum) {
					missing++
				}
			}
		}
		if missing <= fewMissing+all/8 || f.listing != nil { // of a queue that is not known whole the file would lose rows
			continue
		}
		f.beginRows()
		for k := range keysIn(s.x.keys, f.queue) {
			f.newRows.copyFrom(f.rows, k.sum)
		}
	}
}

// fewMissing is how many rows are read at each command rather than written into a file of rows.
const fewMissing = 200

// keptRows returns the rows of tasks that are kept, in their order; nil for each that is not,
// or is held.
func (s *scan) keptRows(keys []*Key) []*model.Row {
	rows := make([]*model.Row, len(keys))
	inParallel(len(keys), func(i int) {
		k := keys[i]
		if f := s.b.feedOf(*k.queue); f.rows != nil && s.x.rows.held(k.ref()) == nil {
			rows[i] = f.keptRow(k)
		}
	})
	return rows
}

// keep writes rows that were read again, if the file of rows is written anew and they are still
// what their keys say.
func (f *feed) keep(keys []*Key, read map[model.Ref]*model.Row) {
	if f.newRows == nil {
		return
	}
	for _, k := range keys {
		r := read[k.ref()]
		if r == nil || quiet(r) {
			continue
		}
		short := *r // as a running board has it
		shorten(&short, listed)
		if sumRow(r) == k.sum || sumRow(&short) == k.sum {
			again := encodeRow(r)
			again.number = k.sum
			f.newRows.add(again)
		}
	}
}
