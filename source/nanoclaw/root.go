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

// Names in a checkout.
const (
	centralName    = "v2.db"
	dataFolder     = "data"
	sessionsFolder = "v2-sessions"
	storeFolder    = "store"
	storeName      = "messages.db"
	groupsFolder   = "groups"
	heartbeatName  = ".heartbeat"
	// transcriptFolder is that of an agent's transcripts, in the agent's folder: Claude
	// Code names it after the folder in which the agent works.
	transcriptFolder = ".claude-shared/projects/-workspace-agent"
)

// waitingGroup is the group of what waits for a person.
const waitingGroup = "waiting"

// root is an installation of NanoClaw.
type root struct {
	queue   string // as the operator gave it
	data    string // the absolute folder of v2.db; empty for version 1
	store   string // the database of version 1; empty for version 2
	options source.Options
	random  func() uint64 // for the ids of new rows
	central central
}

// open opens an installation. Version 2 leaves the store of version 1 behind, which
// nothing runs any more.
func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	return openWith(ctx, path, o, rand.Uint64)
}

// openWith is open with another source of random ids.
func openWith(ctx context.Context, path string, o source.Options, random func() uint64) (source.Source, error) {
	abs, info, err := sqlsource.Locate(path)
	if err != nil {
		return nil, err
	}
	is := func(names ...string) bool {
		info, err := os.Stat(filepath.Join(append([]string{abs}, names...)...))
		return err == nil && info.Mode().IsRegular()
	}
	r := &root{queue: path, options: o, random: random}
	switch {
	case !info.IsDir() && filepath.Base(abs) != centralName:
		r.store = abs
	case !info.IsDir():
		r.data = filepath.Dir(abs)
	case is(centralName):
		r.data = abs
	case !is(dataFolder, centralName) && is(storeFolder, storeName):
		r.store = filepath.Join(abs, storeFolder, storeName)
	case is(storeName):
		r.store = filepath.Join(abs, storeName)
	default:
		r.data = filepath.Join(abs, dataFolder)
	}
	c := sqlsource.Config{Kind: Kind, Path: path, Format: r, Part: "session"}
	if r.store == "" {
		r.central.path = filepath.Join(r.data, centralName)
		c.Many, c.Configure, c.Close = true, r.central.update, r.central.close
		c.Watch = []watch.Target{{Path: r.central.path, Database: true}}
	}
	return sqlsource.Open(ctx, c)
}

// Files lists v2.db and the sessions that it knows. No folder is searched for others,
// which are left of deleted sessions.
func (r *root) Files() (found []sqlsource.File, troubles map[string]error) {
	if r.store != "" {
		return []sqlsource.File{{Path: r.store}}, nil
	}
	troubles = map[string]error{}
	if r.central.lost != nil {
		troubles[""] = r.central.lost
	}
	found = append(found, sqlsource.File{Group: waitingGroup, Path: r.central.path})
	for _, f := range r.central.sessions {
		if err := r.checkFolder(f.folder()); err != nil {
			troubles[f.Group] = fmt.Errorf("session %s: %w", f.Group, err)
			continue
		}
		in := func(name string) string { return filepath.Join(r.data, f.folder(), name) }
		found = append(found, sqlsource.File{
			Group: f.Group, Path: in("inbound.db"), Beside: []string{in("outbound.db")}, Watch: []string{in(heartbeatName)},
		})
	}
	return found, troubles
}

// checkFolder checks that no symbolic link leads out of the folder of data.
func (r *root) checkFolder(rel string) error {
	at := r.data
	for part := range strings.SplitSeq(rel, "/") {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is no folder; links are not followed", at)
		}
		if err != nil {
			return err
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
