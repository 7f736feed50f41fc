package board

import (
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
	c.copy(to.title, &r.Title)
	c.cut(to.word, &r.Recorded, &r.Worker, &r.Agent, &r.Model, &r.Profile, &r.Repo, &r.Branch)
	c.copy(to.quote, &r.Headline)
	if r.Obstacle != nil {
		o := *r.Obstacle
		o.Key, o.Name = strings.Clone(o.Key), strings.Clone(o.Name)
		c.copy(to.quote, &o.Text)
		c.copy(to.word, &o.Where)
		r.Obstacle = &o
	}
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		f := &r.Findings[i]
		c.copy(to.quote, &f.Message)
		c.cut(to.quote, &f.Clears, &f.Dismissed)
		kept := min(len(f.Evidence), to.evidence)
		for _, e := range f.Evidence[kept:] {
			c.note(e.Where)
			c.note(e.Quote)
		}
		f.Evidence = slices.Clone(f.Evidence[:kept])
		for j := range f.Evidence {
			c.copy(to.word, &f.Evidence[j].Where)
			c.copy(to.quote, &f.Evidence[j].Quote)
		}
	}
	r.CutHash = c.sum
}

// cutter cuts texts and sums up what it cut off.
type cutter struct{ sum uint64 }

// copy is cut, but the results share no memory with the texts.
func (c *cutter) copy(most int, texts ...*string) {
	c.cut(most, texts...)
	for _, text := range texts {
		*text = strings.Clone(*text)
	}
}

// cut bounds texts to most bytes and marks where they were cut.
func (c *cutter) cut(most int, texts ...*string) {
	for _, text := range texts {
		kept := model.Truncate(*text, most)
		if cut := (*text)[len(kept):]; cut != "" {
			c.note(cut)
			*text = kept + "…"
		}
	}
}

// note adds a text that is not kept to the sum.
func (c *cutter) note(text string) {
	c.sum = uint64(hash(c.sum).text(text)) | 1
}
