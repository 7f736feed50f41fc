package words_test

import (
	"testing"

	"notdone/ui/words"
)

func TestWordsOfFormatsAreExplained(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ kind, recorded, want string }{
		{"claude", "died", "died: the log lacks the end that this agent always writes"},
		{"claude", "", "nothing yet: the log has no end"},
		{"claude", "end_turn (blocked)", "end_turn (blocked): the model ended its turn"},
		{"hermes", "waiting", "waiting"},
		{"hermes", "", "nothing"},
	} {
		if got := words.Recorded(tc.kind, tc.recorded); got != tc.want {
			t.Errorf("%s %q: %q, want %q", tc.kind, tc.recorded, got, tc.want)
		}
	}
}
