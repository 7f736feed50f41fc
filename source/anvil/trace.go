package anvil

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/source/runlog"
)

// traced is one line of Anvil's tracing.
type traced struct {
	at      time.Time
	message string // with its fields, " key=value" each
}

// traceLine is the beginning of a tracing line, up to its message.
var traceLine = regexp.MustCompile(`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) +(TRACE|DEBUG|INFO|WARN|ERROR) +anvil::\S*: `)

// splitTrace finds a tracing line and what the model had written before it
// without ending its line: both streams went to one file. It is false when
// there is no tracing in the line.
func splitTrace(line []byte) (head []byte, t traced, ok bool) {
	if !bytes.Contains(line, []byte(" anvil::")) {
		return nil, traced{}, false
	}
	m := traceLine.FindSubmatchIndex(line)
	if m == nil || !joined(line[:m[0]]) {
		return nil, traced{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, string(line[m[2]:m[3]]))
	if err != nil {
		return nil, traced{}, false
	}
	return line[:m[0]], traced{at.UTC(), runlog.Cut(string(line[m[1]:min(m[1]+2*maxMessage, len(line))]), maxMessage)}, true
}

// joined reports whether a tracing line may follow this text in one line: the
// text was cut short by it. In quotation marks or after a space the line is a
// quotation.
func joined(head []byte) bool {
	return len(head) == 0 || bytes.HasPrefix(bytes.TrimLeft(head, " "), []byte(fence)) ||
		bytes.IndexByte([]byte(" \t\"'`>|(["), head[len(head)-1]) < 0
}

// jsonTrace reads a line of tracing as it is written when the log's format is
// configured to be JSON; false when it is none of Anvil's.
func jsonTrace(line []byte) (traced, bool) {
	if len(line) == 0 || line[0] != '{' || !bytes.Contains(line, []byte(`"anvil::`)) {
		return traced{}, false
	}
	var l struct {
		Timestamp time.Time                  `json:"timestamp"`
		Target    string                     `json:"target"`
		Fields    map[string]json.RawMessage `json:"fields"`
	}
	if err := json.Unmarshal(line, &l); err != nil || !strings.HasPrefix(l.Target, "anvil::") || l.Timestamp.IsZero() {
		return traced{}, false
	}
	// Values that may hold spaces come last, as their readers expect, but for
	// the status of a retired item.
	last := []string{"description", "next", "status", "pfrr"}
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(l.Fields)), func(key string) bool {
		return key == "message" || slices.Contains(last, key)
	})
	text := plainField(l.Fields["message"])
	for i, key := range append(keys, last...) {
		if v, ok := l.Fields[key]; ok && i < len(keys) {
			text += " " + key + "=" + strings.ReplaceAll(plainField(v), " ", "_")
		} else if ok {
			text += " " + key + "=" + plainField(v)
		}
	}
	return traced{l.Timestamp.UTC(), runlog.Cut(text, maxMessage)}, true
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
