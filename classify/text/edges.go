package text

// edgeTable is the trie's edges as one open-addressed table: a lookup is one or
// two memory reads, where a map for each node would be hundreds of thousands of
// maps. It is pointer-free, and never more than three quarters full.
type edgeTable struct {
	keys  []uint64 // key + 1; 0 is a free place
	nodes []int32
	mask  uint64
	used  int
}

func edgeKey(node int32, word uint16) uint64 { return uint64(node)<<16 | uint64(word) }

// newEdges makes a table with room for about n edges.
func newEdges(n int) edgeTable {
	size := 1 << 10
	for 4*n > 3*size {
		size *= 2
	}
	return edgeTable{keys: make([]uint64, size), nodes: make([]int32, size), mask: uint64(size - 1)}
}

// add puts in an edge that is not in the table yet.
func (t *edgeTable) add(from int32, w uint16, to int32) {
	if 4*(t.used+1) > 3*len(t.keys) {
		t.grow()
	}
	t.put(edgeKey(from, w)+1, to)
	t.used++
}

func (t *edgeTable) put(stored uint64, to int32) {
	at := spread(stored-1) & t.mask
	for t.keys[at] != 0 {
		at = (at + 1) & t.mask
	}
	t.keys[at], t.nodes[at] = stored, to
}

func (t *edgeTable) grow() {
	keys, nodes := t.keys, t.nodes
	size := 2 * len(keys)
	t.keys, t.nodes, t.mask = make([]uint64, size), make([]int32, size), uint64(size-1)
	for i, stored := range keys {
		if stored != 0 {
			t.put(stored, nodes[i])
		}
	}
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
