package learn_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ownFolder holds the examples of our own writing, ownFile some of them.
const (
	ownFolder = "../train/own"
	ownFile   = ownFolder + "/first.jsonl"
)

// TestRetrainingGivesTheSameBytes learns twice from our own examples alone.
func TestRetrainingGivesTheSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("the test of the trainer learns as much")
	}
	t.Parallel()
	var files [2][]byte
	for i := range files {
		samples, err := learn.LoadSamples(ownFile, "")
		if err != nil {
			t.Fatal(err)
		}
		files[i] = learn.Train(samples, nil).Marshal()
	}
	if string(files[0]) != string(files[1]) {
		t.Fatal("two runs give different bytes")
	}
}

// TestLearnedModelReadsWhatItNeverSaw checks that a model of some of our examples
// judges the others, which are of other tasks, better than the majority does.
func TestLearnedModelReadsWhatItNeverSaw(t *testing.T) {
	if testing.Short() {
		t.Skip("the test of the trainer learns as much")
	}
	t.Parallel()
	samples, err := learn.LoadSamples(ownFile, "")
	if err != nil {
		t.Fatal(err)
	}
	var known, unseen []learn.Sample
	for i := range samples {
		if i%4 == 0 {
			unseen = append(unseen, samples[i])
		} else {
			known = append(known, samples[i])
		}
	}
	model := learn.Train(known, nil)
	weights, err := text.ParseWeights(model.Marshal())
	if err != nil {
		t.Fatal(err)
	}
	right, majority := 0, 0
	for i := range unseen {
		s := &unseen[i]
		if (weights.Read(s.Text).Label != text.LabelDone) == s.NotDone() {
			right++
		}
		if !s.NotDone() {
			majority++
		}
	}
	if 4*right < 3*len(unseen) || right <= max(majority, len(unseen)-majority) {
		t.Errorf("%d of %d judged rightly, %d are done", right, len(unseen), majority)
	}
}

// TestModelAgreesWithItsFile checks that weights as they are stored make the
// score that was learned.
func TestModelAgreesWithItsFile(t *testing.T) {
	if testing.Short() {
		t.Skip("the test of the trainer learns as much")
	}
	t.Parallel()
	samples, err := learn.LoadSamples(ownFile, "")
	if err != nil {
		t.Fatal(err)
	}
	model := learn.Train(samples, nil)
	weights, err := text.ParseWeights(model.Marshal())
	if err != nil {
		t.Fatal(err)
	}
	for i := range samples {
		s := &samples[i]
		if s.Features.Stated {
			continue
		}
		z := model.Fusions[s.Features.Voice].Exponent(s.Features.Found, model.Hear(s))
		got := weights.Read(s.Text)
		const unsure = 0.25 // of the exponent, where a stored weight may be rounded to the other side
		if (z > unsure && got.Label == text.LabelDone) || (z < -unsure && got.Label != text.LabelDone) {
			t.Errorf("%.80q: exponent %.2f, read as %v %.2f", s.Text, z, got.Label, got.Score)
		}
	}
}

func TestCrossNeverUsesWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	// Every source has its own tell-tale word, which only its own messages hold.
	var examples []learn.Example
	for source, word := range []string{"zebra", "quokka", "walrus"} {
		for i := range 12 {
			e := learn.Example{Text: fmt.Sprintf("The %s number %d is here.", word, i), Source: word, Task: fmt.Sprint(source, i), Shippable: true}
			if i%2 == 0 {
				e.Label, e.Text = text.LabelBlocked, "So "+word+" it waits."
			}
			examples = append(examples, e)
		}
	}
	samples := learn.PrepareSamples(examples)
	whole := learn.FitTerms(samples)
	for i, judged := range learn.CrossValidate(samples, learn.ByStyle, nil) {
		var rest []learn.Sample
		for k := range samples {
			if samples[k].Source != samples[i].Source {
				rest = append(rest, samples[k])
			}
		}
		if want := samples[i].Sum(learn.FitTerms(rest)); judged.Heard.Terms != want {
			t.Fatalf("sample %d: %v, without its source %v, with it %v", i, judged.Heard.Terms, want, samples[i].Sum(whole))
		}
	}
}

func TestUnshippableTeachesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the test of the trainer learns as much")
	}
	t.Parallel()
	file := filepath.Join(t.TempDir(), "rows.jsonl")
	rows := `{"text":"a","label":"done","source":"x","task":"1","shippable":true}` + "\n\n" + `{"text":"b","label":"refused","source":"x","task":"2","shippable":false}` + "\n"
	if err := os.WriteFile(file, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	alone, err := learn.LoadSamples(ownFile, "")
	if err != nil {
		t.Fatal(err)
	}
	both, err := learn.LoadSamples(ownFile, file)
	if err != nil {
		t.Fatal(err)
	}
	if len(both) != len(alone)+2 {
		t.Errorf("%d samples, %d of them our own", len(both), len(alone))
	}
	teaching := learn.SelectTeachable(both)
	if len(teaching) != len(alone)+1 {
		t.Errorf("%d samples teach, %d of them our own", len(teaching), len(alone))
	}
	if last := teaching[len(teaching)-1]; last.Text != "a" || last.Source != "x" {
		t.Errorf("the last is %+v", last.Example)
	}
}

// TestHeldOutStylesTeachNothing checks that one style in five is set apart, all of its
// examples, and that a folder is read whole.
func TestHeldOutStylesTeachNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held := 0
	for i, style := range []string{"", "terse-ops-log", "markdown-report", "pirate", "ticket-comment", "formal-letter", "yaml-status", "review-verdict"} {
		e := learn.Example{Style: style}
		if e.IsHeldOut() {
			held++
		}
		row := fmt.Sprintf(`{"text":"a %[1]d","label":"done","style":%[2]q}`+"\n"+`{"text":"b %[1]d","label":"failed","style":%[2]q}`+"\n", i, style)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.jsonl", i)), []byte(row), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	samples, err := learn.LoadSamples(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(samples) != 16 || samples[0].Batch != "0" || samples[15].Batch != "7" || samples[0].IsHeldOut() {
		t.Errorf("%d samples, from batch %q to %q", len(samples), samples[0].Batch, samples[15].Batch)
	}
	teaching := learn.SelectTeachable(samples)
	if held != 2 || len(teaching) != len(samples)-2*2 {
		t.Errorf("%d of %d samples teach, %d styles are held out", len(teaching), len(samples), held)
	}
	for i := range teaching {
		if teaching[i].IsHeldOut() {
			t.Errorf("the style %q teaches", teaching[i].Style)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"no JSON":  "{\n",
		"no label": `{"text":"a"}` + "\n",
		"label":    `{"text":"a","label":"finished"}` + "\n",
	} {
		file := filepath.Join(t.TempDir(), "rows.jsonl")
		if err := os.WriteFile(file, []byte("\n"+content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := learn.LoadExamples(file, "x"); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := learn.LoadExamples(filepath.Join(t.TempDir(), "none"), "x"); err == nil {
		t.Error("no error for a file that is not there")
	}
}

func BenchmarkLearn(b *testing.B) {
	samples, err := learn.LoadSamples(ownFile, "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		learn.Train(samples, nil)
	}
}
