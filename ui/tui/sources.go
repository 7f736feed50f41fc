package tui

import (
	"maps"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// sources is what the sources of a board are called where there are several. It
// never changes.
type sources struct {
	names map[string]string // by queue; safe
	width int               // of the column in which they stand
}

const (
	sourceWidth  = 12 // of the widest column of sources
	sourceRoom   = 54 // the width of a pane from which it is there
	sourceNarrow = 8  // of the widest one in panes of two columns
	sourceLeast  = 46 // the width of a pane from which rows name their source
)

// nameSources returns the names of a board's sources: the same ones as before where
// nothing has changed, and nil where there is only one.
func nameSources(before *sources, all []board.Status) *sources {
	if len(all) < 2 {
		return nil
	}
	s := &sources{names: board.Names(all), width: len("source")}
	for queue, name := range s.names {
		name = safe.Line(name, lineLimit)
		s.names[queue] = name
		s.width = max(s.width, min(cells(name), sourceWidth))
	}
	if before != nil && maps.Equal(before.names, s.names) {
		return before
	}
	return s
}

// called is what a source is called: as in its rows where there are several, and
// by its file or folder where it is the only one.
func (k look) called(s *board.Status) string {
	if k.sources == nil {
		return source.ShortName(s.Queue)
	}
	return s.Name
}

// queueName names a queue in a sentence, as its source is called.
func (k look) queueName(queue string) string {
	if k.sources != nil && k.sources.names[queue] != "" {
		return k.sources.names[queue]
	}
	return safe.Line(source.ShortName(queue), lineLimit)
}

// sourceColumn is the width of the column of sources, with the blank behind it, in
// rows of the given width; 0: there is none.
func (k look) sourceColumn(width int) int {
	switch {
	case k.sources == nil || width < sourceLeast:
		return 0
	case width < sourceRoom:
		return min(k.sources.width, sourceNarrow) + 1
	}
	return k.sources.width + 1
}

// putSource names the source of a queue in a column of that width.
func (k look) putSource(l *line, queue string, column int) {
	if column == 0 {
		return
	}
	at := l.width
	l.put(theme.Token{}, k.sources.cut(queue, column-1, k.theme.Ellipsis)).pad(at + column)
}

// cut returns the name of a queue in so many cells. What tells it from the others is mostly its
// beginning; where that is the same, both ends stay.
func (s *sources) cut(queue string, width int, ellipsis string) string {
	name := s.names[queue]
	short := ansi.Truncate(name, width, ellipsis)
	room := width - cells(ellipsis)
	if short == name || room < 2 {
		return short
	}
	for other, called := range s.names {
		if other != queue && ansi.Truncate(called, width, ellipsis) == short {
			return ansi.Truncate(name, room/2, "") + ellipsis + ansi.TruncateLeft(name, cells(name)-(room-room/2), "")
		}
	}
	return short
}

// taskAmong names a task in a list of an action's tasks: behind its source where the board has
// several, as one id may be in more than one.
func (k look) taskAmong(ref model.Ref) string {
	id := safe.Line(ref.ID, idLimit)
	if k.sources == nil || k.sources.names[ref.Queue] == "" {
		return id
	}
	return ansi.Truncate(k.sources.names[ref.Queue], sourceAmong, k.theme.Ellipsis) + " " + id
}

// sourceAmong is how many cells the name of a source has there: the id must stay in sight.
const sourceAmong = 14
