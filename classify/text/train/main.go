// Command train makes the model that classify/text embeds. Run it from the root
// of the repository:
//
//	go run ./classify/text/train
//
// It learns from own.jsonl beside this file and from those rows of the labelled
// messages whose licence permits it, writes the model, and prints its SHA-256,
// which model.sha256 records. With -alone it learns from own.jsonl only. The
// same examples give the same bytes.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"

	"notdone/classify/text/learn"
)

func main() {
	own := flag.String("own", "classify/text/train/own.jsonl", "the examples of our own writing")
	more := flag.String("messages", "../shared/data/classify/dev.jsonl", "labelled messages, of which the shippable ones are learned from")
	alone := flag.Bool("alone", false, "learn from our own examples only")
	out := flag.String("o", "classify/text/model.bin", "the file to write; - writes none")
	flag.Parse()
	if *alone {
		*more = ""
	}
	if err := run(*own, *more, *out); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(own, more, out string) error {
	samples, err := learn.Shippable(own, more)
	if err != nil {
		return err
	}
	model := learn.Learn(samples).Marshal()
	fmt.Printf("%x  %d examples, %d bytes\n", sha256.Sum256(model), len(samples), len(model))
	if out == "-" {
		return nil
	}
	return os.WriteFile(out, model, 0o644) //nolint:gosec // a file of the repository
}
