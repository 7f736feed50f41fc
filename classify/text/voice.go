package text

import (
	"strconv"
	"strings"
)

// Voice is how a message speaks. What is learned of words is heard differently in each: an
// answer about the world at large is full of words that reports of unfinished work have.
type Voice uint8

// The voices.
const (
	VoiceReport  Voice = iota // in English, of work
	VoiceAnswer               // in English, of the world at large, as chat models answer
	VoiceForeign              // not in English
	VoiceBrief                // in English, of work, in few words of prose
	VoiceLong                 // in any language, of work, in many sentences

	NumVoices
)

// findVoice returns the voice of the message.
func (r *reader) findVoice() Voice {
	foreign := r.isForeign()
	switch {
	case !foreign && r.isGeneral() && !r.failsItself():
		return VoiceAnswer
	case r.isLong():
		return VoiceLong
	case foreign:
		return VoiceForeign
	}
	if len(r.scanner.words) <= briefWords && !r.isDoubtful() && !r.isObject() && !r.quotedEnd && r.isProse() {
		return VoiceBrief
	}
	return VoiceReport
}

// briefWords is how many words a brief report has at most. The less an agent says, the less
// it tells that no obstacle is named in it, and the more each word of it does.
const briefWords = 40

// isObject reports whether the message begins like an object.
func (r *reader) isObject() bool {
	return strings.HasPrefix(strings.TrimLeft(r.message[:min(len(r.message), endBytes)], " \t\r\n"), "{")
}

// isProse reports whether the message has a sentence that is no row and no field, and no heading.
func (r *reader) isProse() bool {
	prose := false
	for i := range r.sentences {
		s := &r.sentences[i]
		if s.shape == shapeHeading {
			return false
		}
		prose = prose || s.shape == shapeProse && !isStructured(r.message[s.start:s.end])
	}
	return prose
}

// firstForeign is the first byte of the lowest letters that are not Latin ones.
const firstForeign = 0xcd

// isForeign reports whether the message is not in English: another language has more of
// its common words at its beginning, or most words there are of other letters.
func (r *reader) isForeign() bool {
	words := r.scanner.words[:min(len(r.scanner.words), toldWords)]
	foreign := 0
	for i := range words {
		if r.message[words[i].start] >= firstForeign {
			foreign++
		}
	}
	return !r.inEnglish || 2*foreign > len(words)
}

// How many words tell whether a message speaks of the world at large, and from which mean
// of their weights on.
const (
	generalWords    = 200
	leastWords      = 20
	particularName  = -8 // of a number, a name, code or a path
	generalFromMean = 0.3
)

// isGeneral reports whether the message speaks of the world at large: its small words join
// and compare ("or", "can", "and") more than they point ("the", "one", "I"), and it has few
// numbers and names.
func (r *reader) isGeneral() bool {
	words := r.scanner.words[:min(len(r.scanner.words), generalWords)]
	sum := 0
	for i := range words {
		if words[i].key <= keyName {
			sum += particularName
			continue
		}
		sum += int(r.lexicon.general[words[i].id])
	}
	return float64(sum) > generalFromMean*float64(max(len(words), leastWords))
}

// failsItself reports whether the message opens or closes with what the agent itself could not do, as answers about
// the world at large do not.
func (r *reader) failsItself() bool {
	last := len(r.remarks) - 1
	for _, i := range [...]int{0, 1, 2, 3, last - 1, last} {
		if i < 0 || i > last {
			continue
		}
		m, s := &r.remarks[i], &r.sentences[i]
		text := strings.ToLower(r.message[s.start:min(s.end, s.start+len(unableStart))])
		if m.weight[groupObstacle] >= firm && (m.own[groupObstacle] || text == unableStart) {
			return true
		}
	}
	return false
}

// unableStart begins a sentence in which an agent says of itself that it could not do something.
const unableStart = "unable to "

// weighWords returns the weights of the words of a list of "word=weight" by their ids.
func (l *lexicon) weighWords(list string) []int8 {
	out := make([]int8, firstWord+l.known.ids)
	for w, weight := range lists.Pairs(list) {
		n, err := strconv.Atoi(weight)
		folded, _ := spellWord(w)
		id := l.known.find(hashOf(folded)).id
		if err != nil || id == wordOther {
			l.faults = append(l.faults, "the list "+list+" has "+w+" without a number or unknown to phrases")
			continue
		}
		out[id] = int8(n)
	}
	return out
}
