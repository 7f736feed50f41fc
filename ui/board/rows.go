package board

import (
	"maps"
	"slices"
	"sync"
	"time"

	"notdone/model"
)

// rowCache holds those rows whole that were looked at last, and knows which ones are
// wanted. Any goroutine may use it; the indexer alone changes the rows.
type rowCache struct {
	most int
	ask  func(model.Ref) // asks for a task to be read; nil: nobody reads

	mu     sync.Mutex
	rows   map[model.Ref]*cachedRow
	wanted map[model.Ref]wantedRow
	clock  uint64
}

// cachedRow is a row as it is shown, and as its task was judged by itself.
type cachedRow struct {
	key          *Key
	shown, alone *model.Row
	used         uint64 // when it was last looked at, by the clock of the cache
	// told is when memory was last told of this verdict and has answered; zero: it was not.
	// It belongs to the indexer.
	told time.Time
}

// wantedRow is a row that was looked at and is not there.
type wantedRow struct {
	of      *Key
	outline *model.Row // what is shown in its place
}

// maxWanted is how many rows are wanted at once. Whoever wants more looks again when some
// of them have come.
const maxWanted = 1000

func newRowCache(most int, ask func(model.Ref)) *rowCache {
	return &rowCache{most: most, ask: ask, rows: map[model.Ref]*cachedRow{}, wanted: map[model.Ref]wantedRow{}}
}

// row returns the row of a key to somebody who looks at it. Where it is not there it is
// an outline, and the row is asked for.
func (c *rowCache) row(k *Key) *model.Row {
	ref := k.ref()
	c.mu.Lock()
	if r := c.rows[ref]; r != nil {
		c.clock++
		r.used = c.clock
		c.mu.Unlock()
		return r.shown
	}
	w, asked := c.wanted[ref]
	if w.of != k {
		w = wantedRow{of: k, outline: k.outline()}
	}
	if asked || len(c.wanted) < maxWanted {
		c.wanted[ref] = w
	}
	_, wanted := c.wanted[ref]
	c.mu.Unlock()
	if wanted && !asked && c.ask != nil {
		c.ask(ref)
	}
	return w.outline
}

// held returns a row that is held whole; nil for any other.
func (c *rowCache) held(ref model.Ref) *cachedRow {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rows[ref]
}

// put takes over a row that is held or wanted, or that is listed or found and for which
// there is room. It reports whether another row is held now.
func (c *rowCache) put(k *Key, alone, shown *model.Row, listed bool) bool {
	ref := k.ref()
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.rows[ref]
	_, wanted := c.wanted[ref]
	if old == nil && !wanted && (!listed || len(c.rows) >= c.most) {
		return false
	}
	delete(c.wanted, ref)
	now := &cachedRow{key: k, shown: shown, alone: alone}
	switch {
	case old != nil:
		now.used = old.used
		if sameVerdict(old.alone, alone) {
			now.told = old.told
		}
	case wanted:
		c.clock++
		now.used = c.clock
	}
	c.rows[ref] = now
	if len(c.rows) > c.most+c.most/8 {
		c.evict()
	}
	return old == nil || old.shown != shown
}

// wants reports whether a row was looked at that is not there.
func (c *rowCache) wants(ref model.Ref) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, wanted := c.wanted[ref]
	return wanted
}

// evict leaves the rows that were looked at last.
func (c *rowCache) evict() {
	used := make([]uint64, 0, len(c.rows))
	for _, r := range c.rows {
		used = append(used, r.used)
	}
	slices.Sort(used)
	oldest := used[len(used)-c.most]
	for ref, r := range c.rows {
		if r.used < oldest || len(c.rows) > c.most && r.used == 0 {
			delete(c.rows, ref)
		}
	}
}

// all returns all rows that are held.
func (c *rowCache) all() []*cachedRow {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Values(c.rows))
}

// drop forgets a task.
func (c *rowCache) drop(ref model.Ref) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.rows, ref)
	delete(c.wanted, ref)
}
