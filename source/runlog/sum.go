package runlog

import (
	"bytes"
	"slices"
	"strings"
)

// FNV-1a, by hand so that strings and bytes are hashed without a copy.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func hashText[T string | []byte](s T) uint64 { return hashMore(fnvOffset, s) }

func hashMore[T string | []byte](h uint64, s T) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

func mix(a, b uint64) uint64 { return (a*31 ^ b) * fnvPrime }

// fickle are the arguments that say how a call is made and not what it does.
var fickle = map[string]bool{
	"timeout": true, "timeout_ms": true, "timeoutMs": true, "description": true, "yield_time_ms": true,
	"max_output_tokens": true, "justification": true, "run_in_background": true,
}

// Canon writes the arguments of a call, a JSON object, so that equal arguments
// look equal: keys in order, without what varies and means nothing, such as
// timeouts and descriptions. It returns at most maxWhat bytes of them and the
// hash of them all. What is not an object is taken as it stands.
func Canon(raw []byte) (args string, sum uint64) {
	type member struct{ key, value []byte }
	var members []member
	c := NewCursor(raw)
	if c.Next() == '{' {
		c.Object(func(key []byte) {
			if value := c.Raw(); !fickle[string(key)] {
				members = append(members, member{key, value})
			}
		})
	}
	if c.bad || members == nil {
		raw = bytes.TrimSpace(raw)
		return Decode(raw, maxWhat), hashText(raw)
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	var text strings.Builder
	sum = fnvOffset
	for i, m := range members {
		sum = hashMore(hashMore(sum, m.key), m.value)
		if text.Len() > 2*maxWhat {
			continue
		}
		text.WriteByte("{,"[min(i, 1)])
		text.WriteString(`"` + Cut(string(m.key), maxWhat) + `":`)
		text.WriteString(Decode(m.value, maxWhat))
	}
	text.WriteByte('}')
	return Cut(text.String(), maxWhat), sum
}
