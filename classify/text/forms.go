package text

import (
	"path"
	"slices"
	"strings"

	"notdone/classify/wordlist"
)

// A form is what a word does in a sentence whatever the sentence is about: it negates, turns
// to the contrary, supposes, counts, speaks to the reader, or is a verb in the past. The forms
// of a sentence one after the other are the same in every language, and are what is known of
// a sentence whose other words no example has: "the draught hasn't been cleared" and "die
// Freigabe ist nicht erteilt" both say that something is not done.
type form uint8

// formNames are the forms, as the files phrases/LANGUAGE/forms.txt name them; the form of a
// name is its place here.
var formNames = []string{
	"other", "number", "name", "break",
	"not", "no", "but", "then", "wait", "when", "will", "may", "must", "can", "if", "or", "still", "only", "all",
	"me", "you", "they", "is", "was", "have", "do", "which", "how", "cause", "try", "please", "date", "goal", "same",
	"to", "of", "and", "with", "at", "the", "ed", "did", "ing",
}

// The forms that are of no list.
const (
	formOther  form = iota // a word of no form; several one after the other are one
	formNumber             // a number that no phrase has
	formName               // a name, code or a path
	formBreak              // punctuation inside a sentence
)

// The forms that are asked for by name.
var (
	formNot, formNo, formBut, formThen, formUntil  = formOf("not"), formOf("no"), formOf("but"), formOf("then"), formOf("wait")
	formIf, formOr, formOnly, formWhich, formHow   = formOf("if"), formOf("or"), formOf("only"), formOf("which"), formOf("how")
	formIs, formWas, formHave                      = formOf("is"), formOf("was"), formOf("have")
	formWill, formMay, formMust, formCan           = formOf("will"), formOf("may"), formOf("must"), formOf("can")
	formTo, formOfWord, formAnd, formWith, formThe = formOf("to"), formOf("of"), formOf("and"), formOf("with"), formOf("the")
	formCause, formEd, formDid                     = formOf("cause"), formOf("ed"), formOf("did")
)

func formOf(name string) form { return form(slices.Index(formNames, name)) }

// formFile holds the forms of the words of a language: "name: word word ...", where a word
// that begins with a hyphen is an ending of words that are in no list.
const formFile = "forms.txt"

// formTable are the forms of the words of one language.
type formTable struct {
	of      []form // by the id of a word
	endings []formEnding
}

type formEnding struct {
	letters string
	form    form
}

// find returns the form of a word.
func (t *formTable) find(message string, w *word) form {
	switch {
	case w.id != wordOther && t.of[w.id] != formOther:
		return t.of[w.id]
	case w.key == keyNumber:
		return formNumber
	case w.key == keyCode || w.key == keyName:
		return formName
	}
	letters := message[w.start:w.end]
	for i := range t.endings {
		e := &t.endings[i]
		if len(letters) > len(e.letters)+1 && strings.HasSuffix(letters, e.letters) {
			return e.form
		}
	}
	return formOther
}

// enterForms gives every word that has a form an id.
func (c *compiler) enterForms(forms map[string]wordlist.Lists) {
	for _, language := range languages {
		for _, name := range formNames {
			for _, w := range forms[language][name] {
				if w[0] != '-' {
					c.wordIDs(w, nil)
				}
			}
		}
	}
}

// formTables are the forms of words by language, at noTongue those of all languages, for a
// text of which none is known.
type formTables [maxTongues + 1]formTable

// newForms makes the tables of forms; every word in them has an id.
func (l *lexicon) newForms(forms map[string]wordlist.Lists) (out formTables) {
	whole := &out[noTongue]
	whole.of = make([]form, firstWord+l.known.ids)
	for i, language := range languages {
		t := &out[i]
		t.of = whole.of
		lists, ok := forms[language]
		if !ok {
			continue
		}
		t.of = make([]form, firstWord+l.known.ids)
		for name := range lists {
			if slices.Index(formNames, name) <= int(formBreak) {
				l.faults = append(l.faults, path.Join(language, formFile)+" has forms of the unknown name "+name)
			}
		}
		for f, name := range formNames {
			for _, w := range lists[name] {
				if ending, ok := strings.CutPrefix(w, "-"); ok {
					t.endings = append(t.endings, formEnding{ending, form(f)})
					continue
				}
				id := l.idOf(w)
				if t.of[id] = form(f); whole.of[id] == formOther {
					whole.of[id] = form(f)
				}
			}
		}
		// The longest ending counts.
		slices.SortFunc(t.endings, func(a, b formEnding) int {
			if d := len(b.letters) - len(a.letters); d != 0 {
				return d
			}
			return strings.Compare(a.letters, b.letters)
		})
	}
	return out
}

