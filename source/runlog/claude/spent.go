package claude

import "hash/maphash"

// seed makes the hashes of ids comparable with each other.
var seed = maphash.MakeSeed()

// spent remembers the tokens of the newest messages, so that a message that is
// written in several records, or between those of a subagent, counts once.
type spent struct {
	ids  [8]uint64
	sums [8]int64
	next int
}

// add returns by how much more a message with the id has used than was known.
// The records of one message repeat its usage, and the last one has it all.
func (s *spent) add(id []byte, tokens int64) int64 {
	h := maphash.Bytes(seed, id)
	for i := range s.ids {
		if s.ids[i] == h {
			more := max(tokens-s.sums[i], 0)
			s.sums[i] += more
			return more
		}
	}
	s.ids[s.next], s.sums[s.next] = h, tokens
	s.next = (s.next + 1) % len(s.ids)
	return tokens
}

// spend counts the tokens of a message, a subagent's as well.
func (r *reader) spend(rec *record) {
	n := rec.message.tokens
	if n == 0 {
		return
	}
	if len(rec.message.id) > 0 {
		n = r.usage.add(rec.message.id, n)
	}
	if r.Run.Tokens != nil {
		n += *r.Run.Tokens
	}
	r.Run.Tokens = &n
}

// pay takes what the terminal record says was used. The cost is a running total
// of the session, its usage that of the turn.
func (r *reader) pay(rec *record) {
	if rec.tokens > 0 {
		n := rec.tokens
		r.Run.Tokens = &n
	}
	if !rec.hasCost {
		return
	}
	cost := rec.cost
	if r.paidBy == r.Sum.Session && cost >= r.paid {
		cost -= r.paid
	}
	r.paid, r.paidBy = rec.cost, r.Sum.Session
	r.Run.CostUSD = &cost
}
