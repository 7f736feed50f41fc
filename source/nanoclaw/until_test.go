package nanoclaw

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestFatesHoldUntil: at any moment before its end what a row is stays so, and then it is
// something else, whatever rows are beside it and whatever its container does.
func TestFatesHoldUntil(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		was, since, until := r.at(noon)
		later := noon.Add(drawSpan(t, "later"))
		if !until.IsZero() && rapid.Bool().Draw(t, "at its end") {
			later = until.Add(-time.Duration(rapid.IntRange(0, 1).Draw(t, "before")))
		}
		is, stays, _ := r.at(later)
		switch same := is == was && stays.Equal(since); {
		case (until.IsZero() || later.Before(until)) && !same:
			t.Errorf("%+v until %v, and at %v %+v", was, until, later, is)
		case later.Equal(until) && same:
			t.Errorf("%+v until %v, and then still", was, until)
		}
	})
}

func drawSpan(t *rapid.T, label string) time.Duration {
	scale := rapid.SampledFrom([]time.Duration{time.Second, time.Minute, time.Hour}).Draw(t, label+" scale")
	return time.Duration(rapid.IntRange(0, 60).Draw(t, label)) * scale
}

// drawRecord draws a row among newer ones, of which few are enough to starve it.
func drawRecord(t *rapid.T) *record {
	around := func(label string) time.Time { return noon.Add(drawSpan(t, label) - time.Hour) }
	fates := []fate{nil, nil, nil, fateSilent, fateRan}
	sc := &scene{now: noon, heart: around("heart"), acks: map[string]ack{}, facts: &facts{
		Most: rapid.IntRange(1, 3).Draw(t, "most"), Container: rapid.SampledFrom([]string{"", "running", "stopped"}).Draw(t, "container"),
	}}
	for i := range rapid.IntRange(0, 5).Draw(t, "newer") {
		sc.messages = append(sc.messages, message{
			ID: fmt.Sprint("newer ", i), Seq: int64(i + 2), Status: stPending, Context: rapid.Bool().Draw(t, "context"), Created: ago(time.Hour), After: around("after"),
		})
	}
	r := &record{scene: sc, fate: rapid.SampledFrom(fates).Draw(t, "fate"), message: message{
		ID: "row", Seq: 1, Status: rapid.SampledFrom([]string{stPending, stPaused, stCompleted}).Draw(t, "status"),
		Created: ago(drawSpan(t, "created")), After: around("due"), Tries: rapid.IntRange(0, 2).Draw(t, "tries"),
	}}
	if rapid.Bool().Draw(t, "claimed") {
		r.ack = ack{Status: ackProcessing, At: around("claim")}
	}
	r.sent.open, r.sent.to = rapid.Bool().Draw(t, "open"), around("to")
	return r
}
