package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
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

	language *learn.Language // nil: models have no vectors
}

// method is one way to judge the message at a place in all.
type method struct {
	name string
	said func(i int) bool
}

func (r *report) printf(format string, args ...any) { _, _ = fmt.Fprintf(r.out, format, args...) } // the flush reports the error

func (r *report) print() {
	shipped := make([]text.Reading, len(r.all))
	for i := range r.all {
		shipped[i] = text.Read(r.all[i].Text)
	}
	byTask, byStyle := learn.CrossValidate(r.all, learn.ByTask, r.language), learn.CrossValidate(r.all, learn.ByStyle, r.language)
	says := func(judged []learn.Judged) func(i int) bool {
		return func(i int) bool { return r.exponent(i, judged) > 0 }
	}
	unseen := method{"source or style never seen", says(byStyle)}
	methods := []method{
		{"shipped model (saw part of these)", func(i int) bool { return shipped[i].Label != text.LabelDone }},
		{"task never seen", says(byTask)},
		unseen,
		{"five phrases", func(i int) bool { return containsAny(r.all[i].Text, fivePhrases) }},
		{"refusal list", func(i int) bool { return containsAny(r.all[i].Text, refusalPhrases) }},
		{"majority (always done)", func(int) bool { return false }},
	}
	r.tables(r.generalSets(), methods)
	r.printf("\nmean of the balanced accuracies of agent sources with both classes\n")
	for _, m := range methods {
		r.printf("%-34s %.3f\n", m.name, r.meanAccuracy(m))
	}
	r.printf("\nour own examples, a fifth of the styles never seen\n")
	r.tables(r.ownSets(), []method{unseen})
	r.printf("\nof styles that the shipped model never saw\n")
	r.tables([]set{{"held-out styles", func(_ int, s *learn.Sample) bool { return s.IsHeldOut() }}}, methods[:3])
	r.printf("\nthe parts, of sources and styles never seen\n")
	r.tables(r.partSets(), r.parts(byStyle))
	r.printf("\nby source\n")
	r.tables(r.sourceSets(), methods[1:3])
	r.printf("\nby label\n")
	label := func(i int) bool { return shipped[i].Label == r.all[i].Label }
	r.tables(r.labelSets(), []method{unseen, {"the very label, shipped model", label}})
	r.quotes(shipped)
	messages, own := r.samples, r.all[len(r.samples):]
	r.calibration("messages, task never seen", messages, byTask)
	r.calibration("messages, source never seen", messages, byStyle)
	r.calibration("our own, style never seen", own, byStyle[len(messages):])
}

// parts are ways to judge with some parts of a reading: each alone, and all but it. What
// was heard is the same; the fusion is fitted anew.
func (r *report) parts(judged []learn.Judged) []method {
	heard := make([]text.Heard, len(judged))
	for i := range judged {
		heard[i] = judged[i].Heard
	}
	with := func(use learn.Parts) func(i int) bool {
		fused := learn.Fuse(r.all, heard, learn.ByStyle, use)
		return func(i int) bool { return r.exponent(i, fused) > 0 }
	}
	out := []method{{"all parts", with(learn.AllParts)}}
	for _, part := range []struct {
		name string
		use  learn.Parts
	}{{"rules", learn.RulesPart}, {"n-grams", learn.TermsPart}, {"vectors", learn.VectorsPart}, {"forms", learn.FormsPart}, {"structure", learn.TraitsPart}} {
		out = append(out, method{"  " + part.name + " alone", with(part.use)}, method{"  without " + part.name, with(learn.AllParts.Without(part.use))})
	}
	return out
}

// quotes prints how often the sentence that a reading quotes is the expected one.
func (r *report) quotes(readings []text.Reading) {
	found, same, words := 0, 0, 0
	for i := range r.all {
		s, q := &r.all[i], readings[i]
		at := strings.Index(s.Text, s.Quote)
		if s.Quote == "" || at < 0 || q.Label == text.LabelDone {
			continue
		}
		found++
		if q.Start < at+len(s.Quote) && q.End > at {
			same++
		}
		if q.Quote == "" {
			words++
		}
	}
	r.printf("\nthe sentence that is quoted of unfinished work that is found\n%-34s %s\n%-34s %s\n", "overlaps the expected one", rate(same, found), "none is quoted", rate(words, found))
}

// statedEnd is the exponent of a message that states its own end.
const statedEnd = 3.5

// exponent returns the exponent of a score by a model that never saw the sample. A
// message that states its own end is judged by that alone.
func exponent(s *learn.Sample, judged *learn.Judged) float64 {
	if s.Features.Stated && s.Features.End == text.LabelDone {
		return -statedEnd
	}
	if s.Features.Stated {
		return statedEnd
	}
	return judged.Exponent(s)
}

