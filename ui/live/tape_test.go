package live

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tapeKeys are the keys of demo.tape by their names there.
var tapeKeys = map[string]string{"Enter": "\r", "Escape": "\x1b", "Tab": "\t"}

// updateTape writes the frames of the tape anew, once the screen is quiet.
var updateTape = flag.Bool("tape", false, "write the frames of demo.tape anew")

// tapeFrames are the golden frames of the tape.
var tapeFrames = filepath.Join("testdata", "tape.txt")

// TestTheTapePlays drives the keys of demo.tape over the demo, as VHS does but with shorter
// pauses: everything that it waits for appears, what is then seen is what was seen when the
// frames were written, and it ends. The fleet rests, so that only its past is seen; ages, rates
// and what belongs to the machine are not compared.
//
//	go test ./ui/live -run TestTheTapePlays -tape
func TestTheTapePlays(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("..", "..", "demo.tape"))
	must(t, err)
	_, tape, found := strings.Cut(string(raw), "notdone-tape demo\"\nEnter\n")
	if !found {
		t.Fatal("the tape does not start the demo")
	}
	golden, err := os.ReadFile(tapeFrames)
	if !*updateTape {
		must(t, err)
	}
	wanted := strings.Split(string(golden), tapeRule)
	d := openSized(t, t.TempDir(), size{150, 38}, "demo", "--speed", "0.0001")
	var frames []string
	waits, keys := 0, 0
	for line := range strings.Lines(tape) {
		command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		wait, _, _ := strings.Cut(command, "@")
		switch {
		case command == "", strings.HasPrefix(command, "#"), command == "Screenshot":
		case command == "Sleep":
			pause, err := time.ParseDuration(rest)
			must(t, err)
			time.Sleep(min(pause, readPause))
			if pause < 2*time.Second {
				continue
			}
			at := len(frames)
			if !*updateTape && at >= len(wanted) {
				t.Fatalf("%s has only %d frames", tapeFrames, at)
			}
			frames = append(frames, d.tapeFrame(wanted[min(at, len(wanted)-1)]))
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
	if keys < 20 || waits < 12 || len(frames) < 10 {
		t.Errorf("only %d keys, %d waits and %d frames were found", keys, waits, len(frames))
	}
	if *updateTape {
		must(t, os.WriteFile(tapeFrames, []byte(strings.Join(frames, tapeRule)), 0o600))
	}
}

// readPause is longer than what must be on the screen before a key means it.
const readPause = 700 * time.Millisecond

// tapeRule stands between two frames.
const tapeRule = "\n========\n"

// tapeFrame waits until the screen is a golden frame, and returns it; when the frames are written
// anew it waits until the screen does not change any more.
func (d *dashboard) tapeFrame(golden string) string {
	d.tb.Helper()
	if !*updateTape {
		d.until("the frame\n"+golden+"\nbut", func(s *screen) bool { return comparable(s.text()) == golden })
		return golden
	}
	for seen := ""; seen != d.text(); {
		seen = d.text()
		time.Sleep(3 * time.Second) // the preview comes later
	}
	return comparable(d.text())
}

// changing are what differs between two runs, and what stands for it; blanks that align it go too.
var changing = []struct {
	what *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`\S*/notdone-demo-\d+(\S*)`), "DEMO$1"},
	{regexp.MustCompile(`(DEMO\S*( · \S+)?) +`), "$1 "},
	{regexp.MustCompile(`\d\d:\d\d:\d\d`), "hh:mm:ss"},
	{regexp.MustCompile(` *(<1m|\b\d+[mhd]\b)`), " AGE"},
	{regexp.MustCompile(` *\$[0-9.]+/h`), " RATE"},
	{regexp.MustCompile(`worker \d+ `), "worker PID "},
	{regexp.MustCompile(`signed  \S+ *`), "signed  USER "},
	{regexp.MustCompile(` *[▁▂▃▄▅▆▇█][ ▁▂▃▄▅▆▇█]*┃`), " BARS┃"},
	{regexp.MustCompile(`\d+ AGE +(\$[0-9.]+|·) BARS`), "DAYS AGE $1 BARS"},
}

// comparable is a text of the screen without what differs between two runs.
func comparable(text string) string {
	for _, c := range changing {
		text = c.what.ReplaceAllString(text, c.as)
	}
	return text
}
