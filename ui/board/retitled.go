package board

import (
	"context"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/ui/query"
	"notdone/ui/verdicts"
)

// retitled is what is known of the file of titles of a queue, in which a search looks for its word
// before anything is read. The listing of all tasks writes it; what comes and changes afterwards is
// appended. What is found there is read and judged like any other task, and a listing finds what
// is not, so that nothing depends on whether the file is up to date.
type retitled struct {
	file *verdicts.TitlesWriter // the new file while all tasks are listed; nil: none is written
	// later are the titles of tasks that came or changed since something was appended last.
	later map[string]string
	// appended has, by the hash of the id, a hash of the title that was appended last: a task at work
	// changes often, its title does not.
	appended map[uint64]uint64
}

// Bounds of what is held of titles.
const (
	mostRetitled = 5_000
	mostAppended = 50_000
)

// titleOf returns a row's title as a search looks for its word in it, with the id before it where
// that has capital letters, which the file has as they are.
func titleOf(r *model.Row) verdicts.Title {
	title := r.Title
	(&cutter{}).cut(listed.title, &title)
	title = query.Fold(strings.ReplaceAll(title, "\x00", " "))
	if lower := strings.ToLower(r.ID); lower != r.ID {
		title = lower + " " + title
	}
	return verdicts.Title{ID: r.ID, Title: title}
}

// titlesIdentity stands for all that the titles depend on beside the tasks.
func (f *feed) titlesIdentity() verdicts.Identity {
	on := []string{"titles", f.b.o.Identity, source.Absolute(f.queue)}
	for _, k := range f.kinds {
		on = append(on, k.adapter.Kind)
	}
	return verdicts.Identify(on...)
}

// keepsTitles reports whether the titles of the queue are written to a file.
func (f *feed) keepsTitles() bool { return f.stores() && f.b.o.Verdicts.Writes() && !f.b.o.Frozen }

// beginTitles begins a new file of titles, as the listing of all tasks begins.
func (f *feed) beginTitles() {
	f.dropTitles()
	if f.keepsTitles() {
		f.retitled.file = f.b.o.Verdicts.NewTitles(source.Absolute(f.queue), f.titlesIdentity())
	}
}

// dropTitles gives up a file of titles that is not complete.
func (f *feed) dropTitles() {
	f.retitled.file.Remove()
	f.retitled.file = nil
}

// listTitles adds the titles of a page of a listing to the file that is being written.
func (f *feed) listTitles(rows []*model.Row) {
	if l := f.listing; l.pages == 0 && l.missing == nil && (l.search.of == nil || !f.hasTitles()) {
		f.beginTitles()
	}
	if f.retitled.file == nil || f.listing.missing != nil {
		return
	}
	for _, r := range rows {
		f.retitled.file.Add(titleOf(r))
	}
}

// hasTitles reports whether there is a file of titles.
func (f *feed) hasTitles() bool {
	return f.keepsTitles() && f.b.o.Verdicts.HasTitles(source.Absolute(f.queue), f.titlesIdentity())
}

// saveTitles ends the new file of titles.
func (f *feed) saveTitles() {
	_ = f.retitled.file.Save() // without it the source is asked
	f.retitled.file = nil
}

// noteTitles notes the titles of tasks that came or changed.
func (f *feed) noteTitles(rows []*model.Row) {
	if !f.keepsTitles() {
		return
	}
	for _, r := range rows {
		f.noteTitle(titleOf(r))
	}
}

// noteTitle notes the title of a task; an empty one, that it is gone.
func (f *feed) noteTitle(t verdicts.Title) {
	if !f.keepsTitles() {
		return
	}
	if f.retitled.file != nil {
		f.retitled.file.Add(t)
		return
	}
	if f.retitled.later == nil {
		f.retitled.later = map[string]string{}
	}
	if f.retitled.later[t.ID] = t.Title; len(f.retitled.later) >= mostRetitled {
		f.appendTitles()
	}
}

// appendTitles appends to the file what came and changed since it was done last.
func (f *feed) appendTitles() {
	r := &f.retitled
	if len(r.appended) >= mostAppended || r.appended == nil {
		r.appended = map[uint64]uint64{}
	}
	var news []verdicts.Title
	for id, title := range r.later {
		of, now := hashText(id), hashText(title)
		if last, known := r.appended[of]; !known || last != now {
			r.appended[of] = now
			news = append(news, verdicts.Title{ID: id, Title: title})
		}
	}
	r.later = nil
	_ = f.b.o.Verdicts.AppendTitles(source.Absolute(f.queue), f.titlesIdentity(), news) // without them a listing finds the tasks
}

// titled returns the tasks that have a word in their title, or in their id, by the file of titles;
// false if there is none.
func (f *feed) titled(ctx context.Context, word string) (ids []string, ok bool) {
	if !f.stores() {
		return nil, false
	}
	word = query.Fold(word)
	if ids, ok = f.b.o.Verdicts.FindTitles(ctx, source.Absolute(f.queue), f.titlesIdentity(), word, mostTitled); !ok {
		return nil, false
	}
	later := f.retitled.later
	ids = slices.DeleteFunc(ids, func(id string) bool {
		_, changed := later[id]
		return changed
	})
	var first []string
	for id, title := range later {
		if strings.Contains(title, word) || strings.Contains(id, word) {
			first = append(first, id)
		}
	}
	return append(first, ids...), true
}
