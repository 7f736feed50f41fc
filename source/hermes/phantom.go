package hermes

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"notdone/model"
	"notdone/source/sqlsource"
)

// refsMax bounds how many task ids are looked for in one result.
const refsMax = 64

// taskID is what Hermes takes for a task id in prose (hermes kanban_db.py,
// \bt_[a-f0-9]{8,}\b).
var taskID = regexp.MustCompile(`^t_[a-f0-9]{8,}$`)

// references finds the task ids in prose, each a word of its own and named once.
// A letter outside ASCII is part of a word.
func references(prose string) (found []string) {
	if !strings.Contains(prose, "t_") {
		return nil
	}
	for word := range strings.FieldsFuncSeq(prose, func(r rune) bool {
		return r < 0x80 && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if taskID.MatchString(word) && !slices.Contains(found, word) && len(found) < refsMax {
			found = append(found, word)
		}
	}
	return found
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
