package tui

import (
	"bytes"
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/tail"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// seekChunk is how much of a log is searched at a time, in bytes. Between two of them the
// search can be stopped.
const seekChunk = 4 << 20

// seek is a search through the part of a log that is not shown.
type seek struct {
	text    string // in lower case
	forward bool
	at      int64 // the offset that was reached
	end     int64 // the offset at which the search ends
	turned  bool  // the other direction was searched before
}

// stopSeeking stops a search through the log and reports whether there was one.
func (v *logView) stopSeeking() bool {
	was := v.seek != nil
	v.seek = nil
	return was
}

// searchOn goes on with a search in the part of the log that is not shown, if what is shown
// has no further match.
func (v *logView) searchOn(m *Model, d *detail, step int) tea.Cmd {
	f := &d.text().find
	whole := v.attached && v.from == 0
	if f.text == "" || !f.missing && !f.around || whole || v.seek != nil {
		return nil
	}
	forward := step > 0 && !v.attached || v.from == 0
	v.seek = &seek{text: f.lower, forward: forward, at: v.from}
	if forward {
		v.seek.at, v.seek.end = v.end, v.size
	}
	return v.seekOn(m, d, v.seek)
}

// seekOn searches the next chunk.
func (v *logView) seekOn(m *Model, d *detail, s *seek) tea.Cmd {
	if v.seek != s {
		return nil
	}
	from, to := max(s.at-seekChunk, s.end), s.at
	if s.forward {
		from, to = s.at, min(s.at+seekChunk, s.end)
	}
	if from >= to {
		return v.seekEnded(m, d, s)
	}
	m.notice = "searching the log: " + words.Number(int(from>>20)) + " of " + words.Number(int(v.size>>20)) + " MB; " + m.keys.name("view.back") + " stops"
	ref, entries, ctx := v.ref, m.opt.Entries, v.ctx
	if v.look.raw {
		entries = nil
	}
	return func() tea.Msg {
		offset, found, err := findInChunk(ctx, ref, entries, s, from, to)
		return then(func() tea.Cmd {
			switch {
			case v.seek != s:
				return nil
			case err != nil:
				v.seek, m.notice = nil, safe.Line(err.Error(), lineLimit)
				return nil
			case found:
				v.seek, m.notice = nil, ""
				return v.open(m, d, around(offset), &anchor{offset: offset, find: true})
			}
			if s.at = from; s.forward {
				s.at = to
			}
			return v.seekOn(m, d, s)
		})
	}
}

// seekEnded searches in the other direction, or says that there is nothing.
func (v *logView) seekEnded(m *Model, d *detail, s *seek) tea.Cmd {
	if !s.turned {
		*s = seek{text: s.text, forward: !s.forward, at: v.from, turned: true}
		if s.forward {
			s.at, s.end = v.end, v.size
		}
		return v.seekOn(m, d, s)
	}
	v.seek, m.notice = nil, ""
	if d.text().find.missing {
		m.notice = "it is nowhere in the log"
	}
	return nil
}

// findInChunk returns the line in a range of a log in which the text is found: the first one,
// or in a search backward the last one.
func findInChunk(ctx context.Context, ref model.LogRef, entries ReadEntries, s *seek, from, to int64) (offset int64, found bool, err error) {
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	f, err := tail.OpenBeneath(ref.Root, ref.Path)
	if err != nil {
		return 0, false, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	if from >= info.Size() { // it was truncated meanwhile
		return 0, false, nil
	}
	data := make([]byte, min(to+maxLogLine, info.Size())-from)
	if n, _ := f.ReadAt(data, from); !bytes.Contains(bytes.ToLower(data[:n]), []byte(plainestWord(s.text))) {
		return 0, false, nil
	}
	part := newLogParser(ref, entries).readPart(f, from, to, info.Size())
	for _, e := range part.entries {
		if (e.offset < to || !s.forward) && e.offset >= from && strings.Contains(strings.ToLower(safe.Line(e.Name+" "+e.Text, 0)), s.text) {
			if offset, found = e.offset, true; s.forward {
				break
			}
		}
	}
	return offset, found, part.err
}

// plainestWord returns the longest run of letters and digits of a text, which stands in a
// file as it stands on the screen.
func plainestWord(text string) (longest string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r > 0x7e || r < '0' || r > '9' && r < 'a' || r > 'z' }) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	return longest
}

// How far a quote is looked for in the logs of its task: in so many of the newest ones, and so
// far back in each.
const (
	quotedLogs  = 4
	quotedBytes = 2 * seekChunk
	quotedRunes = 60 // of the quote
)

// seekQuote shows the line in which a quote stands in one of the logs. Where it stands in none,
// otherwise is called. Neither happens after another key.
func (d *detail) seekQuote(m *Model, logs []model.LogRef, quote string, otherwise func() tea.Cmd) tea.Cmd {
	text := []rune(strings.ToLower(safe.Line(strings.TrimSpace(quote), 0)))
	if len(text) == 0 || len(logs) == 0 {
		return otherwise()
	}
	s := &seek{text: strings.TrimSpace(string(text[:min(len(text), quotedRunes)]))}
	logs = logs[:min(len(logs), quotedLogs)]
	entries, ctx, typed := m.opt.Entries, m.ctx, m.typed
	return func() tea.Msg {
		for _, ref := range logs {
			size, err := sizeOf(ref)
			if err != nil {
				continue
			}
			offset, found, err := findInChunk(ctx, ref, entries, s, max(size-quotedBytes, 0), size)
			if err == nil && found {
				return then(func() tea.Cmd {
					if m.typed != typed || m.top() != screen(d) {
						return nil
					}
					d.leaveFor(viewLog)
					return d.showOffset(m, ref, func(context.Context, model.LogRef) (int64, error) { return offset, nil })
				})
			}
		}
		return then(func() tea.Cmd {
			if m.typed != typed || m.top() != screen(d) {
				return nil
			}
			return otherwise()
		})
	}
}

func sizeOf(ref model.LogRef) (int64, error) {
	f, err := tail.OpenBeneath(ref.Root, ref.Path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
