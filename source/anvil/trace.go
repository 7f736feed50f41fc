package anvil

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// traced is one line of Anvil's tracing.
type traced struct {
	at      time.Time
	level   string
	message string // with its fields, " key=value" each
}

// stampLength is the least length of the time at the beginning of a line, such
// as "2026-04-09T15:12:05Z".
const stampLength = len("2006-01-02T15:04:05Z")

// marker stands in every tracing line, before the rest of the module's name.
var marker = []byte(" anvil::")

// splitTrace finds a tracing line and what the model had written before it
// without ending its line: both streams went to one file. It is false when
// there is no tracing in the line.
func splitTrace(line []byte) (head []byte, t traced, ok bool) {
	i := bytes.Index(line, marker)
	if i < 0 {
		return nil, traced{}, false
	}
	before := bytes.TrimRight(line[:i], " ")
	cut := bytes.LastIndexByte(before, ' ')
	if cut < 0 {
		return nil, traced{}, false
	}
	level := string(before[cut+1:])
	if !isLevel(level) {
		return nil, traced{}, false
	}
	before = bytes.TrimRight(before[:cut], " ")
	start := stampStart(before)
	if start < 0 || !joined(before[:start]) {
		return nil, traced{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, string(before[start:]))
	if err != nil {
		return nil, traced{}, false
	}
	rest := line[i+1:]
	sep := bytes.Index(rest, []byte(": "))
	if sep < 0 || bytes.IndexByte(rest[:sep], ' ') >= 0 {
		return nil, traced{}, false
	}
	message := rest[sep+2:]
	return before[:start], traced{at.UTC(), level, keepText(message, maxMessage)}, true
}

func isLevel(s string) bool {
	switch s {
	case "TRACE", "DEBUG", "INFO", "WARN", "ERROR":
		return true
	}
	return false
}

// stampStart finds the beginning of the time that b ends with; -1 without one.
func stampStart(b []byte) int {
	if len(b) < stampLength || b[len(b)-1] != 'Z' {
		return -1
	}
	i := len(b) - 1
	for i > 0 && (b[i-1] >= '0' && b[i-1] <= '9' || bytes.IndexByte([]byte("-:.T"), b[i-1]) >= 0) {
		i--
	}
	// What was written before may end in a digit; a time is of a known shape.
	for ; len(b)-i >= stampLength; i++ {
		if b[i+4] == '-' && b[i+7] == '-' && b[i+10] == 'T' && b[i+13] == ':' {
			return i
		}
	}
	return -1
}

// joined reports whether a tracing line may follow this text in one line: the
// text was cut short by it. In quotation marks or after a space the line is a
// quotation.
func joined(head []byte) bool {
	if len(head) == 0 {
		return true
	}
	if bytes.HasPrefix(bytes.TrimLeft(head, " "), []byte(fence)) {
		return true
	}
	return bytes.IndexByte([]byte(" \t\"'`>|(["), head[len(head)-1]) < 0
}

// jsonTrace reads a line of tracing as it is written when the log's format is
// configured to be JSON; false when it is none of Anvil's.
func jsonTrace(line []byte) (traced, bool) {
	if len(line) == 0 || line[0] != '{' || !bytes.Contains(line, []byte(`"anvil::`)) {
		return traced{}, false
	}
	var l struct {
		Timestamp time.Time                  `json:"timestamp"`
		Level     string                     `json:"level"`
		Target    string                     `json:"target"`
		Fields    map[string]json.RawMessage `json:"fields"`
	}
	if err := json.Unmarshal(line, &l); err != nil || !strings.HasPrefix(l.Target, "anvil::") || l.Timestamp.IsZero() {
		return traced{}, false
	}
	t := traced{at: l.Timestamp.UTC(), level: l.Level, message: plainField(l.Fields["message"])}
	// Values that may hold spaces come last, as their readers expect, but for
	// the status of a retired item.
	var last strings.Builder
	for _, key := range []string{"description", "next", "status", "pfrr"} {
		if v, ok := l.Fields[key]; ok {
			last.WriteString(" " + key + "=" + plainField(v))
		}
		delete(l.Fields, key)
	}
	delete(l.Fields, "message")
	var b strings.Builder
	for _, key := range sortedKeys(l.Fields) {
		b.WriteString(" " + key + "=" + strings.ReplaceAll(plainField(l.Fields[key]), " ", "_"))
	}
	t.message = keepText([]byte(t.message+b.String()+last.String()), maxMessage)
	return t, true
}

func plainField(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}

// field is the value of a field whose values hold no space; empty without it.
// Of several the last one counts: values that hold anything come before it.
func field(message, key string) string {
	i := strings.LastIndex(message, " "+key+"=")
	if i < 0 {
		return ""
	}
	v := message[i+len(key)+2:]
	if end := strings.IndexByte(v, ' '); end >= 0 {
		v = v[:end]
	}
	return strings.Trim(v, `"`)
}

// count is the value of a field that is a number; -1 when it is none.
func count(message, key string) int {
	n, err := strconv.Atoi(field(message, key))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// after returns what follows " key=" up to the last " until=", for a value that
// may hold spaces; until may be empty.
func after(message, key, until string) string {
	_, v, ok := strings.Cut(message, " "+key+"=")
	if !ok {
		return ""
	}
	if until != "" {
		if i := strings.LastIndex(v, " "+until+"="); i >= 0 {
			v = v[:i]
		}
	}
	return strings.TrimSpace(v)
}

// keepText copies at most n bytes, cut at a rune.
func keepText(b []byte, n int) string {
	if len(b) > n {
		b = b[:n]
		for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
		if r, size := utf8.DecodeLastRune(b); r == utf8.RuneError && size == 1 && len(b) > 0 {
			b = b[:len(b)-1]
		}
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}
