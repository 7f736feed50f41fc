package classify

import (
	"strings"
	"sync"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// What is found in the sentences and short texts that came last: the same obstacles are met
// again and again, and to describe one takes longer than to read a message.
var (
	described = recent[cycle.Description]{find: describe}
	decisive  = recent[string]{find: cycle.Decisive}
	unsaid    = recent[bool]{find: cycle.Unsaid}
)

func describe(sentence string) cycle.Description {
	return cycle.Describe(sentence, func(bare string) model.ObstacleKind { return text.Read(bare).Kind })
}

// recent remembers what a function finds in the texts that came last: in up to twice as many
// as recentKept. Any goroutine may use it.
type recent[T any] struct {
	find func(text string) T // depends on the text alone

	mu           sync.Mutex
	newer, older map[string]T // by text
}

const (
	recentKept  = 2000
	recentBytes = 2 * longReason // of a text, which is held in memory
)

// of returns what is found in a text.
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
	text = strings.Clone(text) // it is a part of a long text
	found = r.find(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.newer == nil || len(r.newer) >= recentKept {
		r.newer, r.older = make(map[string]T), r.newer
	}
	r.newer[text] = found
	return found
}
