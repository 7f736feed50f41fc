package live

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// tapeKeys are the keys of demo.tape by their names there.
var tapeKeys = map[string]string{"Enter": "\r", "Escape": "\x1b", "Tab": "\t"}

// TestTheTapePlays drives the keys of demo.tape over the demo, as VHS does but without its pauses:
// everything that it waits for appears, and it ends.
func TestTheTapePlays(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "demo.tape"))
	must(t, err)
	_, tape, found := strings.Cut(string(raw), "notdone-tape demo\"\nEnter\n")
	if !found {
		t.Fatal("the tape does not start the demo")
	}
	d := openSized(t, t.TempDir(), size{150, 38}, "demo")
	waits, keys := 0, 0
	for line := range strings.Lines(tape) {
		command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		wait, _, _ := strings.Cut(command, "@")
		switch {
		case command == "" || strings.HasPrefix(command, "#"), command == "Sleep", command == "Screenshot":
			// What is waited for is on the screen: only who watches needs the time.
		case wait == "Wait+Screen":
			wanted := regexp.MustCompile(strings.Trim(rest, "/"))
			d.until(wanted.String(), func(s *screen) bool { return wanted.MatchString(s.text()) })
			waits++
		case command == "Type":
			text, err := strconv.Unquote(rest)
			must(t, err)
			d.mayEnd = text == "q"
			d.press(text)
			keys++
		case tapeKeys[command] != "":
			d.press(tapeKeys[command])
			keys++
		default:
			t.Fatalf("what is %q in the tape?", line)
		}
	}
	d.untilEnded()
	if keys < 20 || waits < 15 {
		t.Errorf("only %d keys and %d waits were found", keys, waits)
	}
}
