package taskplane

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"notdone/source/logsource"
)

// batch is one batch, as whatever is left of it tells.
type batch struct {
	ID      string
	Current bool // batch-state.json is about it
	Lost    bool // no state and no summary of it is left
	File    batchFile
	Agents  map[string]manifest // by their ids
	Blocked map[string]bool     // tasks that depend on one that failed
	Names   map[string]string   // of tasks, by its summary
	Tokens  map[string]int64    // of tasks, by its summary
	Costs   map[string]*float64 // of tasks, by its summary
	Where   string              // the file that it is recorded in, for evidence
	Native  bool                // its paths are those of this machine
	base    string              // the path of the root beneath the folder that is open
	beside  []string            // its worktrees that lie beside the root
	prefix  string              // what its paths begin with instead of the root
}

// spec is what a task is read from. A task whose spec and files are the same is the same.
type spec struct {
	Batch   *batch
	Entry   taskEntry
	Folders []string // that may hold its packet, the live one first; beneath the root
	Main    string   // the one in the main checkout
	Outside string   // a worktree that is not beneath the root
	Agents  []string // the workers that were given the task, the newest last
	Past    []past   // of older batches, the newest first
}

// past is what an older batch records of a task.
type past struct {
	Batch, Status, Reason, Where string
	Started, Ended               time.Time
}

// task is one task with the files that tell about it.
type task struct {
	logsource.Unit
	id     string
	anchor logsource.File
	spec   spec
	files  []*file
}

// regroup reads the files that say what tasks there are and finds the tasks anew.
func (s *plane) regroup(ctx context.Context) error {
	var keep []*file
	for _, f := range s.Files {
		if f.role == roleNone || !f.structural() {
			continue
		}
		if err := s.update(ctx, f); err != nil {
			return err
		}
		keep = append(keep, f)
	}
	slices.SortFunc(keep, func(a, b *file) int { return cmp.Compare(a.Rel, b.Rel) })
	s.batches = s.readBatches(keep)
	specs := s.readSpecs()
	if s.setWanted(specs) {
		if err := s.Rescan(ctx); err != nil {
			return err
		}
	}
	s.assign(specs)
	return nil
}

// structural reports whether a file says what tasks there are.
func (f *file) structural() bool {
	return f.role == roleBatch || f.role == roleHistory || f.role == roleMeta || f.role == roleRegistry || f.role == roleManifest
}

// readBatches returns all batches, the newest first.
func (s *plane) readBatches(files []*file) []*batch {
	all := map[string]*batch{}
	at := func(id string) *batch {
		if all[id] == nil {
			all[id] = &batch{
				ID: id, Lost: true, Agents: map[string]manifest{}, Blocked: map[string]bool{}, Names: map[string]string{},
				Tokens: map[string]int64{}, Costs: map[string]*float64{},
			}
		}
		return all[id]
	}
	for _, f := range files {
		switch d := f.data.(type) {
		case *metaFile:
			b := at(f.batch)
			b.Where = cmp.Or(b.Where, f.Rel)
			b.File.WavePlan, b.File.StartedAt, b.File.BaseBranch, b.File.OrchBranch = d.WavePlan, d.StartedAt, d.BaseBranch, d.OrchBranch
		case *registryFile:
			b := at(f.batch)
			for id, m := range d.Agents {
				if _, known := b.Agents[id]; !known {
					b.Agents[id] = m
				}
			}
		case *manifest:
			at(f.batch).Agents[f.agent] = *d
		}
	}
	for _, f := range files {
		if entries := dataOf[[]historyEntry](f); entries != nil {
			for i := range *entries {
				(*entries)[i].into(at(string((*entries)[i].BatchID)), f.Rel)
			}
		}
	}
	for _, f := range files {
		if d := dataOf[batchFile](f); d != nil {
			b := at(string(d.BatchID))
			b.File, b.Current, b.Lost, b.Where = *d, true, false, f.Rel
			clear(b.Blocked)
			for _, id := range d.BlockedTaskIDs {
				b.Blocked[string(id)] = true
			}
		}
	}
	batches := slices.Collect(maps.Values(all))
	slices.SortFunc(batches, func(a, b *batch) int { return cmp.Compare(b.ID, a.ID) })
	for _, b := range batches {
		if b.Lost {
			b.guess()
		}
		b.base = s.base
		b.locate(filepath.Join(s.Dir, s.base))
		for i := range b.File.Lanes {
			if tree, ok := b.relative(b.File.Lanes[i].WorktreePath); ok && !b.mayRead(tree) && linked(s.Dir, s.base, tree) {
				b.beside = append(b.beside, tree)
			}
		}
	}
	return batches
}

