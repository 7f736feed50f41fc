package model

import (
	"strings"
	"time"
)

// Filter chooses rows. The zero Filter chooses all; each field narrows.
type Filter struct {
	States   []State   // any of these; empty: all
	Since    time.Time // changed at or after; zero: any time
	New      time.Time // first judged so at or after; zero: any
	MinGrade Grade     // at least this grade
	Text     string    // every word of it occurs somewhere in the row, without regard to case
}

// Match reports whether the row is chosen.
func (f *Filter) Match(r *Row) bool {
	if len(f.States) > 0 && !containsState(f.States, r.State) {
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

func containsState(states []State, s State) bool {
	for _, x := range states {
		if x == s {
			return true
		}
	}
	return false
}

func matchText(text string, r *Row) bool {
	hay := []string{r.ID, r.Title, r.Recorded, r.State.String(), r.Headline, r.Group, r.Profile, r.Worker, r.Agent, r.Repo}
	if r.Obstacle != nil {
		hay = append(hay, r.Obstacle.Text, r.Obstacle.Key)
	}
	for i := range r.Findings {
		hay = append(hay, r.Findings[i].Message, r.Findings[i].Rule)
	}
	all := strings.ToLower(strings.Join(hay, "\n"))
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if !strings.Contains(all, w) {
			return false
		}
	}
	return true
}
