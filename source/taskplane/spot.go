package taskplane

import (
	"context"
	"path"
	"strings"

	"notdone/source/logsource"
)

// role is what a file is for. Those up to roleBatch say what tasks there are, and each
// has the last word over those before it.
type role uint8

const (
	roleNone role = iota
	roleManifest
	roleRegistry
	roleMeta
	roleHistory
	roleBatch
	roleEvents // of an agent
	roleLog    // of the supervisor or the mailbox
	roleOther
	roleDone
	roleReview
)

// kind is a role, and how a file is read that is written at once; a nil parse result is
// none that can be read.
type kind struct {
	role  role
	parse func(raw []byte) any
}

// inPi are the files in .pi, by patterns. The second part of a path is the batch.
var inPi = []struct {
	pattern string
	kind
	agent int // the part that names the agent; 0: none does
}{
	{"runtime/*/agents/*/manifest.json", kind{roleManifest, parseJSON[manifest]}, 3},
	{"runtime/*/registry.json", kind{roleRegistry, parseJSON[registryFile]}, 0},
	{"runtime/*/batch-meta.json", kind{roleMeta, parseJSON[metaFile]}, 0},
	{"batch-history.json", kind{roleHistory, parseJSON[[]historyEntry]}, 0},
	{"batch-state.json", kind{roleBatch, parseJSON[batchFile]}, 0},
	{"runtime/*/agents/*/events.jsonl", kind{roleEvents, nil}, 3},
	{"runtime/*/lanes/lane-[0-9]*.json", kind{roleOther, parseJSON[laneFile]}, 0},
	{"supervisor/lock.json", kind{roleOther, parseJSON[lockFile]}, 0},
	{"supervisor/*.jsonl", kind{roleLog, nil}, 0},
	{"mailbox/*/events.jsonl", kind{roleLog, nil}, 0},
	{"mailbox/*/*/*/*" + mailSuffix, kind{roleOther, parseJSON[mailFile]}, 2},
	{"mailbox/*/*/*/*/*" + mailSuffix, kind{roleOther, parseJSON[mailFile]}, 2},
}

// inFolder are the files in the folder of a task.
var inFolder = map[string]kind{
	"STATUS.md": {roleOther, parseStatus}, "PROMPT.md": {roleOther, parsePrompt}, ".DONE": {roleDone, nil},
	".reviewer-state.json": {roleOther, parseJSON[reviewerFile]},
}

const (
	dotPi      = ".pi"
	mailSuffix = ".msg.json"
)

// file is one file that tells about a batch or a task.
type file struct {
	logsource.File
	logsource.Follower[*eventLog] // of a file of lines
	spot
	data any // what the file said when it was last whole; a pointer, by its kind
}

// spot is where a file lies.
type spot struct {
	kind
	batch, agent string
	box          string // of the mailbox: inbox, ack, outbox, processed
	folder       string // of a task, beneath the folder that is open
	review       review
}

// spotOf says what a file is, by its path alone. base is the path of the root, with a
// slash at its end; empty: the root is the folder itself.
func spotOf(base, rel string) (s spot) {
	dir, name := path.Dir(rel), path.Base(rel)
	own, ok := strings.CutPrefix(rel, base+dotPi+"/")
	if !ok {
		s.kind, s.folder = inFolder[name], dir
		if r, ok := parseReviewName(name); ok && path.Base(dir) == ".reviews" {
			r.Rel = rel
			s = spot{kind: kind{roleReview, parseReview}, folder: path.Dir(dir), review: r}
		}
		return s
	}
	parts := strings.Split(own, "/")
	for _, k := range inPi {
		if match, _ := path.Match(k.pattern, own); !match {
			continue
		}
		if s.kind = k.kind; len(parts) > 2 {
			s.batch, s.box = parts[1], parts[len(parts)-2]
		}
		if k.agent > 0 {
			s.agent = parts[k.agent]
		}
		break
	}
	return s
}

// structural reports whether a file says what tasks there are.
func (f *file) structural() bool { return f.role != roleNone && f.role <= roleBatch }

// names are the entries that are read: Taskplane's own folder, and beside it only the
// folders of tasks, of which there may be few among all files of a project.
func (s *plane) names() logsource.Names {
	return logsource.Names{
		Enters: func(dir, name string) bool {
			rel, pi := path.Join(dir, name), s.base+dotPi
			switch {
			case dir == pi:
				return name == "runtime" || name == "mailbox" || name == "supervisor"
			case strings.HasPrefix(dir, pi+"/"), strings.HasPrefix(pi+"/", rel+"/"):
				return true
			}
			return s.wanted[rel]
		},
		Takes: func(dir, name string) (bool, *logsource.Reason) {
			at := spotOf(s.base, path.Join(dir, name))
			return at.role != roleNone && (at.folder == "" || s.folders[at.folder]), nil
		},
	}
}

// maxWhole bounds a file that is read at once.
const maxWhole = 4 << 20

// update reads what is new of a file. What it said before stands when it is caught half
// written, as JSON is when it does not end, and STATUS.md when sections are gone that it
// had: that is not written at once.
func (s *plane) update(ctx context.Context, f *file) error {
	return f.Update(ctx, func(ctx context.Context) error {
		switch {
		case f.role == roleEvents || f.role == roleLog:
			return f.Follow(ctx, s.Dir, f.Rel, func() (*eventLog, bool, error) { return newEventLog(f.Rel), true, nil })
		case f.parse == nil:
			return nil
		}
		raw, err := logsource.Head(s.Dir, f.Rel, maxWhole)
		if err != nil {
			return err
		}
		now := f.parse(raw)
		was, _ := f.data.(*statusDoc)
		if is, ok := now.(*statusDoc); now != nil && (!ok || was == nil || !was.Whole || is.Whole) {
			f.data = now
		}
		return nil
	})
}
