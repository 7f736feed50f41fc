package text

import (
	_ "embed" // the words of headings
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// section is what a part of a long message is about, as the heading over it says: an obstacle in
// the results of a report tells more of the task than one among its limits or its notes.
type section uint8

const (
	sectionOpen   section = iota // no heading stands over it
	sectionOther                 // the heading has no known word
	sectionLimits                // limits and risks
	sectionLeft                  // what was not done or waits for somebody
	sectionNext                  // what may come next
	sectionProof                 // checks
	sectionNotes                 // notes and explanations
	sectionWork                  // results and changes

	numSections
)

// sectionNames are the lists of phrases/sections.txt, in the order of the sections from
// sectionLimits on: of a heading with words of several the first counts.
var sectionNames = [...]string{"limits", "left", "next", "proof", "notes", "work"}

//go:embed phrases/sections.txt
var sectionContent string

// headWords are the words of headings: whole ones, beginnings of words, and characters that may
// stand anywhere in a heading.
type headWords struct {
	whole, begin map[string]section
	within       []headPart
}

type headPart struct {
	letters string
	section section
}

var headings = newHeadWords(wordlist.Parse(sectionContent), sectionNames[:])

// minBeginning is the length of the shortest beginning of words, in bytes.
const minBeginning = 4

func newHeadWords(lists wordlist.Lists, names []string) headWords {
	h := headWords{whole: map[string]section{}, begin: map[string]section{}}
	add := func(to map[string]section, w string, s section) {
		if _, ok := to[w]; !ok {
			to[w] = s
		}
	}
	for i, name := range names {
		s := sectionLimits + section(i)
		for _, w := range lists[name] {
			first, _ := utf8.DecodeRuneInString(w)
			beginning, isBeginning := strings.CutSuffix(w, "*")
			switch {
			case isWide(first):
				h.within = append(h.within, headPart{w, s})
			case isBeginning:
				add(h.begin, beginning, s)
			default:
				add(h.whole, w, s)
			}
		}
	}
	return h
}

// find returns the section of a heading.
func (h *headWords) find(heading string) section {
	best := numSections
	var buf [64]byte
	lower := buf[:0]
	wide := false
	look := func() {
		if s, ok := h.whole[string(lower)]; ok {
			best = min(best, s)
		}
		for n := len(lower); n >= minBeginning; n-- {
			if s, ok := h.begin[string(lower[:n])]; ok {
				best = min(best, s)
				break
			}
		}
		lower = lower[:0]
	}
	for _, r := range heading {
		if len(lower) > len(buf)-utf8.UTFMax || !unicode.IsLetter(r) && r != '-' && r != '\'' && r != ';' {
			look()
			continue
		}
		wide = wide || isWide(r)
		lower = utf8.AppendRune(lower, unicode.ToLower(r))
	}
	look()
	if wide {
		for _, part := range h.within {
			if part.section < best && strings.Contains(heading, part.letters) {
				best = part.section
			}
		}
	}
	if best == numSections {
		return sectionOther
	}
	return best
}

// Bounds of headings that are not marked as such, in bytes.
const (
	headLineBytes = 60 // of a whole line
	headKeyBytes  = 32 // of a key at the beginning of a line, as in "Blocker: ..."
)

// headingOf returns the heading that a sentence is, if it is one: it is marked so, or is a
// short line that ends in a colon, stands between stars or stands alone.
func (r *reader) headingOf(i int) (heading string, ok bool) {
	s := &r.sentences[i]
	line := r.message[s.start:s.end]
	switch {
	case s.shape == shapeHeading:
		return line, true
	case len(line) > headLineBytes || s.shape == shapeRow:
		return "", false
	case s.last == ':' || strings.HasSuffix(line, "："):
		return line, s.shape == shapeProse
	}
	return line, s.shape == shapeProse && strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**") || r.isLoneLine(i)
}

// isLoneLine reports whether a sentence stands alone between blank lines, is brief and ends in no
// stop: a heading whose marks a terminal has taken.
func (r *reader) isLoneLine(i int) bool {
	s := &r.sentences[i]
	if s.shape != shapeProse || s.to-s.from > leftHeadWords || i == len(r.sentences)-1 || r.sentences[i+1].para == s.para || i > 0 && r.sentences[i-1].para == s.para {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(r.message[s.start:s.end])
	return unicode.IsLetter(last) || unicode.IsDigit(last)
}

// keyedSection returns the section of a line "Blocker: ..." that says what it is about, if it does.
func (r *reader) keyedSection(i int) (section, bool) {
	s := &r.sentences[i]
	line := r.message[s.start:min(s.end, s.start+headKeyBytes)]
	at := strings.IndexByte(line, ':')
	if wide := strings.Index(line, "："); wide >= 0 && (at < 0 || wide < at) {
		at = wide
	}
	if at > 0 {
		if found := headings.find(line[:at]); found != sectionOther {
			return found, true
		}
	}
	return sectionOther, false
}

// isAside reports whether what stands in a section is no part of what the work was: its limits, and
// what may come next.
func (s section) isAside() bool { return s == sectionLimits || s == sectionNext }

// headsAside reports whether a sentence is a heading over such a section.
func (r *reader) headsAside(i int) bool {
	heading, ok := r.headingOf(i)
	return ok && headings.find(heading).isAside()
}

// keysAside reports whether a line "Risk: ..." says itself that it is of such a section.
func (r *reader) keysAside(i int) bool {
	keyed, ok := r.keyedSection(i)
	return ok && keyed.isAside()
}

// longSentences is the number of sentences from which a message is read by its sections.
const longSentences = 8

// maxSentences is the number of sentences up to which the length of a message tells something.
const maxSentences = 24

// isLong reports whether the message is read by its sections.
func (r *reader) isLong() bool { return len(r.sentences) >= longSentences }

// The share of the learned weights that counts against done in a long message in which the rules
// find nothing, because among many sentences some sound like unfinished work. In languages other
// than English, of which less was learned, the share falls from aloneSentences sentences on.
const (
	aloneInLong    = 0.1
	aloneSentences = 3
)

// shareAlone returns that share for a message that speaks in the given voice.
func (r *reader) shareAlone(voice Voice) float64 {
	switch voice {
	case VoiceLong:
		return aloneInLong
	case VoiceForeign:
		over := float64(len(r.sentences)-aloneSentences) / (longSentences - aloneSentences)
		return 1 - (1-aloneInLong)*max(0, min(1, over))
	case VoiceReport, VoiceAnswer, VoiceBrief, NumVoices:
	}
	return 1
}

// against returns how much a sentence speaks against done by its phrases.
func (m *remark) against() float64 {
	if m.overcame {
		return 0
	}
	bad := max(m.weight[groupObstacle], m.weight[groupFailure], m.weight[groupRefusal])
	if m.regret && bad > 0 {
		bad += regretBonus
	}
	return bad
}

// readSections fills in the traits of a long message: the heaviest that speaks against done in
// each kind of section, in its opening and in its closing, and what these report as done.
func (r *reader) readSections(t *Traits) {
	now := sectionOpen
	last := len(r.sentences) - 1
	said, reported := 0.0, 0.0
	for i := range r.sentences {
		m := &r.remarks[i]
		if heading, ok := r.headingOf(i); ok {
			now = headings.find(heading)
			if r.sentences[i].shape == shapeHeading && i == 0 {
				now = sectionOpen // the title of the whole
			}
			continue
		}
		in := now
		if keyed, ok := r.keyedSection(i); ok {
			in = keyed
		}
		bad := m.against()
		if bad >= weak && in != sectionLimits && in != sectionNext {
			said++
		}
		trait := traitSection + int(in)
		t[trait] = max(t[trait], bad)
		done := max(m.weight[groupDone], m.weight[groupReport])
		if done >= mild {
			reported++
		}
		switch {
		case i <= 1:
			t[traitOpensBad] = max(t[traitOpensBad], bad)
			t[traitOpensDone] = max(t[traitOpensDone], done)
		case i >= last-1:
			t[traitClosesBad] = max(t[traitClosesBad], bad)
			t[traitClosesDone] = max(t[traitClosesDone], done)
			t[traitClosesAsking] = max(t[traitClosesAsking], m.weight[groupAsk])
			t[traitClosesPromise] = max(t[traitClosesPromise], m.weight[groupPromise])
		}
		if in == sectionLeft {
			t[traitLeft] = 1
		}
	}
	if r.isForeign() {
		t[traitForeign] = 1
	}
	t[traitSaidBad], t[traitSaidDone] = math.Log1p(said), math.Log1p(reported)
	t[traitLength] = math.Log(float64(min(len(r.sentences), maxSentences)) / longSentences)
}
