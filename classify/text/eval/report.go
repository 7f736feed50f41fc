package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

// report prints everything about the messages of one file.
type report struct {
	out     io.Writer
	samples []learn.Sample // of the file
	all     []learn.Sample // and of our own examples after them
}

// method is one way to judge the message at a place in all.
type method struct {
	name string
	said func(i int) bool
}

func (r *report) printf(format string, args ...any) { _, _ = fmt.Fprintf(r.out, format, args...) } // the flush reports the error

func (r *report) print() {
	shipped, rules := make([]text.Reading, len(r.all)), make([]text.Reading, len(r.all))
	alone := text.RulesAlone()
	for i := range r.all {
		shipped[i], rules[i] = text.Read(r.all[i].Text), alone.Read(r.all[i].Text)
	}
	byTask, bySource := learn.Cross(r.all, learn.ByTask, true), learn.Cross(r.all, learn.BySource, true)
	methods := []method{
		{"shipped model (saw part of these)", func(i int) bool { return shipped[i].Label != text.LabelDone }},
		{"task never seen", func(i int) bool { return r.exponent(i, byTask) > 0 }},
		{"source never seen", func(i int) bool { return r.exponent(i, bySource) > 0 }},
		{"  rules only", func(i int) bool { return rules[i].Label != text.LabelDone }},
		{"  learned terms only", func(i int) bool { return bySource[i].Sum > 0 }},
		{"five phrases", func(i int) bool { return containsAny(r.all[i].Text, fivePhrases) }},
		{"refusal list", func(i int) bool { return containsAny(r.all[i].Text, refusalPhrases) }},
		{"majority (always done)", func(int) bool { return false }},
	}
	r.overall(methods)
	r.bySource(methods[1:5])
	r.byLabel(shipped, bySource)
	for _, c := range []struct {
		name   string
		judged []learn.Judged
	}{{"task never seen", byTask}, {"source never seen", bySource}} {
		r.calibration(c.name, c.judged)
	}
}

// statedEnd is the exponent of a message that states its own end.
const statedEnd = 3.5

// exponent is the exponent of a score by a model that never saw the sample. A
// message that states its own end is judged by that alone.
func (r *report) exponent(i int, judged []learn.Judged) float64 {
	s := &r.all[i]
	if s.Features.Stated && s.Features.End == text.LabelDone {
		return -statedEnd
	}
	if s.Features.Stated {
		return statedEnd
	}
	return judged[i].Exponent(s)
}

// chat reports whether a source is of answers to questions, not of agents.
func chat(source string) bool {
	return strings.HasPrefix(source, "xstest") || strings.HasPrefix(source, "coconot")
}

func (r *report) tally(m method, of func(s *learn.Sample) bool) tally {
	var t tally
	for i := range r.samples {
		if s := &r.samples[i]; of(s) {
			t.add(s.NotDone(), m.said(i))
		}
	}
	return t
}

func (r *report) overall(methods []method) {
	for _, set := range []struct {
		name string
		of   func(s *learn.Sample) bool
	}{
		{"agent messages", func(s *learn.Sample) bool { return !chat(s.Source) }},
		{"all messages", func(*learn.Sample) bool { return true }},
		{"coding agents (vibe-kanban*)", func(s *learn.Sample) bool { return strings.HasPrefix(s.Source, "vibe-kanban") }},
		{"hard negatives", func(s *learn.Sample) bool { return s.Hard == "negative" }},
		{"hard positives", func(s *learn.Sample) bool { return s.Hard == "positive" }},
	} {
		r.printf("\n%s\n%-34s %5s  %-28s %-28s %s\n", set.name, "", "F1", "precision", "found", "done ones flagged")
		for _, m := range methods {
			t := r.tally(m, set.of)
			r.printf("%-34s %5.3f  %-28s %-28s %s\n", m.name, t.f1(), rate(t.found, t.found+t.alarms), rate(t.found, t.positives()), rate(t.alarms, t.negatives()))
		}
	}
	r.printf("\nmean of the balanced accuracies of agent sources with both classes\n")
	for _, m := range methods {
		r.printf("%-34s %.3f\n", m.name, r.macro(m))
	}
	r.printf("\nour own examples, a fifth of them never seen\n")
	for _, m := range methods[2:5] {
		var t tally
		for i := len(r.samples); i < len(r.all); i++ {
			t.add(r.all[i].NotDone(), m.said(i))
		}
		r.printf("%-34s %5.3f  %-28s %-28s %s\n", m.name, t.f1(), rate(t.found, t.found+t.alarms), rate(t.found, t.positives()), rate(t.alarms, t.negatives()))
	}
}

// Sources with fewer messages of a class say nothing about it.
const (
	leastPositives = 5
	leastNegatives = 3
)

func (r *report) macro(m method) float64 {
	sum, n := 0.0, 0
	for _, source := range r.sources() {
		t := r.tally(m, func(s *learn.Sample) bool { return s.Source == source })
		if !chat(source) && t.positives() >= leastPositives && t.negatives() >= leastNegatives {
			sum += t.balanced()
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func (r *report) sources() []string {
	var out []string
	for i := range r.samples {
		out = append(out, r.samples[i].Source)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// misses prints the messages that a model without their source gets wrong.
func (r *report) misses() {
	judged := learn.Cross(r.all, learn.BySource, true)
	wrong := []int{}
	for i := range r.all {
		if r.all[i].NotDone() != (r.exponent(i, judged) > 0) {
			wrong = append(wrong, i)
		}
	}
	slices.SortStableFunc(wrong, func(a, b int) int { return cmp.Compare(r.all[a].Source, r.all[b].Source) })
	for _, i := range wrong {
		s := &r.all[i]
		r.printf("%s %s rules %.2f done %.2f terms %.2f z %.2f\n\t%.700q\n", s.Source, s.Label, s.Features.Found.Exponent, s.Features.Found.Done, judged[i].Sum, r.exponent(i, judged), s.Text)
	}
}
