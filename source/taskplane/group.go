package taskplane

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"notdone/source/logsource"
)

// batch is one batch, as whatever is left of it tells.
type batch struct {
	ID      string
	Current bool // batch-state.json is about it
	Lost    bool // no state and no summary of it is left
	File    batchFile
	Summary map[word]historyTask
	Agents  map[string]manifest // by their ids
	Where   string              // the file that it is recorded in, for evidence
	Native  bool                // its paths are those of this machine
	base    string              // the path of the root beneath the folder that is open
	beside  []string            // its worktrees that lie beside the root
	prefix  string              // what its paths begin with instead of the root; empty: unknown
}

// spec is what a task is read from. A task whose spec and files are the same is the same.
type spec struct {
	Batch   *batch
	Entry   taskEntry
	Folders []string // that may hold its packet, the live one first
	Main    string   // the one in the main checkout
	Outside string   // a worktree that is not read
}

// task is one task with the files that tell about it.
type task struct {
	logsource.Unit
	id     string
	anchor logsource.File
	spec   *spec    // it is never changed, only replaced
	agents []string // the workers of its lane
	files  []*file
}

// regroup reads the files that say what tasks there are and finds the tasks anew. The
// newest batch of a task decides.
func (s *plane) regroup(ctx context.Context) error {
	if s.Opened() && s.widen() {
		if err := s.Rescan(ctx); err != nil {
			return err
		}
	}
	if err := s.readBatches(ctx); err != nil {
		return err
	}
	specs := map[string]*spec{}
	for _, b := range s.batches {
		for i := range b.File.Tasks {
			e := &b.File.Tasks[i]
			if id := string(e.TaskID); id != "" && len(id) <= maxName && specs[id] == nil {
				specs[id] = b.spec(e)
			}
		}
	}
	folders, wanted := map[string]bool{}, map[string]bool{}
	for _, sp := range specs {
		for _, rel := range sp.Folders {
			folders[rel], wanted[path.Join(rel, ".reviews")] = true, true
			for dir := rel; dir != "."; dir = path.Dir(dir) {
				wanted[dir] = true
			}
		}
	}
	same := maps.Equal(s.wanted, wanted)
	if s.folders, s.wanted = folders, wanted; !same {
		if err := s.Rescan(ctx); err != nil {
			return err
		}
	}
	s.assign(specs)
	return nil
}

// readBatches finds all batches, the newest first. What says more of one is read later.
func (s *plane) readBatches(ctx context.Context) error {
	var files []*file
	for _, f := range s.Files {
		if f.structural() {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b *file) int { return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.Rel, b.Rel)) })
	all := map[string]*batch{}
	at := func(id string) *batch {
		if all[id] == nil {
			all[id] = &batch{ID: id, Lost: true, Summary: map[word]historyTask{}, Agents: map[string]manifest{}, base: s.base}
		}
		return all[id]
	}
	for _, f := range files {
		if err := s.update(ctx, f); err != nil {
			return err
		}
		switch d := f.data.(type) {
		case *manifest:
			at(f.batch).Agents[f.agent] = *d
		case *registryFile:
			maps.DeleteFunc(d.Agents, func(id string, _ manifest) bool { _, known := at(f.batch).Agents[id]; return known })
			maps.Copy(at(f.batch).Agents, d.Agents)
		case *metaFile:
			b := at(f.batch)
			b.Where, b.File.WavePlan, b.File.StartedAt = f.Rel, d.WavePlan, d.StartedAt
		case *[]historyEntry:
			for i := range *d {
				at(string((*d)[i].BatchID)).summarize(&(*d)[i], f.Rel)
			}
		case *batchFile:
			b := at(string(d.BatchID))
			b.File, b.Current, b.Lost, b.Where = *d, true, false, f.Rel
		}
	}
	s.batches = slices.SortedFunc(maps.Values(all), func(a, b *batch) int { return cmp.Compare(b.ID, a.ID) })
	for _, b := range s.batches {
		if b.Lost {
			b.guess()
		}
		b.locate(s.Dir)
	}
	return nil
}

