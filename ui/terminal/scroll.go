package terminal

import (
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// parts tells lines from each other where they are moved: a number for each part of a line, of the
// signs in it without their styles. That of a blank part is 0.
type parts []uint64

// partWidth is how many columns a part has.
const partWidth = 8

func numParts(width int) int { return (width + partWidth - 1) / partWidth }

func partsOf(line uv.Line) parts {
	all := make(parts, numParts(len(line)))
	for x := range line {
		part := &all[x/partWidth]
		*part *= 31
		if sign := line[x].Content; sign != " " {
			for i := range len(sign) {
				*part = *part*31 + uint64(sign[i])
			}
		}
	}
	return all
}

// differ returns how many parts of two lines differ.
func (p parts) differ(from parts) (n int) {
	for i := range p {
		if p[i] != from[i] {
			n++
		}
	}
	return n
}

// Lines are moved on the terminal where that saves leastSaved parts of lines. That is tried for at most
// mostMoves blocks of a frame, by at most farthest lines.
const (
	leastSaved = 8
	mostMoves  = 4
	farthest   = 16
)

// block is a block of lines that are those which stand by lines further down, or up.
type block struct{ from, to, by int }

// margins returns the lines between which the terminal is scrolled.
func (b block) margins() (top, bottom int) { return min(b.from, b.from+b.by), max(b.to, b.to+b.by) }

// moveBlocks moves lines on the terminal that are to stand elsewhere, mostly as they are.
func (p *painter) moveBlocks() {
	for range mostMoves {
		changed := 0
		for y := range p.next {
			if p.next[y].text != p.shown[y].text {
				changed++
			}
		}
		if changed < 2 {
			return
		}
		b := p.bestBlock()
		if b.by == 0 {
			return
		}
		p.move(b)
	}
}

// bestBlock returns the block that saves most when it is moved; one by 0 when none saves enough.
func (p *painter) bestBlock() (best block) {
	inPlace := make([]int, len(p.next)) // parts that differ where each line stands
	cleared := make([]int, len(p.next)) // how many more do when it is cleared
	for y := range p.next {
		inPlace[y] = p.next[y].parts.differ(p.shown[y].parts)
		cleared[y] = p.next[y].parts.differ(p.blank.parts) - inPlace[y]
	}
	if total(inPlace) < leastSaved {
		return block{}
	}
	first, last := 0, len(inPlace)-1
	for ; inPlace[first] == 0; first++ {
	}
	for ; inPlace[last] == 0; last-- {
	}
	most := leastSaved - 1
	for by := -farthest; by <= farthest; by++ {
		b, sum := block{by: by}, 0
		for y := max(first, first-by); by != 0 && y <= min(last, last-by); y++ {
			if sum <= 0 {
				sum, b.from = 0, y
			}
			sum += inPlace[y] - p.next[y].parts.differ(p.shown[y+by].parts)
			b.to = y
			top, bottom := b.margins()
			saved := sum - total(cleared[top:b.from]) - total(cleared[b.to+1:bottom+1])
			if saved > most {
				most, best = saved, b
			}
		}
	}
	return best
}

func total(all []int) (sum int) {
	for _, n := range all {
		sum += n
	}
	return sum
}

// move has the terminal move a block of lines. Blank ones come behind it.
func (p *painter) move(b block) {
	top, bottom := b.margins()
	p.out = append(p.out, ansi.SetTopBottomMargins(top+1, bottom+1)...)
	at, step, n := bottom, "\n", b.by
	if b.by < 0 {
		at, step, n = top, ansi.ReverseIndex, -b.by
	}
	p.out = append(p.out, ansi.CursorPosition(1, at+1)...)
	p.out = append(p.out, strings.Repeat(step, n)...)
	p.out = append(p.out, "\x1b[r"...)
	lines := slices.Clone(p.shown[top : bottom+1])
	for y := range lines {
		if from := y + b.by; from >= 0 && from < len(lines) {
			p.shown[top+y] = lines[from]
		} else {
			p.shown[top+y] = p.blank
		}
	}
}
