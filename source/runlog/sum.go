package runlog

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"
)

// seed makes the hashes of one process comparable with each other.
var seed = maphash.MakeSeed()

// ignoredArgs are the arguments that say how a call is made and not what it does.
var ignoredArgs = map[string]bool{
	"timeout": true, "timeout_ms": true, "timeoutMs": true, "description": true, "yield_time_ms": true,
	"max_output_tokens": true, "justification": true, "run_in_background": true,
}

// CanonicalArgs writes the arguments of a call, a JSON object, so that equal arguments
// look equal: keys in order, without what varies and means nothing, such as
// timeouts and descriptions. It returns at most maxWhat bytes of them and the
// hash of them all. What is not an object is taken as it stands.
func CanonicalArgs(raw []byte) (args string, sum uint64) {
	type member struct{ key, value []byte }
	var members []member
	c := NewCursor(raw)
	if c.Next() == '{' {
		c.Object(func(key []byte) {
			if value := c.Raw(); !ignoredArgs[string(key)] {
				members = append(members, member{key, value})
			}
		})
	}
	if c.bad || members == nil {
		raw = bytes.TrimSpace(raw)
		return Decode(raw, maxWhat), maphash.Bytes(seed, raw)
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	var text strings.Builder
	var h maphash.Hash
	h.SetSeed(seed)
	for i, m := range members {
		for _, part := range [][]byte{m.key, m.value} {
			_, _ = h.Write(part) // never fails, as hash.Hash promises
			_ = h.WriteByte(0)
		}
		if text.Len() > 2*maxWhat {
			continue
		}
		text.WriteByte("{,"[min(i, 1)])
		text.WriteString(`"` + Cut(string(m.key), maxWhat) + `":`)
		text.WriteString(Decode(m.value, maxWhat))
	}
	text.WriteByte('}')
	return Cut(text.String(), maxWhat), h.Sum64()
}
