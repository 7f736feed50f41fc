package anvil

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
)

// entry is what orders runs in a listing.
type entry struct {
	at int64
	id string
}

// byAge orders what was written last first: what is live is among the newest.
func byAge(a, b entry) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.id, b.id)) }

func (r *run) entry() entry { return entry{r.newest(), r.id} }

// List returns a page of sessions, those written last first. Files are read when
// their page is asked for.
func (s *sessions) List(ctx context.Context, q source.Query) (source.Page, error) {
	ctx, done := s.alive(ctx)
	defer done()
	if err := ctx.Err(); err != nil {
		return source.Page{}, err
	}
	after, err := parseCursor(q.After)
	if err != nil {
		return source.Page{}, err
	}
	if s.order == nil {
		s.order = make([]*run, 0, len(s.runs))
		for _, r := range s.runs {
			s.order = append(s.order, r)
		}
		slices.SortFunc(s.order, func(a, b *run) int { return byAge(a.entry(), b.entry()) })
	}
	i := 0
	if after != nil {
		i, _ = slices.BinarySearchFunc(s.order, *after, func(r *run, e entry) int { return byAge(r.entry(), e) })
		for i < len(s.order) && byAge(s.order[i].entry(), *after) <= 0 {
			i++
		}
	}
	var page source.Page
	for order := s.order; i < len(order); i++ {
		if len(page.Cases) == max(q.Limit, 1) {
			e := order[i-1].entry()
			page.Next = source.Cursor(strconv.FormatInt(e.at, 10) + ":" + e.id)
			break
		}
		c, err := s.report(ctx, order[i])
		if err != nil {
			return source.Page{}, fmt.Errorf("%s: %w", s.path, err)
		}
		if c != nil {
			page.Cases = append(page.Cases, *c)
		}
	}
	return page, nil
}

func parseCursor(c source.Cursor) (*entry, error) {
	if c == "" {
		return nil, nil //nolint:nilnil // the beginning is behind nothing
	}
	at, id, found := strings.Cut(string(c), ":")
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil || !found {
		return nil, fmt.Errorf("not a cursor of this listing: %.80q", string(c))
	}
	return &entry{n, id}, nil
}

// report reads what is new of a run and returns it as a task; nil when nothing
// is in its files yet.
func (s *sessions) report(ctx context.Context, r *run) (*model.Case, error) {
	some := false
	for _, f := range r.files {
		if err := f.update(ctx, s.dir); err != nil {
			return nil, err
		}
		some = some || f.at.size > 0
	}
	if !some {
		return nil, nil //nolint:nilnil // there is nothing to report yet
	}
	c := s.build(r)
	r.shown = true
	return c, nil
}

// Get reads the named sessions again.
func (s *sessions) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	ctx, done := s.alive(ctx)
	defer done()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var cases []model.Case
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		r := s.runs[id]
		if r == nil {
			continue
		}
		if err := s.restat(r); err != nil {
			return nil, fmt.Errorf("%s: %w", s.path, plain(err))
		}
		c, err := s.report(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.path, err)
		}
		if c != nil {
			cases = append(cases, *c)
		}
	}
	return cases, nil
}

// restat looks at the files of a run again. One that went stays as it was read
// until a scan finds it gone.
func (s *sessions) restat(r *run) (err error) {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, f := range r.files {
		d, err := root.Open(path.Dir(f.rel))
		if err != nil {
			continue
		}
		at, err := statAt(d, path.Base(f.rel))
		if err = errors.Join(err, d.Close()); err == nil && at != f.at {
			f.at, s.order = at, nil
		}
	}
	return nil
}

// Resolve finds a session by its id, its own name, the name of its case, of its
// folder or of its log, where only one goes by that.
func (s *sessions) Resolve(ctx context.Context, name string) (string, error) {
	ctx, done := s.alive(ctx)
	defer done()
	if r := s.runs[name]; r != nil {
		return name, nil
	}
	found := s.called(name)
	if len(found) == 0 { // a session may go by a name that only its file tells
		for _, r := range s.runs {
			for _, f := range r.files {
				if f.spot.role == roleSession || f.spot.role == roleTelemetry {
					if err := f.update(ctx, s.dir); err != nil {
						return "", fmt.Errorf("%s: %w", s.path, err)
					}
				}
			}
		}
		found = s.called(name)
	}
	slices.Sort(found)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", fmt.Errorf("%.80q is the name of %d sessions, such as %.80q and %.80q: %w", name, len(found), found[0], found[1], source.ErrNotFound)
	}
	return "", fmt.Errorf("%.80q in %s: %w", name, s.path, source.ErrNotFound)
}

// called are the ids of the sessions that go by a name, as far as they were read.
func (s *sessions) called(name string) []string {
	var found []string
	for id, r := range s.runs {
		if r.goesBy(name) || path.Base(id) == name {
			found = append(found, id)
		}
	}
	return found
}
