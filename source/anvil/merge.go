package anvil

import (
	"slices"
	"time"

	"notdone/source/runlog"
)

// times takes when the session began and when it last gave a sign of life. Times
// inside files outrank those of the files, which a copy changes; only a file
// that was seen to grow is believed.
func (rec *record) times(r *run) {
	begin := func(t time.Time) {
		if !t.IsZero() && (rec.started.IsZero() || t.Before(rec.started)) {
			rec.started = t
		}
	}
	beat := func(t time.Time) {
		if t.After(rec.beat) {
			rec.beat = t
		}
	}
	for _, f := range r.files {
		if f.View != nil {
			begin(f.View.run.started)
			beat(f.View.last)
		}
	}
	rec.traced = rec.beat
	begin(rec.result.Started.Time)
	beat(rec.session.updated)
	if rec.started.IsZero() {
		begin(rec.session.created)
	}
	if rec.result.Elapsed > 0 {
		beat(rec.result.ended())
	}
	told := !rec.beat.IsZero()
	for _, f := range r.files {
		if f.Grew || !told {
			beat(f.Written())
		}
	}
}

// unfinished finds the items of the plan that are still open. The plan itself is
// nowhere kept: it is followed through the log, or put together from the blocks
// in the session file and what the tracing says of them.
func (rec *record) unfinished() {
	switch {
	case rec.log.plan.known:
		rec.open = itemsThat(rec.log.plan.items, func(it *item) bool { return it.open })
	case rec.where != "":
		rec.open = itemsThat(rec.session.plans, rec.trace.plan.leaves)
	}
	left := rec.items - rec.finished
	if rec.items < 0 {
		return
	}
	if next := rec.trace.next; next != "" && left > 0 && len(rec.open) != left {
		rec.open = []item{{text: next, open: true}}
	}
	rec.open = rec.open[:min(len(rec.open), max(left, 0))]
}

// loss finds an update that the runtime never took in. Where output and tracing
// were kept apart their order is not known; then what was checked in the last
// words before the loop was ended, and is retired nowhere, was lost.
func (rec *record) loss() {
	if rec.lost = rec.trace.lost; rec.lost != nil {
		return
	}
	t := rec.trace
	if rec.kind != kindPartial || t.kind != kindPartial || !t.hatch.set() || t.finished >= t.items || rec.log.plan.known {
		return
	}
	p := pending{items: rec.session.updateText, hatch: t.hatch}
	p.mark = mark{where: rec.session.lastWhere, at: rec.session.updated, n: 1}
	if rec.log != rec.trace && rec.log.update != nil {
		p = *rec.log.update
		p.hatch = t.hatch
	} else if rec.session.lastRole != "assistant" {
		return
	}
	items := itemsThat(p.items, func(it *item) bool {
		planned := len(rec.session.plans) == 0 || slices.ContainsFunc(rec.session.plans, func(p item) bool { return samePath(p.path(), it.path()) })
		return planned && !t.retired[it.text] && t.plan.leaves(it)
	})
	if items = t.stillOpen(items); len(items) == 0 || len(items) > t.items-t.finished {
		return
	}
	p.items = items
	if p.quote == "" {
		p.quote = runlog.Cut(blockUpdate.String()+" "+quoteItems(items), maxQuoted)
	}
	rec.lost = &p
}
