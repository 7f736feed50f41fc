package classify

import "notdone/classify/text"

// requestOf classifies what the task asks for.
func requestOf(in *Input) text.Request { return text.ReadRequest(promptOf(in)) }

// promptOf returns the text of the request: the newest prompt of a log with several runs, else
// the title if it can be read as a request, else the body. It is "" for a log without a
// prompt, whose title is the name of its file.
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

// needsTool reports whether the task asks for an action or a change, which a message alone
// cannot be.
func needsTool(in *Input) bool {
	r := requestOf(in)
	return r == text.RequestAction || r == text.RequestChange
}
