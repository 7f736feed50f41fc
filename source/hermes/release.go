package hermes

// tabSubs is the table of who is told about a task. Nothing is read from it but
// its columns, which tell the release.
const tabSubs = "kanban_notify_subs"

// release is what the Hermes that keeps a board knows and does. A board has no
// version number (PRAGMA user_version is 0), but every release adds the columns
// that it knows when it opens a board, so that the columns tell it. Where they
// leave a doubt, the older release is assumed: nothing of a newer one is then
// claimed as the owner's or written.
type release struct {
	// parks: it has the statuses scheduled and review, its dispatcher makes
	// blocked tasks ready too, unless they are held, and keeps ready ones back
	// for a reason, and it has the rules that came with this. Since 0.15 at the
	// latest; not in 0.13.
	parks bool
	// typed: a block has a kind, and the second of one kind in a row goes to
	// triage. A release from the hold of a recent success is known. Since 0.18.
	typed bool
	// phases: events tell whether a task goes on with work or with its review,
	// reopening a task takes back all that was built on it, and an archived
	// parent holds nothing up. Since 0.20.1.
	phases bool
}

// release tells the release from the columns.
func (t tables) release() release {
	tasks, subs := t[tabTasks], t[tabSubs]
	var r release
	r.phases = tasks["completion_contract"] || subs["delivery_mode"] || subs == nil && tasks["reasoning_effort"]
	r.typed = r.phases || tasks["block_kind"]
	r.parks = r.typed || tasks["goal_mode"] || tasks["session_id"]
	return r
}

// frees reports whether a parent of that status lets a task be made ready by
// hand (hermes kanban_db.py, unblock_task; plugin_api.py, _set_status_direct).
func (r release) frees(status string) bool {
	return status == stDone || status == stArchived && r.phases
}

// promotes reports whether a parent of that status lets the dispatcher make a
// task ready (hermes kanban_db.py, recompute_ready).
func (r release) promotes(status string) bool {
	return status == stDone || status == stArchived && r.parks
}
