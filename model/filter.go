package model

import (
	"path"
	"slices"
	"strings"
	"time"
)

// Filter selects rows. The zero Filter selects all rows; each field that is set
// narrows the selection.
type Filter struct {
	States   []State   // the row has one of these states; empty: any state
	Sources  []string  // the row is of a source called by one of these names; empty: any source
	Since    time.Time // the task changed at or after this time; zero: any time
	New      time.Time // the row was first judged so at or after this time; zero: any time
	MinGrade Grade     // the verdict has at least this grade
	Text     string    // every word of Text occurs somewhere in the row, ignoring case
}

// fieldSource begins a word of a filter's text that names a source.
const fieldSource = "source:"

// ParseFilter reads a filter as an operator types it: words that occur in a row, and
// "source:NAME" for the rows of one source. Several of these choose the rows of all of them.
func ParseFilter(text string) Filter {
	var f Filter
	var rest []string
	for _, word := range strings.Fields(text) {
		if len(word) < len(fieldSource) || !strings.EqualFold(word[:len(fieldSource)], fieldSource) {
			rest = append(rest, word)
		} else if name := word[len(fieldSource):]; name != "" {
			f.Sources = append(f.Sources, name)
		}
	}
	f.Text = strings.Join(rest, " ")
	return f
}

// Match reports whether the filter selects the row.
func (f *Filter) Match(r *Row) bool {
	if len(f.States) > 0 && !slices.Contains(f.States, r.State) {
		return false
	}
	if len(f.Sources) > 0 && !slices.ContainsFunc(f.Sources, r.isOfSource) {
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

// isOfSource reports whether the row's source is called so: by its kind or by the name
// of its file or folder, of which the beginning is enough, or by the last parts of its
// path.
func (r *Row) isOfSource(name string) bool {
	name, queue := strings.ToLower(name), strings.ToLower(r.Queue)
	if strings.HasPrefix(strings.ToLower(r.Source), name) || strings.HasPrefix(path.Base(queue), name) {
		return true
	}
	return strings.Contains(name, "/") && strings.HasSuffix("/"+queue, "/"+strings.Trim(name, "/"))
}

// matchText reports whether every word of text occurs in a shown text of the row.
func matchText(text string, r *Row) bool {
	shown := []string{r.ID, r.Title, r.Recorded, r.State.String(), r.Headline, r.Group, r.Profile, r.Worker, r.Agent, r.Repo}
	if r.Obstacle != nil {
		shown = append(shown, r.Obstacle.Text, r.Obstacle.Key, r.Obstacle.Name)
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
