package query

import (
	"cmp"
	"fmt"
	"strings"

	"notdone/source/spelling"
)

// Key is what tasks are sorted by.
type Key uint8

// The keys. BySeverity is the order of the panes: the worst first, then the newest.
const (
	BySeverity Key = iota
	ByAge
	ByCost
	ByTries
	ByID
)

// NumKeys is the number of keys.
const NumKeys = int(ByID) + 1

var keyNames = [NumKeys]string{"severity", "age", "cost", "tries", "id"}

func (k Key) String() string { return keyNames[k] }

// Order is how tasks are sorted: the oldest, dearest or most often tried first, or by id. In
// either direction those of which the key is unknown come last. The zero Order is that of the
// panes.
type Order struct {
	By      Key
	Reverse bool
}

// KeyNames returns the names of all keys.
func KeyNames() []string { return keyNames[:] }

// ParseOrder reads the name of a key, behind "-" for the other direction.
func ParseOrder(text string) (Order, error) {
	name, reverse := strings.CutPrefix(text, "-")
	for k, known := range keyNames {
		if strings.EqualFold(name, known) {
			return Order{By: Key(k), Reverse: reverse}, nil
		}
	}
	meant := "it is one of " + strings.Join(keyNames[:], ", ")
	if near := spelling.Nearest(name, keyNames[:]); near != "" {
		meant = "did you mean " + near + "?"
	}
	return Order{}, fmt.Errorf("no key %s to sort by: %s", quoted(name), meant)
}

// Compare compares two tasks by the key; 0: it does not tell them apart.
func (o Order) Compare(a, b *Facts) int {
	c, knownA, knownB := 0, true, true
	switch o.By {
	case BySeverity:
		c = cmp.Compare(b.Weight, a.Weight)
	case ByAge:
		c, knownA, knownB = a.Since.Compare(b.Since), !a.Since.IsZero(), !b.Since.IsZero()
	case ByCost:
		c, knownA, knownB = cmp.Compare(b.NanoUSD, a.NanoUSD), a.Priced, b.Priced
	case ByTries:
		c = cmp.Compare(b.Attempts, a.Attempts)
	case ByID:
		c = cmp.Compare(a.ID, b.ID)
	}
	switch {
	case knownA != knownB && knownA:
		return -1
	case knownA != knownB:
		return 1
	case !knownA:
		return 0
	case o.Reverse:
		return -c
	}
	return c
}