// into takes what a summary says of a batch that is over.
func (h *historyEntry) into(b *batch, where string) {
	b.Lost, b.Where = false, where
	b.File.Phase, b.File.StartedAt, b.File.EndedAt = h.Status, h.StartedAt, h.EndedAt
	for i := range h.Tasks {
		t := &h.Tasks[i]
		k := &t.Tokens
		if sum := k.Input + k.Output + k.CacheRead + k.CacheWrite; sum > 0 {
			b.Tokens[string(t.TaskID)] = sum
		}
		b.Names[string(t.TaskID)] = string(t.TaskName)
		e := taskEntry{TaskID: t.TaskID, Status: t.Status, ExitReason: t.ExitReason, LaneNumber: t.Lane}
		if is := state(string(t.Status)); is.Finished() {
			e.StartedAt, e.EndedAt = h.StartedAt, h.EndedAt
		}
		b.File.Tasks = append(b.File.Tasks, e)
		b.Costs[string(t.TaskID)] = k.CostUSD
	}
}

// guess makes the tasks of a batch of which neither state nor summary is left: those
// that were planned, and those that an agent was given.
func (b *batch) guess() {
	known := map[word]bool{}
	add := func(id word, status string, lane number, started moment) {
		if id != "" && !known[id] {
			known[id] = true
			b.File.Tasks = append(b.File.Tasks, taskEntry{TaskID: id, Status: word(status), LaneNumber: lane, StartedAt: started})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(b.Agents)) {
		if m := b.Agents[id]; m.Role == "worker" {
			add(m.TaskID, statusBegun, m.LaneNumber, m.StartedAt)
		}
	}
	for _, wave := range b.File.WavePlan {
		for _, id := range wave {
			add(id, statusPlanned, number{}, moment{})
		}
	}
}

// readSpecs finds the tasks of all batches. The newest batch of a task decides.
func (s *plane) readSpecs() map[string]*spec {
	specs := map[string]*spec{}
	for _, b := range s.batches {
		if s.only != "" && b.ID != s.only {
			continue
		}
		for i := range b.File.Tasks {
			e := &b.File.Tasks[i]
			id := string(e.TaskID)
			if id == "" || len(id) > maxName {
				continue
			}
			if known := specs[id]; known != nil {
				if known.Batch != b {
					known.Past = append(known.Past, past{b.ID, string(e.Status), string(e.ExitReason), b.Where, e.StartedAt.Time, e.EndedAt.Time})
				}
				continue
			}
			specs[id] = s.specOf(b, e)
		}
	}
	return specs
}

// specOf finds out where a task of a batch is read from.
func (s *plane) specOf(b *batch, e *taskEntry) *spec {
	sp := &spec{Batch: b, Entry: *e}
	add := func(rel string, ok bool) {
		if ok && b.mayRead(rel) && !slices.Contains(sp.Folders, rel) {
			sp.Folders = append(sp.Folders, rel)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(b.Agents)) {
		m := b.Agents[id]
		if m.Role != "worker" || m.TaskID != e.TaskID && (!m.LaneNumber.Known || m.LaneNumber.N != e.LaneNumber.N) {
			continue
		}
		sp.Agents = append(sp.Agents, id)
		if m.TaskID == e.TaskID && m.Packet != nil {
			add(b.relative(m.Packet.TaskFolder))
		}
	}
	sp.name(string(e.SessionName))
	main, known := b.relative(e.TaskFolder)
	if lane := b.lane(e); lane != nil {
		sp.name(string(lane.LaneSessionID))
		tree, ok := b.relative(lane.WorktreePath)
		switch {
		case lane.WorktreePath == "":
		case !ok || !b.mayRead(tree):
			sp.Outside = slashed(lane.WorktreePath)
		case known:
			inner := strings.TrimPrefix(main, s.base)
			add(path.Join(tree, inner), true)
			// Of several repositories, a worktree holds what lies in its own.
			if _, inner, ok := strings.Cut(inner, "/"); ok && b.File.Mode == "workspace" {
				add(path.Join(tree, inner), true)
			}
		}
	}
	add(b.relative(e.PacketTaskPath))
	if known {
		sp.Main = main
		add(main, true)
	}
	return sp
}

// name notes an agent by the name of a session, for a batch whose manifests are gone: a
// worker goes by that of its lane.
func (sp *spec) name(session string) {
	if session == "" || len(sp.Agents) > 0 && sp.Batch.Agents[sp.Agents[0]].Role != "" {
		return
	}
	for _, id := range []string{session, strings.TrimSuffix(session, "-worker") + "-worker"} {
		sp.Agents = appendNew(sp.Agents, id)
	}
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

// worktrees is the folder in which worktrees lie, unless they lie beside the repository.
const worktrees = "/.worktrees/"

// locate finds out what the paths of a batch begin with: a tree that was copied, or
// reached by another way, still has those of where it was.
func (b *batch) locate(root string) {
	var all []string
	for i := range b.File.Lanes {
		all = append(all, slashed(b.File.Lanes[i].WorktreePath))
	}
	for i := range b.File.Tasks {
		all = append(all, slashed(b.File.Tasks[i].TaskFolder))
	}
	for _, id := range slices.Sorted(maps.Keys(b.Agents)) {
		if p := b.Agents[id].Packet; p != nil {
			all = append(all, slashed(p.TaskFolder))
		}
	}
	for _, p := range all {
		if p == root || strings.HasPrefix(p, root+"/") {
			b.prefix, b.Native = root, true
			return
		}
	}
	for _, p := range all {
		for i := 1; i < len(p); i++ {
			if p[i] == '/' && strings.Contains(p[i+1:], "/") && isFolder(root, p[i+1:]) {
				b.prefix = p[:i]
				real, err := filepath.EvalSymlinks(b.prefix)
				b.Native = err == nil && real == root
				return
			}
		}
	}
	for _, p := range all {
		if before, _, ok := strings.Cut(p, worktrees); ok {
			b.prefix = before
			return
		}
	}
}

// mayRead reports whether a folder lies beneath the root, or in a worktree beside it that
// is one of the repository there.
func (b *batch) mayRead(rel string) bool {
	return strings.HasPrefix(rel, b.base) || slices.ContainsFunc(b.beside, func(tree string) bool { return rel == tree || strings.HasPrefix(rel, tree+"/") })
}

// slashed is a path as it is written on this system.
func slashed(p word) string { return strings.TrimRight(strings.ReplaceAll(string(p), `\`, "/"), "/") }

// relative returns a path of the batch's files beneath the folder that is open; false when
// it is not there.
func (b *batch) relative(p word) (rel string, ok bool) {
	name := slashed(p)
	if strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':' {
		rest, beneath := strings.CutPrefix(name, b.prefix+"/")
		switch {
		case b.prefix == "":
			return "", false
		case beneath:
			name = path.Join(b.base, rest)
		case b.base != "" && strings.HasPrefix(name, path.Dir(b.prefix)+"/"):
			name = name[len(path.Dir(b.prefix))+1:]
		default:
			return "", false
		}
	} else {
		name = path.Join(b.base, name)
	}
	name = path.Clean(name)
	return name, name+"/" != b.base && name != "." && filepath.IsLocal(name) && !strings.HasPrefix(name+"/", b.base+dotPi+"/")
}

// setWanted notes which folders are looked into, and reports whether that is new.
func (s *plane) setWanted(specs map[string]*spec) bool {
	folders, wanted := map[string]bool{}, map[string]bool{}
	for _, sp := range specs {
		for _, rel := range sp.Folders {
			folders[rel], wanted[rel], wanted[path.Join(rel, ".reviews")] = true, true, true
			for dir := path.Dir(rel); dir != "." && !wanted[dir]; dir = path.Dir(dir) {
				wanted[dir] = true
			}
		}
	}
	same := maps.Equal(s.wanted, wanted)
	s.folders, s.wanted = folders, wanted
	return !same
}

// assign gives each task its spec and its files, and has those reported whose spec or
// files are not what they were.
func (s *plane) assign(specs map[string]*spec) {
	byFolder, byAgent, byBatch := map[string][]*file{}, map[string][]*file{}, map[string][]*file{}
	var shared []*file
	for _, rel := range slices.Sorted(maps.Keys(s.Files)) {
		switch f := s.Files[rel]; {
		case f.folder != "":
			byFolder[f.folder] = append(byFolder[f.folder], f)
		case f.agent != "":
			byAgent[f.batch+"/"+f.agent] = append(byAgent[f.batch+"/"+f.agent], f)
		case f.batch != "":
			byBatch[f.batch] = append(byBatch[f.batch], f)
		default:
			shared = append(shared, f)
		}
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
			files = append(files, byFolder[rel]...)
		}
		for _, agent := range sp.Agents {
			files = append(files, byAgent[sp.Batch.ID+"/"+agent]...)
		}
		files = append(append(files, byBatch[sp.Batch.ID]...), shared...)
		if fresh || !slices.Equal(files, t.files) || !reflect.DeepEqual(&t.spec, sp) {
			s.Enqueue(t)
		}
		t.spec, t.files = *sp, files
		t.Parts = append(t.Parts[:0:0], &t.anchor)
		for _, f := range files {
			t.Parts = append(t.Parts, &f.File)
			s.uses[f] = append(s.uses[f], t)
		}
	}
	s.Reorder()
}

func isFolder(root, rel string) bool {
	if !filepath.IsLocal(rel) {
		return false
	}
	info, err := os.Lstat(filepath.Join(root, rel))
	return err == nil && info.IsDir()
}
