package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// What is longer than terminals take is copied in whole lines, from what is visible on, and it
// is said which part that is. Commands, of which a part is another thing, are not copied.
func TestWhatIsTooLongToCopyIsSaid(t *testing.T) {
	var answer strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&answer, "- address %04d of the list: the digest was sent to it, and it took the digest\n", i)
	}
	s := open(t, []model.Case{finished("job-1", "Send the digest", answer.String(), time.Hour)}, 120, 40)
	s.press("5", "g", "enter", "tab", "tab", "tab", "c", "a")
	s.shows("sent ", "from line 1 on: terminals take no more")
	s.lacks("clipboard")
	s.press("c", "i")
	s.shows("clipboard: job-1")

	c := &commander{argv: map[string][]string{}}
	for i := 50; i < 53; i++ {
		c.argv[fmt.Sprintf("job-%d", i)] = []string{"touch", strings.Repeat("a", 30<<10)}
	}
	s = openWith(t, fleet(), 160, 40, c)
	s.press("g", "u", "shift+tab", "c")
	s.shows("not copied: terminals take no more than 65,536 bytes, and the 3 commands have 92,186")
}
