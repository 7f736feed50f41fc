package text_test

import (
	"strings"
	"testing"

	"notdone/classify/text"
)

// TestNoErrors: a field for an error that holds none says nothing against the work.
func TestNoErrors(t *testing.T) {
	for message, want := range map[string]text.Label{
		`{"error": null, "rows": 12}`:                                    text.LabelDone,
		`{"rows": 12, "error": ""}`:                                      text.LabelDone,
		`{'error': None, 'rows': 12}`:                                    text.LabelDone,
		`{"failed": [], "saved": 3}`:                                     text.LabelDone,
		`{"errors": {}, "is_error": false, "saved": 3}`:                  text.LabelDone,
		`{"error": null}`:                                                text.LabelDone,
		"Error: none":                                                    text.LabelDone,
		`{"error": "the disk is full", "rows": 12}`:                      text.LabelBlocked,
		`{"failed": ["a.txt"], "saved": 3}`:                              text.LabelFailed,
		`{"error": null, "message": "I have no access to the archive."}`: text.LabelBlocked,
	} {
		r := text.Read(message)
		if r.Label != want || !strings.Contains(message, r.Quote) || message[r.Start:r.End] != r.Quote {
			t.Errorf("%s: %v %.2f %q, want %v", message, r.Label, r.Score, r.Quote, want)
		}
	}
}

// TestResultObjects: of the object that Claude Code prints at its end its text is read, and its failure counts.
func TestResultObjects(t *testing.T) {
	for _, c := range []struct {
		message string
		want    text.Label
		quote   string
	}{
		{`{"type":"result","subtype":"success","is_error":false,"result":"Wrote summary.md with 3 sections.","permission_denials":[]}`, text.LabelDone, "Wrote summary.md with 3 sections."},
		{`{"type":"result","subtype":"success","is_error":false,"result":"I need \"write\" permission.\nPlease grant it."}`, text.LabelBlocked, ""},
		{`{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":9}`, text.LabelFailed, ""},
		{"{\n  \"type\": \"result\",\n  \"is_error\": true,\n  \"result\": \"API Error: 401 invalid key\"\n}\n", text.LabelFailed, "API Error: 401 invalid key"},
		{`{"type":"assistant"}` + "\n" + `{"type":"result","is_error":false,"result":"All 3 tests pass."}`, text.LabelDone, "All 3 tests pass."},
		{`{"type":"result","is_error":false,"result":"Der Keller \u00fc wurde nicht gestrichen."}`, text.LabelBlocked, `Der Keller \u00fc wurde nicht gestrichen.`},
	} {
		r := text.Read(c.message)
		if r.Label != c.want || r.Quote != c.message[r.Start:r.End] || c.quote != "" && r.Quote != c.quote {
			t.Errorf("%s: %v %.2f %q", c.message, r.Label, r.Score, r.Quote)
		}
	}
}
