package tui

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
)

// openEntry opens what the cursor stands on in the open task.
func (m *Model) openEntry() tea.Cmd {
	d := topmost[*detail](m)
	if d.view == viewLog {
		d.log.toggle(d.text().cursor)
		return nil
	}
	s := d.stop()
	return s.open(m)
}

// nothingToOpen says why enter does nothing in the open task.
func (m *Model) nothingToOpen() string {
	d := topmost[*detail](m)
	switch s := d.stop(); {
	case d.view == viewLog && (d.log == nil || d.log.folded(d.text().cursor) == nil):
		return "there is nothing to unfold here"
	case d.view != viewLog && (s == nil || s.open == nil):
		return "there is nothing to open here"
	}
	return ""
}

// openEvidence returns the function that shows a piece of evidence where it stands: in a
// log, in the timeline, or among the fields of the task.
func (d *detail) openEvidence(where, quote string) func(*Model) tea.Cmd {
	if where == "" {
		return nil
	}
	return func(m *Model) tea.Cmd {
		if d.data == nil {
			m.notice = "the task is still being read"
			return nil
		}
		name, line := splitLine(where)
		if at := slices.IndexFunc(d.data.History.Case.Task.Logs, func(l model.LogRef) bool { return isLog(l, name) }); at >= 0 && (line > 0 || quote != "") {
			ref := d.data.History.Case.Task.Logs[at]
			show := func() tea.Cmd {
				d.leaveFor(viewLog)
				return d.showLog(m, ref, line)
			}
			if line > 0 {
				return show()
			}
			return d.seekQuote(m, []model.LogRef{ref}, quote, show)
		}
		return d.seekQuote(m, d.data.History.Case.Task.Logs, quote, func() tea.Cmd { return d.showRecorded(where, quote) })
	}
}

// showRecorded shows evidence that a queue holds: in the timeline, or among the fields of the task.
func (d *detail) showRecorded(where, quote string) tea.Cmd {
	if at := d.momentOf(where, quote); at >= 0 {
		d.leaveFor(viewTimeline)
		d.unfoldMoment(at)
		d.find = quote
		return nil
	}
	d.leaveFor(viewTask)
	d.find = cmp.Or(quote, where)
	return nil
}

// splitLine splits "worker.log:458" into a name and a line; 0: there is none.
func splitLine(where string) (name string, line int64) {
	at := strings.LastIndexByte(where, ':')
	if at < 0 {
		return where, 0
	}
	n, err := strconv.ParseInt(where[at+1:], 10, 64)
	if err != nil || n < 1 {
		return where, 0
	}
	return where[:at], n
}

// isLog reports whether evidence in a log goes by the name.
func isLog(l model.LogRef, name string) bool {
	return name != "" && (l.Path == name || strings.HasSuffix(l.File(), "/"+strings.TrimPrefix(name, "/")) || path.Base(l.Path) == path.Base(name) && path.Base(name) != "events.jsonl")
}

// momentOf returns the index of the moment that evidence names, or else that says the same;
// -1: there is none.
func (d *detail) momentOf(where, quote string) int {
	if at := slices.IndexFunc(d.moments, func(m report.Moment) bool { return m.Where != "" && m.Where == where }); at >= 0 {
		return at
	}
	said := safe.Line(strings.TrimSpace(quote), lineLimit)
	if said == "" || strings.Contains(d.data.History.Case.Result, strings.TrimSpace(quote)) {
		return -1
	}
	return slices.IndexFunc(d.moments, func(m report.Moment) bool { return strings.Contains(m.Quote, said) })
}

// highlight puts the cursor on the first line with the beginning of a text and highlights
// what belongs to it.
func (r *reader) highlight(text string) {
	var s search
	for _, length := range []int{60, 20} {
		words := safe.Line(strings.TrimSpace(text), 0)
		if len(words) > length {
			words = strings.TrimSpace(strings.ToValidUTF8(words[:length], ""))
		}
		if words == "" {
			return
		}
		s.want(words)
		for i := range r.lines {
			if s.matches(r.lines[i:]) != nil {
				r.high = i + 1
				if target := r.target(i); target != nothing {
					r.cursor = target
				}
				r.to(i - r.room/3)
				return
			}
		}
	}
}
