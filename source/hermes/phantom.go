package hermes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/sqlsource"
)

// refsMax bounds how many task ids are looked for in one result.
const refsMax = 64

// references finds what Hermes takes for a task id in prose: t_ and at least
// eight lower-case hex digits, as a word of its own (hermes kanban_db.py,
// \bt_[a-f0-9]{8,}\b). Each id is named once.
func references(prose string) []string {
	var found []string
	for rest := prose; ; {
		i := strings.Index(rest, "t_")
		if i < 0 || len(found) == refsMax {
			return found
		}
		at := len(prose) - len(rest) + i
		end := at + 2
		for end < len(prose) && isHex(prose[end]) {
			end++
		}
		rest = prose[end:]
		if end-at < 2+8 || at > 0 && isWord(prose[at-1]) || end < len(prose) && isWord(prose[end]) {
			continue
		}
		if id := prose[at:end]; !slices.Contains(found, id) {
			found = append(found, id)
		}
	}
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

// isWord reports whether a byte is part of a word; any byte of a letter outside
// ASCII counts as one.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// readPhantoms looks for the tasks that results and the owner's warnings name,
// and notes of each task those that do not exist on its board.
func (l *loader) readPhantoms(ctx context.Context) error {
	named := map[*item][]string{} // by the results of finished tasks, in the order of the text
	missing := map[string]bool{}
	for _, t := range l.items {
		if t.status == stDone {
			named[t] = references(t.Result)
		}
		for _, id := range named[t] {
			missing[id] = true
		}
		for _, p := range t.details {
			for _, id := range texts(p.PhantomRefs) {
				missing[id] = true
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	exists := func(v []any) { delete(missing, text(v[0])) }
	err := l.each(ctx, exists, "SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value", sqlsource.List(slices.Collect(maps.Keys(missing))))
	for _, t := range l.items {
		for _, id := range named[t] {
			if missing[id] {
				t.Facts.PhantomRefs = append(t.Facts.PhantomRefs, model.Evidence{Where: t.ResultWhere, Quote: id})
			}
		}
		for _, p := range t.details {
			t.invented = t.invented || slices.ContainsFunc(texts(p.PhantomRefs), func(id string) bool { return missing[id] })
		}
	}
	return err
}
