package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"notdone/classify/text"
	"notdone/model"
)

// sound fails the test when a reading breaks what every reading promises.
func sound(tb rapid.TB, message string, got text.Reading) {
	tb.Helper()
	switch {
	case got.Start < 0 || got.End < got.Start || got.End > len(message):
		tb.Fatalf("offsets %d..%d in %d bytes", got.Start, got.End, len(message))
	case message[got.Start:got.End] != got.Quote:
		tb.Fatalf("quote %q is not %q", got.Quote, message[got.Start:got.End])
	case !utf8.ValidString(got.Quote):
		tb.Fatalf("quote %q is not valid UTF-8", got.Quote)
	case !(got.Score >= 0 && got.Score <= 1):
		tb.Fatalf("score %v", got.Score)
	case (got.Label != text.LabelDone) && got.Score < 0.5:
		tb.Fatalf("label %v with score %v", got.Label, got.Score)
	case got.Grade > model.GradeTextOnly:
		tb.Fatalf("words alone have grade %v", got.Grade)
	case len(got.Rules) == 0:
		tb.Fatal("no rule says what decided")
	case got.Label == text.LabelDone && got.Kind != model.KindUnknown:
		tb.Fatalf("done with an obstacle of kind %v", got.Kind)
	}
}

// parts are what the property test puts messages together from.
var parts = []string{
	"I couldn't push the branch.", "Done.", "All tests pass.", "Let me check:", "permission denied", "```", "`code`", "> quote",
	"- item", "| a | b |", "# Heading", "\n", "\n\n", " ", "…", "“quoted”", "’", "日本語。", "\xff", "\xc3", "\u202e", "\u200b", "\x00",
	"e.g. this", "main.go", "https://example.com/a.b?c=d", "status: blocked", "{\"status\": \"failed\"}", "BLOCKED: no key",
	"not", "no", "cannot", "if", "so I", "<thinking>", "</thinking>", "---", "diff --git a b", "Traceback (most recent call last):", "¿Puede confirmar?",
}

func TestReadingIsSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		message := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(parts), rapid.String()), 0, 40).Draw(t, "parts"), " ")
		sound(t, message, text.Read(message))
	})
}

// TestPiecesOfStructure reads all pairs of what messages are put together from, and all triples of
// what structures begin and end with: each is torn, empty or nested in the other.
func TestPiecesOfStructure(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads")
	}
	t.Parallel()
	marks := []string{
		"{", "}", "[", "]", "\"", "'", ":", ",", "#", "-", "*", "**", "|", ">", "(", ")", "`", "```", "\n", "\r\n", " ", "\\", "a", "1.", "<", "/>", "。", "？", "\xe2",
	}
	for _, a := range marks {
		for _, b := range marks {
			for _, c := range marks {
				sound(t, a+b+c, text.Read(a+b+c))
			}
		}
	}
	all := slices.Concat(marks, parts, []string{
		`{"type":"result"`, `"result":"Done."`, `"result":"`, `"is_error":true}`, `{"outcome":"blocked"}`, `"outcome":"done"`, "Status:", "Status", "## Blocked", "- [ ]", "- [x]",
		"Action: search[x]", "Observation:", "Final Answer:", "<tool_call>", "</tool_call>", "<function=x>", "None.", "[1]", "100 %", "3 of 12", "HEARTBEAT_OK", "@@ -1 +1 @@", "```json", "***",
	})
	for _, a := range all {
		for _, b := range all {
			for _, between := range []string{"", "\n"} {
				message := a + between + b
				sound(t, message, text.ReadFor(message, text.Request(len(message)%int(text.RequestNothing+1))))
			}
		}
	}
}

// TestLongMessage checks that of a long message both ends are read, with true
// offsets, and that a fence opened in the middle still covers the tail.
func TestLongMessage(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("The loader reads one row after the other, é and ü included.\n", 4000)
	const obstacle = "I don't have access to the archive."
	for name, message := range map[string]string{
		"at the head": obstacle + "\n\n" + filler,
		"at the tail": filler + "\n" + obstacle,
		"no line end": strings.ReplaceAll(filler, "\n", " ") + obstacle,
	} {
		got := text.Read(message)
		sound(t, message, got)
		if got.Label != text.LabelBlocked || got.Quote != obstacle {
			t.Errorf("%s: %v with quote %.80q", name, got.Label, got.Quote)
		}
	}
	fenced := "I've added the log.\n\n```\n" + filler + obstacle + "\n```\n"
	if got := text.Read(fenced); got.Label != text.LabelDone {
		t.Errorf("in a fence: %v with quote %.80q", got.Label, got.Quote)
	}
}

// TestMoreReportNeverRaisesTheScore checks that to the rules work reported
// beside an obstacle can only lower the score.
func TestMoreReportNeverRaisesTheScore(t *testing.T) {
	t.Parallel()
	const reports = "I've added the parser. "
	rapid.Check(t, func(t *rapid.T) {
		obstacle := rapid.SampledFrom([]string{"I couldn't push it.", "Access denied.", "Please confirm the plan.", "There is no internet here."}).Draw(t, "obstacle")
		n := rapid.IntRange(0, 5).Draw(t, "n")
		rules := text.RulesAlone()
		less, more := rules.Read(strings.Repeat(reports, n)+obstacle), rules.Read(strings.Repeat(reports, n+1)+obstacle)
		if more.Score > less.Score+1e-9 {
			t.Fatalf("%d reports: %.3f, one more: %.3f", n, less.Score, more.Score)
		}
	})
}

