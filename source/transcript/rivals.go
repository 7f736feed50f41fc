package transcript

import (
	"context"
	"regexp"
	"strings"

	"notdone/source/logsource"
)

// sessionKeys finds the ids in the beginning of a log under the keys that agents give those of
// their sessions; others may be among them.
var sessionKeys = regexp.MustCompile(`"(?:sessionId|session_id|thread_id|id)"\s*:\s*"([0-9A-Za-z_-]+)"`)

// maxHints is how many ids of the beginning of a log are kept.
const maxHints = 8

// rivals are the logs that may be of one session. A folder in which each log is named after its own
// needs none.
type rivals struct {
	files  map[string][]*file  // that were found at first, by ids in their beginnings; nil: not looked for
	asking map[string]struct{} // sessions of which the logs are being built
}

// buildRivals builds the other logs of the session that a file began with, unless the file is named
// after it: one of them may be the log of the session, and a listing tells each id once.
func (l *Logs) buildRivals(ctx context.Context, f *file) error {
	if l.Kind == Kind || strings.HasSuffix(stem(f.Rel), f.session) {
		return nil
	}
	if l.rivals.files == nil {
		if err := l.findRivals(ctx); err != nil {
			return err
		}
	}
	if _, asked := l.rivals.asking[f.session]; asked {
		return nil
	}
	l.rivals.asking[f.session] = struct{}{}
	defer delete(l.rivals.asking, f.session)
	for _, o := range l.rivals.files[f.session] {
		if o == f || o.Read || o.Owned || o.Lost() {
			continue
		}
		if _, err := l.Build(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// findRivals looks into the beginning of each file.
func (l *Logs) findRivals(ctx context.Context) error {
	l.rivals = rivals{files: map[string][]*file{}, asking: map[string]struct{}{}}
	for rel, f := range l.Files {
		if err := ctx.Err(); err != nil {
			l.rivals.files = nil
			return err
		}
		head, err := logsource.Head(l.Dir, rel, headSize)
		if err != nil {
			continue // it tells of that itself when it is read
		}
		seen := map[string]bool{}
		for _, m := range sessionKeys.FindAllSubmatch(head, maxHints) {
			if id := string(m[1]); !seen[id] && plainID(id) {
				seen[id] = true
				l.rivals.files[id] = append(l.rivals.files[id], f)
			}
		}
	}
	return nil
}
