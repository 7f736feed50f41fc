package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"notdone/classify/text"
	_ "notdone/model/fixedseed"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, message string
		chosen        string   // part of the chosen sentence
		evidence      []string // parts of its evidence
	}{
		{"obstacle", "The parser is rewritten. I don't have write access to the repository.", "write access", []string{`"I don't have write access" says that something cannot be reached`}},
		{"overcome", "The push was rejected, so I rebased, and it is merged.", "rebased", []string{"overcome", `"I rebased" reports work as done`}},
		{"question", "Two branches look right. Which one should I use?", "Which one", []string{"waits for a person's answer or help"}},
		{"stated", "Nothing to add.\n\nSTATUS: BLOCKED", "STATUS: BLOCKED", nil},
		{"cut off", "I compared the two offers in detail. The second one is cheaper because of the", "because of the", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := text.Explain(c.message, text.RequestUnknown)
			var chosen []text.Explained
			for _, s := range got.Sentences {
				if s.Chosen {
					chosen = append(chosen, s)
				}
			}
			if len(chosen) != 1 || !strings.Contains(chosen[0].Text, c.chosen) {
				t.Fatalf("chosen %+v, want %q", chosen, c.chosen)
			}
			for _, part := range c.evidence {
				if !strings.Contains(strings.Join(chosen[0].Evidence, "\n"), part) {
					t.Errorf("evidence %q has no %q", chosen[0].Evidence, part)
				}
			}
		})
	}
}

// TestExplainedScores checks that the sentence in the way scores above the one
// that reports work.
func TestExplainedScores(t *testing.T) {
	t.Parallel()
	got := text.Explain("I've added the exporter. I couldn't deploy it.", text.RequestUnknown).Sentences
	if len(got) != 2 || got[0].Score >= 0 || got[1].Score <= 0 {
		t.Errorf("scores of %+v", got)
	}
}

// TestExplanationOfLongMessage checks that what was not read is said.
func TestExplanationOfLongMessage(t *testing.T) {
	t.Parallel()
	message := strings.Repeat("One line after the other is added here.\n", 4000) + "I don't have access to the archive."
	got := text.Explain(message, text.RequestUnknown)
	if got.ReadHead <= 0 || got.ReadTail <= got.ReadHead || got.ReadTail >= len(message) {
		t.Errorf("nothing is read from %d to %d of %d", got.ReadHead, got.ReadTail, len(message))
	}
	for _, s := range got.Sentences {
		if s.End > got.ReadHead && s.Start < got.ReadTail {
			t.Fatalf("a sentence at %d..%d of what is not read", s.Start, s.End)
		}
	}
	if short := text.Explain("Done.", text.RequestUnknown); short.ReadHead != 0 || short.ReadTail != 0 {
		t.Errorf("nothing is read from %d to %d of a short one", short.ReadHead, short.ReadTail)
	}
}

func TestExplanationIsSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		message := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(parts), rapid.String()), 0, 30).Draw(t, "parts"), " ")
		soundExplanation(t, message)
	})
}

func FuzzExplain(f *testing.F) {
	for _, part := range parts {
		f.Add(part)
	}
	f.Fuzz(func(t *testing.T, message string) { soundExplanation(t, message) })
}

func soundExplanation(tb rapid.TB, message string) {
	tb.Helper()
	got, read := text.Explain(message, text.RequestUnknown), text.Read(message)
	if got.Reading.Label != read.Label || got.Reading.Score != read.Score || got.Reading.Quote != read.Quote {
		tb.Fatalf("explained as %+v, read as %+v", got.Reading, read)
	}
	chosen := 0
	for _, s := range got.Sentences {
		if s.Start < 0 || s.End < s.Start || s.End > len(message) || s.Text != "" && s.Text != message[s.Start:s.End] {
			tb.Fatalf("%+v is not in %q", s, message)
		}
		for _, e := range s.Evidence {
			if !utf8.ValidString(e) {
				tb.Fatalf("evidence %q", e)
			}
		}
		if s.Chosen {
			chosen++
		}
	}
	if read.Quote != "" && chosen != 1 {
		tb.Fatalf("%d sentences are chosen for %q", chosen, read.Quote)
	}
}
