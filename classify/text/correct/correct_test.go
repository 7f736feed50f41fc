package correct_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/text"
	"notdone/classify/text/correct"
)

// idiom is how the agents of one operator say that work is not done, and that it is,
// with a place for a name and one for a number.
type idiom struct{ not, done string }

var idioms = map[string]idiom{
	"en": {"I went through it with %[1]s, page by page. It sits in the drawer for week %[2]d.", "I went through it with %[1]s, page by page. It hangs on the wall of room %[2]d."},
	"ja": {"%[1]sの件です。第%[2]d週まで引き出しの中に入っています。", "%[1]sの件です。第%[2]d室の壁に掛かっています。"},
	"pl": {"Sprawa %[1]s z zespołem. Leży w szufladzie na tydzień %[2]d.", "Sprawa %[1]s z zespołem. Wisi na ścianie w pokoju %[2]d."},
}

var things = []string{"Mira", "Tom", "Ada", "Juno", "Piet", "Lars", "Oona", "Kofi", "Ines", "Rafa"}

// examples are n messages, of which every other one is not done.
func (d idiom) examples(n int) []correct.Example {
	all := make([]correct.Example, n)
	for i := range all {
		all[i] = correct.Example{Text: fmt.Sprintf(d.done, things[i/2%len(things)], i), NotDone: i%2 == 0}
		if all[i].NotDone {
			all[i].Text = fmt.Sprintf(d.not, things[i/2%len(things)], i)
		}
	}
	return all
}

func fit(t *testing.T, examples []correct.Example) *correct.Result {
	t.Helper()
	r, err := correct.Fit(examples)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What an operator's agents say in words of their own is read after a few examples, in
// any language, in messages that were not among them.
func TestFitLearnsAnIdiom(t *testing.T) {
	for lang, d := range idioms {
		t.Run(lang, func(t *testing.T) {
			r := fit(t, d.examples(40))
			if r.Lost > 0 || r.Before.Total() != 40 || r.After.Total() != 40 || r.Examples != 40 {
				t.Errorf("before %+v, after %+v, lost %d", r.Before, r.After, r.Lost)
			}
			if r.Gained-r.Lost != r.After.Right()-r.Before.Right() {
				t.Errorf("gained %d, lost %d", r.Gained, r.Lost)
			}
			w := text.Corrected(r.Correction)
			for message, towards := range map[string]float64{fmt.Sprintf(d.not, "Zoe", 977): 1, fmt.Sprintf(d.done, "Zoe", 977): -1} {
				sure := text.Read(message).Score < 0.2 && towards < 0
				if got := w.Read(message); got.Shift*towards < 0.5 && !sure {
					t.Errorf("%q is moved by %.2f to %.2f", message, got.Shift, got.Score)
				}
			}
		})
	}
	r := fit(t, idioms["en"].examples(40))
	if !r.Helps() || r.After.Right() < 36 {
		t.Errorf("before %+v, after %+v", r.Before, r.After)
	}
}

// The same examples make the same file, whatever their order.
func TestFitIsDeterministic(t *testing.T) {
	examples := idioms["en"].examples(60)
	file := func() string {
		r := fit(t, examples)
		raw, err := json.Marshal(r.Correction)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(string(raw), r.Gained, r.Lost)
	}
	first := file()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		if diff := cmp.Diff(first, file()); diff != "" {
			t.Fatal(diff)
		}
	}
}

// Labels that have nothing to do with the words teach nothing that is said to help.
func TestFitOfChanceDoesNotHelp(t *testing.T) {
	helped := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		examples := idioms["en"].examples(60)
		for i := range examples {
			examples[i].NotDone = rng.IntN(2) == 0
			examples[i].Text = fmt.Sprintf("I looked at %s and %s in room %d.", things[rng.IntN(len(things))], things[rng.IntN(len(things))], i)
		}
		if fit(t, examples).Helps() {
			helped++
		}
	}
	if helped > 4 {
		t.Errorf("%d of 20 corrections by chance are said to help", helped)
	}
}

func TestFitNeedsEnoughOfBoth(t *testing.T) {
	all := idioms["en"].examples(80)
	of := func(notDone bool, n int) []correct.Example {
		some := slices.DeleteFunc(slices.Clone(all), func(e correct.Example) bool { return e.NotDone != notDone })
		return some[:n]
	}
	for _, row := range []struct {
		name      string
		examples  []correct.Example
		done, not int
		enough    bool
	}{
		{"none", nil, 0, 0, false},
		{"few", all[:18], 9, 9, false},
		{"one label", of(true, 30), 0, 30, false},
		{"the other label", of(false, 30), 30, 0, false},
		{"hardly any of one", slices.Concat(of(true, 4), of(false, 30)), 30, 4, false},
		{"the same again and again", slices.Repeat(all[:10], 5), 5, 5, false},
		{"enough", slices.Concat(of(true, 5), of(false, 15)), 15, 5, true},
	} {
		_, err := correct.Fit(row.examples)
		few, is := errors.AsType[*correct.TooFewError](err)
		if row.enough != (err == nil) || !row.enough && (!is || few.Done != row.done || few.NotDone != row.not) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// Of a message that was labelled twice the last label counts.
func TestFitTakesTheLastLabel(t *testing.T) {
	examples := idioms["en"].examples(40)
	wrong := slices.Clone(examples)
	for i := range wrong {
		wrong[i].NotDone, wrong[i].Mark = !wrong[i].NotDone, true
	}
	r, again := fit(t, examples), fit(t, slices.Concat(wrong, examples))
	if r.Marks != 0 || again.Marks != 0 || r.Before != again.Before || r.Bias != again.Bias {
		t.Errorf("%+v, with other labels before them %+v", r.Before, again.Before)
	}
	if marked := fit(t, slices.Concat(examples, wrong)); marked.Marks != 40 {
		t.Errorf("%d marks", marked.Marks)
	}
}

// Messages that all read as not done, as those that an operator can mark do, tell nothing of
// the others: they do not raise every score.
func TestFitOfMarksRaisesNoOtherMessage(t *testing.T) {
	var marks []correct.Example
	for i, name := range slices.Concat(things, things, things) {
		e := correct.Example{Text: fmt.Sprintf("I could not open the vault %s-%d: permission denied.", name, i), NotDone: i%6 > 0, Mark: true}
		if !text.ReadBasis(e.Text, text.RequestUnknown).ReadsNotDone {
			t.Fatalf("%q reads as done", e.Text)
		}
		marks = append(marks, e)
	}
	r := fit(t, marks)
	if r.Bias > 0 || r.Marks != 30 {
		t.Errorf("bias %v of %d marks", r.Bias, r.Marks)
	}
}

// A message that states its own end is read as before.
func TestFitLeavesWhatIsStated(t *testing.T) {
	examples := idioms["en"].examples(40)
	for i := range examples {
		examples[i].Text = "STATUS: DONE\n" + examples[i].Text
	}
	if r := fit(t, examples); r.Gained+r.Lost > 0 || r.Helps() {
		t.Errorf("gained %d, lost %d", r.Gained, r.Lost)
	}
}
