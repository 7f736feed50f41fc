package anvil

import (
	"slices"
	"strings"
)

const fence = "```"

// blockKind is what a fenced block is to the plan protocol.
type blockKind uint8

const (
	blockOther  blockKind = iota // any fence of no protocol
	blockPlan                    // ANVIL_PLAN
	blockUpdate                  // ANVIL_PLAN_UPDATE
	blockFinal                   // ANVIL_FINAL
	blockTool                    // ANVIL_TOOL
)

// blockNames are the kinds as the model writes them behind a fence.
var blockNames = [...]string{blockOther: "code", blockPlan: "ANVIL_PLAN", blockUpdate: "ANVIL_PLAN_UPDATE", blockFinal: "ANVIL_FINAL", blockTool: "ANVIL_TOOL"}

// String is the name of the block as the model writes it.
func (k blockKind) String() string { return blockNames[k] }

// block is a fenced block as far as it was read.
type block struct {
	kind   blockKind
	ticks  int // of its fence
	line   int64
	nested int // fences inside a block of no protocol
	echo   bool
	items  []item
	text   []byte // of a final one
}

// checked are the items that the block claims to be finished.
func (b *block) checked() []item {
	return itemsThat(b.items, func(it *item) bool { return it.checked })
}

func (b *block) clone() *block {
	if b == nil {
		return nil
	}
	c := *b
	c.items, c.text = slices.Clone(b.items), slices.Clone(b.text)
	return &c
}

// fenceOf reads a line that opens or closes a fence: how many backticks it has
// and what follows them. A fence that is indented like code or quoted is none.
func fenceOf(line string) (ticks int, info string) {
	s := strings.TrimLeft(line, " ")
	if len(line)-len(s) > 3 || !strings.HasPrefix(s, fence) {
		return 0, ""
	}
	info = strings.TrimLeft(s, "`")
	ticks = len(s) - len(info)
	if strings.Contains(info, "`") {
		return 0, ""
	}
	return ticks, strings.TrimSpace(info)
}

// kindOfFence is what a fence with that info begins.
func kindOfFence(info string) blockKind {
	return blockKind(max(slices.Index(blockNames[:], info), int(blockOther)))
}

// step moves a block on by a line: done says that cur is closed, next is the
// block that is open after the line.
func step(cur *block, line string, number int64, limit int) (done bool, next *block) {
	ticks, info := fenceOf(line)
	switch {
	case cur == nil && ticks == 0:
		return false, nil
	case cur == nil:
		return false, &block{kind: kindOfFence(info), ticks: ticks, line: number}
	case ticks >= cur.ticks && info == "":
		if cur.nested > 0 {
			cur.nested--
			return false, cur
		}
		return true, nil
	case ticks > 0 && cur.kind == blockOther:
		cur.nested++
		return false, cur
	case ticks > 0 && kindOfFence(info) != blockOther:
		// The fence before was never closed, so its block does not count.
		return false, &block{kind: kindOfFence(info), ticks: ticks, line: number, echo: cur.echo}
	}
	cur.take(line, number, limit)
	return false, cur
}

// take reads a line inside the block, of which limit bytes are kept.
func (b *block) take(line string, number int64, limit int) {
	switch b.kind {
	case blockPlan, blockUpdate:
		if it, ok := readItem(line, number); ok && len(b.items) < maxItems {
			b.items = append(b.items, it)
		}
	case blockFinal:
		if len(b.text)+len(line) < limit {
			b.text = append(append(b.text, line...), '\n')
		}
	case blockOther, blockTool:
	}
}
