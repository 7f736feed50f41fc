package anvil

import (
	"slices"
	"strings"

	"notdone/source/runlog"
)

// Bounds of what is kept of a plan.
const (
	maxItems = 500
	maxItem  = 400 // bytes of one item
)

// item is one point of an execution plan.
type item struct {
	text    string // "path: description", or bare text
	line    int64
	checked bool // "[x]": the model claims that it is finished
	open    bool
}

// path is the file that the item is about; the whole text where it names none.
func (it *item) path() string { return pathOf(it.text) }

// pathOf is the part of an item before the colon (anvil execution_plan.rs).
func pathOf(text string) string {
	p, _, found := strings.Cut(text, ":")
	if p = strings.Trim(strings.TrimSpace(p), "`*"); found && p != "" && !strings.Contains(p, " ") {
		return p
	}
	return strings.TrimSpace(text)
}

// samePath reports whether two items are about the same file: either path is
// the end of the other, as Anvil compares them.
func samePath(a, b string) bool {
	a, b = strings.TrimPrefix(a, "./"), strings.TrimPrefix(b, "./")
	if a == b {
		return true
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	return b != "" && strings.HasSuffix(a, "/"+b)
}

// readItem reads one line of a block; false when it is no item.
func readItem(line string, number int64) (item, bool) {
	s := strings.TrimSpace(line)
	rest, ok := strings.CutPrefix(s, "- ")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "* "); !ok {
			return item{}, false
		}
	}
	it := item{line: number, open: true}
	rest = strings.TrimSpace(rest)
	if len(rest) >= 3 && rest[0] == '[' && rest[2] == ']' {
		switch rest[1] {
		case 'x', 'X':
			it.checked = true
		case ' ':
		default:
			return item{}, false
		}
		rest = strings.TrimSpace(rest[3:])
	}
	if rest == "" {
		return item{}, false
	}
	it.text = strings.Clone(runlog.Cut(rest, maxItem))
	return it, true
}

// itemsThat returns the items for which is reports true.
func itemsThat(items []item, is func(it *item) bool) []item {
	var out []item
	for i := range items {
		if is(&items[i]) {
			out = append(out, items[i])
		}
	}
	return out
}

// plan is what is known of the plan that the runtime keeps.
type plan struct {
	items []item
	known bool // it was registered in what was read
}

// register begins the plan anew with the items of a block.
func (p *plan) register(items []item) {
	p.items = slices.Clone(items)
	p.known = len(items) > 0
}

// add appends the items that the plan does not have yet.
func (p *plan) add(items []item) {
	for i := range items {
		if !items[i].checked && p.find(items[i].text) == nil && len(p.items) < maxItems {
			p.items = append(p.items, items[i])
		}
	}
}

// find returns the item of that text, or about the same file; nil without one.
func (p *plan) find(text string) *item {
	for i := range p.items {
		if p.items[i].text == text {
			return &p.items[i]
		}
	}
	want := pathOf(text)
	for i := range p.items {
		if samePath(p.items[i].path(), want) {
			return &p.items[i]
		}
	}
	return nil
}

// leaves reports whether the plan does not say that an item is finished.
func (p *plan) leaves(it *item) bool {
	known := p.find(it.text)
	return known == nil || known.open
}

// finish notes that the runtime regards an item as finished. An item that a
// block the log does not show had added is learned from it.
func (p *plan) finish(text string) {
	if it := p.find(text); it != nil {
		it.open = false
		return
	}
	if text != "" && len(p.items) < maxItems {
		p.items = append(p.items, item{text: runlog.Cut(text, maxItem)})
	}
}
