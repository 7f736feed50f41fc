package hermes

import (
	"context"
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
// and notes on each case those that do not exist on its board.
func (l *loader) readPhantoms(ctx context.Context, cases []model.Case) error {
	type mention struct {
		task  int
		owner bool // the owner itself warned of it
	}
	mentions := map[string][]mention{}
	for i := range cases {
		if l.tasks[i].status != stDone {
			continue
		}
		for _, id := range references(cases[i].Result) {
			mentions[id] = append(mentions[id], mention{task: i})
		}
	}
	for _, d := range l.details {
		for _, id := range d.payload.PhantomRefs {
			mentions[id] = append(mentions[id], mention{task: d.task, owner: true})
		}
	}
	if len(mentions) == 0 {
		return nil
	}
	ids := make([]string, 0, len(mentions))
	for id := range mentions {
		ids = append(ids, id)
	}
	keys := sqlsource.List(ids)
	exists := func(v []any) { delete(mentions, text(v[0])) }
	if err := l.each(ctx, exists, "SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.id = j.value", keys); err != nil {
		return err
	}
	for i := range cases {
		// In the order of the text, so that evidence does not move about.
		for _, id := range references(cases[i].Result) {
			for _, m := range mentions[id] {
				if m.task == i && !m.owner {
					cases[i].Facts.PhantomRefs = append(cases[i].Facts.PhantomRefs, model.Evidence{Where: cases[i].ResultWhere, Quote: id})
				}
			}
		}
	}
	for id, all := range mentions {
		for _, m := range all {
			if r := recordOf(&cases[m.task]); m.owner && r != nil {
				if r.missing == nil {
					r.missing = map[string]bool{}
				}
				r.missing[id] = true
			}
		}
	}
	return nil
}
