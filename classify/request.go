package classify

import "notdone/classify/text"

// requestOf returns the kind of request that the task is.
func requestOf(in *Input) text.Request {
	_, asked := readPrompt(in)
	return asked
}

// readPrompt returns the text of the request and its kind: the newest prompt of a log with
// several turns, else the title if it can be read as a request, else the body. The text is empty
// for a log without a prompt, whose title is the name of its file.
func readPrompt(in *Input) (prompt string, asked text.Request) {
	w := in.Facts.Work
	switch {
	case w != nil && w.Turns > 1:
		prompt = w.Asked
	case w != nil && in.Body == "":
	default:
		prompt = in.Body
		asked = text.ReadRequest(in.Task.Title)
		if asked != text.RequestUnknown && (asked != text.RequestNothing || prompt == "") {
			return in.Task.Title, asked
		}
	}
	return prompt, text.ReadRequest(prompt)
}

// needsTool reports whether the task asks for an action or a change, which a message alone
// cannot be.
func needsTool(in *Input) bool {
	r := requestOf(in)
	return r == text.RequestAction || r == text.RequestChange
}
