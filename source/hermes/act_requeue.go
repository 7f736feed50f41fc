package hermes

// requeue sends a finished task back as Hermes' dashboard does when its card is
// dragged from done to ready (hermes plugin_api.py, _set_status_direct): there
// is no command for it (#99577).
func (j *job) requeue(d *draft) {
	s := d.scene
	j.answer(d, "")
	if d.refused != "" {
		return
	}
	j.reopen(d)
	d.move(stReady)
	j.next(d)
	if s.task["completed_at"] != nil || s.task["result"] != nil {
		d.effect("its old result and time of completion stay on it, as Hermes leaves them")
	}
}

// reopen makes a finished task ready again but for its status, and takes back
// what was built on it.
func (j *job) reopen(d *draft) {
	d.release()
	d.event(d.scene.id(), evStatus, nil, d.scene.rel.moved(stReady))
	d.undo = untilClaimed
	j.invalidate(d)
}

// moved is the payload of a task that was given another status by hand (hermes
// plugin_api.py, _set_status_direct).
func (r release) moved(status string, more ...pair) string {
	payload := []pair{{"status", status}}
	if r.phases {
		payload = append(payload, pair{"requested_status", status})
	}
	return pyObject(append(payload, more...)...)
}
