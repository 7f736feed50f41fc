package tui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/safe"
)

// afterSeparator returns the position behind the last separator of an ID's parts.
func afterSeparator(id string) int { return strings.LastIndexAny(id, "/-_.:#") + 1 }

// commonStart returns what two IDs begin with, up to a separator of their parts.
func commonStart(a, b string) string {
	return a[:afterSeparator(a[:sameBytes(a, b)])]
}

// extensions are those of files that hold a task each, which tell no task from another.
var extensions = []string{".jsonl", ".ndjson", ".json", ".log", ".txt", ".out", ".md"}

// stemOf returns an ID without the extensions of a log file.
func stemOf(id string) string {
	for again := true; again; {
		again = false
		for _, ext := range extensions {
			if stem, cut := strings.CutSuffix(id, ext); cut && stem != "" && !strings.HasSuffix(stem, "/") {
				id, again = stem, true
			}
		}
	}
	return id
}

// shortID returns an ID in so many cells. What does not fit loses first what tells it
// from no other: its extension, what all IDs of its queue begin with, and the folders but
// for their beginnings; and then its middle.
func (c *columns) shortID(queue, id string, width int, ellipsis string) string {
	ref := model.Ref{Queue: queue, ID: id}
	id = stemOf(safe.Line(id, lineLimit))
	if cells(id) <= width {
		return id
	}
	if from, alike := c.apart[ref]; alike {
		return shortenFrom(id, from, width, ellipsis)
	}
	if rest := strings.TrimPrefix(id, c.shared[queue]); rest != "" && rest != id {
		if room := width - cells(rest) - cells(ellipsis); room >= leastFolder {
			return ansi.Truncate(id, room, "") + ellipsis + rest
		}
		if id = rest; cells(rest) <= width { // its beginning is marked
			room := max(width-cells(ellipsis), 0)
			if cells(rest) > room {
				rest = ansi.TruncateLeft(rest, cells(rest)-room, "")
			}
			if cells(rest) > room { // a wide rune lay on the edge
				rest = ansi.TruncateLeft(rest, 2, "")
			}
			return ellipsis + rest
		}
	}
	return shorten(id, width, ellipsis)
}

// leastFolder is how much of the folders, or of what all IDs begin with, is left of a shortened ID,
// in cells.
const leastFolder = 4

// shorten shortens an ID to a width, if it is longer. The name behind the folders stays whole if
// there is room for it beside them, and so does the last part if it takes no more than two thirds of that;
// otherwise both ends of the ID stay.
func shorten(id string, width int, ellipsis string) string {
	room := width - cells(ellipsis)
	if cells(id) <= width {
		return id
	}
	if room <= 0 {
		return ansi.Truncate(ellipsis, max(width, 0), "")
	}
	keep := room / 2
	if last := cells(id[afterSeparator(id):]); last > 0 && last <= room*2/3 {
		keep = last
	}
	if slash := strings.LastIndexByte(id, '/'); slash >= 0 && slash+1 < len(id) && cells(id[slash+1:])+leastFolder <= room {
		keep = cells(id[slash+1:])
	}
	head := ansi.Truncate(id, room-keep, "")
	tail := ansi.TruncateLeft(id, cells(id)-(room-cells(head)), "")
	if cells(head)+cells(tail) > room { // a wide rune lay on the edge
		tail = ansi.TruncateLeft(tail, 2, "")
	}
	return head + ellipsis + tail
}

// tellApart returns, for the IDs that look like another one of their queue when they are shortened
// to a width, where the part begins that tells them apart.
func (c *columns) tellApart(ids []model.Ref, width int, ellipsis string) map[model.Ref]int {
	type look struct{ queue, short string }
	alike := map[look][]model.Ref{}
	for _, ref := range ids {
		if len(ref.ID) > width {
			as := look{ref.Queue, c.shortID(ref.Queue, ref.ID, width, ellipsis)}
			alike[as] = append(alike[as], ref)
		}
	}
	apart := map[model.Ref]int{}
	for _, refs := range alike {
		if len(refs) > 1 {
			differences(refs, width-2*cells(ellipsis), apart)
		}
	}
	return apart
}

// differences notes where the part of each ID begins, of so many cells, that tells it from the
// others, which are sorted.
func differences(refs []model.Ref, room int, apart map[model.Ref]int) {
	slices.SortFunc(refs, func(a, b model.Ref) int { return strings.Compare(a.ID, b.ID) })
	stems := make([]string, len(refs))
	for i := range refs {
		stems[i] = stemOf(safe.Line(refs[i].ID, lineLimit))
	}
	begin := len(commonStart(stems[0], stems[len(stems)-1]))
	for i, id := range stems {
		differs := 0
		for _, near := range stems[max(i-1, 0):min(i+2, len(stems))] {
			if near != id {
				differs = max(differs, sameBytes(id, near))
			}
		}
		from, end := begin, differs
		for end < len(id) && (end == differs || !utf8.RuneStart(id[end])) {
			end++
		}
		for from < differs && (cells(id[from:end]) > room || !utf8.RuneStart(id[from])) {
			from++
		}
		apart[refs[i]] = from
	}
}

// sameBytes returns how many bytes two texts have in common at their beginning.
func sameBytes(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// shortenFrom shortens an ID to a width, if it is longer, so that a part of it is shown.
func shortenFrom(id string, from, width int, ellipsis string) string {
	if from == 0 {
		return ansi.Truncate(id, width, ellipsis)
	}
	return ansi.Truncate(ellipsis+ansi.Truncate(id[from:], max(width-cells(ellipsis), 0), ellipsis), max(width, 0), "")
}
