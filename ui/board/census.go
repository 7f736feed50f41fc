package board

import (
	"math/bits"

	"notdone/classify"
	"notdone/model"
)

// standing is what is remembered of every task: its class, its weight, and what it adds
// to the tally of its queue.
type standing uint16

const (
	standingBits = 9
	standingMask = 1<<standingBits - 1
	occupied     = 1 << 63
)

func newStanding(c class, weight int, adds classify.Tally) standing {
	return (standing(c)*numWeights+standing(weight))*numTallies + standing(adds.Finished+adds.NotDone)
}

const (
	numWeights = standing(model.NumSeverities) + 1
	numTallies = 3 // no finished task, a finished one, and one that is not done
)

func (s standing) class() class { return class(s / numTallies / numWeights) }
func (s standing) weight() int  { return int(s / numTallies % numWeights) }

// tally returns what the task adds to the tally of its queue.
func (s standing) tally() classify.Tally {
	added := int(s % numTallies)
	return classify.Tally{Finished: min(added, 1), NotDone: added / 2}
}

// census maps the ids of one source's tasks to their standing, at eight bytes a
// slot: 54 bits of the id's hash and 9 bits of standing. Among a million tasks
// two hashes are equal once in thirty thousand boards; such a pair would be
// counted as one task. The zero census is empty.
type census struct {
	slots []uint64
	used  int
}

func hashID(id string) uint64 {
	return hashText(id)&^standingMask | occupied
}

// find returns the slot of the hash, or the empty slot where it belongs.
func (c *census) find(h uint64) (int, bool) {
	if c.slots == nil {
		c.grow()
	}
	for i := c.home(h); ; i = c.next(i) {
		switch c.slots[i] &^ standingMask {
		case h:
			return i, true
		case 0:
			return i, false
		}
	}
}

// home returns the slot from which a hash is looked for. The share of the table before it is
// that of the hashes before it, so that a table may have any number of slots.
func (c *census) home(h uint64) int {
	home, _ := bits.Mul64(h&^standingMask<<1, uint64(len(c.slots)))
	return int(home)
}

// next returns the slot after another, and after the last the first one.
func (c *census) next(i int) int {
	if i++; i < len(c.slots) {
		return i
	}
	return 0
}

// distance returns how many slots after another one a slot comes.
func (c *census) distance(from, to int) int {
	if from <= to {
		return to - from
	}
	return to - from + len(c.slots)
}

// set stores the standing of a task and returns the one before, if any.
func (c *census) set(id string, s standing) (was standing, known bool) {
	if c.used*4 >= len(c.slots)*3 {
		c.grow()
	}
	h := hashID(id)
	i, known := c.find(h)
	if known {
		was = standing(c.slots[i] & standingMask)
	} else {
		c.used++
	}
	c.slots[i] = h | uint64(s)
	return was, known
}

// get returns the standing of a task, if it is known.
func (c *census) get(id string) (s standing, known bool) {
	i, known := c.find(hashID(id))
	return standing(c.slots[i] & standingMask), known
}

// remove forgets a task and returns its last standing. Later slots of the same
// run move up, so that no marker of the removal has to stay.
func (c *census) remove(id string) (was standing, known bool) {
	hole, known := c.find(hashID(id))
	if !known {
		return 0, false
	}
	was = standing(c.slots[hole] & standingMask)
	for i := c.next(hole); c.slots[i] != 0; i = c.next(i) {
		home := c.home(c.slots[i])
		if c.distance(home, i) >= c.distance(hole, i) {
			c.slots[hole], hole = c.slots[i], i
		}
	}
	c.slots[hole] = 0
	c.used--
	return was, true
}

// grow makes the table larger by a quarter, so that much of it is used at any size.
func (c *census) grow() { c.resize(max(leastSlots, len(c.slots)+len(c.slots)/4)) }

// reserve makes room for so many tasks at once: to grow to that size takes the table before
// beside the new one.
func (c *census) reserve(tasks int) {
	if slots := min(tasks, mostSlots/2)*4/3 + leastSlots; slots > len(c.slots) {
		c.resize(slots)
	}
}

func (c *census) resize(slots int) {
	old := c.slots
	c.slots = make([]uint64, slots)
	for _, s := range old {
		if s != 0 {
			i, _ := c.find(s &^ standingMask)
			c.slots[i] = s
		}
	}
}
