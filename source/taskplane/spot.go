package taskplane

import (
	"path"
	"regexp"
	"strings"

	"notdone/source/logsource"
)

// role is what a file is for.
type role uint8

const (
	roleNone     role = iota
	roleBatch         // the state of the newest batch
	roleHistory       // summaries of batches that are over
	roleMeta          // what a batch was begun with
	roleRegistry      // the agents of a batch
	roleManifest      // one agent
	roleEvents        // what an agent did
	roleExit          // how its newest iteration ended
	roleLane          // a snapshot of a lane
	roleLock          // of the supervisor
	roleLog           // of the supervisor or of the mailbox
	roleMail          // one message
	roleStatus
	rolePrompt
	roleDone
	roleReview
	roleReviewer // the reviewer at work
)

// spot is where a file lies.
type spot struct {
	role   role
	batch  string
	agent  string
	box    string // of the mailbox: inbox, ack, outbox, outbox/processed
	folder string // of a task, beneath the folder that is open
	review review
}

const dotPi = ".pi"

// fixed are the files with one place in .pi.
var fixed = map[string]role{
	"batch-state.json": roleBatch, "batch-history.json": roleHistory, "supervisor/lock.json": roleLock,
	"supervisor/events.jsonl": roleLog, "supervisor/actions.jsonl": roleLog,
}

// inFolder are the files in the folder of a task.
var inFolder = map[string]role{
	"STATUS.md": roleStatus, "PROMPT.md": rolePrompt, ".DONE": roleDone, ".reviewer-state.json": roleReviewer,
}

// inAgent are the files in the folder of an agent.
var inAgent = map[string]role{"manifest.json": roleManifest, "events.jsonl": roleEvents, "events-exit.json": roleExit}

// inBatch are the files in the runtime folder of a batch.
var inBatch = map[string]role{"batch-meta.json": roleMeta, "registry.json": roleRegistry}

var laneName = regexp.MustCompile(`^lane-\d+\.json$`)

const mailSuffix = ".msg.json"

// spotOf says what a file is, by its path alone. base is the path of the root, with a
// slash at its end; empty: the root is the folder itself.
func spotOf(base, rel string) spot {
	if own, ok := strings.CutPrefix(rel, base+dotPi+"/"); ok {
		return spotInPi(own)
	}
	dir, name := path.Dir(rel), path.Base(rel)
	if path.Base(dir) == ".reviews" {
		if r, ok := parseReviewName(name); ok {
			r.Rel = rel
			return spot{role: roleReview, folder: path.Dir(dir), review: r}
		}
	}
	return spot{role: inFolder[name], folder: dir}
}

// spotInPi says what a file in .pi is.
func spotInPi(rel string) spot {
	if r, ok := fixed[rel]; ok {
		return spot{role: r}
	}
	parts := strings.Split(rel, "/")
	n, name := len(parts), parts[len(parts)-1]
	if n < 3 {
		return spot{}
	}
	s := spot{batch: parts[1]}
	switch top := parts[0]; {
	case top == "runtime" && n == 3:
		s.role = inBatch[name]
	case top == "runtime" && n == 4 && parts[2] == "lanes" && laneName.MatchString(name):
		s.role = roleLane
	case top == "runtime" && n == 5 && parts[2] == "agents":
		s.role, s.agent = inAgent[name], parts[3]
	case top == "mailbox" && n == 3 && name == "events.jsonl":
		s.role = roleLog
	case top == "mailbox" && (n == 5 || n == 6) && strings.HasSuffix(name, mailSuffix):
		s.role, s.agent, s.box = roleMail, parts[2], path.Join(parts[3:n-1]...)
	}
	return s
}

// piFolders are the folders in .pi that are looked into; in their own folders
// everything is.
var piFolders = map[string]bool{"runtime": true, "mailbox": true, "supervisor": true}

// names are the entries that are read: Taskplane's own folder, and beside it only the
// folders of tasks, of which there may be few among all files of a project.
func (s *plane) names() logsource.Names {
	pi := s.base + dotPi
	return logsource.Names{
		Enters: func(dir, name string) bool {
			switch {
			case dir == pi:
				return piFolders[name]
			case strings.HasPrefix(dir, pi+"/"):
				return true
			}
			rel := path.Join(dir, name)
			return strings.HasPrefix(pi+"/", rel+"/") || s.wanted[rel]
		},
		Takes: func(dir, name string) (bool, *logsource.Reason) {
			at := spotOf(s.base, path.Join(dir, name))
			return at.role != roleNone && (at.folder == "" || s.folders[at.folder]), nil
		},
	}
}
