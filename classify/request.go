package classify

import "notdone/classify/text"

// requestOf returns what the task asks for. It is read once, when first asked.
func requestOf(in *Input) text.Request {
	if in.request == nil {
		_, asked := readPrompt(in)
		in.request = &asked
	}
	return *in.request
}

// promptOf returns what the task was asked, in the words that say it.
func promptOf(in *Input) string {
	prompt, _ := readPrompt(in)
	return prompt
}

// readPrompt returns the task's title where it asks for something, or else its body, and what
// that asks for. A log without a prompt is named after its file, which asks for nothing; of a
// log of several runs the newest prompt counts.
func readPrompt(in *Input) (prompt string, asked text.Request) {
	w := in.Facts.Work
	switch {
	case w != nil && w.Turns > 1:
		prompt = w.Asked
	case w != nil && in.Body == "":
	default:
		if asked = text.ReadRequest(in.Task.Title); asked != text.RequestUnknown {
			return in.Task.Title, asked
		}
		prompt = in.Body
	}
	return prompt, text.ReadRequest(prompt)
}

// needsTool reports whether the task asks for a deed of which words cannot be the work.
func needsTool(in *Input) bool {
	r := requestOf(in)
	return r == text.RequestAction || r == text.RequestChange
}
