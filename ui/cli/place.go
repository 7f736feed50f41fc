package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source"
)

// opener opens a queue or a folder of logs.
type opener func(ctx context.Context) (source.Adapter, source.Source, error)

// place is a queue or a folder of logs as the operator named it. It is looked at
// and opened by goroutines of its own, so that a file system that hangs holds up
// nothing else.
type place struct {
	path string
	logs bool
	real string      // absolute and without links, as far as that is known
	info os.FileInfo // what is there; nil: nothing that can be looked at

	open    opener
	opened  chan struct{} // closed when what follows is set
	adapter source.Adapter
	source  source.Source
	err     error
	taken   bool  // by the board, which opens it anew after a failure
	failed  error // why it is not open
}

// errOpening says that a place is not open yet.
var errOpening = errors.New("it is still being opened")

// lookAt looks at what was named, and leaves out what another path before it
// names as well: its tasks would be shown and counted twice.
func lookAt(queues, logs []string) []*place {
	var all []*place
	for _, path := range queues {
		all = append(all, &place{path: path})
	}
	for _, path := range logs {
		all = append(all, &place{path: path, logs: true})
	}
	var looks sync.WaitGroup
	for _, p := range all {
		looks.Go(func() { p.look() })
	}
	looks.Wait()
	var first []*place
	for _, p := range all {
		if p.info == nil || !slices.ContainsFunc(first, func(o *place) bool { return o.logs == p.logs && o.same(p) }) {
			first = append(first, p)
		}
	}
	return first
}

func (p *place) look() {
	seen, _ := answered(firstFrame, func() (seen place) {
		if real, err := filepath.EvalSymlinks(p.path); err == nil {
			seen.real, _ = filepath.Abs(real)
			seen.info, _ = os.Stat(real) // opening it says what is wrong
		}
		return seen
	})
	p.real, p.info = seen.real, seen.info
	if p.real == "" {
		p.real, _ = filepath.Abs(p.path) // fails without a working folder
	}
}

func (p *place) same(o *place) bool {
	return p.info != nil && o.info != nil && os.SameFile(p.info, o.info)
}

// inside are the places inside the folder.
func (p *place) inside(all []*place) []string {
	var inner []string
	for _, o := range all {
		if p.holds(o) {
			inner = append(inner, o.real)
		}
	}
	return inner
}

// begin opens the place.
func (p *place) begin(ctx context.Context, open opener) {
	p.open, p.opened = open, make(chan struct{})
	go func() {
		defer close(p.opened)
		p.adapter, p.source, p.err = open(ctx)
	}()
}

// later is what a board opens the place with: it waits for what has been begun.
func (p *place) later(ctx context.Context) (source.Adapter, source.Source, error) {
	if p.taken {
		return p.open(ctx)
	}
	select {
	case <-p.opened:
		p.taken = true
		return p.adapter, p.source, p.err
	case <-ctx.Done():
		return source.Adapter{}, nil, ctx.Err()
	}
}

// await waits until the place is open, for as long as its file system answers.
func (p *place) await(ctx context.Context) error {
	for {
		select {
		case <-p.opened:
			return p.err
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(mute):
		}
		_, ok := answered(mute, func() error {
			var fs unix.Statfs_t
			_, err := os.Stat(p.path)
			return errors.Join(err, unix.Statfs(p.path, &fs))
		})
		if !ok {
			return fmt.Errorf("%s: its file system does not answer", p.path)
		}
	}
}

// databases are the database files that the open place reads.
func (p *place) databases() []string {
	var all []string
	for _, t := range p.source.Targets() {
		if t.Database {
			if real, err := filepath.EvalSymlinks(t.Path); err == nil {
				all = append(all, real)
			}
		}
	}
	return all
}

// shownBy returns the other place that shows all that this one does; nil when none
// does. The place is open, and others may be.
func (p *place) shownBy(all []*place) *place {
	_, acts := p.source.(source.Actor)
	for _, o := range all {
		switch {
		case o == p || p.logs || o.source == nil:
		case o.logs:
			if !acts && o.same(p) {
				return o
			}
		case acts && o.holds(p):
			theirs := o.databases()
			if !slices.ContainsFunc(p.databases(), func(f string) bool { return !slices.Contains(theirs, f) }) {
				return o
			}
		}
	}
	return nil
}

// holds reports whether another place lies inside the folder.
func (p *place) holds(o *place) bool {
	rel, err := filepath.Rel(p.real, o.real)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}
