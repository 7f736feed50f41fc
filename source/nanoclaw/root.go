package nanoclaw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// root is an installation of NanoClaw as it lies on disk.
type root struct {
	queue   string // as the operator gave it
	data    string // the absolute folder of v2.db and of the sessions; empty for version 1
	store   string // the store of version 1; empty for version 2
	options source.Options
	random  func() uint64 // for the ids of new tasks
	central central
}

// waitingGroup is the group of the questions and approvals that wait for a person.
const waitingGroup = "waiting"

// open opens an installation. The caller closes the source.
func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	return openWith(ctx, path, o, rand.Uint64)
}

func openWith(ctx context.Context, path string, o source.Options, random func() uint64) (source.Source, error) {
	r, err := locate(path)
	if err != nil {
		return nil, err
	}
	r.options, r.random = o, random
	c := sqlsource.Config{Kind: Kind, Path: path, Format: r, Part: "session"}
	if r.store == "" {
		r.central.path = filepath.Join(r.data, centralName)
		c.Many, c.Configure, c.Close = true, r.central.update, r.central.close
		c.Watch = []watch.Target{{Path: r.central.path, Database: true}}
	}
	return sqlsource.Open(ctx, c)
}

// locate finds the folder of data, or the store, that a path leads to. Version 2
// leaves the store of version 1 behind, and nothing runs it any more.
func locate(path string) (*root, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, err
	}
	r := &root{queue: path}
	switch {
	case !info.IsDir() && filepath.Base(abs) == storeName:
		r.store = abs
	case !info.IsDir():
		r.data = filepath.Dir(abs)
	case isFile(filepath.Join(abs, centralName)):
		r.data = abs
	case !isFile(filepath.Join(abs, dataFolder, centralName)) && isFile(filepath.Join(abs, storeFolder, storeName)):
		r.store = filepath.Join(abs, storeFolder, storeName)
	default:
		r.data = filepath.Join(abs, dataFolder)
	}
	return r, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Files lists the sessions that v2.db knows. No folder is searched for others: what
// is left of a deleted session is nobody's queue. A pair whose folder has not come
// yet is listed too.
func (r *root) Files() (found []sqlsource.File, troubles map[string]error) {
	if r.store != "" {
		return []sqlsource.File{{Path: r.store}}, nil
	}
	troubles = map[string]error{}
	if r.central.lost != nil {
		troubles[""] = r.central.lost
	}
	found = append(found, sqlsource.File{Group: waitingGroup, Path: r.central.path})
	for _, facts := range r.central.sessions {
		folder := filepath.Join(r.data, facts.folder())
		if err := r.plain(facts.folder()); err != nil {
			troubles[facts.Group] = fmt.Errorf("session %s: %w", facts.Group, err)
			continue
		}
		found = append(found, sqlsource.File{
			Group: facts.Group, Path: filepath.Join(folder, "inbound.db"), Beside: []string{filepath.Join(folder, "outbound.db")},
			Watch: []string{filepath.Join(folder, heartbeatName)},
		})
	}
	return found, troubles
}

// plain checks that no symbolic link on the way to a session's folder leads out of
// the folder of data.
func (r *root) plain(rel string) error {
	at := r.data
	for part := range strings.SplitSeq(rel, "/") {
		at = filepath.Join(at, part)
		switch info, err := os.Lstat(at); {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !info.IsDir():
			return fmt.Errorf("%s is not a folder, and no link is followed", at)
		}
	}
	return nil
}

// Start looks at a pair's inbound.db, at v2.db or at the store of version 1.
func (r *root) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	switch {
	case r.store != "":
		return startStore(ctx, q, r)
	case s.Group == waitingGroup:
		return startWaiting(ctx, q, r)
	}
	return startSession(ctx, q, s, r)
}