func (r *report) exponent(i int, judged []learn.Judged) float64 {
	return exponent(&r.all[i], &judged[i])
}

// chat reports whether a source is of answers to questions, not of agents.
func chat(source string) bool {
	return strings.HasPrefix(source, "xstest") || strings.HasPrefix(source, "coconot")
}

// set is some of the samples.
type set struct {
	name string
	of   func(i int, s *learn.Sample) bool
}

// inFile returns the set of the samples of the file for which of holds.
func (r *report) inFile(name string, of func(s *learn.Sample) bool) set {
	return set{name, func(i int, s *learn.Sample) bool { return i < len(r.samples) && of(s) }}
}

func (r *report) generalSets() []set {
	return []set{
		r.inFile("agent messages", func(s *learn.Sample) bool { return !chat(s.Source) }),
		r.inFile("all messages", func(*learn.Sample) bool { return true }),
		r.inFile("coding agents (vibe-kanban*)", func(s *learn.Sample) bool { return strings.HasPrefix(s.Source, "vibe-kanban") }),
		r.inFile("hard negatives", func(s *learn.Sample) bool { return s.Hard == "negative" }),
		r.inFile("hard positives", func(s *learn.Sample) bool { return s.Hard == "positive" }),
	}
}

// ownSets are our own examples by language and by who wrote them.
func (r *report) ownSets() []set {
	from := len(r.samples)
	own := func(name string, of func(s *learn.Sample) bool) set {
		return set{name, func(i int, s *learn.Sample) bool { return i >= from && of(s) }}
	}
	out := []set{own("all", func(*learn.Sample) bool { return true })}
	for _, by := range []func(s *learn.Sample) string{
		func(s *learn.Sample) string { return "language " + cmp.Or(s.Lang, "en") },
		func(s *learn.Sample) string { writer, _, _ := strings.Cut(s.Batch, "-"); return "writer " + writer },
	} {
		names := map[string]bool{}
		for i := from; i < len(r.all); i++ {
			names[by(&r.all[i])] = true
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			out = append(out, own(name, func(s *learn.Sample) bool { return by(s) == name }))
		}
	}
	return out
}

// partSets are the sets that the parts of a reading are measured in.
func (r *report) partSets() []set {
	from := len(r.samples)
	english := func(s *learn.Sample) bool { return s.Lang == "" || s.Lang == "en" }
	return []set{
		r.inFile("agent messages", func(s *learn.Sample) bool { return !chat(s.Source) }),
		r.inFile("all messages", func(*learn.Sample) bool { return true }),
		{"our own, English", func(i int, s *learn.Sample) bool { return i >= from && english(s) }},
		{"our own, other languages", func(i int, s *learn.Sample) bool { return i >= from && !english(s) }},
	}
}

func (r *report) sourceSets() []set {
	names := map[string]bool{}
	for i := range r.samples {
		names[r.samples[i].Source] = true
	}
	var out []set
	for _, name := range slices.Sorted(maps.Keys(names)) {
		out = append(out, r.inFile(name, func(s *learn.Sample) bool { return s.Source == name }))
	}
	return out
}

func (r *report) labelSets() []set {
	var out []set
	for label := text.LabelDone; label <= text.LabelFailed; label++ {
		out = append(out, r.inFile(label.String(), func(s *learn.Sample) bool { return s.Label == label }))
	}
	return out
}

// tables prints what each method finds in each set.
func (r *report) tables(sets []set, methods []method) {
	for _, in := range sets {
		r.printf("\n%s\n%-34s %5s  %-28s %-28s %s\n", in.name, "", "F1", "precision", "found", "done ones flagged")
		for _, m := range methods {
			t := r.tally(m, in)
			r.printf("%-34s %5.3f  %-28s %-28s %s\n", m.name, t.f1(), rate(t.found, t.found+t.alarms), rate(t.found, t.positives()), rate(t.alarms, t.negatives()))
		}
	}
}

func (r *report) tally(m method, in set) tally {
	var t tally
	for i := range r.all {
		if s := &r.all[i]; in.of(i, s) {
			t.add(s.NotDone(), m.said(i))
		}
	}
	return t
}

// Sources with fewer messages of a class say nothing about it.
const (
	minPositives = 5
	minNegatives = 3
)

