package text

import (
	"strings"

	"notdone/model"
)

// appendEnding appends what speaks against done in how the message stops, not in what
// it says.
func (r *reader) appendEnding(done float64, out []evidence) []evidence {
	add := func(value float64, rule string) {
		out = append(out, evidence{value: value, at: len(r.sentences) - 1, rule: rule, label: LabelFailed, group: groupFailure})
	}
	if !r.record.closed && !r.record.replied && r.isToolCall() {
		from, to := r.boundsOfCall()
		out = append(out, evidence{value: strong, at: -1, from: from, to: to, rule: "writes a call of a tool out as text", label: LabelFailed, group: groupFailure})
	}
	if e := r.findTaggedCall(); e.value > 0 {
		out = append(out, e)
	}
	if r.fenceOpen && done < 3 {
		add(firm, "breaks off inside a code block")
	}
	if r.alone {
		add(mild+0.7, "is the error of a program and nothing else")
	}
	out = r.appendTrace(done, out)
	if e := r.record.against; e.value > 0 {
		if !r.record.partly {
			e.value *= max(0.3, 1-done/8)
		}
		if r.record.shown {
			e.value *= shownShare
		}
		out = append(out, e)
	}
	if done < 1 && !r.fenceOpen && r.isUnclosed() {
		add(firm, "breaks off inside an object or a table")
	}
	if len(r.sentences) == 0 {
		return out
	}
	if at := r.findAdvice(); at >= 0 && done < mild && (r.asked.IsDeed() || r.asked == RequestUnknown && r.advisesInstead()) {
		out = append(out, evidence{value: strong, at: at, rule: "tells how to do what it was asked to do", label: LabelFailed, group: groupAdvice})
	}
	if r.trailsOff() {
		add(firm, "trails off in what it is doing")
	}
	if ticked, open := r.countBoxes(); ticked > 0 && open > 0 {
		const rule = "has items on its list that are not ticked"
		out = append(out, evidence{value: firm, at: r.findOpenBox(), rule: rule, label: LabelBlocked, group: groupObstacle})
	}
	out = r.appendOpenRows(r.appendPart(out))
	out = r.appendUndone(r.appendHeld(r.appendLeft(out)))
	out = r.appendQuestion(done, out)
	s := &r.sentences[len(r.sentences)-1]
	if !r.quotedEnd && s.shape == shapeProse {
		last := lastWord(r.message[s.start:s.end])
		switch {
		case s.last == ':':
			add(mild+0.5, "ends in a colon with nothing after it")
		case !isChangeLine(r.message) && (dangling[last] || hanging[last] && r.endsWithoutStop()):
			add(mild+0.6, "breaks off in mid-sentence")
		case s.last == ',':
			add(mild, "breaks off in mid-sentence")
		case r.endsWithoutStop():
			add(weak+0.3, "breaks off in mid-sentence")
		}
	}
	return out
}

// shownShare is the share of a record's weight that counts under a line that announces the record:
// it may be what was asked for.
const shownShare = 0.4

// lastWord returns the last word of a sentence in lower case; "" for a long word, or the only one.
func lastWord(sentence string) string {
	word := sentence[max(0, len(sentence)-12):]
	if at := strings.LastIndexAny(word, " \n\t"); at >= 0 {
		return strings.ToLower(word[at+1:])
	}
	return ""
}

// isToolCall reports whether the message begins with a call of a tool, or is one.
func (r *reader) isToolCall() bool {
	head := strings.TrimLeft(r.message[:min(len(r.message), 2048)], " \t\r\n")
	if hasAnyPrefix(head, toolCalls) {
		return true
	}
	body := strings.TrimPrefix(strings.TrimPrefix(head, "```json"), "```")
	body = strings.TrimLeft(body, " \t\r\n")
	if !strings.HasPrefix(body, "{") {
		return false
	}
	arguments := containsAny(body, toolArguments) || strings.HasPrefix(body[1:], "\n  \"action\"")
	return containsAny(body, toolKeys) || containsAny(body, toolNames) && arguments ||
		strings.Contains(body, `"action"`) && strings.Contains(body, `"thought"`)
}

// findTaggedCall returns the evidence that the message ends in a call that is written as a tag of the
// tool's name with tags for its arguments, as Cline and its descendants have their agents write calls:
// github.com/cline/cline, src/core/prompts. The zero evidence is none.
func (r *reader) findTaggedCall() (e evidence) {
	end := len(strings.TrimRight(r.message, " \t\r\n`"))
	begin := max(0, end-maxTaggedCall)
	call := r.message[begin:end]
	tail := call[max(0, len(call)-statedBytes):]
	body, name, closed := cutLast(strings.TrimSuffix(tail, ">"), "</")
	if !closed || !strings.HasSuffix(tail, ">") || !callTags[name] {
		return e
	}
	at := len(call) - len(tail) + len(body)
	from := strings.LastIndex(call[:at], "<"+name+">")
	if from < 0 {
		return e
	}
	inside := skipBlanks(call, from+len("<"+name+">"), at)
	first, _, _ := strings.Cut(call[inside:at], "\n")
	e = evidence{value: strong, at: -1, from: begin + from, to: begin + inside + len(first), rule: "calls for an action and has no answer", label: LabelFailed, group: groupPromise}
	if i := r.findAnnouncement(begin + from); i >= 0 {
		e.at, e.from, e.to = i, 0, 0
	}
	if meaningOf(name) == "ask" {
		e.at, e.from, e.to, e.rule, e.label, e.group, e.kind = -1, begin+inside, begin+inside+len(first), askRule(model.KindDecision), LabelBlocked, groupAsk, model.KindDecision
	}
	return e
}

