package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// moment is one thing that happened to a task.
type moment struct {
	at    time.Time
	seq   int
	token theme.Token
	said  string
	quote string
}

// maxMoments is how many moments the timeline shows; it says when there are more.
const maxMoments = 1000

// timelineText is the second view: runs, events and comments, newest first.
func (k look) timelineText(p *page, d *detail) {
	if d.data == nil {
		p.add(1, k.theme.Faint, waiting(d, k.theme))
		return
	}
	all := k.moments(d)
	slices.SortStableFunc(all, func(a, b moment) int {
		if c := b.at.Compare(a.at); c != 0 {
			return c
		}
		return b.seq - a.seq
	})
	if len(all) > maxMoments {
		p.add(1, k.theme.Faint, "newest "+words.Number(maxMoments)+" of "+words.Number(len(all)))
		all = all[:maxMoments]
	}
	day := ""
	for _, m := range all {
		if at := m.at.UTC().Format("2006-01-02"); !m.at.IsZero() && at != day {
			day = at
			p.add(1, k.theme.Title, day+" UTC")
		}
		l := newLine(p.width, k.theme.Ellipsis)
		clock := ""
		if !m.at.IsZero() {
			clock = m.at.UTC().Format("15:04:05")
		}
		l.pad(1).put(k.theme.Faint, clock).pad(11).put(k.theme.Faint, words.Past(m.at, k.now)).pad(17).put(m.token, m.said)
		p.text = append(p.text, l.String())
		if m.quote != "" {
			p.flow(17, 3, k.theme.Quote, k.theme.QuoteOpen+safe.Line(strings.TrimSpace(m.quote), quoteLimit)+k.theme.QuoteClose)
		}
	}
	if len(all) == 0 {
		p.add(1, k.theme.Faint, "nothing was recorded")
	}
}

func waiting(d *detail, t *theme.Theme) string {
	if d.err != nil {
		return safe.Line(d.err.Error(), lineLimit)
	}
	return "reading " + t.Ellipsis
}

func (k look) moments(d *detail) []moment {
	h := &d.data.History
	var out []moment
	for i := range h.Case.Runs {
		out = append(out, k.runMoments(&h.Case.Runs[i])...)
	}
	for _, c := range d.data.Before {
		out = append(out, k.judgement(c.Since, c.State, c.Why))
	}
	if r := d.row; !r.FirstJudged.IsZero() {
		out = append(out, k.judgement(r.FirstJudged, r.State.String(), r.Headline))
	}
	for _, e := range slices.Concat(h.Case.Events, h.Comments) {
		said := e.Name
		if said == "" {
			continue
		}
		if e.Actor != "" {
			said += " by " + e.Actor
		}
		out = append(out, moment{at: e.At.UTC(), seq: int(e.Seq), token: k.eventToken(e.Kind), said: safe.Line(said, lineLimit), quote: e.Note})
	}
	return out
}

// judgement is the moment from which notdone judged the task so.
func (k look) judgement(at time.Time, state, why string) moment {
	said := "notdone judged it " + state
	if why != "" {
		said += ": " + why
	}
	return moment{at: at.UTC(), seq: 1<<30 + 1, token: k.theme.Title, said: safe.Line(said, lineLimit)}
}

func (k look) eventToken(kind model.EventKind) theme.Token {
	switch kind {
	case model.EventBlocked, model.EventBlockLoop:
		return k.theme.State(model.StateBlocked)
	case model.EventFailed, model.EventGaveUp:
		return k.theme.State(model.StateFailed)
	case model.EventFinished:
		return k.theme.State(model.StateDone)
	case model.EventOther, model.EventCreated, model.EventClaimed, model.EventUnblocked, model.EventRequeued,
		model.EventCancelled, model.EventCommented, model.EventEdited, model.EventReleased:
	}
	return theme.Token{}
}

func (k look) runMoments(r *model.Run) []moment {
	name := "run " + r.ID
	if r.Attempt > 0 {
		name = "run " + strconv.Itoa(r.Attempt)
	}
	who := ""
	if r.Worker != "" {
		who = " by " + r.Worker
	}
	out := []moment{{at: r.Started.UTC(), seq: -1, said: safe.Line(name+" began"+who, lineLimit)}}
	if r.Open() {
		return out
	}
	said := name + " ended: " + r.Outcome.String()
	if r.Recorded != "" && r.Recorded != r.Outcome.String() {
		said += " (" + r.Recorded + ")"
	}
	if !r.Started.IsZero() {
		said += " after " + words.Duration(r.Ended.Sub(r.Started))
	}
	if usd := words.Dollars(r.CostUSD); usd != "" {
		said += " " + k.theme.Dot + " " + usd
	}
	tok := theme.Token{}
	if r.Outcome.Failure() {
		tok = k.theme.State(model.StateFailed)
	}
	quote := r.Error
	if quote == "" {
		quote = r.Output
	}
	return append(out, moment{at: r.Ended.UTC(), seq: 1 << 30, token: tok, said: safe.Line(said, lineLimit), quote: quote})
}
