package text_test

import (
	"strings"
	"sync"
	"testing"

	"notdone/classify/text"
)

// TestHostile checks that texts made to mislead, to overflow or to take long are
// read as what they say.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, message string
		want          text.Label
	}{
		{"Cyrillic letters", "I dоn't hаve ассess tо the rерository.", blocked},
		{"Greek letters", "I cαnnοt οpen the fοlder, permissiοn denied.", blocked},
		{"full-width letters", "I ｃａｎｎｏｔ ａｃｃｅｓｓ the folder.", blocked},
		{"zero-width letters", "I can\u200bnot ac\u200dcess the fol\u2060der.", blocked},
		{"soft hyphens", "I do not have per\u00admis\u00adsion to open it.", blocked},
		{"curly quotes", "I don’t have access to the bucket, so the upload didn’t happen.", blocked},
		{"capitals", "I CANNOT ACCESS THE FOLDER.", blocked},
		{"emphasis", "I **do not have _access_** to the folder.", blocked},
		{"Cyrillic language", "Миграция завершена, все тесты проходят.", done},
		{"quotes in quotes", `I've fixed the message "the user said 'I "cannot" open it' and left" in the docs. All tests pass.`, done},
		{"block quotes nested", "I've fixed it.\n\n> > > I cannot access the folder\n> > I need permission\n> Please grant access\n\nAll tests pass.", done},
		{"invalid UTF-8", "I don't have \xff access to the folder.", blocked},
		{"an unclosed quotation", `I've renamed "the page and updated every link. All tests pass.`, done},
		{"ten thousand times nothing said", strings.Repeat("ok ", 10000), done},
		{"an obstacle on one line of ten megabytes", strings.Repeat("row after row after row, and so on, ", 280000) + "and now I don't have access to the archive", blocked},
		{"open brackets", strings.Repeat("([{<", 5000), failed},
		{"backticks", strings.Repeat("`", 70000), failed},
		{"fences", strings.Repeat("```\n", 20000) + "\nI've merged it.", done},
		{"bars", strings.Repeat("| a | b |\n", 9000), done},
		{"NUL", "\x00\x00\x00", failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := text.Read(c.message)
			sound(t, c.message, got)
			if got.Label != c.want {
				t.Errorf("label %v %.2f, want %v (rules %q, quote %.100q)", got.Label, got.Score, c.want, got.Rules, got.Quote)
			}
		})
	}
}

// TestNonsense checks that texts that say nothing, or everything, are read
// without harm.
func TestNonsense(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		strings.Repeat("cannot ", 10000), strings.Repeat("I can't, but I did. ", 5000), strings.Repeat("not ", 70000) + "done",
		strings.Repeat(`"`, 70001), strings.Repeat("'a", 40000), strings.Repeat("«", 30000), strings.Repeat("> ", 40000) + "x",
		strings.Repeat("if ", 30000), strings.Repeat("\xff\xc3", 40000), strings.Repeat("e\u0301", 30000), strings.Repeat("{\"a\":[", 9000),
		strings.Repeat("- [ ] ", 12000), strings.Repeat("#", 70000), strings.Repeat("status: ", 9000), strings.Repeat("a.b", 30000),
		"* | a | b |  | a | b |",
	} {
		sound(t, message, text.Read(message))
	}
}

// TestReadingAtOnce checks that goroutines do not disturb each other, which the
// race detector sees too.
func TestReadingAtOnce(t *testing.T) {
	t.Parallel()
	var messages []string
	var want []text.Reading
	for _, cases := range [][]readCase{obstacleCases, askCases, endingCases, guardCases, reportCases} {
		for _, c := range cases {
			messages = append(messages, c.message)
			want = append(want, text.Read(c.message))
		}
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			for i := range messages {
				at := (i*7 + g*13) % len(messages)
				if got := text.Read(messages[at]); got.Score != want[at].Score || got.Quote != want[at].Quote || got.Label != want[at].Label {
					t.Errorf("%q is read as %+v, alone as %+v", messages[at], got, want[at])
				}
			}
		})
	}
	wait.Wait()
}
