package hermes

import "strings"

// landing is where a task goes that nothing holds any more: to wait while a
// parent is open, else on (hermes kanban_db.py, _landing_status_after_parents).
func (s *scene) landing(resume string) string {
	if len(s.open) > 0 {
		return stTodo
	}
	return resume
}

// firstOf names a few of many.
func firstOf(ids []string) string {
	const few = 3
	if len(ids) <= few {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:few], ", ") + " and " + plural(len(ids)-few, "other")
}
