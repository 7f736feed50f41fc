package text

import (
	"strings"

	"notdone/classify/escapes"
	"notdone/model"
)

// resultObject is the object with which Claude Code ends what it prints as JSON, and workers keep as it is:
// {"type":"result","subtype":"success","is_error":false,"result":"All is done."}. Its fields are offsets in the message.
type resultObject struct {
	isResult, failed   bool
	said, saidEnd      int // the text of the field "result", without its quotation marks
	failing, failedEnd int // the field that tells of the failure
}

// findResultObject returns the object on the last line of a message; false when there is none.
func findResultObject(message string) (o resultObject, found bool) {
	end := len(strings.TrimRight(message, " \t\r\n"))
	if end == 0 || message[end-1] != '}' {
		return o, false
	}
	start := strings.LastIndexByte(message[:end], '\n') + 1
	if strings.HasPrefix(message[start:end], "}") { // it may stand on several lines
		if before, _, opens := strings.Cut(message[:start], "{"); opens && strings.TrimSpace(before) == "" {
			start = len(before)
		}
	}
	if !strings.HasPrefix(message[start:end], "{") || !strings.Contains(message[start:end], `"result"`) {
		return o, false
	}
	closed := eachField(message[start:end], func(from, to int) { o.addField(message, start+from, start+to) })
	return o, closed && o.isResult && (o.failed || o.saidEnd > o.said)
}

// addField takes note of one field.
func (o *resultObject) addField(message string, from, to int) {
	key, value, _ := strings.Cut(message[from:to], ":")
	plain := strings.Trim(value, " \t\r\n\"")
	switch strings.Trim(key, " \t\r\n\"") {
	case "type":
		o.isResult = plain == "result"
	case "is_error", "subtype":
		if plain == "true" || strings.HasPrefix(plain, "error") {
			o.failed, o.failing, o.failedEnd = true, from, to
		}
	case "result":
		if text := strings.TrimSpace(value); len(text) > 1 && text[0] == '"' {
			o.said = to - len(value) + strings.IndexByte(value, '"') + 1
			o.saidEnd = o.said + len(text) - 2
		}
	}
}

// readResultObject reads what such an object says: its text, and where it tells of a failure that alone.
func (w *Weights) readResultObject(message string, o *resultObject, asked Request) (r Reading) {
	if o.saidEnd > o.said {
		m := escapes.InString(message[o.said:o.saidEnd])
		r = w.ReadFor(m.Text, asked)
		if r.End > r.Start {
			r.Start, r.End, r.PointAt = o.said+m.Start(r.Start), o.said+m.End(r.End), o.said+m.Start(r.PointAt)
			r.Quote = message[r.Start:r.End]
		}
	}
	if !o.failed || r.Label == LabelBlocked || r.Label == LabelRefused {
		return r
	}
	failing := Reading{Label: LabelFailed, Score: 0.97, Grade: model.GradeTextOnly, Kind: r.Kind, Rules: []string{"states its own end as failed"}}
	failing.Start, failing.End = o.failing, o.failedEnd
	if r.Label == LabelFailed {
		failing.Start, failing.End = r.Start, r.End
	}
	failing.PointAt, failing.Quote = failing.Start, message[failing.Start:failing.End]
	failing.Point = failing.Quote
	return failing
}
