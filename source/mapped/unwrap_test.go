package mapped

import "testing"

// TestUnwrap: of a result in JSON that holds one text, that text is what was said.
func TestUnwrap(t *testing.T) {
	same := ""
	for result, want := range map[string]string{
		`{"text":"Which of the two databases should I migrate?"}`:                                "Which of the two databases should I migrate?",
		`["Which database should I use?"]`:                                                       "Which database should I use?",
		`{"success":false,"error":"403 Forbidden"}`:                                              "403 Forbidden",
		`{"answer":{"text":"I can't open the spreadsheet: access denied"},"status":"completed"}`: "I can't open the spreadsheet: access denied",
		`{"content":[{"type":"text","text":"I need the key of the vault."}]}`:                    "I need the key of the vault.",
		`{"prompt":"Move the three files","result":"The files were moved to the archive."}`:      "The files were moved to the archive.",
		`{"success":false,"message":"The report was written."}`:                                  same,
		`{"outcome":"blocked","obstacle":"no key"}`:                                              same,
		`{"text":"All is done here.","summary":"I could not read it."}`:                          same,
		`{"rows":12,"file":"a.csv"}`:                                                             same,
		`{"text":"it is cut`:                                                                     same,
		`[1, 2, 3]`:                                                                              same,
		`Done: {"text":"a b"}`:                                                                   same,
		``:                                                                                       same,
	} {
		if want == same {
			want = result
		}
		if got := unwrap(result); got != want {
			t.Errorf("%s: %q, want %q", result, got, want)
		}
	}
}