// Zones of forms, apart from those of terms.
const (
	zoneForm      uint32 = iota + 11 // of all sentences that are looked at
	zoneFormLast                     // of the last
	zoneFormFirst                    // of the first of several
	zoneFormNear                     // of those before the last
	zoneFormBare                     // added to each: without the words of no form
)

// formClosing is how many of the last sentences are looked at, beside the first.
const formClosing = 3

// sumForms sums the learned weights of the terms of forms up, as sumTerms does those of
// words: one to three forms after each other, also without the words that have none.
func (r *reader) sumForms(w *Weights) float64 {
	n, sum := 0, 0.0
	terms := r.scratch.terms
	r.eachForms(terms, func(i int, of []uint32) {
		terms = of
		n += len(of)
		r.remarks[i].formed = w.addWeights(0, of)
		sum += r.remarks[i].formed
	})
	r.scratch.terms = terms
	norm := termNorm(n)
	for i := range r.remarks {
		r.remarks[i].formed /= norm
	}
	return BoundSum(sum / norm)
}

// eachForms gives the terms of the forms of the first sentence and of the last ones to use,
// with the number of the sentence; the terms are written into a list that is used again.
func (r *reader) eachForms(terms []uint32, use func(i int, terms []uint32)) {
	t := r.formsOfLanguage()
	for i, last := 0, len(r.sentences)-1; i <= last; i++ {
		zone := zoneFormNear
		switch i {
		case last:
			zone = zoneFormLast
		case 0:
			zone = zoneFormFirst
		}
		terms = r.appendFormsOf(i, t, zone, terms[:0])
		use(i, terms)
		if i == 0 {
			i = max(0, last-formClosing)
		}
	}
}

// formsOfLanguage returns the forms of words in the language of the message.
func (r *reader) formsOfLanguage() *formTable {
	language := r.spoken.most()
	if r.spoken[language] == 0 {
		return &r.lexicon.forms[noTongue]
	}
	return &r.lexicon.forms[language]
}

// formWalk lists the terms of the forms of one sentence.
type formWalk struct {
	terms  []uint32
	zone   uint32
	a, b   uint32 // the forms before
	c, d   uint32 // the forms before that are some
	before form
}

// keyForm stands before the number of a form in a term.
const keyForm = 1 << 20

// add goes on to the next form.
func (w *formWalk) add(f form) {
	if f == formOther && w.before == formOther || f == formBreak && w.before == formBreak {
		return
	}
	w.before = f
	key := keyForm + uint32(f)
	if f > formBreak {
		w.terms = append(w.terms, hashTerm(zoneForm, key, 0, 0), hashTerm(w.zone, key, 0, 0))
	}
	w.follow(key, f)
}

// follow adds the terms of the forms before with the next, or with the edge of the sentence.
func (w *formWalk) follow(key uint32, f form) {
	w.terms = append(w.terms, hashTerm(zoneForm, w.b, key, 0), hashTerm(w.zone, w.b, key, 0))
	if w.a != 0 {
		w.terms = append(w.terms, hashTerm(zoneForm, w.a, w.b, key), hashTerm(w.zone, w.a, w.b, key))
	}
	w.a, w.b = w.b, key
	if f == formOther || f == formBreak {
		return
	}
	w.terms = append(w.terms, hashTerm(zoneFormBare, w.d, key, 0), hashTerm(w.zone+zoneFormBare, w.d, key, 0))
	if w.c != 0 {
		w.terms = append(w.terms, hashTerm(zoneFormBare, w.c, w.d, key), hashTerm(w.zone+zoneFormBare, w.c, w.d, key))
	}
	w.c, w.d = w.d, key
}

// formEdge is an edge of a sentence as a form.
const formEdge form = 255

// appendFormsOf appends the terms of the forms of one sentence.
func (r *reader) appendFormsOf(i int, t *formTable, zone uint32, terms []uint32) []uint32 {
	s := &r.sentences[i]
	words := r.scanner.words[s.from:s.to]
	quoted := areQuoted(words)
	w := formWalk{terms: terms, zone: zone, b: keyBegin, d: keyBegin, before: formEdge}
	for k := range words {
		if words[k].quoted && !quoted {
			continue
		}
		if words[k].afterBreak && k > 0 {
			w.add(formBreak)
		}
		w.add(t.find(r.message, &words[k]))
	}
	w.follow(r.edgeOf(i), formEdge)
	return w.terms
}
