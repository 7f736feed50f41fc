package board

import "sync"

// requests is what others ask of a feed. Any goroutine may use it.
type requests struct {
	poke chan struct{} // holds a message when something was asked

	mu      sync.Mutex
	ids     map[string]struct{} // tasks to read again
	missing map[class]*missing  // rows to look for; nil: none
}

func newRequests() *requests {
	return &requests{poke: make(chan struct{}, 1), ids: map[string]struct{}{}}
}

// addTasks asks for tasks to be read again.
func (r *requests) addTasks(ids ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		r.ids[id] = struct{}{}
	}
	notify(r.poke)
}

// takeTasks takes out at most n tasks that are to be read again.
func (r *requests) takeTasks(n int) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ids []string
	for id := range r.ids {
		if len(ids) == n {
			break
		}
		delete(r.ids, id)
		ids = append(ids, id)
	}
	return ids
}

// swapMissing asks for rows to be looked for, and takes out what was asked for before.
func (r *requests) swapMissing(m map[class]*missing) (before map[class]*missing) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m != nil {
		notify(r.poke)
	}
	before, r.missing = r.missing, m
	return before
}

// empty reports whether nothing is asked for.
func (r *requests) empty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.ids) == 0 && r.missing == nil
}
