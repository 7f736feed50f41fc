package board

import (
	"context"
	"os"
	"slices"
	"sync"

	"notdone/model"
	"notdone/source/transcript"
)

// Bounds of the logs that tasks name themselves. Of up to fewCases tasks that are read together,
// as those on the screen, each log is read that has at most maxOwnLog bytes. Of more, as in a
// listing, maxOwnLogs are, of maxOwnBytes together: those of the tasks that come first.
const (
	fewCases    = 60
	maxOwnLog   = 64 << 20
	maxOwnLogs  = 1_000
	maxOwnBytes = 64 << 20
)

// ownLogs reads what is said last in the logs that tasks of a queue name themselves, and keeps
// it of some of them. The zero value has read nothing.
type ownLogs struct {
	mu    sync.Mutex
	tried int   // how many were looked for of many tasks
	bytes int64 // how many bytes those have that were read
	known map[model.LogRef]ownLog
}

// ownLog is what is said last in a log of that size and time.
type ownLog struct {
	size, mtime int64
	read        bool
	ending      model.Ending
	ok          bool // it is the log of an agent
}

// addTo adds to the case of a task that its queue recorded as done what the log of its newest
// run says last, unless a folder of logs says that. ofMany says that the task is one of many.
func (o *ownLogs) addTo(ctx context.Context, b *Board, c *model.Case, ofMany bool) {
	if len(c.Facts.Endings) > 0 || len(c.Task.Logs) == 0 {
		return
	}
	log := c.Task.Logs[0]
	read, there := o.find(log, ofMany)
	if !there {
		return
	}
	if !read.read {
		read.ending, read.ok = transcript.ReadEnding(ctx, log, maxOwnLog, b.o.Now)
		if ctx.Err() != nil {
			return // the log may say more
		}
		read.read = true
		o.keep(log, read)
	}
	if read.ok {
		c.Facts.Endings = append(slices.Clip(c.Facts.Endings), read.ending)
	}
}

// find returns what is known of a log, nothing but its size and time if it is to be read. It is
// false where there is none, or none that may be read.
func (o *ownLogs) find(log model.LogRef, ofMany bool) (l ownLog, there bool) {
	o.mu.Lock()
	known, isKnown := o.known[log]
	may := !ofMany || isKnown || o.tried < maxOwnLogs
	if ofMany && !isKnown {
		o.tried++
	}
	o.mu.Unlock()
	if !may {
		return ownLog{}, false
	}
	info, err := os.Lstat(log.File())
	if err != nil || !info.Mode().IsRegular() {
		return ownLog{}, false
	}
	l = ownLog{size: info.Size(), mtime: info.ModTime().UnixNano()}
	if isKnown && known.size == l.size && known.mtime == l.mtime && !known.ending.Open {
		return known, true
	}
	if ofMany {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.bytes+l.size > maxOwnBytes {
			return ownLog{}, false
		}
		o.bytes += l.size
	}
	return l, true
}

// keep keeps what was read of a log, in the place of another where there are many.
func (o *ownLogs) keep(log model.LogRef, read ownLog) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known == nil {
		o.known = map[model.LogRef]ownLog{}
	}
	if len(o.known) >= 2*maxOwnLogs {
		for other := range o.known {
			delete(o.known, other)
			break
		}
	}
	o.known[log] = read
}
