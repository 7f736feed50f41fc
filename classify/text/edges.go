package text

// edgeTable is the trie's edges as one open-addressed table: a lookup is one or
// two memory reads, where a map for each node would be hundreds of maps.
type edgeTable struct {
	build map[uint64]int32 // while compiling
	keys  []uint64         // key + 1; 0 is a free place
	nodes []int32
	mask  uint64
}

func edgeKey(node int32, word uint16) uint64 { return uint64(node)<<16 | uint64(word) }

func (t *edgeTable) add(from int32, w uint16, to int32) {
	if t.build == nil {
		t.build = map[uint64]int32{}
	}
	t.build[edgeKey(from, w)] = to
}

// freeze turns what was added into the table and frees the rest.
func (t *edgeTable) freeze() {
	size := uint64(16)
	for size < 3*uint64(len(t.build)) {
		size *= 2
	}
	t.keys, t.nodes, t.mask = make([]uint64, size), make([]int32, size), size-1
	for key, to := range t.build {
		at := spread(key) & t.mask
		for t.keys[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.keys[at], t.nodes[at] = key+1, to
	}
	t.build = nil
}

// find returns the node at the end of an edge, or -1.
func (t *edgeTable) find(from int32, w uint16) int32 {
	key := edgeKey(from, w)
	for at := spread(key) & t.mask; ; at = (at + 1) & t.mask {
		switch t.keys[at] {
		case key + 1:
			return t.nodes[at]
		case 0:
			return -1
		}
	}
}

func spread(key uint64) uint64 {
	key *= 0x9e3779b97f4a7c15
	return key ^ key>>29
}
