package text_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"notdone/classify/text"
	"notdone/model"
)

// TestEmbeddedModel checks that the model is the one whose checksum is recorded,
// that it can be read, and that it is small.
func TestEmbeddedModel(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("model.bin")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("model.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x  model.bin\n", sha256.Sum256(file)); string(sums) != want {
		t.Errorf("model.bin is not the recorded one; go run ./classify/text/train makes and records it")
	}
	if len(file) > 1<<20 {
		t.Errorf("model of %d bytes", len(file))
	}
	w, err := text.ParseWeights(file)
	if err != nil {
		t.Fatal(err)
	}
	const message = "The exporter is stuck behind a login and nobody gave me the password."
	if got, want := w.Read(message).Score, text.Read(message).Score; got != want {
		t.Errorf("score %v with the file, %v embedded", got, want)
	}
}

func TestWeightsComeBack(t *testing.T) {
	t.Parallel()
	learned := []text.Learned{{Term: 3, Weight: -1}, {Term: 8, Weight: 0.0001}, {Term: 9, Weight: 0.5}}
	vectors := text.NewVectors(text.VectorHead{Shift: 0.5}, []uint32{4, 7}, []text.WordVector{{1, -2}, {0, 3}})
	fusions := text.Fusions{
		text.VoiceReport:  {Rules: 1, Terms: 2, Quiet: 0.5, Vectors: 1, Forms: 2, Bias: -0.25, Traits: text.Traits{1}},
		text.VoiceForeign: {Rules: 2},
	}
	file := text.MarshalWeights(learned, vectors, fusions)
	w, err := text.ParseWeights(file)
	if err != nil {
		t.Fatal(err)
	}
	if w.Fusions != fusions {
		t.Errorf("fusions %v, want %v", w.Fusions, fusions)
	}
	again := text.MarshalWeights([]text.Learned{{Term: 3, Weight: -1}, {Term: 9, Weight: 0.5}}, w.WordVectors(), w.Fusions)
	if string(again) != string(file) {
		t.Error("a weight that rounds to nothing changes the file")
	}
}

func TestBrokenModels(t *testing.T) {
	t.Parallel()
	sound := text.MarshalWeights([]text.Learned{{Term: 3, Weight: 1}, {Term: 9, Weight: -1}}, nil, text.Fusions{{Rules: 1}})
	broken := map[string][]byte{
		"empty":    nil,
		"short":    sound[:len(sound)-1],
		"long":     append([]byte(string(sound)), 0),
		"magic":    append([]byte("x"), sound[1:]...),
		"negative": text.MarshalWeights(nil, nil, text.Fusions{text.VoiceForeign: {Rules: -1}}),
		"unsorted": text.MarshalWeights([]text.Learned{{Term: 9, Weight: 1}, {Term: 3, Weight: 1}}, nil, text.Fusions{{Rules: 1}}),
	}
	for name, unit := range map[string]float64{"unit that is no number": math.NaN(), "unit without end": math.Inf(1), "negative unit": -1} {
		file := slices.Clone(sound)
		binary.LittleEndian.PutUint64(file[len("notdone4")+binary.Size(text.Fusions{}):], math.Float64bits(unit))
		broken[name] = file
	}
	for name, file := range broken {
		if _, err := text.ParseWeights(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzParseWeights(f *testing.F) {
	f.Add(text.MarshalWeights([]text.Learned{{Term: 3, Weight: 1}}, nil, text.Fusions{{Rules: 1, Terms: 1}}))
	f.Add([]byte("notdone4"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if w, err := text.ParseWeights(file); err == nil {
			const message = "I can't open the folder."
			sound(t, message, w.Read(message))
		}
	})
}

// TestFusionIsMonotone checks that more evidence of the rules never lowers the
// exponent, more reported work never raises it, and more of the terms against
// done never lowers it.
func TestFusionIsMonotone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.Float64Range(0, 4)
		f := text.Fusion{
			Rules: factor.Draw(t, "rules"), Terms: factor.Draw(t, "terms"), Quiet: factor.Draw(t, "quiet"),
			Vectors: factor.Draw(t, "vectors"), Forms: factor.Draw(t, "forms"), Bias: rapid.Float64Range(-3, 3).Draw(t, "bias"),
		}
		part := rapid.Float64Range(0, 5)
		found := text.Found{Exponent: rapid.Float64Range(-5, 5).Draw(t, "exponent"), Done: part.Draw(t, "done"), Against: part.Draw(t, "against")}
		sum := rapid.Float64Range(-1.5, 1.5)
		known := rapid.Float64Range(0, 1).Draw(t, "known")
		terms := text.Heard{Terms: sum.Draw(t, "terms sum"), Vectors: sum.Draw(t, "vectors sum"), Forms: sum.Draw(t, "forms sum"), Known: known}
		for i := range terms.Traits {
			f.Traits[i], terms.Traits[i] = sum.Draw(t, "trait factor"), sum.Draw(t, "trait")
		}
		more := part.Draw(t, "more")
		base := f.Exponent(found, terms)
		against := text.Found{Exponent: found.Exponent + more, Done: found.Done, Against: found.Against + more}
		done := text.Found{Exponent: found.Exponent - more, Done: found.Done + more, Against: found.Against}
		const rounding = 1e-9
		if got := f.Exponent(against, terms); got < base-rounding {
			t.Fatalf("more against done: %v from %v", got, base)
		}
		if got := f.Exponent(done, terms); got > base+rounding {
			t.Fatalf("more work reported: %v from %v", got, base)
		}
		louder := terms
		louder.Terms += more / 10
		if got := f.Exponent(found, louder); got < base-rounding {
			t.Fatalf("more terms against done: %v from %v", got, base)
		}
		louder = terms
		louder.Vectors += more / 10
		if got := f.Exponent(found, louder); got < base-rounding {
			t.Fatalf("more of the vectors against done: %v from %v", got, base)
		}
		louder = terms
		louder.Forms += more / 10
		if got := f.Exponent(found, louder); got < base-rounding {
			t.Fatalf("more of the forms against done: %v from %v", got, base)
		}
	})
}

// TestStatedEndOutranksWords checks that no weights change a stated end.
func TestStatedEndOutranksWords(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]text.Label{
		"All of it is merged and deployed, every test passes.\n\nSTATUS: BLOCKED": blocked,
		`{"status": "failed", "summary": "Everything is finished and merged."}`:   failed,
		"I have no access to it.\n\nRESULT: success":                              done,
		"REFUSED (rule 4: keys of other people)":                                  refused,
	} {
		for _, bias := range []float64{-9, 0, 9} {
			w := text.NewWeights(nil, nil, text.Fusions{{Rules: 1, Bias: bias}})
			if got := w.Read(message); got.Label != want {
				t.Errorf("%q with bias %v: %v", message, bias, got.Label)
			}
		}
	}
}

// TestUnknownLanguages checks that a text without anything known in it is done
// as far as can be told.
func TestUnknownLanguages(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"Kaikki valmista.", "Tämä on yhteenveto muutoksista ja niiden syistä.", "Усі тести пройшли, гілку влито.",
		"모든 작업이 완료되었습니다.", "تم إنجاز جميع المهام بنجاح.", "सभी परीक्षण सफल रहे।", "Wszystkie testy przeszły pomyślnie.",
		"Všechny testy prošly a větev byla sloučena.", "Alla prov gick igenom och grenen är sammanslagen.",
	} {
		got := text.Read(message)
		if got.Label != done || got.Score >= 0.5 {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
		if got.Grade != model.GradeCannotTell {
			t.Errorf("%q: grade %v, rules %q", message, got.Grade, got.Rules)
		}
	}
}
