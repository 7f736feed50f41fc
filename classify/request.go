package classify

import "notdone/classify/text"

// requestOf returns what the task's title asks for, or else its body. A log without
// a prompt is named after its file, which asks for nothing; of a log of several runs
// the newest prompt counts.
func requestOf(in *Input) text.Request {
	if w := in.Facts.Work; w != nil && w.Turns > 1 {
		return text.ReadRequest(w.Asked)
	} else if w != nil && in.Body == "" {
		return text.RequestUnknown
	}
	if r := text.ReadRequest(in.Task.Title); r != text.RequestUnknown {
		return r
	}
	return text.ReadRequest(in.Body)
}

// needsTool reports whether the task asks for a deed of which words cannot be the work.
func needsTool(in *Input) bool {
	r := requestOf(in)
	return r == text.RequestAction || r == text.RequestChange
}