// findAnnouncement returns the sentence right before an offset if it announces work, or -1.
func (r *reader) findAnnouncement(before int) int {
	i := len(r.sentences) - 1
	for i >= 0 && r.sentences[i].end > before {
		i--
	}
	if i < 0 || r.remarks[i].weight[groupPromise] == 0 {
		return -1
	}
	return i
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if at := strings.LastIndex(s, sep); at >= 0 {
		return s[:at], s[at+len(sep):], true
	}
	return s, "", false
}

// maxTaggedCall is the greatest length in bytes of a call that is written as a tag.
const maxTaggedCall = 64 << 10

// aloneBytes is the length in bytes up to which a message can be an error and nothing else.
const aloneBytes = 1500

// isErrorAlone reports whether the message is what a program printed when it gave
// up: an error by its name first, or an error object of an API.
func (r *reader) isErrorAlone() bool {
	text := strings.TrimSpace(r.message[:min(len(r.message), aloneBytes+1)])
	if len(text) > aloneBytes || text == "" {
		return false
	}
	for i := 1; i < len(r.remarks); i++ {
		if r.remarks[i].weight[groupDone] >= mild {
			return false // it tells what became of the error
		}
	}
	first, rest, _ := strings.Cut(text, "\n")
	last := rest[strings.LastIndexByte(rest, '\n')+1:]
	isObject := func(line string) bool { return strings.IndexByte(line, '"') >= 0 && containsAny(line, errorObjects) }
	return traceShapes().kindOf(strings.TrimSpace(first)) == traceError || isObject(first) || isObject(last)
}

// boundsOfCall returns what is quoted of a call that the message begins with: all of it, or as many
// of its lines as may be quoted.
func (r *reader) boundsOfCall() (from, to int) {
	from = skipBlanks(r.message, 0, len(r.message))
	end := len(r.message)
	if strings.HasPrefix(r.message[from:], "```") {
		from += strings.IndexByte(r.message[from:], '\n') + 1
		if closed := strings.Index(r.message[from:], "\n```"); closed > 0 {
			end = from + closed
		}
	}
	to = runeStart(r.message, min(end, from+widestQuote))
	if line := strings.LastIndexByte(r.message[from:to], '\n'); line > 0 && to < end {
		to = from + line
	}
	return from, dropBlanks(r.message, from, to)
}

// isUnclosed reports whether the message is an object or a table that ends in its
// middle.
func (r *reader) isUnclosed() bool {
	if len(r.message) > wholeLimit {
		return false
	}
	text := strings.TrimSpace(r.message)
	if text == "" {
		return false
	}
	if text[0] == '{' {
		return !eachField(text, func(int, int) {})
	}
	at := strings.LastIndexByte(text, '\n')
	last := strings.TrimSpace(text[at+1:])
	if at < 0 || last[0] != '|' || strings.HasSuffix(last, "|") {
		return false
	}
	above := strings.TrimSpace(text[:at])
	above = above[strings.LastIndexByte(above, '\n')+1:]
	return strings.HasPrefix(above, "|") && strings.HasSuffix(above, "|")
}

// endsWithoutStop reports whether the last sentence has no stop although the others
// have one.
func (r *reader) endsWithoutStop() bool {
	n := len(r.sentences)
	s := &r.sentences[n-1]
	if s.to-s.from < 5 || !continuesSentence(r.message[s.end-1]) || endsInSign(r.message[s.start:s.end]) {
		return false
	}
	stops := 0
	for i := range r.sentences[:n-1] {
		if o := &r.sentences[i]; o.shape == shapeProse && (o.last == '.' || o.last == '!' || o.last == '?') {
			stops++
		}
	}
	return stops > 0 && 2*stops >= n-1
}

// endsInSign reports whether the last word of a sentence is a sign for a program, such as "HEARTBEAT_OK".
func endsInSign(sentence string) bool {
	word := sentence[strings.LastIndexAny(sentence, " .\n")+1:]
	return strings.Contains(word, "_") && strings.ToUpper(word) == word
}

func continuesSentence(c byte) bool { return lowered[c] != 0 || c == ',' || c == '-' || c == '(' }

// countBoxes counts the ticked and the open boxes of task lists.
func (r *reader) countBoxes() (ticked, open int) {
	if len(r.message) > wholeLimit {
		return 0, 0
	}
	if open = countAny(r.message, openBoxes); open > 0 {
		ticked = countAny(r.message, tickedBoxes)
	}
	return ticked, open
}

// findOpenBox returns the sentence of the first open box, or -1.
func (r *reader) findOpenBox() int {
	at := -1
	for _, box := range openBoxes {
		at = max(at, strings.Index(r.message, box))
	}
	for i := range r.sentences {
		if r.sentences[i].start > at {
			return i
		}
	}
	return -1
}
