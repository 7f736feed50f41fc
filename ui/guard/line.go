package guard

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// version is that of the log.
const version = 1

// op is what a line of the log says.
type op string

// The ops.
const (
	opQueue op = "queue" // the first line: whose log it is
	opKnown op = "known" // a task is so, which is not told
	opFound op = "found" // a task became so, which is told
	opLeft  op = "left"  // a task is not so any more
	opBegun op = "begun" // a finding is being told to someone who cannot be told twice
	opDone  op = "done"  // it was told, or given up
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
	Left     bool            `json:"left,omitempty"`
	Early    bool            `json:"early,omitempty"` // it was so at the first start
	To       []string        `json:"to,omitempty"`
	Body     json.RawMessage `json:"body,omitempty"`
}

// apply takes in a line that stands at a place of the file.
func (s *store) apply(l *line, offset int64, length int) {
	switch l.Op {
	case opKnown, opFound:
		for _, as := range l.As {
			s.known[thing{l.ID, as}] = &told{at: l.At, since: l.Since, attempts: l.Attempts, left: l.Left, early: l.Early}
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
	}
}

// parcelOf returns the oldest parcel of that key which is still to be told to someone.
func (s *store) parcelOf(key, to string) *parcel {
	for _, p := range s.parcel {
		if p.key == key && slices.Contains(p.to, to) {
			return p
		}
	}
	return nil
}

// deadLetter is a finding that was given up.
type deadLetter struct {
	Key  string          `json:"key"`
	At   int64           `json:"at"`
	To   string          `json:"to"`
	Why  string          `json:"why"`
	Body json.RawMessage `json:"finding"`
}

// bury keeps a finding that is not told to someone any more, and why.
func (s *store) bury(p *parcel, to, why string) error {
	l, err := s.lineOf(p)
	if err != nil {
		return err
	}
	text, err := json.Marshal(deadLetter{p.key, p.at, to, why, l.Body})
	if err != nil {
		return err
	}
	f, err := openOwn(s.path(deadName))
	if err != nil {
		return err
	}
	end, err := f.Seek(0, 2)
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), end)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	s.dead++
	return s.write(&line{Op: opDone, Key: p.key, To: []string{to}})
}

// redeliver takes all findings that were given up back among those that are to be told, in
// their order before the others, and returns how many they are.
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
			continue // it was cut off, or is taken back already
		}
		all = append(all, &line{Op: opFound, Key: l.Key, At: l.At, To: []string{l.To}, Body: l.Body})
	}
	if err := s.write(all...); err != nil {
		return 0, err
	}
	s.sort()
	s.dead = 0
	return len(all), errors.Join(os.Remove(s.path(deadName)), syncFolder(s.folder))
}

// sort puts the parcels in the order in which they were found.
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
