package board

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

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

// shorten cuts the long texts of a row that is going to be held. What quotes a
// message is copied, for the message would be held whole with a piece of it.
func shorten(r *model.Row, to bounds) {
	r.Title = piece(r.Title, to.title)
	for _, word := range []*string{&r.Recorded, &r.Worker, &r.Agent, &r.Model, &r.Profile, &r.Repo, &r.Branch} {
		*word = cut(*word, to.word)
	}
	if r.Obstacle != nil {
		o := *r.Obstacle
		o.Text, o.Key, o.Where = piece(o.Text, to.quote), strings.Clone(o.Key), piece(o.Where, to.word)
		r.Obstacle = &o
	}
	r.Headline = piece(r.Headline, to.quote)
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Message, f.Clears, f.Dismissed = piece(f.Message, to.quote), cut(f.Clears, to.quote), cut(f.Dismissed, to.quote)
		f.Evidence = slices.Clone(f.Evidence[:min(len(f.Evidence), to.evidence)])
		for j := range f.Evidence {
			e := &f.Evidence[j]
			e.Where, e.Quote = piece(e.Where, to.word), piece(e.Quote, to.quote)
		}
	}
}

// piece is cut of a copy.
func piece(text string, most int) string {
	if len(text) <= most {
		return strings.Clone(text)
	}
	return cut(text, most)
}

// cut returns at most so many bytes of a text and marks where it was cut.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
