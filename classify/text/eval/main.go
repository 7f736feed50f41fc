// Command eval says how well messages are read:
//
//	go run ./classify/text/eval FILE
//
// FILE holds labelled messages, one JSON object a line, as train reads them. It
// is run from the root of the repository, where our own examples are found.
// Printed are the shipped model beside baselines, models that never saw a
// message's task or source, calibration, and what the rules and the learned
// terms find alone. With -misses it prints instead what models that never saw the
// source get wrong, with -parts what each part of the shipped model makes of each message: a line of
// figures for each, which holds no text, and how well each part ranks them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"notdone/classify/text/learn"
)

func main() {
	own := flag.String("own", "classify/text/train/own", "the folder of the examples of our own writing")
	vectors := flag.String("vectors", "", "the package of word vectors that train takes; without it models are measured that have none")
	misses := flag.Bool("misses", false, "print what models that never saw the source get wrong, and nothing else")
	parts := flag.Bool("parts", false, "print what each part of the shipped model makes of each message, without its text, and nothing else")
	flag.Parse()
	if err := run(os.Stdout, options{flag.Arg(0), *own, *vectors, *misses, *parts}); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("one file of labelled messages is asked for")

// options say what is read and printed.
type options struct {
	file, own, vectors string
	misses, parts      bool
}

func run(to io.Writer, o options) (err error) {
	if o.file == "" {
		return errUsage
	}
	messages, err := learn.LoadExamples(o.file, o.file)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	defer func() { err = errors.Join(err, out.Flush()) }()
	if o.parts {
		printParts(out, messages)
		return nil
	}
	ours, err := learn.LoadExamples(o.own, learn.Own)
	if err != nil {
		return err
	}
	samples := learn.PrepareSamples(append(messages, ours...))
	r := report{out: out, samples: samples[:len(messages)], all: samples}
	if o.vectors != "" {
		if r.language, err = learn.LoadLanguage(o.vectors); err != nil {
			return err
		}
	}
	if o.misses {
		r.misses()
		return nil
	}
	r.print()
	return nil
}