func TestGrades(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]model.Grade{
		"":                                  model.GradeCannotTell,
		"You're welcome! Have a great day!": model.GradeCannotTell,
		"I can't open the folder.":          model.GradeTextOnly,
		"All tests pass.":                   model.GradeTextOnly,
		"RESULT: success":                   model.GradeTextOnly,
	} {
		if got := text.Read(message); got.Grade != want {
			t.Errorf("%q: grade %v, want %v", message, got.Grade, want)
		}
	}
}

func TestContradiction(t *testing.T) {
	t.Parallel()
	got := text.Read("I uploaded the first archive. I don't have access to the bucket of the second, so it was not uploaded.\n\nRESULT: success")
	said := slices.ContainsFunc(got.Rules, func(rule string) bool { return strings.Contains(rule, "says otherwise") })
	if got.Label != text.LabelDone || !said || !strings.Contains(got.Otherwise, "I don't have access to the bucket") {
		t.Errorf("%v, rules %q, otherwise %q", got.Label, got.Rules, got.Otherwise)
	}
	for _, ends := range []string{"RESULT: success", "{\"outcome\":\"done\",\"result\":\"uploaded\"}"} {
		got := text.Read("I don't have access to the bucket, so nothing was uploaded.\n\n" + ends)
		if got.Label != text.LabelBlocked || got.Score > 0.8 || !strings.HasPrefix(got.Quote, "I don't have access") {
			t.Errorf("%s: %v %.2f, rules %q, %q", ends, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}

// TestADeclaredSuccessOverNoWork: a success that is declared below words that tell of no work at all
// is not believed, and what is declared is no part of the quote.
func TestADeclaredSuccessOverNoWork(t *testing.T) {
	t.Parallel()
	const declared = "\n{\"outcome\":\"done\"}\n"
	for message, quote := range map[string]string{
		"I need permission to access that file, so I did nothing.": "I need permission to access that file, so I did nothing.",
		"I was unable to write the file. Nothing was changed.":     "I was unable to write the file. Nothing was changed.",
		"The build failed, so I did not deploy.":                   "The build failed, so I did not deploy.",
		"I could not write it. I did nothing.":                     "I could not write it. I did nothing.",
		"I cannot access the file.":                                "I cannot access the file.",
		"There was no newer version, so nothing was changed.":      "",
	} {
		got := text.Read(message + declared)
		if blocked := got.Label == text.LabelBlocked; blocked != (quote != "") || blocked && got.Quote != quote {
			t.Errorf("%s: %v %.2f, %q", message, got.Label, got.Score, got.Quote)
		}
	}
}

func TestPromiseIsMarked(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"I'll start on that.":      true,
		"I can't open the folder.": false,
		"Done.":                    false,
	} {
		if got := text.Read(message); got.Promise != want {
			t.Errorf("%q: promise %v", message, got.Promise)
		}
	}
}

func TestLabelText(t *testing.T) {
	t.Parallel()
	for _, label := range []text.Label{text.LabelDone, text.LabelBlocked, text.LabelRefused, text.LabelFailed} {
		name, err := label.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := text.ParseLabel(string(name)); err != nil || back != label {
			t.Errorf("%s reads back as %v, %v", name, back, err)
		}
	}
	if _, err := text.ParseLabel("finished"); err == nil || !strings.Contains(err.Error(), `"finished"`) {
		t.Errorf("unknown name: %v", err)
	}
	if got := text.Label(9).String(); got != "label 9" {
		t.Errorf("unknown label is %q", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, cases := range [][]readCase{obstacleCases, askCases, endingCases, guardCases, reportCases, statedCases, otherCases, laterCases, standingCases} {
		for _, c := range cases {
			f.Add(c.message)
		}
	}
	for _, part := range parts {
		f.Add(part)
	}
	f.Fuzz(func(t *testing.T, message string) { sound(t, message, text.Read(message)) })
}

// TestADiffGoesOnBehindItsContext: a line of context, and an empty one, have a blank in front.
func TestADiffGoesOnBehindItsContext(t *testing.T) {
	t.Parallel()
	const diff = "The parser accepts empty lines now.\n\n@@ -1,4 +1,4 @@\n-a\n+b\n func parse(line string) error {\n \n-I cannot continue without the password.\n"
	if got := text.Read(diff + "-Please tell me how to proceed.\n"); got.Label != text.LabelDone || got.Score > 0.35 {
		t.Errorf("%v, %.2f, quote %q", got.Label, got.Score, got.Quote)
	}
	if got := text.Read(diff + "\nI cannot continue without the password.\n"); got.Label != text.LabelBlocked {
		t.Errorf("below the diff: %v", got.Label)
	}
}
