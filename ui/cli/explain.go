package cli

import (
	"fmt"
	"strings"

	"notdone/classify/text"
	"notdone/ui/export"
	"notdone/ui/safe"
)

// sentence is one sentence of an explanation, in JSON.
type sentence struct {
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Text     string   `json:"text"`
	Score    float64  `json:"score"` // above 0 it speaks against done
	Evidence []string `json:"evidence"`
	Chosen   bool     `json:"chosen"`
}

// maxSentence bounds what is shown of one sentence, in bytes.
const maxSentence = 4 << 10

// sentences are those that were read, in the order of the message.
func sentences(e *text.Explanation) []sentence {
	all := make([]sentence, len(e.Sentences))
	for i := range e.Sentences {
		s := &e.Sentences[i]
		all[i] = sentence{
			Start: s.Start, End: s.End, Text: export.Bound(s.Text, maxSentence), Score: s.Score,
			Evidence: append([]string{}, s.Evidence...), Chosen: s.Chosen,
		}
	}
	return all
}

// explanation says for people what each sentence weighs, the chosen one marked,
// and what of the message was not read.
func explanation(e *text.Explanation) []string {
	var lines []string
	for i := range e.Sentences {
		s := &e.Sentences[i]
		mark := " "
		if s.Chosen {
			mark = ">"
		}
		said := strings.TrimSpace(s.Text)
		if said == "" {
			said = fmt.Sprintf("(bytes %d to %d)", s.Start, s.End)
		}
		lines = append(lines, fmt.Sprintf("%s %+6.2f  %s", mark, s.Score, safe.Line(said, 400)))
		for _, why := range s.Evidence {
			lines = append(lines, pad("", 12)+safe.Line(why, 400))
		}
	}
	if e.ReadTail > e.ReadHead {
		lines = append(lines, fmt.Sprintf("  bytes %d to %d were not read: the beginning and the end of a long message decide", e.ReadHead, e.ReadTail))
	}
	own := ""
	if e.Reading.Shift != 0 {
		own = fmt.Sprintf(", your own examples %+.2f", e.Reading.Shift)
	}
	return append(lines, fmt.Sprintf("  rules %+.2f, wording %+.2f, constant %+.2f%s; above 0 speaks against done", e.Rules, e.Terms, e.Bias, own))
}
