package text_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/text"
)

// teach returns a correction in which every term of a message has this weight.
func teach(message string, bias, weight float64) *text.Correction {
	terms := map[uint32]float64{}
	for _, t := range text.ReadBasis(message, text.RequestUnknown).Terms {
		if len(terms) < text.MaxTaught {
			terms[t] = weight
		}
	}
	return text.NewCorrection(bias, terms)
}

func exponent(score float64) float64 { return math.Log(score / (1 - score)) }

const drawer = "The ledger sits in the drawer."

// A correction moves scores towards what it was taught, and never farther than its bound.
func TestCorrectionIsBounded(t *testing.T) {
	messages := []string{
		drawer, "I could not open the vault: permission denied.", "Fixed the parser, all tests pass.",
		"在庫表は引き出しの中です。", "Kartka leży w szufladzie.", strings.Repeat(drawer+" ", 300), "cannot", "?",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		m := messages[rng.IntN(len(messages))]
		bias, weight := (rng.Float64()-0.5)*3, (rng.Float64()-0.5)*3
		was, is := text.Read(m), text.Corrected(teach(m, bias, weight)).Read(m)
		moved := exponent(is.Score) - exponent(was.Score)
		if math.Abs(is.Shift) > text.MaxShift || math.Abs(moved-is.Shift) > 1e-6 {
			t.Fatalf("%q: moved by %v, said to be %v", m, moved, is.Shift)
		}
		if (is.Label != text.LabelDone) != (is.Score > 0.5) {
			t.Fatalf("%q: %v at %v", m, is.Label, is.Score)
		}
	}
	for _, by := range []float64{text.MaxShift, -text.MaxShift} {
		if got := text.Corrected(teach(drawer, 0, by)).Read(drawer).Shift; got != by {
			t.Errorf("shift %v, want %v", got, by)
		}
	}
}

// What a message states of its own end, and one that says nothing, no correction changes.
func TestCorrectionLeavesWhatIsStated(t *testing.T) {
	for _, m := range []string{"STATUS: DONE\n" + drawer, "STATUS: BLOCKED\n" + drawer, "", "  \n", `{"status":"completed","note":"It sits in the drawer."}`} {
		for _, by := range []float64{text.MaxShift, -text.MaxShift} {
			if diff := cmp.Diff(text.Read(m), text.Corrected(teach(m, by, by)).Read(m)); diff != "" {
				t.Errorf("%q: %s", m, diff)
			}
		}
	}
}

// A reading says when a correction changed its score, and an explanation agrees with it.
func TestCorrectionIsTold(t *testing.T) {
	w := text.Corrected(teach(drawer, 0.8, 0))
	r := w.Read(drawer)
	if want := "your own examples: +0.8"; !strings.Contains(strings.Join(r.Rules, "; "), want) || r.SayShift() != want {
		t.Errorf("rules %q", r.Rules)
	}
	if diff := cmp.Diff(r, w.Explain(drawer, text.RequestUnknown).Reading); diff != "" {
		t.Error(diff)
	}
	for name, w := range map[string]*text.Weights{"none": text.Corrected(nil), "of other words": text.Corrected(teach("Elsewhere.", 0, 1))} {
		if diff := cmp.Diff(text.Read(drawer), w.Read(drawer)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A term counts once, however often it is said.
func TestCorrectionCountsATermOnce(t *testing.T) {
	c := text.NewCorrection(0, map[uint32]float64{7: 0.5, 71: 0.25})
	if got := c.Shift([]uint32{7, 7, 9, 71, 7, 71}); got != 0.75 {
		t.Errorf("shift %v", got)
	}
}

func TestParseCorrection(t *testing.T) {
	c := teach(drawer, 0.25, -0.5)
	c.Made, c.Examples, c.After = time.Unix(1_900_000_000, 0).UTC(), 40, text.Tally{Caught: 3, Missed: 1, Flagged: 2, Passed: 34}
	good, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := text.ParseCorrection(good)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text.Corrected(c).Read(drawer), text.Corrected(back).Read(drawer)); diff != "" {
		t.Error(diff)
	}
	if back.Made != c.Made || back.Examples != 40 || back.After != c.After {
		t.Errorf("facts %+v", back)
	}
	change := func(old, new string) string {
		if !strings.Contains(string(good), old) {
			t.Fatalf("%s has no %s", good, old)
		}
		return strings.Replace(string(good), old, new, 1)
	}
	for name, row := range map[string]struct {
		file string
		want error
	}{
		"empty":          {"", text.ErrDamaged},
		"cut off":        {string(good[:len(good)-9]), text.ErrDamaged},
		"something else": {`[1,2]`, text.ErrDamaged},
		"no text":        {"\x00\xff\x01", text.ErrDamaged},
		"newer":          {change(`"version":1`, `"version":2`), text.ErrDamaged},
		"heavy":          {change(":-0.5", ":-1e9"), text.ErrDamaged},
		"biased":         {change(`"bias":0.25`, `"bias":25`), text.ErrDamaged},
		"no hash":        {change(`"terms":{"`, `"terms":{"x`), text.ErrDamaged},
		"another model":  {change(c.Model, "0123456789abcdef"), text.ErrOtherModel},
	} {
		if _, err := text.ParseCorrection([]byte(row.file)); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}
