// Command measure counts how often each rule's findings are right on labelled
// logs:
//
//	go run ./ui/measure -notdone BINARY DIR... > classify/record.tsv
//
// Each DIR holds an expected.jsonl, a line a log with "file" and "label", or an
// expected.json whose "runs" have "paths" and "status". Every log is judged alone
// by the given binary. A warning or worse of a log whose work is not done is
// right, one of a log whose work is done is wrong; live logs are left out.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"notdone/classify"
)

func main() {
	binary := flag.String("notdone", "notdone", "the program that judges")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *binary, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// labelled is one log and whether its work is done.
type labelled struct {
	path string
	done bool
}

func run(ctx context.Context, to io.Writer, binary string, dirs []string) error {
	records := map[string]classify.Record{}
	for _, dir := range dirs {
		logs, err := load(dir)
		if err != nil {
			return err
		}
		for _, l := range logs {
			out, err := exec.CommandContext(ctx, binary, "ls", "--json", "--all", l.path).Output() //nolint:gosec // the operator names both
			if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
				return err
			}
			for rule := range warningRules(out) {
				r := records[rule]
				if l.done {
					r.Wrong++
				} else {
					r.Right++
				}
				records[rule] = r
			}
		}
	}
	w := bufio.NewWriter(to)
	for _, rule := range slices.Sorted(maps.Keys(records)) {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\n", rule, records[rule].Right, records[rule].Wrong) // Flush reports the error
	}
	return w.Flush()
}

// warningRules returns the rules that warn in what ls printed of one log.
func warningRules(out []byte) map[string]bool {
	rules := map[string]bool{}
	for line := range bytes.Lines(out) {
		var row struct {
			Findings []struct{ Rule, Severity string }
		}
		if json.Unmarshal(line, &row) != nil {
			continue
		}
		for _, f := range row.Findings {
			if f.Severity != "info" {
				rules[f.Rule] = true
			}
		}
	}
	return rules
}

// labels says for each label of a log whether its work is done; logs of other labels
// are left out.
var labels = map[string]bool{
	"done":       true,
	"false-done": false, "suspected_false_done": false, "asks": false, "blocked": false, "failed": false,
	"interrupted": false, "aborted": false, "cut": false,
}

// load reads the labels of a folder.
func load(dir string) ([]labelled, error) {
	var expected struct {
		Runs []struct {
			Paths  []string
			Status string
		}
	}
	var logs []labelled
	add := func(path, label string) {
		if done, ok := labels[label]; ok {
			logs = append(logs, labelled{filepath.Join(dir, path), done})
		}
	}
	file, err := os.ReadFile(filepath.Join(dir, "expected.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		if file, err = os.ReadFile(filepath.Join(dir, "expected.json")); err == nil {
			err = json.Unmarshal(file, &expected)
		}
		file = nil
	}
	for line := range bytes.Lines(file) {
		var l struct{ File, Label string }
		err = errors.Join(err, json.Unmarshal(line, &l))
		add(l.File, l.Label)
	}
	for _, r := range expected.Runs {
		if len(r.Paths) > 0 {
			add(r.Paths[0], r.Status)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return logs, nil
}
