// Package spelling finds what a misspelt name is meant for, among names that there are.
package spelling

// Nearest returns the name of all that is most like a misspelt one; empty if none is like it.
func Nearest(misspelt string, all []string) string {
	best, least := "", max(len(misspelt)/3, 2)+1
	for _, name := range all {
		if d := distance(misspelt, name); d < least && d < len(name) {
			best, least = name, d
		}
	}
	return best
}

// distance is how many runes must be inserted, removed, replaced, or swapped with their
// neighbour to make one text of the other (optimal string alignment).
func distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			other := 1
			if a[i] == b[j] {
				other = 0
			}
			d := min(rows[i][j]+other, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = d
		}
	}
	return rows[len(a)][len(b)]
}
