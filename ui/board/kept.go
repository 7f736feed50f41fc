package board

import (
	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// keptRow is a row as it is written into the file of rows of its queue, by the sum that the key
// of its task has. A row without a text is not written.
type keptRow struct {
	number uint64
	text   []byte
}

// beginRows begins a new file of rows of the queue, where its verdicts are kept. Commands that
// print the tasks that ask for an operator read those rows instead of the tasks.
func (f *feed) beginRows() {
	f.newRows.Remove()
	f.newRows, f.tally = nil, classify.Tally{}
	if f.stores() && !f.b.o.Frozen {
		f.newRows = f.b.o.Verdicts.NewRows(source.Absolute(f.queue), f.identity())
	}
}

// judgePage judges a page of a listing, and writes the rows that ask for an operator.
func (f *feed) judgePage(cases []model.Case) []*model.Row {
	l := f.listing
	listsAll := l.missing == nil && l.search.of == nil
	if listsAll && l.pages == 0 {
		f.beginRows()
	}
	if !listsAll || f.newRows == nil {
		return f.judgeCases(cases)
	}
	kept := make([]keptRow, len(cases))
	rows := f.judgeAndKeep(cases, kept)
	for i, k := range kept {
		if k.text != nil {
			f.newRows.Add(k.number, k.text)
		}
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
	_ = f.newRows.Save() // without it the tasks are read
	f.newRows = nil
}

// closeRows gives up a file of rows that is not complete, and closes the one that is read.
func (f *feed) closeRows() {
	f.newRows.Remove()
	f.rows.Close()
	f.newRows, f.rows = nil, nil
}

// keptRow returns the row of a task as it was judged by itself and kept; nil where it was not.
func (f *feed) keptRow(k *Key) *model.Row {
	text, ok := f.rows.Get(k.sum)
	if !ok {
		return nil
	}
	r := decodeRow(text, f.queue)
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
		f.rows = f.b.o.Verdicts.OpenRows(source.Absolute(f.queue), f.identity())
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
			if text, ok := f.rows.Get(k.sum); ok {
				f.newRows.Add(k.sum, text)
			}
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
			f.newRows.Add(k.sum, encodeRow(r))
		}
	}
}
