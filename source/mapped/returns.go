package mapped

// answered counts tasks that are done, and those of them that have a result.
type answered struct{ done, filled int }

// and returns the counts with one task more.
func (a answered) and(filled bool) answered {
	if a.done++; filled {
		a.filled++
	}
	return a
}

// mostly reports whether more than half of the tasks have a result.
func (a answered) mostly() bool { return 2*a.filled > a.done }

// returns tells for which tasks a missing result says something. What a library keeps as a result
// is what a function returned, and many functions return nothing: a job is compared with others of the
// same name alone, and one whose name is its own with others of that sort.
type returns struct {
	named map[string]answered // by the title that several have
	alone answered            // of those whose title no other one has
}

// returnsOf returns what a sample of tasks tells, by their titles.
func returnsOf(titles map[string]answered) returns {
	r := returns{named: map[string]answered{}}
	for title, a := range titles {
		if a.done > 1 {
			r.named[title] = a
			continue
		}
		r.alone.done += a.done
		r.alone.filled += a.filled
	}
	return r
}

// expects reports whether a task of that title would have a result.
func (r *returns) expects(title string) bool {
	if a, named := r.named[title]; named {
		return a.mostly()
	}
	return r.alone.mostly()
}
