package sqlsource

import (
	"testing"

	"notdone/model"
	"notdone/source"
)

// counted is a situation that counts how often it is decided.
type counted struct {
	kind  int
	times *int
}

func (c counted) Kind() any   { return c.kind }
func (c counted) Size() int64 { return 0 }
func (c counted) Decide(source.Request) Decision {
	*c.times++
	return Decision{}
}

// TestOffersKeepFewKinds: a kind may hold what a foreign row says, of which there is no end.
func TestOffersKeepFewKinds(t *testing.T) {
	times := 0
	offers := Offers([]model.ActionName{model.ActionRequeue}, nil)
	for range 2 {
		for kind := range maxKinds + 10 {
			offers(&model.Case{Native: counted{kind, &times}}, nil)
		}
	}
	if times != maxKinds+20 {
		t.Errorf("%d decisions for %d kinds, each met twice; want %d", times, maxKinds+10, maxKinds+20)
	}
}
