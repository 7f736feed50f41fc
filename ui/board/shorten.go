package board

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"notdone/model"
)

// bounds are how long the texts of a row may be, in bytes, and how many pieces
// of evidence one of its findings has.
type bounds struct{ title, word, quote, evidence int }

var (
	// listed bounds a row that is held for a list, which shows less of it; the
	// whole is read with the detail of a task.
	listed = bounds{title: 400, word: 200, quote: 400, evidence: 3}
	// whole bounds a row that is handed over as it is.
	whole = bounds{title: math.MaxInt, word: math.MaxInt, quote: math.MaxInt, evidence: math.MaxInt}
)

// shorten cuts the long texts of a row that is going to be held. A quote of a
// message is copied, because a slice of the message would keep all of it in
// memory.
func shorten(r *model.Row, to bounds) {
	var c cutter
	c.copy(&r.Title, to.title)
	for _, word := range []*string{&r.Recorded, &r.Worker, &r.Agent, &r.Model, &r.Profile, &r.Repo, &r.Branch} {
		c.cut(word, to.word)
	}
	if r.Obstacle != nil {
		o := *r.Obstacle
		o.Key = strings.Clone(o.Key)
		c.copy(&o.Text, to.quote)
		c.copy(&o.Where, to.word)
		r.Obstacle = &o
	}
	c.copy(&r.Headline, to.quote)
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		f := &r.Findings[i]
		c.copy(&f.Message, to.quote)
		c.cut(&f.Clears, to.quote)
		c.cut(&f.Dismissed, to.quote)
		kept := min(len(f.Evidence), to.evidence)
		for _, e := range f.Evidence[kept:] {
			c.note(e.Where)
			c.note(e.Quote)
		}
		f.Evidence = slices.Clone(f.Evidence[:kept])
		for j := range f.Evidence {
			c.copy(&f.Evidence[j].Where, to.word)
			c.copy(&f.Evidence[j].Quote, to.quote)
		}
	}
	r.CutHash = c.sum
}

// cutter cuts texts and sums up what it cut off.
type cutter struct{ sum uint64 }

// copy is cut, but the result shares no memory with the text.
func (c *cutter) copy(text *string, most int) {
	if len(*text) <= most {
		*text = strings.Clone(*text)
		return
	}
	c.cut(text, most)
}

// cut bounds a text to most bytes and marks where it was cut.
func (c *cutter) cut(text *string, most int) {
	whole := *text
	if len(whole) <= most {
		return
	}
	kept := model.Truncate(whole, most)
	c.note(whole[len(kept):])
	*text = kept + "…"
}

// note adds a text that is not kept to the sum.
func (c *cutter) note(text string) {
	c.sum = c.sum*31 + maphash.String(seed, text) | 1
}
