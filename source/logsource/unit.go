package logsource

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// Unit is what the kit knows of the files that are reported as one task. An
// adapter's own type of a unit embeds it.
type Unit struct {
	Parts []*File // at least one; a file may be part of several units
	Open  bool    // it was being written when it was last built

	id   string // of the task that it is reported as; empty: it is not
	due  bool   // it waits to be reported
	lost bool   // it is no longer
}

func (u *Unit) unit() *Unit { return u }

// Lost reports whether the unit was dropped.
func (u *Unit) Lost() bool { return u.lost }

// AnyUnit is an adapter's type of a unit: a pointer to a struct that embeds Unit.
type AnyUnit interface {
	comparable
	unit() *Unit
}

// Enqueue has a unit reported by the next Refresh. Before the folder is open
// there is nothing to report: everything will be listed.
func (l *Folder[F, U]) Enqueue(u U) {
	if b := u.unit(); l.opened && !b.due {
		b.due = true
		l.queue = append(l.queue, u)
	}
}

// Drop takes a unit out that is no longer.
func (l *Folder[F, U]) Drop(u U) {
	u.unit().lost = true
	l.order = nil
	delete(l.live, u)
	l.hide(u)
}

// Build reads what is new of a unit and returns its task; nil when it is none. It
// is known by the id of the task from then on.
func (l *Folder[F, U]) Build(ctx context.Context, u U) (*model.Case, error) {
	c, err := l.hooks.Build(ctx, u)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.Path, err)
	}
	b := u.unit()
	for _, part := range b.Parts {
		if f, ok := l.Files[part.Rel]; ok {
			l.count(f)
		}
	}
	if delete(l.live, u); b.Open {
		l.live[u] = struct{}{}
	}
	if c == nil || c.Task.ID != b.id {
		l.hide(u)
	}
	if c != nil {
		b.id = c.Task.ID
		l.shown[b.id] = u
	}
	return c, nil
}

// hide takes back that a unit is reported, if it was.
func (l *Folder[F, U]) hide(u U) {
	b := u.unit()
	if b.id == "" {
		return
	}
	if l.shown[b.id] == u {
		delete(l.shown, b.id)
	}
	l.gone = append(l.gone, b.id)
	b.id = ""
}

// ByID finds a unit by the id of its task, or by another that it goes by.
func (l *Folder[F, U]) ByID(id string) (U, bool) {
	if u, ok := l.shown[id]; ok {
		return u, true
	}
	return l.hooks.Unit(id)
}

// place is where a unit stands in a listing: what was written last is first,
// because what is still being written is among the newest.
type place[U AnyUnit] struct {
	at   int64 // when the newest of its files was written
	rel  string
	unit U
}

func byAge[U AnyUnit](a, b place[U]) int {
	return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.rel, b.rel))
}

func placeOf[U AnyUnit](u U) place[U] {
	parts := u.unit().Parts
	p := place[U]{rel: parts[0].Rel, unit: u}
	for _, f := range parts {
		p.at = max(p.at, f.At.Mtime)
	}
	return p
}

// List returns a page of tasks, those whose files were written last first. Files
// are read when their page is asked for.
func (l *Folder[F, U]) List(ctx context.Context, q source.Query) (source.Page, error) {
	ctx, done := l.Alive(ctx)
	defer done()
	if err := ctx.Err(); err != nil {
		return source.Page{}, err
	}
	after, err := parseCursor[U](q.After)
	if err != nil {
		return source.Page{}, err
	}
	if err := l.settle(ctx); err != nil {
		return source.Page{}, err
	}
	if l.order == nil {
		for u := range l.hooks.Units() {
			l.order = append(l.order, placeOf(u))
		}
		slices.SortFunc(l.order, byAge)
	}
	i := 0
	if q.After != "" {
		var found bool
		if i, found = slices.BinarySearchFunc(l.order, after, byAge); found {
			i++
		}
	}
	var page source.Page
	for order := l.order; i < len(order); i++ {
		if len(page.Cases) == max(q.Limit, 1) {
			last := order[i-1]
			page.Next = source.Cursor(strconv.FormatInt(last.at, 10) + ":" + last.rel)
			break
		}
		c, err := l.Build(ctx, order[i].unit)
		if err != nil {
			return source.Page{}, err
		}
		if c != nil {
			page.Cases = append(page.Cases, *c)
		}
	}
	return page, nil
}

func parseCursor[U AnyUnit](c source.Cursor) (place[U], error) {
	if c == "" {
		return place[U]{}, nil
	}
	at, rel, found := strings.Cut(string(c), ":")
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil || !found {
		return place[U]{}, fmt.Errorf("not a cursor of this listing: %.80q", string(c))
	}
	return place[U]{at: n, rel: rel}, nil
}

// Get reads the tasks of the given ids again.
func (l *Folder[F, U]) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	ctx, done := l.Alive(ctx)
	defer done()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var cases []model.Case
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		u, ok := l.ByID(id)
		if !ok {
			continue
		}
		there, err := l.restat(u.unit().Parts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Path, source.WithoutPath(err))
		}
		if !there {
			continue
		}
		c, err := l.Build(ctx, u)
		if err != nil {
			return nil, err
		}
		if c != nil {
			cases = append(cases, *c)
		}
	}
	return cases, nil
}

// most is how many units one Refresh builds.
const most = 256

// Refresh looks at what changed and builds the tasks to which that matters, among them those whose
// files are no longer written: their cases show that.
func (l *Folder[F, U]) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	ctx, done := l.Alive(ctx)
	defer done()
	if err := l.look(ctx, changed); err != nil {
		return source.Delta{}, err
	}
	var d source.Delta
	n := min(len(l.queue), most)
	batch := slices.Clone(l.queue[:n])
	for i, u := range batch {
		if u.unit().lost {
			continue
		}
		u.unit().due = false // what it is built from may have it enqueued again
		c, err := l.Build(ctx, u)
		if err != nil {
			for _, again := range batch[:i+1] {
				again.unit().due = true // nobody heard of it
			}
			return source.Delta{}, err
		}
		if c != nil {
			d.Cases = append(d.Cases, *c)
		}
	}
	l.queue = l.queue[n:]
	told := make(map[string]bool, len(l.gone))
	for _, id := range l.gone {
		if _, shown := l.shown[id]; !shown && !told[id] {
			d.Removed = append(d.Removed, id)
		}
		told[id] = true
	}
	l.gone = nil
	d.More = len(l.queue) > 0 || l.owed
	return d, nil
}
