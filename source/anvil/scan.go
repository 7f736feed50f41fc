package anvil

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// scan looks at every file, joins them to runs anew, and notes which runs are
// new, changed or gone.
func (s *sessions) scan(ctx context.Context) error {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, plain(err))
	}
	defer func() { _ = root.Close() }() // it was only read
	s.round++
	w := &walk{root: root, deep: s.deep, files: maxFiles}
	err = w.each(ctx, func(rel string, at spot, now stamp) error {
		f := s.files[rel]
		if f == nil {
			f = &file{rel: rel, spot: at}
			s.files[rel] = f
			s.reshape = true
		}
		if f.round == 0 || f.at != now {
			f.changed = true
			f.at = now
			was := f.sniffed
			f.look(s.dir)
			s.reshape = s.reshape || f.sniffed != was
		}
		f.round = s.round
		return ctx.Err()
	})
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, plain(err))
	}
	s.over, s.closed = w.over, w.closed
	for rel, f := range s.files {
		if f.round != s.round {
			delete(s.files, rel)
			s.reshape = true
		}
	}
	if s.reshape {
		s.regroup()
		s.reshape = false
	}
	for _, r := range s.runs {
		if slices.ContainsFunc(r.files, func(f *file) bool { return f.changed }) {
			s.enqueue(r)
			s.order = nil
		}
	}
	for _, f := range s.files {
		f.changed = false
	}
	return nil
}

// regroup joins the files anew. A run that keeps its id is the same run.
func (s *sessions) regroup() {
	now := map[string]*run{}
	all := groups(s.files, filepath.Base(s.dir))
	nameRuns(all)
	clear(s.owned)
	for _, r := range all {
		for _, f := range r.files {
			s.owned[f.rel] = true
		}
		if s.only == "" || r.has(s.only) {
			now[r.id] = r
		}
	}
	for id, old := range s.runs {
		r := now[id]
		if r == nil {
			old.lost = true
			if old.shown {
				s.gone = append(s.gone, id)
			}
			continue
		}
		if !slices.Equal(old.files, r.files) || old.session != r.session {
			old.files, old.session, old.label = r.files, r.session, r.label
			s.enqueue(old)
		}
		now[id] = old
	}
	for id, r := range now {
		if s.runs[id] == nil {
			s.enqueue(r)
		}
	}
	s.runs, s.order = now, nil
}

// enqueue has a run reported by the next Refresh. Before the source is open
// there is nothing to report: everything will be listed.
func (s *sessions) enqueue(r *run) {
	if s.opened && !r.due {
		r.due = true
		s.queue = append(s.queue, r)
	}
}
