package classify

import "notdone/classify/text"

// requestOf returns what the task asks for.
func requestOf(in *Input) text.Request { return text.ReadRequest(promptOf(in)) }

// promptOf returns the task's title where it asks for something, or else its body. A log
// without a prompt is named after its file, which asks for nothing; of a log of several
// runs the newest prompt counts.
func promptOf(in *Input) string {
	w := in.Facts.Work
	switch {
	case w != nil && w.Turns > 1:
		return w.Asked
	case w != nil && in.Body == "":
		return ""
	case text.ReadRequest(in.Task.Title) != text.RequestUnknown:
		return in.Task.Title
	}
	return in.Body
}

// needsTool reports whether the task asks for a deed of which words cannot be the work.
func needsTool(in *Input) bool {
	r := requestOf(in)
	return r == text.RequestAction || r == text.RequestChange
}
