package crowd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"notdone/classify/text/train/own"
)

// example is a final message that an agent could have written.
type example struct {
	Text, Label, Lang, Style, Prompt, Kind, Quote, Hard string
}

// tongue holds the examples of one language: prompts, reports that can be joined
// with others, those that stand alone (records, tables, logs), and of what was not
// done those by their labels.
type tongue struct {
	prompts []string
	prose   []string
	alone   []string
	blocked []*example
	failed  []*example
}

// corpus is what a crowd says.
type corpus struct {
	tongues map[string]*tongue
	order   []string // languages, each as often as it is spoken, of 20
}

// solitary are the styles of messages that nobody writes more below.
var solitary = []string{"json", "yaml", "key-value", "record", "log", "trace", "table", "verdict", "word", "fence"}

// readCorpus reads the examples. Of those labelled done, the ones that are meant to
// mislead a reader stand alone.
func readCorpus() (*corpus, error) {
	c := &corpus{tongues: map[string]*tongue{}}
	files, err := fs.Glob(own.Files, "*.jsonl")
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		f, err := own.Files.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var e example
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if e.Lang != "" && e.Prompt != "" {
				c.add(&e)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	for _, lang := range []string{"de", "es", "fr", "pt", "ja", "zh", "ru"} {
		if c.tongues[lang] == nil {
			return nil, fmt.Errorf("no example is in the language %q", lang)
		}
		c.order = append(c.order, lang)
	}
	for len(c.order) < 40 { // more than four of five are English
		c.order = append(c.order, "en")
	}
	return c, nil
}

func (c *corpus) add(e *example) {
	t := c.tongues[e.Lang]
	if t == nil {
		t = &tongue{}
		c.tongues[e.Lang] = t
	}
	t.prompts = append(t.prompts, e.Prompt)
	alone := e.Hard != ""
	for _, style := range solitary {
		alone = alone || strings.Contains(e.Style, style)
	}
	switch {
	case e.Label == "done" && alone:
		t.alone = append(t.alone, e.Text)
	case e.Label == "done":
		t.prose = append(t.prose, e.Text)
	case e.Label == "failed":
		t.failed = append(t.failed, e)
	default:
		t.blocked = append(t.blocked, e)
	}
}

// pick returns one of several.
func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// length is how long a message should be: from 300 bytes to 3 kB, short ones being
// the commoner.
func length(r *rand.Rand) int { return int(300 * math.Pow(10, r.Float64()*r.Float64())) }

// report is what an agent writes that has done its work.
func (t *tongue) report(r *rand.Rand) string {
	if r.IntN(25) == 0 && len(t.alone) > 0 {
		return vary(r, pick(r, t.alone))
	}
	return t.prosa(r, length(r))
}

func (t *tongue) prosa(r *rand.Rand, size int) string {
	var b strings.Builder
	for b.Len() < size {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(vary(r, pick(r, t.prose)))
	}
	return b.String()
}

// complaint is what an agent writes that has not: some of what it did, and why it
// goes no further.
func (t *tongue) complaint(r *rand.Rand, of []*example) (text string, e *example) {
	e = pick(r, of)
	text = vary(r, e.Text)
	if size := length(r) / 2; r.IntN(10) == 0 && size > len(text) {
		text = t.prosa(r, size-len(text)) + "\n\n" + text
	}
	return text, e
}

// vary gives a text other numbers: those with four digits and more that are not
// years, and ones with two that stand alone. Codes such as 403 stay.
func vary(r *rand.Rand, text string) string {
	b := []byte(text)
	for i := 0; i < len(b); {
		if !digit(b[i]) {
			i++
			continue
		}
		j := i
		for j < len(b) && digit(b[j]) {
			j++
		}
		free := i == 0 || b[i-1] == ' ' && (j == len(b) || b[j] == ' ' || b[j] == ',')
		if n := j - i; b[i] != '0' && (n == 2 && free || n > 3 && string(b[i:i+2]) != "20") {
			for k := i; k < j; k++ {
				b[k] = '1' + byte(r.IntN(9))
			}
		}
		i = j
	}
	return string(b)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// line is the first line of a text, of so many bytes at most.
func line(text string, most int) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
