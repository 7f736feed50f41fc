package transcript

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
)

// maxGroups bounds how many folders a description names.
const maxGroups = 200

// group is the folder of a log inside what is open; empty at the top.
func group(rel string) string {
	if d := path.Dir(rel); d != "." {
		return d
	}
	return ""
}

func sortedGroups(set map[string]bool) []string {
	groups := make([]string, 0, len(set))
	for g := range set {
		groups = append(groups, g)
	}
	sort.Strings(groups)
	return groups[:min(len(groups), maxGroups)]
}

// byAge orders files with the one written last first. That is what matters
// first: which of them are still being written is among the newest.
func byAge(a, b *file) int {
	return cmp.Or(cmp.Compare(b.at.mtime, a.at.mtime), cmp.Compare(a.rel, b.rel))
}

// List returns a page of logs, those written last first. Files are read when
// their page is asked for.
func (l *Logs) List(ctx context.Context, q source.Query) (source.Page, error) {
	ctx, done := l.alive(ctx)
	defer done()
	if err := ctx.Err(); err != nil {
		return source.Page{}, err
	}
	after, err := parseCursor(q.After)
	if err != nil {
		return source.Page{}, err
	}
	if err := l.attachNew(ctx); err != nil {
		return source.Page{}, fmt.Errorf("%s: %w", l.path, err)
	}
	if l.order == nil {
		l.order = make([]*file, 0, len(l.files))
		for _, f := range l.files {
			l.order = append(l.order, f)
		}
		slices.SortFunc(l.order, byAge)
	}
	i := 0
	if after != nil {
		i, _ = slices.BinarySearchFunc(l.order, after, byAge)
		for i < len(l.order) && byAge(l.order[i], after) <= 0 {
			i++
		}
	}
	var page source.Page
	for order := l.order; i < len(order); i++ {
		if len(page.Cases) == max(q.Limit, 1) {
			page.Next = cursorOf(order[i-1])
			break
		}
		c, err := l.report(ctx, order[i])
		if err != nil {
			return source.Page{}, fmt.Errorf("%s: %w", l.path, err)
		}
		if c != nil {
			page.Cases = append(page.Cases, *c)
		}
	}
	return page, nil
}

// cursorOf is the position behind a file.
func cursorOf(f *file) source.Cursor {
	return source.Cursor(strconv.FormatInt(f.at.mtime, 10) + ":" + f.rel)
}

func parseCursor(c source.Cursor) (*file, error) {
	if c == "" {
		return nil, nil //nolint:nilnil // the beginning is behind no file
	}
	at, rel, found := strings.Cut(string(c), ":")
	mtime, err := strconv.ParseInt(at, 10, 64)
	if err != nil || !found {
		return nil, fmt.Errorf("not a cursor of this listing: %.80q", string(c))
	}
	return &file{rel: rel, at: stamp{mtime: mtime}}, nil
}

// report reads a file and returns it as a task; nil when it is none of its own.
func (l *Logs) report(ctx context.Context, f *file) (*model.Case, error) {
	if f.owned || f.at.size == 0 && !f.read || l.beyond(f) {
		return nil, nil //nolint:nilnil // there is nothing to report yet
	}
	if err := l.readFile(ctx, f); err != nil {
		return nil, err
	}
	if !f.isLog() {
		return nil, nil //nolint:nilnil // it is not a task of its own
	}
	s := f.ending.Summary()
	id := l.idOf(f, &s)
	l.relate(f, s.Parent)
	f.open = writing(&s, l.beat(f, &s), l.options.Now())
	l.attachRead(ctx, f, &s)
	if f.task != nil || l.folded(f) {
		return nil, nil //nolint:nilnil // it is not a task of its own
	}
	l.show(f, id)
	c := l.build(f, &s)
	return &c, nil
}

// Get reads the named logs again.
func (l *Logs) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	ctx, done := l.alive(ctx)
	defer done()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var cases []model.Case
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		f := l.byID(id)
		if f == nil {
			continue
		}
		if err := l.look(f); err != nil {
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
				continue
			}
			return nil, fmt.Errorf("%s: %w", l.path, plain(err))
		}
		c, err := l.report(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.path, err)
		}
		if c != nil {
			cases = append(cases, *c)
		}
	}
	return cases, nil
}

// call reads a log that somebody asked for by name and returns its id; empty
// when it is no task of its own. From then on it is judged, however old it is
// and whoever sits in front of it.
func (l *Logs) call(ctx context.Context, f *file) (id string, err error) {
	f.named = true
	c, err := l.report(ctx, f)
	if err != nil || c == nil {
		return "", err
	}
	return c.Task.ID, nil
}

// minSuffix is how long the end of a file's name must be to stand for it: the
// length of the ids that agents give their sessions.
const minSuffix = 32

// Resolve finds a log by its path in the folder, its file name with or without
// extension, the session id that ends that name, or the session id in it, where only one log goes by that.
func (l *Logs) Resolve(ctx context.Context, name string) (string, error) {
	ctx, done := l.alive(ctx)
	defer done()
	if f := l.byID(name); f != nil {
		if id, err := l.call(ctx, f); err != nil || id != "" {
			return id, err
		}
	}
	for _, goesBy := range []func(*file) bool{
		func(f *file) bool { return path.Base(f.rel) == name },
		func(f *file) bool { return stem(f.rel) == name },
		func(f *file) bool { return len(name) >= minSuffix && strings.HasSuffix(stem(f.rel), "-"+name) },
		func(f *file) bool { return name != "" && f.isLog() && f.log.Summary().Session == name },
	} {
		var found []string
		for rel, f := range l.files {
			if goesBy(f) && f.task == nil && !f.owned {
				found = append(found, rel)
			}
		}
		if len(found) == 1 {
			id, err := l.call(ctx, l.files[found[0]])
			if err != nil || id != "" {
				return id, err
			}
			return found[0], nil
		}
		if len(found) > 1 {
			sort.Strings(found)
			return "", fmt.Errorf("%.80q is the name of %d logs, such as %.80q and %.80q: %w", name, len(found), found[0], found[1], source.ErrNotFound)
		}
	}
	return "", fmt.Errorf("%.80q in %s: %w", name, l.path, source.ErrNotFound)
}
