// Command train makes the model that classify/text embeds. Run it from the root
// of the repository:
//
//	go run ./classify/text/train
//
// It learns from the examples in the folder own beside this file and from those rows of the labelled
// messages whose licence permits it, and writes the model and, beside it, its
// SHA-256. Beside each row of the tables it writes in how many messages the row
// counts and in how many of them it is right; no text of them is kept. The same
// examples give the same bytes. With -messages "" it learns from our own examples
// alone, and keeps the records of others' messages; with -records, for whom the
// messages are not at hand, it writes those records and no model.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"

	"notdone/classify/text/learn"
)

func main() {
	own := flag.String("own", "classify/text/train/own", "the folder of the examples of our own writing")
	more := flag.String("messages", "../shared/data/classify/dev.jsonl", "labelled messages, of which the shippable ones are learned from")
	out := flag.String("o", "classify/text/model.bin", "the model to write; none if empty")
	sum := flag.String("sum", "classify/text/model.sha256", "the file of its checksum to write")
	tables := flag.String("tables", "classify/text/phrases", "the folder of tables whose records to write")
	records := flag.Bool("records", false, "write the records of our own examples and no model")
	flag.Parse()
	if *records {
		*more, *out = "", ""
	}
	if err := run(os.Stdout, *own, *more, *out, *sum, *tables); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(to io.Writer, own, more, out, sum, tables string) error {
	samples, err := learn.LoadSamples(own, more)
	if err != nil {
		return err
	}
	ours, others := learn.CountRecords(samples)
	if more == "" {
		others = nil
	}
	if err := learn.WriteRecords(tables, ours, others); err != nil {
		return err
	}
	if out == "" {
		return nil
	}
	samples = learn.SelectTeachable(samples)
	model := learn.Train(samples).Marshal()
	line := fmt.Sprintf("%x  model.bin\n", sha256.Sum256(model))
	if err := os.WriteFile(out, model, 0o644); err != nil { //nolint:gosec // a file of the repository
		return err
	}
	if err := os.WriteFile(sum, []byte(line), 0o644); err != nil { //nolint:gosec // a file of the repository
		return err
	}
	_, err = fmt.Fprintf(to, "%d examples, %d bytes\n%s", len(samples), len(model), line)
	return err
}
