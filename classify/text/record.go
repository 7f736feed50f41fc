package text

import (
	_ "embed" // the words of records
	"strings"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// recordContent holds the words of records.
//
//go:embed phrases/records.txt
var recordContent string

var (
	recordLists   = wordlist.Parse(recordContent)
	planKeys      = recordLists.Index("plan-") // the kind of plan that a key names
	needKeys      = recordLists.Index("need-") // the kind of obstacle that a key names
	recordActs    = recordLists.Index("act-")  // what an action means
	endReasons    = recordLists.Set("end-reason")
	endValues     = recordLists.Set("end-value")
	callArguments = recordLists.Set("call-argument")
	callTags      = recordLists.Set("call-tag")
	endFlags      = recordLists.Set("end-flag")
	rowsDone      = recordLists.Set("row-done")
	rowsOpen      = recordLists.Set("row-open")
	noneDue       = recordLists.Set("none-due")
	replyKeys     = recordLists.Set("reply")
	noWork        = recordLists.Set("no-work")
	countsAll     = recordLists.Set("count-all")
	countsPart    = recordLists.Set("count-part")
	errorLevels   = recordLists["error-level"]
	errorMessages = recordLists.Set("error-message")
	deedEnds      = recordLists["deed-end"]
	noDeedStarts  = recordLists["no-deed-start"]
	outcomes      = recordLists.Set("outcome")
	outcomeFalse  = recordLists.Set("outcome-false")
	recordNothing = recordLists.Set("nothing")
)

// field is one field of a record.
type field struct {
	key      string // in lower case with _ between its words
	value    string // without the quotation marks around it
	from, to int    // the field, in byte offsets into the message
}

// isEmpty reports whether the value stands for nothing.
func (f *field) isEmpty() bool {
	value := strings.Trim(f.value, " \t\"'`.*_,;")
	first, _, _ := strings.Cut(value, " ")
	if value == "" || recordNothing[strings.ToLower(strings.TrimRight(first, ",;:."))] {
		return true
	}
	if len(value) > statedBytes {
		return false
	}
	value = strings.ToLower(value)
	return noneLeft[strings.TrimLeft(value, "-*• ")] || recordNothing[strings.ReplaceAll(value, " ", "_")]
}

// Bounds of the record that a message ends in.
const (
	recordLines = 40
	recordBytes = 6 << 10
	keyWords    = 4
	keyBytes    = 40

	headingBytes = 20 // of a key that stands over a list; a longer line before a colon is prose
)

// eachRecordLine gives the lines of the record that the message ends in to use, from the
// last to the first: fields, calls, objects and items of lists, with no prose behind
// them. A code span at the very end is one. It reports whether a line that ends in a
// colon stands above them.
func eachRecordLine(message string, use func(from, to int)) (shown bool) {
	bottom := runeStart(message, max(0, len(message)-recordBytes))
	for end, n := len(message), 0; end > bottom && n < recordLines; n++ {
		start := bottom + strings.LastIndexByte(message[bottom:end], '\n') + 1
		from, to := trimLine(message, start, end)
		if from < to && fenceLength(message[from:to]) == 0 {
			if !isRecordLine(message[from:to]) {
				if at := closingSpan(message[from:to]); at >= 0 && n == 0 {
					use(from+at, to)
				}
				return message[to-1] == ':'
			}
			use(from, to)
		}
		end = start - 1
	}
	return false
}

func trimLine(message string, start, end int) (from, to int) {
	line := message[start:end]
	from = start + len(line) - len(strings.TrimLeft(line, " \t\r"))
	return from, from + len(strings.TrimSpace(line))
}

// closingSpan returns where the code span begins that a line ends in, or -1.
func closingSpan(line string) int {
	bare := strings.TrimRight(line, ".")
	ticks := len(bare) - len(strings.TrimRight(bare, "`"))
	if ticks == 0 || ticks == len(bare) {
		return -1
	}
	return strings.LastIndex(bare[:len(bare)-ticks], bare[len(bare)-ticks:])
}

// isRecordLine reports whether a line is one of a record, or an item that may belong to
// one.
func isRecordLine(line string) bool {
	if strings.IndexByte("{}[]()<\"'#|", line[0]) >= 0 || bulletLength(line) > 0 {
		return true
	}
	if from, to := findKey(line); to > from {
		return to+1 < len(line) || to-from < headingBytes
	}
	name := nameLength(line)
	return name > 0 && name < len(line) && (line[name] == '(' && strings.HasSuffix(line, ")") || strings.HasSuffix(line, "]") && strings.HasPrefix(strings.TrimSpace(line[name:]), "["))
}

// nameLength returns the length of the identifier that a text begins with; it may have
// dots in it.
func nameLength(text string) int {
	n := 0
	for n < len(text) && (lowered[text[n]] != 0 || text[n] == '_' || text[n] == '.' && n > 0) {
		n++
	}
	return n
}

// findKey returns the bounds of the key of a line "Some key: value" or "some_key =
// value"; they are equal when the line has none. Signs, list marks and emphasis before
// the key are passed over.
func findKey(line string) (from, to int) {
	from = strings.IndexFunc(line, func(r rune) bool { return r < utf8.RuneSelf && lowered[byte(r)] != 0 })
	if from < 0 || from > 16 || line[from] >= '0' && line[from] <= '9' {
		return 0, 0
	}
	for to = from; to < len(line) && to-from <= keyBytes && line[to] != ':' && line[to] != '='; {
		to++
	}
	if to == len(line) || to-from > keyBytes || line[to] == '=' && strings.HasPrefix(line[to:], "==") {
		return 0, 0
	}
	if line[to] == ':' && to+1 < len(line) && strings.IndexByte(" \t\"'*_{[`", line[to+1]) < 0 {
		return 0, 0
	}
	key := line[from:to]
	if strings.Count(key, " ") >= keyWords || strings.ContainsAny(key, "(){}[],;.!<>+|&\"") {
		return 0, 0
	}
	return from, to
}

// cutKey returns the key of a line as a field has it, and where its value begins; 0 when
// the line has no key.
func cutKey(line string) (key string, after int) {
	from, to := findKey(line)
	if from == to {
		return "", 0
	}
	return keyReplacer.Replace(strings.ToLower(strings.Trim(line[from:to], " \t*_\"'`"))), to + 1
}

var keyReplacer = strings.NewReplacer(" ", "_", "-", "_")

// eachPair gives the fields inside an object, a list or a call to use: "key": value and
// key=value at any depth.
func eachPair(message string, from, to int, use func(f field)) {
	for i := from; i < to; i++ {
		if c := message[i]; c != ':' && c != '=' {
			continue
		}
		end := i
		for end > from && strings.IndexByte(" \"'", message[end-1]) >= 0 {
			end--
		}
		begin := end
		for begin > from && isKeyByte(message[begin-1]) {
			begin--
		}
		if begin == end || end-begin > keyBytes || message[begin] < 'A' {
			continue
		}
		valueFrom, valueTo := findValue(message, i+1, to)
		use(field{keyReplacer.Replace(strings.ToLower(message[begin:end])), message[valueFrom:valueTo], begin, valueTo})
	}
}

// isKeyByte reports whether a byte may be part of a key, whose letters may be of any language.
func isKeyByte(c byte) bool { return lowered[c] != 0 || c == '_' || c == '-' || c >= utf8.RuneSelf }

// findValue returns the bounds of the value that begins at a place: a string without its
// quotation marks, an object or a list whole, or what stands before the next comma or
// bracket.
func findValue(message string, at, limit int) (from, to int) {
	for at < limit && (message[at] == ' ' || message[at] == '\t') {
		at++
	}
	if at == limit {
		return at, at
	}
	switch open := message[at]; open {
	case '"', '\'':
		for to = at + 1; to < limit && message[to] != open; to++ {
			if message[to] == '\\' {
				to++
			}
		}
		return at + 1, min(to, limit)
	case '{', '[':
		depth := 0
		for to = at; to < limit; to++ {
			switch message[to] {
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return at, to + 1
				}
			}
		}
		return at, limit
	}
	for to = at; to < limit && strings.IndexByte(",})]\n", message[to]) < 0; to++ {
	}
	return at, to
}
