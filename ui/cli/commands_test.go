package cli_test

import (
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
)

type command = func(ts *testscript.TestScript, neg bool, args []string)

// commands are what scripts can say beside the program and the builtin ones.
func commands() map[string]command {
	return map[string]command{
		// What the program did.
		"exits": exits, "fails": fails, "harmless": harmless, "lines": lines, "field": field, "ids": ids, "records": records,
		"results": results, "entries": entries, "crowd": crowd, "unheard": unheard, "dismiss": dismiss,
		// What it is given.
		"terminal": terminal, "answers": answers, "sqlite": sqlite, "hermes": hermes, "queue": queueFile, "hold": hold, "crash": crash, "overwrite": overwrite, "truncate": truncate,
		"bytes": writeBytes, "fifo": fifo, "labelled": labelled,
	}
}

// run runs the program and returns its exit code.
func run(ts *testscript.TestScript, args []string) int {
	err := ts.Exec("notdone", args...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	ts.Fatalf("notdone did not run: %v", err)
	return -1
}

// exits CODE ARGS... runs the program, which must end with that code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := run(ts, args[1:]); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// fails ARGS... runs the program, which must end with 2, say one clear line on
// stderr and print nothing.
func fails(ts *testscript.TestScript, _ bool, args []string) {
	if got := run(ts, args); got != 2 {
		ts.Fatalf("exit code %d, want 2", got)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("it printed %q", out)
	}
	said := ts.ReadFile("stderr")
	if !strings.HasPrefix(said, "notdone: ") || strings.Count(said, "\n") != 1 || !strings.HasSuffix(said, "\n") {
		ts.Fatalf("stderr is not one line of notdone's: %q", said)
	}
	if len(said) > 5<<10 {
		ts.Fatalf("the line has %d bytes", len(said))
	}
	checkHarmless(ts, said)
}

// harmless FILE... checks that a terminal obeys nothing in there but line ends.
func harmless(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		if text == "" {
			ts.Fatalf("%s is empty", name)
		}
		checkHarmless(ts, text)
	}
}

func checkHarmless(ts *testscript.TestScript, text string) {
	if !utf8.ValidString(text) {
		ts.Fatalf("not valid UTF-8: %.200q", text)
	}
	for i, r := range text {
		if obeyed(r) {
			ts.Fatalf("%U at byte %d, after %q", r, i, text[max(0, i-40):i])
		}
	}
}

// obeyed reports whether a terminal acts on the rune, or hides or reorders text
// for it. It is written apart from what the program drops, on purpose.
func obeyed(r rune) bool {
	return r != '\n' && r < 0x20 || r >= 0x7f && r <= 0x9f || unicode.Is(unicode.Bidi_Control, r) ||
		r >= 0x200b && r <= 0x200f || r == 0x2028 || r == 0x2029 || r == 0x2060 || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f
}

// lines FILE LONGEST checks that no line has more bytes.
func lines(ts *testscript.TestScript, _ bool, args []string) {
	longest, err := strconv.Atoi(args[1])
	ts.Check(err)
	for line := range strings.SplitSeq(ts.ReadFile(args[0]), "\n") {
		if len(line) > longest {
			ts.Fatalf("a line has %d bytes: %.200q", len(line), line)
		}
	}
}

// objects decodes the last output, one object a line.
func objects(ts *testscript.TestScript) []map[string]any {
	var all []map[string]any
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			ts.Fatalf("%v in %.200q", err, line)
		}
		all = append(all, o)
	}
	return all
}

// field ID PATH VALUE checks one value of the object with that id in the last
// output; the path goes through objects by name and through lists by index.
// Strings are compared as they decode, everything else as JSON. A ␀ in VALUE
// stands for a NUL, which no script can hold.
func field(ts *testscript.TestScript, neg bool, args []string) {
	for _, o := range objects(ts) {
		if o["id"] != args[0] {
			continue
		}
		got := walk(ts, o, strings.Split(args[1], "."))
		text, ok := got.(string)
		if !ok {
			b, err := json.Marshal(got)
			ts.Check(err)
			text = string(b)
		}
		if want := strings.ReplaceAll(args[2], "␀", "\x00"); (text == want) == neg {
			ts.Fatalf("%s of %s is %.300q", args[1], args[0], text)
		}
		return
	}
	ts.Fatalf("no object has the id %q", args[0])
}

func walk(ts *testscript.TestScript, v any, path []string) any {
	for _, name := range path {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[name]
			if !ok {
				ts.Fatalf("there is no %s", name)
			}
			v = next
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(x) {
				ts.Fatalf("there is no %s in a list of %d", name, len(x))
			}
			v = x[i]
		default:
			ts.Fatalf("there is no %s in %v", name, v)
		}
	}
	return v
}

// ids ID... checks which objects the last output holds, in any order.
func ids(ts *testscript.TestScript, _ bool, args []string) {
	got := []string{}
	for _, o := range objects(ts) {
		id, _ := o["id"].(string)
		got = append(got, id)
	}
	slices.Sort(got)
	slices.Sort(args)
	if !slices.Equal(got, args) {
		ts.Fatalf("objects %q, want %q", got, args)
	}
}
