package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/wordlist"
	"notdone/model"
)

func TestTablesCompile(t *testing.T) {
	t.Parallel()
	for _, fault := range theLexicon().faults {
		t.Error(fault)
	}
}

func TestFaultyPatterns(t *testing.T) {
	t.Parallel()
	got := compile(&tables{phrases: []phrase{
		{pattern: "just @nobody", file: "english/ask.txt", line: 3},
		{pattern: "a.b c", file: "english/done.txt", line: 9},
		{pattern: "ab*", file: "english/done.txt", line: 10},
	}}).faults
	want := []string{
		`english/ask.txt:3: the pattern "just @nobody" has the word "just", which is a filler and never seen`,
		`english/ask.txt:3: the pattern "just @nobody" names the unknown class "nobody"`,
		`english/done.txt:9: the pattern "a.b c" has the word "a.b", which cannot be one`,
		`english/done.txt:10: the pattern "ab*" has the beginning "ab*", which is too short`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// patternCase is a pattern and what it matches in a sentence.
type patternCase struct {
	name, pattern, sentence string
	want                    []string // the text of each match
}

func (c *patternCase) check(t *testing.T) {
	t.Helper()
	t.Run(c.name, func(t *testing.T) {
		t.Parallel()
		l := compile(&tables{phrases: []phrase{{pattern: c.pattern, kind: model.KindAccess, weight: firm}}, classes: wordlist.Lists{"icannot": {"i_can_not", "we_were_unable_to"}}})
		w := wordScanner{message: c.sentence, lexicon: l}
		w.scan(0, len(c.sentence))
		var got []string
		for _, h := range l.states.match(w.words, nil) {
			got = append(got, c.sentence[w.words[h.from].start:w.words[h.to-1].end])
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("matches (-want +got):\n%s", diff)
		}
	})
}

// TestPatterns checks each part of the pattern language by itself.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []patternCase{
		{"words", "disk full", "The disk full again", []string{"disk full"}},
		{"case and accents", "informacion", "INFORMACIÓN", []string{"INFORMACIÓN"}},
		{"accents in a pattern", "información|für", "informacion FÜR fuer fur fuhr", []string{"informacion", "FÜR", "fuer", "fur"}},
		{"beginning of a word", "abgeschl* nicht", "Abgeschlossene nicht, abgeschl nicht, abgesch nicht", []string{"Abgeschlossene nicht", "abgeschl nicht"}},
		{"beginnings in each other", "läuft|disk*|diskett*|diskette voll", "Disketten voll, diskette voll, disks voll", []string{"Disketten voll", "diskette voll", "disks voll"}},
		{"beginning with an umlaut", "prüf* es", "prüfe es, pruefte es, prufen es", []string{"prüfe es", "pruefte es", "prufen es"}},
		{"beginning of other letters", "заверш* не", "Завершено не", []string{"Завершено не"}},
		{"elided word", "je ai pas", "j'ai pas, je n’ai pas", []string{"j'ai pas", "je n’ai pas"}},
		{"alternatives", "disk|tape full", "a tape full of it", []string{"tape full"}},
		{"joined words", "can_not|may open", "I can't open", []string{"can't open"}},
		{"contraction with a curly apostrophe", "do not", "don’t", []string{"don’t"}},
		{"optional", "rate limit? hit", "rate hit, rate limit hit", []string{"rate hit", "rate limit hit"}},
		{"short gap", "no .. access", "no write access", []string{"no write access"}},
		{"short gap ends", "no .. access", "no one two three four access", nil},
		{"long gap", "no ... access", "no one two three four access", []string{"no one two three four access"}},
		{"start", "^ done", "done and done", []string{"done"}},
		{"end", "done $", "done and done", []string{"done"}},
		{"start and end", "^ done $", "all done", nil},
		{"class", "@icannot", "we were unable to", []string{"we were unable to"}},
		{"filler passed over", "can not", "can currently not", []string{"can currently not"}},
		{"hyphen", "rate limit", "rate-limit", []string{"rate-limit"}},
		{"file name is one word", "main go", "main.go", nil},
		{"code is one word", "the <code> flag", "the `a b` flag", []string{"the `a b` flag"}},
		{"zero width", "denied", "de\u200bnied", []string{"de\u200bnied"}},
	} {
		c.check(t)
	}
}

// TestEnglishTablesStandFirst checks that a phrase of the English tables has the same number
// in those of all languages.
func TestEnglishTablesStandFirst(t *testing.T) {
	t.Parallel()
	all, alone := theLexicon(), englishLexicon()
	if len(alone.faults) > 0 || len(alone.phrases) == 0 || len(alone.phrases) >= len(all.phrases) {
		t.Fatalf("%d phrases of %d, faults %q", len(alone.phrases), len(all.phrases), alone.faults)
	}
	for i := range alone.phrases {
		if alone.phrases[i] != all.phrases[i] {
			t.Fatalf("phrase %d is %v alone and %v with all", i, alone.phrases[i], all.phrases[i])
		}
	}
}

// BenchmarkCompile is what the tables cost a process: English at its first message, all of
// them at the first that is not surely English.
func BenchmarkCompile(b *testing.B) {
	for name, of := range map[string][]string{"english": languages[:1], "all": languages} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				compile(shippedTables(of))
			}
		})
	}
}
