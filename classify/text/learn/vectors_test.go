package learn_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

// vectorPackage writes a package of vectors as npm has them: file is its JSON file.
func vectorPackage(t *testing.T, file string) string {
	t.Helper()
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	out := tar.NewWriter(zipped)
	for name, content := range map[string]string{"package/package.json": `{"words":[]}`, "package/vectors.json": file} {
		if err := out.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "vectors.tgz")
	if err := os.WriteFile(path, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// smallLanguage is a package in which words for unfinished work are alike, and words
// for finished work.
func smallLanguage() string {
	var rows []string
	for i, word := range strings.Fields("stuck jammed wedged stalled merged shipped landed released") {
		rows = append(rows, fmt.Sprintf(`%q:[%d,%d,0.%d,1,%d]`, word, 1-i/4, i/4, i%4, i))
	}
	return `{"precision":8,"dimensions":3,"words":["dimensions","vectors","\"","stuck"],"vectors":{"\"":[1,1,1,1,0],` + strings.Join(rows, ",") + `}}`
}

// TestVectorsKnowWordsThatNoExampleHas checks that a model with vectors judges words
// that it never saw by those that are like them.
func TestVectorsKnowWordsThatNoExampleHas(t *testing.T) {
	t.Parallel()
	language, err := learn.LoadLanguage(vectorPackage(t, smallLanguage()))
	if err != nil {
		t.Fatal(err)
	}
	var examples []learn.Example
	for i := range 60 {
		e := learn.Example{Text: fmt.Sprintf("Number %d is %s.", i, []string{"merged", "shipped", "landed"}[i%3]), Source: learn.Own, Task: fmt.Sprint(i)}
		if i%2 == 0 {
			e.Label, e.Text = text.LabelBlocked, fmt.Sprintf("Number %d is %s.", i, []string{"stuck", "jammed", "wedged"}[i%3])
		}
		examples = append(examples, e)
	}
	samples := learn.PrepareSamples(examples)
	vectors := learn.FitVectors(samples, language)
	unseen := learn.PrepareSamples([]learn.Example{{Text: "Number 3 is stalled."}, {Text: "Number 4 is released."}})
	if open, done := vectors.Hear(&unseen[0].Features), vectors.Hear(&unseen[1].Features); open <= 0 || done >= 0 {
		t.Errorf("stalled %.2f, released %.2f", open, done)
	}
	file := (&learn.Model{Fitted: map[uint32]float64{}, Vectors: vectors, Fusions: text.Fusions{text.VoiceBrief: {Vectors: 1}}}).Marshal()
	again := (&learn.Model{Fitted: map[uint32]float64{}, Vectors: learn.FitVectors(samples, language), Fusions: text.Fusions{text.VoiceBrief: {Vectors: 1}}}).Marshal()
	if string(file) != string(again) {
		t.Error("two runs give different bytes")
	}
	weights, err := text.ParseWeights(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := weights.Read("Number 3 is stalled."); got.Label == text.LabelDone || got.Quote != "Number 3 is stalled." {
		t.Errorf("read as %v %.2f, %q", got.Label, got.Score, got.Quote)
	}
}

func TestPackagesWithoutVectors(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"no vectors":    `{"dimensions":3,"words":["a"]}`,
		"no dimensions": `{"words":["a"],"vectors":{"a":[1,2,3]}}`,
		"short":         `{"dimensions":3,"words":["a"],"vectors":{"a":[1,2]}}`,
		"no number":     `{"dimensions":2,"words":["a"],"vectors":{"a":[1,"x"]}}`,
		"cut off":       `{"dimensions":2,"words":["a"],"vectors":{"a":[1,`,
	} {
		if _, err := learn.LoadLanguage(vectorPackage(t, file)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := learn.LoadLanguage(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a package that is not there")
	}
}
