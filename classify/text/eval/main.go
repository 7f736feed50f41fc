// Command eval says how well messages are read:
//
//	go run ./classify/text/eval FILE
//
// FILE holds labelled messages, one JSON object a line, as train reads them. It
// is run from the root of the repository, where our own examples are found.
// Printed are the shipped model beside baselines, models that never saw a
// message's task or source, calibration, and what the rules and the learned
// terms find alone. With -sentences N it prints instead N obstacle sentences,
// drawn by -seed, for a person to judge. With -copied it fails if a file of the
// repository shares eight words in a row with a message, and prints them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

func main() {
	own := flag.String("own", "classify/text/train/own.jsonl", "the examples of our own writing")
	sentences := flag.Int("sentences", 0, "print that many obstacle sentences and nothing else")
	seed := flag.Uint64("seed", 1, "of the draw of sentences")
	misses := flag.Bool("misses", false, "print what models that never saw the source get wrong, and nothing else")
	shared := flag.Bool("copied", false, "print what this folder has of the messages' words, and nothing else")
	flag.Parse()
	if err := run(os.Stdout, flag.Arg(0), *own, *sentences, *seed, *misses, *shared); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("one file of labelled messages is asked for")

func run(to io.Writer, file, own string, sentences int, seed uint64, misses, shared bool) (err error) {
	if file == "" {
		return errUsage
	}
	messages, err := learn.LoadExamples(file, file)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	defer func() { err = errors.Join(err, out.Flush()) }()
	if sentences > 0 {
		printSentences(out, messages, sentences, seed)
		return nil
	}
	if shared {
		return findCopied(out, messages, ".")
	}
	ours, err := learn.LoadExamples(own, learn.Own)
	if err != nil {
		return err
	}
	samples := learn.PrepareSamples(append(messages, ours...))
	r := report{out: out, samples: samples[:len(messages)], all: samples}
	if misses {
		r.misses()
		return nil
	}
	r.print()
	return nil
}

// printSentences prints the sentences chosen in messages that are rightly read as not
// done, drawn by a seed, each with its message's label and its end. Messages that
// are flagged wrongly have no right sentence; the report counts them.
func printSentences(out io.Writer, messages []learn.Example, n int, seed uint64) {
	draw := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // a draw that can be repeated
	for _, i := range draw.Perm(len(messages)) {
		if n == 0 {
			return
		}
		reading := text.Read(messages[i].Text)
		if reading.Label == text.LabelDone || !messages[i].NotDone() {
			continue
		}
		n--
		_, _ = fmt.Fprintf(out, "%s (labelled %s) %s %q\n\t%q\n", reading.Label, messages[i].Label, reading.Kind, reading.Quote, tail(messages[i].Text)) // the flush reports the error
	}
}

// tailLength is how much of a message is shown beside its sentence, in bytes.
const tailLength = 600

func tail(message string) string { return message[max(0, len(message)-tailLength):] }
