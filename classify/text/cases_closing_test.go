package text_test

import (
	"strings"
	"testing"

	"notdone/classify/text"
)

// reports are bodies of messages of finished work.
var reports = []string{
	"I added the retry queue in `src/queue.ts` and wired it into the sender. All 42 tests pass.",
	"Committed as `4f2a91c` and pushed to `feature/queue`.",
}

// TestHarmlessClosings reads finished work behind which an offer, a caveat or
// what was left alone on purpose stands.
func TestHarmlessClosings(t *testing.T) {
	t.Parallel()
	for _, body := range reports {
		for _, closing := range []string{
			"I have not merged anything.", "I did not commit the lock file, as you asked.", "Nothing is staged yet.", "I haven't opened a PR.",
			"Two things I left out, per the house rules: I have not tagged or published a release.",
			"I stopped the preview server.", "Say the word and I'll merge it.", "Try it and tell me how it looks.",
			"Want me to open a PR?", "Would you like me to take up either of the optional remarks at the end, or is it good to go as it is?",
			"Shall I polish the wording too, or is this enough for now?", "One note: I could not test this on Windows.", "Not verified: the behaviour on Safari.",
		} {
			if got := text.Read(body + "\n\n" + closing); got.Label != done {
				t.Errorf("%q: %v %.2f %q", closing, got.Label, got.Score, got.Rules)
			}
		}
	}
	guide := "`serve 3000` means the port on the host.\n\nThere is **one listener per port**, which an earlier `serve` may hold.\n\nLook what's on it:\n\n```bash\nserve status\n```\n\nThen reset it and start again:\n\n```bash\nserve reset\n```\n"
	if got := text.Read(guide); got.Label != done {
		t.Errorf("a guide: %v %.2f %q", got.Label, got.Score, got.Rules)
	}
}

// TestOpenClosings reads work behind which a question stands that it waits for, or
// what could not be done.
func TestOpenClosings(t *testing.T) {
	t.Parallel()
	const done = "The page, the worker and the test panel are in place; lint and build pass.\n\n"
	for _, closing := range []string{
		"Can I download the model first, or would you rather test it without?", "So: may I remove the old table first? Or would you prefer to keep both?",
		"Which of the two databases should I use?", "Before I continue: should I drop the old table or keep it?",
		"I could not write the second half: the disk is full.", "I was not able to push the branch: the remote refused it.", "Should I drop the old table, or is it still in use?",
	} {
		if got := text.Read(done + closing); got.Label == text.LabelDone {
			t.Errorf("%q: %.2f %q", closing, got.Score, got.Rules)
		}
	}
	if got := text.Read(strings.TrimSpace(done)); got.Label != text.LabelDone {
		t.Errorf("without a closing: %v %.2f", got.Label, got.Score)
	}
}
