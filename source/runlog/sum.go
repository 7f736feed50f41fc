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

// CanonicalArgs writes the arguments of a call so that equal arguments are equal texts:
// the keys of an object are sorted, and arguments that vary without a meaning, such as
// timeouts and descriptions, are left out. It returns at most maxWhat bytes of the text,
// and the hash of all of it. Any other value is returned as it is written.
func CanonicalArgs(raw []byte) (args string, sum uint64) {
	d := Parse(raw)
	defer d.Release()
	type member struct {
		key   []byte
		value Value
	}
	var members []member
	for key, m := range d.All() {
		if !ignoredArgs[string(key)] {
			members = append(members, member{key, m})
		}
	}
	if d.Kind() != '{' || members == nil || d.bad {
		raw = bytes.TrimSpace(raw)
		return Decode(raw, maxWhat), maphash.Bytes(seed, raw)
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	var text strings.Builder
	var h maphash.Hash
	h.SetSeed(seed)
	for i, m := range members {
		for _, part := range [][]byte{m.key, m.value.Raw()} {
			_, _ = h.Write(part) // never fails, as hash.Hash promises
			_ = h.WriteByte(0)
		}
		if text.Len() > 2*maxWhat {
			continue
		}
		text.WriteByte("{,"[min(i, 1)])
		text.WriteString(`"` + Cut(string(m.key), maxWhat) + `":`)
		text.WriteString(Decode(m.value.Raw(), maxWhat))
	}
	text.WriteByte('}')
	return Cut(text.String(), maxWhat), h.Sum64()
}
