package text

import "testing"

// TestTongues checks that a phrase of one language counts where that language is written
// and nowhere else, although its words are words of others too.
func TestTongues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, file, pattern, message string
		want                         bool
	}{
		{"in its language", "german/failure.txt", "war fast", "Das war fast alles, und der Rest fehlt.", true},
		{"in another", "german/failure.txt", "war fast", "The war, fast and cruel, was the end of it.", false},
		{"a sentence without common words", "german/failure.txt", "zugriff verweigert", "Zugriff verweigert.", true},
		{"such a sentence after others", "spanish/failure.txt", "no disk", "The copy is at the end of the tape. No disk.", false},
		{"a sentence of its own among others", "german/failure.txt", "fehlt", "The job has run on the host. Der Schlüssel fehlt und wir haben das nicht.", true},
		{"neighbours", "spanish/failure.txt", "posible no", "Isto não é possível, nem foi. Em caso disso, é posible no fim.", false},
		{"what English says of work", "english/failure.txt", "build failed", "Der Lauf ist rot und wir sehen nur: build failed", true},
		{"what English guards with", "english/condition.txt", "if", "Das ist nicht der if und der ist es nicht", false},
		{"the same in English", "english/condition.txt", "if", "It is not the if of that", true},
		{"a language without such words", "nolanguage/failure.txt", "the end", "It is the end of it", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			group := groupFailure
			if c.file == "english/condition.txt" {
				group = groupCondition
			}
			r := newReader(c.message, RulesAlone())
			r.lexicon = compile(&tables{phrases: []phrase{{pattern: c.pattern, group: group, weight: firm, file: c.file}}})
			r.scanner.lexicon = r.lexicon
			defer r.release()
			r.readSentences()
			hits := 0
			for i := range r.sentences {
				hits += len(r.match(&r.sentences[i], nil))
			}
			if got := hits > 0; got != c.want {
				t.Errorf("the phrase counts: %v, want %v", got, c.want)
			}
		})
	}
}

// TestCommonWords fails for a language whose list of common words says nothing.
func TestCommonWords(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"english", "german", "french", "spanish", "portuguese", "italian"} {
		if len(lists["common-"+language]) < 20 {
			t.Errorf("%s has %d common words", language, len(lists["common-"+language]))
		}
	}
	if len(languages) > maxTongues {
		t.Errorf("%d languages have no bit each", len(languages))
	}
}
