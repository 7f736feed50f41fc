package model

import (
	"slices"
	"strings"
	"time"
)

// Filter selects rows. The zero Filter selects all rows; each field that is set
// narrows the selection.
type Filter struct {
	States   []State   // the row has one of these states; empty: any state
	Since    time.Time // the task changed at or after this time; zero: any time
	New      time.Time // the row was first judged so at or after this time; zero: any time
	MinGrade Grade     // the verdict has at least this grade
	Text     string    // every word of Text occurs somewhere in the row, ignoring case
}

// Match reports whether the filter selects the row.
func (f *Filter) Match(r *Row) bool {
	if len(f.States) > 0 && !slices.Contains(f.States, r.State) {
		return false
	}
	if !f.Since.IsZero() && r.Updated.Before(f.Since) {
		return false
	}
	if !f.New.IsZero() && r.FirstJudged.Before(f.New) {
		return false
	}
	if r.Grade < f.MinGrade {
		return false
	}
	return f.Text == "" || matchText(f.Text, r)
}

// matchText reports whether every word of text occurs in a shown text of the row.
func matchText(text string, r *Row) bool {
	shown := []string{r.ID, r.Title, r.Recorded, r.State.String(), r.Headline, r.Group, r.Profile, r.Worker, r.Agent, r.Repo}
	if r.Obstacle != nil {
		shown = append(shown, r.Obstacle.Text, r.Obstacle.Key)
	}
	for i := range r.Findings {
		shown = append(shown, r.Findings[i].Message, r.Findings[i].Rule)
	}
	all := strings.ToLower(strings.Join(shown, "\n"))
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}
