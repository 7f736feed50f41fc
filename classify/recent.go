package classify

import (
	"strings"
	"sync"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// Caches of what the newest sentences and short texts say. The same obstacles are met again and
// again, and describing one takes longer than reading a message.
var (
	described = recent[cycle.Description]{find: describe}
	decisive  = recent[string]{find: cycle.Decisive}
	unsaid    = recent[bool]{find: cycle.Unsaid}
)

func describe(sentence string) cycle.Description {
	return cycle.Describe(sentence, func(bare string) model.ObstacleKind { return text.Read(bare).Kind })
}

// recent caches the results of find for the newest texts, for recentKept to 2*recentKept of
// them. It is safe for concurrent use.
type recent[T any] struct {
	find func(text string) T // depends on the text alone

	mu           sync.Mutex
	newer, older map[string]T // by text
}

const (
	recentKept  = 2000
	recentBytes = 2 * longReason // the longest text that is cached
)

// of returns find(text).
func (r *recent[T]) of(text string) T {
	if len(text) > recentBytes {
		return r.find(text)
	}
	r.mu.Lock()
	found, known := r.newer[text]
	if !known {
		found, known = r.older[text]
	}
	r.mu.Unlock()
	if known {
		return found
	}
	text = strings.Clone(text) // so that the cache does not hold a long text of which this is a part
	found = r.find(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.newer == nil || len(r.newer) >= recentKept {
		r.newer, r.older = make(map[string]T), r.newer
	}
	r.newer[text] = found
	return found
}
