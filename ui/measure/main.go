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

// tally is how often a rule's findings were met.
type tally struct{ right, wrong int }

func run(ctx context.Context, to io.Writer, binary string, dirs []string) error {
	tallies := map[string]tally{}
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
			for rule := range findings(out) {
				t := tallies[rule]
				if l.done {
					t.wrong++
				} else {
					t.right++
				}
				tallies[rule] = t
			}
		}
	}
	w := bufio.NewWriter(to)
	for _, rule := range slices.Sorted(maps.Keys(tallies)) {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\n", rule, tallies[rule].right, tallies[rule].wrong)
	}
	return w.Flush()
}

// findings returns the rules that warn in what ls printed of one log.
func findings(out []byte) map[string]bool {
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

// load reads the labels of a folder.
func load(dir string) ([]labelled, error) {
	file, err := os.ReadFile(filepath.Join(dir, "expected.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return loadRuns(dir)
	}
	var logs []labelled
	for line := range bytes.Lines(file) {
		var l struct{ File, Label string }
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		switch l.Label {
		case "done":
			logs = append(logs, labelled{filepath.Join(dir, l.File), true})
		case "false-done", "asks", "blocked", "failed", "interrupted", "cut":
			logs = append(logs, labelled{filepath.Join(dir, l.File), false})
		}
	}
	return logs, err
}

func loadRuns(dir string) ([]labelled, error) {
	file, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		return nil, err
	}
	var expected struct {
		Runs []struct {
			Paths  []string
			Status string
		}
	}
	if err := json.Unmarshal(file, &expected); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	var logs []labelled
	for _, r := range expected.Runs {
		if len(r.Paths) == 0 {
			continue
		}
		switch path := filepath.Join(dir, r.Paths[0]); r.Status {
		case "done":
			logs = append(logs, labelled{path, true})
		case "blocked", "failed", "suspected_false_done", "aborted":
			logs = append(logs, labelled{path, false})
		}
	}
	return logs, nil
}
