package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

// TestLongReportsTeachTheirQuote checks that of a long report of unfinished work the words of the
// quoted sentence are learned and those of the rest are not.
func TestLongReportsTeachTheirQuote(t *testing.T) {
	t.Parallel()
	var examples []learn.Example
	for i := range 24 {
		e := learn.Example{Source: learn.Own, Task: fmt.Sprint(i)}
		rest := strings.Repeat(fmt.Sprintf("- The zephyr of part %d is in place\n", i), 9)
		e.Text = "# Report\n\n" + strings.ReplaceAll(rest, "zephyr", "lantern")
		if i%2 == 0 {
			e.Label, e.Quote = text.LabelBlocked, "The valve stays wedged."
			e.Text = "# Report\n\n" + rest + "\n" + e.Quote
		}
		examples = append(examples, e)
	}
	fitted := learn.FitTerms(learn.PrepareSamples(examples))
	asked := learn.PrepareSamples([]learn.Example{{Text: "The zephyr"}, {Text: "The unheard"}, {Text: "The valve stays wedged"}})
	zephyr, unheard, wedged := asked[0].Sum(fitted), asked[1].Sum(fitted), asked[2].Sum(fitted)
	if zephyr != unheard || wedged <= unheard {
		t.Errorf("zephyr %.3f, a word that was never there %.3f, the quote %.3f", zephyr, unheard, wedged)
	}
}