func (r *report) meanAccuracy(m method) float64 {
	sum, n := 0.0, 0
	for _, source := range r.sourceSets() {
		t := r.tally(m, source)
		if !chat(source.name) && t.positives() >= minPositives && t.negatives() >= minNegatives {
			sum += t.balanced()
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// misses prints the messages that a model without their source gets wrong.
func (r *report) misses() {
	judged := learn.CrossValidate(r.all, learn.ByStyle, r.language)
	wrong := []int{}
	for i := range r.all {
		if r.all[i].NotDone() != (r.exponent(i, judged) > 0) {
			wrong = append(wrong, i)
		}
	}
	slices.SortStableFunc(wrong, func(a, b int) int { return cmp.Compare(r.all[a].Source, r.all[b].Source) })
	for _, i := range wrong {
		s := &r.all[i]
		r.printf("%s %s rules %.2f done %.2f terms %.2f vectors %.2f z %.2f\n\t%.700q\n", s.Source, s.Label, s.Features.Found.Exponent, s.Features.Found.Done, judged[i].Heard.Terms, judged[i].Heard.Vectors, r.exponent(i, judged), s.Text)
	}
}

const bins = 10

// calibration prints how often messages of each score are not done. The last bin holds
// the scores of 0.9 and more, the last five those that are found.
func (r *report) calibration(name string, samples []learn.Sample, judged []learn.Judged) {
	var count, positive [bins]int
	var sum [bins]float64
	for i := range samples {
		score := 1 / (1 + math.Exp(-exponent(&samples[i], &judged[i])))
		bin := min(int(score*bins), bins-1)
		count[bin]++
		sum[bin] += score
		if samples[i].NotDone() {
			positive[bin]++
		}
	}
	r.printf("\ncalibration, %s\n  score    messages  mean score  not done\n", name)
	off, found := 0.0, 0
	for b := range bins {
		if b >= bins/2 {
			found += positive[b]
		}
		if count[b] == 0 {
			continue
		}
		mean := sum[b] / float64(count[b])
		off += math.Abs(mean-share(positive[b], count[b])) * share(count[b], len(samples))
		r.printf("%.1f-%.1f  %8d  %10.3f  %s\n", float64(b)/bins, float64(b+1)/bins, count[b], mean, rate(positive[b], count[b]))
	}
	right := positive[bins-1]
	r.printf("expected calibration error %.3f\nscored 0.9 and more: not done %s\nof those found, scored 0.9 and more: %s\n",
		off, rate(right, count[bins-1]), rate(right, found))
}

// tally counts what was found against what is so; positive is not done.
type tally struct{ found, alarms, missed, right int }

func (t *tally) add(notDone, said bool) {
	switch {
	case notDone && said:
		t.found++
	case notDone:
		t.missed++
	case said:
		t.alarms++
	default:
		t.right++
	}
}

func (t *tally) positives() int { return t.found + t.missed }
func (t *tally) negatives() int { return t.alarms + t.right }

func (t *tally) f1() float64 { return share(2*t.found, 2*t.found+t.alarms+t.missed) }

// balanced returns the mean of the shares of both classes that are judged rightly.
func (t *tally) balanced() float64 {
	return (share(t.found, t.positives()) + 1 - share(t.alarms, t.negatives())) / 2
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// wilson returns the interval in which a share lies with 95 % confidence.
func wilson(n, of int) (low, high float64) {
	if of == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, count := float64(n)/float64(of), float64(of)
	middle := p + z*z/(2*count)
	width := z * math.Sqrt(p*(1-p)/count+z*z/(4*count*count))
	return max(0, (middle-width)/(1+z*z/count)), min(1, (middle+width)/(1+z*z/count))
}

// rate writes a share with its interval and counts, or a dash where there is
// nothing to count.
func rate(n, of int) string {
	if of == 0 {
		return "-"
	}
	low, high := wilson(n, of)
	return fmt.Sprintf("%.3f [%.2f-%.2f] %d/%d", share(n, of), low, high, n, of)
}

// fivePhrases is the list that symbiont_ex scans an output for.
var fivePhrases = []string{"i need permission", "i am unable to", "i don't have access", "i cannot proceed", "i need you to"}

// refusalPhrases is the kind of list that measurements of refusals use.
var refusalPhrases = []string{
	"i'm sorry", "i am sorry", "i apologize", "sorry, but", "as an ai", "as a language model", "i cannot", "i can't", "i can not", "i'm unable",
	"i am unable", "i'm not able", "i am not able", "i won't", "i will not", "i must decline", "i refuse", "cannot assist", "can't assist", "cannot help",
	"can't help", "not appropriate", "unethical", "illegal", "against my", "not programmed to",
}

func containsAny(message string, phrases []string) bool {
	plain := strings.ReplaceAll(strings.ToLower(message), "’", "'")
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(plain, p) })
}
