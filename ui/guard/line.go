package guard

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"notdone/source/wholefile"
)

// version is that of the log.
const version = 1

// op is the type of a line of the log.
type op string

// The types of lines. As are the kinds of finding that a line is about.
const (
	opQueue  op = "queue"  // the first line: names the queue, and As the kinds that are watched from here on
	opKnown  op = "known"  // a task is of the kinds As; nothing is delivered
	opFound  op = "found"  // a task became of the kinds As; the finding waits for delivery to To
	opLeft   op = "left"   // a task is no longer of the kinds As
	opForget op = "forget" // that a task is of the kinds As could not be told: it is not known
	opBegun  op = "begun"  // a delivery to To[0], which must not be repeated, is about to begin
	opDone   op = "done"   // the finding was delivered to To[0], or given up
)

// line is one line of the log.
type line struct {
	Op       op              `json:"op"`
	Version  int             `json:"version,omitempty"`
	Queue    string          `json:"queue,omitempty"`
	Key      string          `json:"key,omitempty"`
	ID       string          `json:"id,omitempty"`
	As       []Kind          `json:"as,omitempty"`
	At       int64           `json:"at,omitempty"`
	Since    int64           `json:"since,omitempty"`
	Attempts int             `json:"attempts,omitempty"`
	Cause    string          `json:"cause,omitempty"` // by causeOf
	Left     bool            `json:"left,omitempty"`
	Early    bool            `json:"early,omitempty"` // it was so at the first start
	To       []string        `json:"to,omitempty"`
	Body     json.RawMessage `json:"body,omitempty"`
}

// apply updates the store by a line of length bytes at an offset of the log.
func (s *store) apply(l *line, offset int64, length int) {
	switch l.Op {
	case opKnown, opFound:
		for _, as := range l.As {
			s.known[thing{l.ID, as}] = &told{at: l.At, since: l.Since, attempts: l.Attempts, cause: l.Cause, left: l.Left, early: l.Early}
		}
		if len(l.To) > 0 {
			s.parcel = append(s.parcel, &parcel{key: l.Key, id: l.ID, at: l.At, offset: offset, length: length, to: slices.Clone(l.To)})
		}
	case opLeft:
		for _, as := range l.As {
			if o := s.known[thing{l.ID, as}]; o != nil {
				o.left, o.at = true, l.At
			}
		}
	case opForget:
		for _, as := range l.As {
			delete(s.known, thing{l.ID, as})
		}
	case opBegun:
		if p := s.parcelOf(l.Key, l.To[0]); p != nil {
			p.begun = append(p.begun, l.To[0])
		}
	case opDone:
		if p := s.parcelOf(l.Key, l.To[0]); p != nil {
			p.to = slices.DeleteFunc(p.to, func(to string) bool { return to == l.To[0] })
			switch {
			case len(p.to) > 0:
			case s.parcel[0] == p: // as a rule
				s.parcel = s.parcel[1:]
			default:
				s.parcel = slices.DeleteFunc(s.parcel, func(other *parcel) bool { return other == p })
			}
		}
	case opQueue:
		if s.watched = l.As; len(s.watched) == 0 { // older releases knew these alone, and did not write them
			s.watched = []Kind{FalseDone, Blocked, Looping}
		}
	}
}

// parcelOf returns the oldest undelivered finding with that key that waits for delivery to to; nil
// if there is none.
func (s *store) parcelOf(key, to string) *parcel {
	for _, p := range s.parcel {
		if p.key == key && slices.Contains(p.to, to) {
			return p
		}
	}
	return nil
}

// deadLetter is a finding that could not be delivered to a sink and was given up.
type deadLetter struct {
	Key  string          `json:"key"`
	ID   string          `json:"id,omitempty"` // of the task; older releases did not write it
	At   int64           `json:"at"`           // when it was found, in unix nanoseconds
	To   string          `json:"to"`
	Why  string          `json:"why"`
	Body json.RawMessage `json:"finding"`
}

// taskID returns the id of the task.
func (l *deadLetter) taskID() string {
	if l.ID != "" {
		return l.ID
	}
	var body struct {
		Task struct {
			ID string `json:"id"`
		} `json:"task"`
	}
	_ = json.Unmarshal(l.Body, &body) // a body without a task names none
	return body.Task.ID
}

// bury gives up the delivery of a finding to a sink: it appends a dead letter with the reason,
// and then notes in the log that the delivery is done.
func (s *store) bury(p *parcel, to, why string) error {
	l, err := s.lineOf(p)
	if err != nil {
		return err
	}
	text, err := json.Marshal(deadLetter{p.key, p.id, p.at, to, why, l.Body})
	if err != nil {
		return err
	}
	f, err := openOwn(s.path(deadName))
	if err != nil {
		return err
	}
	if err = errors.Join(appendLine(f, text), f.Sync(), f.Close()); err != nil {
		return err
	}
	s.dead++
	return s.write(&line{Op: opDone, Key: p.key, To: []string{to}})
}

// appendLine appends a line to a file. If a crash has cut off the last line, the new one begins
// after a line break, so that it can be read.
func appendLine(f *os.File, text []byte) error {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if end > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, end-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			text = append([]byte{'\n'}, text...)
		}
	}
	_, err = f.WriteAt(append(text, '\n'), end)
	return err
}

// redeliver moves all dead letters back to the undelivered findings, ordered by the time at
// which they were found, and returns their number.
func (s *store) redeliver() (n int, err error) {
	text, err := os.ReadFile(s.path(deadName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var all []*line
	for one := range bytes.Lines(text) {
		var l deadLetter
		if json.Unmarshal(one, &l) != nil || s.parcelOf(l.Key, l.To) != nil {
			continue // it was cut off, or an interrupted redelivery has moved it back already
		}
		all = append(all, &line{Op: opFound, Key: l.Key, ID: l.taskID(), At: l.At, To: []string{l.To}, Body: l.Body})
	}
	if err := s.write(all...); err != nil {
		return 0, err
	}
	s.sort()
	s.dead = 0
	return len(all), errors.Join(os.Remove(s.path(deadName)), wholefile.SyncFolder(s.folder))
}

// sort orders the undelivered findings by the time at which they were found.
func (s *store) sort() {
	slices.SortStableFunc(s.parcel, func(a, b *parcel) int { return cmp.Compare(a.at, b.at) })
}

func countLines(path string) (int, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return bytes.Count(text, []byte{'\n'}), err
}
