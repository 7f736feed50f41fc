// Command train makes the model that classify/text embeds. Run it from the root
// of the repository:
//
//	go run ./classify/text/train
//
// It learns from own.jsonl beside this file and from those rows of the labelled
// messages whose licence permits it, and writes the model and, beside it, its
// SHA-256. The same examples give the same bytes. With -messages "" it learns
// from our own examples alone.
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
	own := flag.String("own", "classify/text/train/own.jsonl", "the examples of our own writing")
	more := flag.String("messages", "../shared/data/classify/dev.jsonl", "labelled messages, of which the shippable ones are learned from")
	out := flag.String("o", "classify/text/model.bin", "the model to write")
	sum := flag.String("sum", "classify/text/model.sha256", "the file of its checksum to write")
	flag.Parse()
	if err := run(os.Stdout, *own, *more, *out, *sum); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(to io.Writer, own, more, out, sum string) error {
	samples, err := learn.Shippable(own, more)
	if err != nil {
		return err
	}
	model := learn.Learn(samples).Marshal()
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