// summarize takes what a summary says of a batch that is over.
func (b *batch) summarize(h *historyEntry, where string) {
	b.Lost, b.Where = false, where
	b.File.Phase, b.File.StartedAt, b.File.UpdatedAt = h.Status, h.StartedAt, h.EndedAt
	for _, t := range h.Tasks {
		e := taskEntry{TaskID: t.TaskID, Status: t.Status, ExitReason: t.ExitReason, LaneNumber: t.Lane}
		if state(string(t.Status)).Finished() {
			e.StartedAt, e.EndedAt = h.StartedAt, h.EndedAt
		}
		b.File.Tasks, b.Summary[t.TaskID] = append(b.File.Tasks, e), t
	}
}

// guess makes the tasks of a batch of which neither state nor summary is left: those
// that were planned, and those that an agent was given.
func (b *batch) guess() {
	entries := map[word]taskEntry{}
	for _, wave := range b.File.WavePlan {
		for _, id := range wave {
			entries[id] = taskEntry{TaskID: id}
		}
	}
	for _, m := range b.Agents {
		if m.Role == "worker" {
			entries[m.TaskID] = taskEntry{TaskID: m.TaskID, LaneNumber: m.LaneNumber, StartedAt: m.StartedAt}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(entries)) {
		b.File.Tasks = append(b.File.Tasks, entries[id])
	}
}

// spec finds out where a task of a batch is read from.
func (b *batch) spec(e *taskEntry) *spec {
	sp := &spec{Batch: b, Entry: *e}
	add := func(rel string, ok bool) {
		if ok && b.mayRead(rel) && !slices.Contains(sp.Folders, rel) {
			sp.Folders = append(sp.Folders, rel)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(b.Agents)) {
		if m := b.Agents[id]; m.Role == "worker" && m.TaskID == e.TaskID {
			add(b.relative(m.Packet.TaskFolder))
		}
	}
	main, known := b.relative(e.TaskFolder)
	if lane := b.lane(e); lane != nil && lane.WorktreePath != "" {
		tree, ok := b.relative(lane.WorktreePath)
		inner := strings.TrimPrefix(main, b.base)
		if add(path.Join(tree, inner), ok && known); b.File.Mode == "workspace" {
			_, inner, _ = strings.Cut(inner, "/") // a worktree holds what lies in its own repository
			add(path.Join(tree, inner), ok && known)
		}
		if !ok || !b.mayRead(tree) {
			sp.Outside = slashed(lane.WorktreePath)
		}
	}
	add(b.relative(e.PacketTaskPath))
	if sp.Main = main; known {
		add(main, true)
	}
	return sp
}

// lane returns the lane of a task; nil: it has none.
func (b *batch) lane(e *taskEntry) *laneEntry {
	for i := range b.File.Lanes {
		l := &b.File.Lanes[i]
		if slices.Contains(l.TaskIDs, e.TaskID) || len(l.TaskIDs) == 0 && l.LaneNumber == e.LaneNumber {
			return l
		}
	}
	return nil
}

// locate finds out what the paths of a batch begin with: a tree that was copied, or
// reached by another way, still has those of where it was.
func (b *batch) locate(dir string) {
	root := filepath.Join(dir, b.base)
	var trees, all []string
	for i := range b.File.Lanes {
		trees = append(trees, slashed(b.File.Lanes[i].WorktreePath))
	}
	for i := range b.File.Tasks {
		all = append(all, slashed(b.File.Tasks[i].TaskFolder))
	}
	for _, m := range b.Agents {
		all = append(all, slashed(m.Packet.TaskFolder))
	}
	slices.Sort(all)
	for _, p := range append(trees, all...) {
		if strings.HasPrefix(p, root+"/") {
			b.prefix, b.Native = root, true
			break
		}
		outer, _, _ := strings.Cut(p, "/.worktrees/") // a worktree holds the same folders as the root
		for i := 1; i <= min(len(outer), len(p)-1) && b.prefix == ""; i++ {
			if p[i] == '/' && strings.Contains(p[i+1:], "/") && isFolder(root, p[i+1:]) {
				real, err := filepath.EvalSymlinks(p[:i])
				b.prefix, b.Native = p[:i], err == nil && real == root
			}
		}
	}
	for i := range b.File.Lanes {
		if tree, ok := b.relative(b.File.Lanes[i].WorktreePath); ok && !b.mayRead(tree) && linked(dir, b.base, tree) {
			b.beside = append(b.beside, tree)
		}
	}
}

func isFolder(root, rel string) bool {
	info, err := os.Lstat(filepath.Join(root, rel))
	return filepath.IsLocal(rel) && err == nil && info.IsDir()
}

// mayRead reports whether a folder lies beneath the root, or in a worktree beside it that
// is one of the repository there.
func (b *batch) mayRead(rel string) bool {
	return strings.HasPrefix(rel, b.base) || slices.ContainsFunc(b.beside, func(tree string) bool { return strings.HasPrefix(rel+"/", tree+"/") })
}

// slashed is a path as it is written on this system.
func slashed(p word) string { return strings.TrimRight(strings.ReplaceAll(string(p), `\`, "/"), "/") }

// relative returns a path of the batch's files beneath the folder that is open; false when
// it is not there.
func (b *batch) relative(p word) (rel string, ok bool) {
	name, above := slashed(p), path.Dir(b.prefix)+"/"
	switch absolute := strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':'; {
	case absolute && b.prefix == "":
		return "", false
	case !absolute:
		name = path.Join(b.base, name)
	case strings.HasPrefix(name, b.prefix+"/"):
		name = path.Join(b.base, name[len(b.prefix)+1:])
	case b.base != "" && strings.HasPrefix(name, above):
		name = path.Clean(name[len(above):])
	default:
		return "", false
	}
	return name, name+"/" != b.base && name != "." && filepath.IsLocal(name) && !strings.HasPrefix(name+"/", b.base+dotPi+"/")
}

// assign gives each task its spec and its files, and has those reported whose spec or
// files are not what they were.
func (s *plane) assign(specs map[string]*spec) {
	groups := map[string][]*file{} // by the folder of a task, an agent, a batch, or nothing
	agents := map[string][]string{}
	for _, rel := range slices.Sorted(maps.Keys(s.Files)) {
		f := s.Files[rel]
		key := cmp.Or(f.folder, f.agentKey(), f.batch)
		if f.agent != "" && len(groups[key]) == 0 {
			agents[f.batch] = append(agents[f.batch], f.agent)
		}
		groups[key] = append(groups[key], f)
	}
	s.uses = map[*file][]*task{}
	for id, t := range s.tasks {
		if specs[id] == nil {
			delete(s.tasks, id)
			s.Drop(t)
		}
	}
	for id, sp := range specs {
		t := s.tasks[id]
		fresh := t == nil
		if fresh {
			t = &task{id: id, anchor: logsource.File{Rel: id}}
			s.tasks[id] = t
		}
		var files []*file
		for _, rel := range sp.Folders {
			files = append(files, groups[rel]...)
		}
		t.agents = nil
		for _, agent := range agents[sp.Batch.ID] {
			if strings.HasSuffix(agent, fmt.Sprintf("lane-%d-worker", sp.Entry.LaneNumber.N)) || sp.Batch.Agents[agent].TaskID == sp.Entry.TaskID {
				t.agents = append(t.agents, agent)
				files = append(files, groups[sp.Batch.ID+"/"+agent]...)
			}
		}
		files = append(append(files, groups[sp.Batch.ID]...), groups[""]...)
		if fresh || !slices.Equal(files, t.files) || !reflect.DeepEqual(t.spec, sp) {
			s.Enqueue(t)
		}
		t.spec, t.files, t.Parts = sp, files, []*logsource.File{&t.anchor}
		for _, f := range files {
			t.Parts = append(t.Parts, &f.File)
			s.uses[f] = append(s.uses[f], t)
		}
	}
	s.Reorder()
}

func (f *file) agentKey() string {
	if f.agent == "" {
		return ""
	}
	return f.batch + "/" + f.agent
}
