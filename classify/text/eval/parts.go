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

// weighed is a message with what each part of the shipped model makes of it.
type weighed struct {
	*learn.Example
	text.Explanation
}

// columns are the parts, each with what it makes of a message: the more, the more it speaks for
// work not done.
var columns = []struct {
	name string
	of   func(w *weighed) float64
}{
	{"score", func(w *weighed) float64 { return w.Reading.Score }},
	{"rules", func(w *weighed) float64 { return w.Found.Exponent }},
	{"against", func(w *weighed) float64 { return w.Found.Against }},
	{"done", func(w *weighed) float64 { return -w.Found.Done }},
	{"n-grams", func(w *weighed) float64 { return w.Heard.Terms }},
	{"vectors", func(w *weighed) float64 { return w.Heard.Vectors }},
	{"forms", func(w *weighed) float64 { return w.Heard.Forms }},
	{"learned", func(w *weighed) float64 { return w.Terms }}, // all that was learned, as it counts
	{"known", func(w *weighed) float64 { return w.Heard.Known }},
	{"alone", func(w *weighed) float64 { return w.Heard.Alone }},
}

// voices name the voices of text.Voice.
var voices = [text.NumVoices]string{"report", "answer", "foreign", "brief", "long"}

// printParts prints a line of figures for each message, parted by tabs, with nothing of its text, and
// behind "#" the area under the curve of each part: how often it ranks a message of unfinished work
// above one of finished work.
func printParts(out io.Writer, messages []learn.Example) {
	names := []string{"not-done", "lang", "voice"}
	for _, c := range columns {
		names = append(names, c.name)
	}
	_, _ = fmt.Fprintln(out, strings.Join(names, "\t")) // the flush reports the error
	all := make([]weighed, len(messages))
	for i := range messages {
		w := weighed{&messages[i], text.Explain(messages[i].Text, text.RequestUnknown)}
		all[i] = w
		notDone := 0
		if w.NotDone() {
			notDone = 1
		}
		_, _ = fmt.Fprintf(out, "%d\t%s\t%s", notDone, cmp.Or(w.Lang, "en"), voices[w.Heard.Voice])
		for _, c := range columns {
			_, _ = fmt.Fprintf(out, "\t%.3f", c.of(&w))
		}
		_, _ = fmt.Fprintln(out)
	}
	for _, set := range []struct {
		name string
		of   func(w *weighed) bool
	}{
		{"all", func(*weighed) bool { return true }},
		{"long", func(w *weighed) bool { return w.Heard.Voice == text.VoiceLong }},
		{"not long", func(w *weighed) bool { return w.Heard.Voice != text.VoiceLong }},
		{"English", func(w *weighed) bool { return cmp.Or(w.Lang, "en") == "en" }},
		{"other languages", func(w *weighed) bool { return cmp.Or(w.Lang, "en") != "en" }},
	} {
		of := slices.DeleteFunc(slices.Clone(all), func(w weighed) bool { return !set.of(&w) })
		_, _ = fmt.Fprintf(out, "# %s, %d:", set.name, len(of))
		for _, c := range columns {
			_, _ = fmt.Fprintf(out, " %s %.3f", c.name, areaUnderCurve(of, c.of))
		}
		_, _ = fmt.Fprintln(out)
	}
}

// areaUnderCurve returns how often a message of unfinished work has more of something than one of
// finished work; of equals every second counts. Of one class alone it is 0.
func areaUnderCurve(of []weighed, value func(w *weighed) float64) float64 {
	above, pairs := 0.0, 0
	for i := range of {
		for k := range of {
			if !of[i].NotDone() || of[k].NotDone() {
				continue
			}
			pairs++
			switch a, b := value(&of[i]), value(&of[k]); {
			case a > b:
				above++
			case a == b:
				above += 0.5
			}
		}
	}
	return above / float64(max(pairs, 1))
}
