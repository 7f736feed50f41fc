package wordlist

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPattern(t *testing.T) {
	l := Rows("# A comment: with a colon.\n\nsaid: i (?:{verb})[ ]\nsaid: nobody\r\nverb: go|run\nverb: sw.m{1,2}\n")
	p := l.Pattern("said")()
	for _, s := range []string{"i run ", "i swimm home", "nobody"} {
		if !p.MatchString(s) {
			t.Errorf("%v does not match %q", p, s)
		}
	}
	for _, s := range []string{"i run", "i fly ", "run "} {
		if p.MatchString(s) {
			t.Errorf("%v matches %q", p, s)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a pattern without rows is one")
		}
	}()
	l.Pattern("unsaid")()
}

// TestPatternMatchesAsItsExpression checks that a pattern matches the texts that its regular
// expression matches, whichever words it needs.
func TestPatternMatchesAsItsExpression(t *testing.T) {
	sources := []string{
		"already|adding|added", `\bno (?:code )?changes?\b|un(?:changed|moved)`, "(?i)Fail|error", "(?:run )+now", "(a|b)cd{0,2}e",
		"(?:did|do) not (?:need|change)", "nothing to (?:do|fix)|in (?:version|pr)", "^|never", "x*", "(?:left|right) (?i:Side)", "[ab]lock",
	}
	texts := []string{
		"", "it is added", "adds", "no code changes", "no changed", "unmoved", "FAILED", "Error", "run run now", "runnow", "bce", "acdde",
		"ace", "never", "xx", "left side", "RIGHT side", "right SIDE", "a block", "clock", "already",
		"did nothing, as I did not need to", "did not", "do not change it", "nothing; nothing to fix", "in a pr", "within version",
	}
	for _, source := range sources {
		p, plain := (Lists{"p": {source}}).Pattern("p")(), regexp.MustCompile(source)
		for _, text := range texts {
			if got, want := p.MatchString(text), plain.MatchString(text); got != want {
				t.Errorf("%q matches %q: %v, want %v", source, text, got, want)
			}
		}
	}
}

func TestAdd(t *testing.T) {
	l := Lists{"verb": {"go"}}
	err := l.Add("# A comment.\n\nverb: run  walk\n    jump\r\nunit: s=second m=minute empty\nnone\n lost\nlast:\n")
	want := Lists{"verb": {"go", "run", "walk", "jump"}, "unit": {"s=second", "m=minute", "empty"}, "last": nil}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
	if err == nil || err.Error() != `line 6: "none" is of no list` {
		t.Errorf("the error is %v, want the first line that belongs to no list", err)
	}
	if diff := cmp.Diff(map[string]string{"s": "second", "m": "minute", "empty": ""}, l.Pairs("unit")); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if set := l.Set("verb"); len(set) != 4 || !set["jump"] || set["fly"] {
		t.Errorf("the set is %v", set)
	}
}

// TestFinderFindsEachOnce: more beginnings than are told apart, and one found twice.
func TestFinderFindsEachOnce(t *testing.T) {
	var f finder
	for i := range 600 {
		if !f.add([]string{string([]byte{byte(i), byte(i / 16), 'x'}), "both"}, i%maxNumbers) {
			t.Fatalf("%d is not taken", i)
		}
	}
	if f.add(nil, 1) || f.add([]string{"", "long"}, 1) || f.add([]string{"long"}, maxNumbers) {
		t.Error("what cannot be looked for is taken")
	}
	for i := range 600 {
		var found []int
		f.eachIn("a"+string([]byte{byte(i), byte(i / 16), 'x', byte(i), byte(i / 16), 'x'}), func(by int) bool {
			found = append(found, by)
			return false
		})
		if !slices.Contains(found, i%maxNumbers) || len(slices.Compact(slices.Sorted(slices.Values(found)))) != len(found) {
			t.Fatalf("the text of %d finds %v", i, found)
		}
	}
	if n := 0; !f.eachIn("both", func(int) bool { n++; return n == 3 }) || n != 3 {
		t.Errorf("it was asked %d times", n)
	}
}
