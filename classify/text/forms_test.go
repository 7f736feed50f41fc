package text

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// formsIn returns the names of the forms of the words of a message.
func formsIn(message string) string {
	r := newReader(message, RulesAlone())
	defer r.release()
	r.readSentences()
	t := r.formsOfLanguage()
	var out []string
	for i := range r.scanner.words {
		out = append(out, formNames[t.find(message, &r.scanner.words[i])])
	}
	return strings.Join(out, " ")
}

// TestForms checks that the same structure has the same forms in each language.
func TestForms(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, message := range []string{
		"The draught hasn't been cleared.",
		"The draught was queried, but I cleared it on Monday with 2 men.",
		"Die Freigabe ist nicht da, ich warte auf Herrn Kern.",
		"Le dossier n'est pas signé, mais je vous attends.",
		"El contrato está firmado y la casa no.",
		"O contrato não foi assinado.",
		"Договор не был подписан, мы ждем вас.",
		"合同没有签。",
	} {
		got[message] = formsIn(message)
	}
	want := map[string]string{
		"The draught hasn't been cleared.":                                "the other have not was ed",
		"The draught was queried, but I cleared it on Monday with 2 men.": "the other was ed but me ed the at date with other other",
		"Die Freigabe ist nicht da, ich warte auf Herrn Kern.":            "the other is not cause me wait at other other",
		"Le dossier n'est pas signé, mais je vous attends.":               "the other is not ed but me you wait",
		"El contrato está firmado y la casa no.":                          "the other is ed and the other not",
		"O contrato não foi assinado.":                                    "the other not was ed",
		"Договор не был подписан, мы ждем вас.":                           "other not was ed me wait you",
		"合同没有签。":                                                          "other same not have other",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("forms (-want +got):\n%s", diff)
	}
}

// TestFormsOfEverySentence checks which sentences are looked at: the first and the last three.
func TestFormsOfEverySentence(t *testing.T) {
	t.Parallel()
	for sentences, want := range map[int][]int{1: {0}, 2: {0, 1}, 4: {0, 1, 2, 3}, 5: {0, 2, 3, 4}, 9: {0, 6, 7, 8}} {
		r := newReader(strings.Repeat("The report is done. ", sentences), RulesAlone())
		r.readSentences()
		var got []int
		r.eachForms(nil, func(i int, terms []uint32) {
			if got = append(got, i); len(terms) == 0 {
				t.Errorf("sentence %d of %d has no terms", i, sentences)
			}
		})
		r.release()
		if !slices.Equal(got, want) {
			t.Errorf("of %d sentences %v, want %v", sentences, got, want)
		}
	}
}
