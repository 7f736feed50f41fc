package classify

import (
	"testing"

	"notdone/classify/text"
)

// TestObstacleOfAWideQuote checks that what is quoted beside the sentence that names an obstacle
// changes neither its name nor its key, and names it where that sentence alone does not.
func TestObstacleOfAWideQuote(t *testing.T) {
	of := func(message string) (name, key, said string) {
		r := text.Read(message)
		o := quotedObstacle(&r, message, "log:1")
		if o == nil {
			t.Fatalf("%q: %v, no obstacle", message, r.Label)
		}
		return o.Name, o.Key, o.Text
	}
	alone := "I have no access to the release branch."
	name, key, _ := of(alone)
	gotName, gotKey, said := of(alone + " Could you grant it to me?")
	if gotKey != key || gotName != name || said == alone {
		t.Errorf("named %q %q, alone %q %q; quoted %q", gotName, gotKey, name, key, said)
	}
	for _, c := range []struct{ message, name, said string }{
		{"Please provide:\n- the bucket name\n- the region", "needs the bucket name; the region", "Please provide:\n- the bucket name\n- the region"},
		{"I looked at both exports.\n\nTo go on I need the following:\n\n1. The key of the archive\n2. The seal of the office\n", "needs the key of the archive; the seal of the office", "To go on I need the following:\n\n1. The key of the archive\n2. The seal of the office"},
		{"Both work.\n\n- Redis, one more service to run.\n- In-process, stale for up to a minute.\n\nWhich would you prefer?", "which would you prefer?", "- Redis, one more service to run.\n- In-process, stale for up to a minute.\n\nWhich would you prefer?"},
	} {
		if name, _, said := of(c.message); name != c.name || said != c.said {
			t.Errorf("%q: named %q, quoted %q", c.message, name, said)
		}
	}
	_, bucket, _ := of("Please provide:\n- the bucket name\n- the region")
	_, again, _ := of("Please provide the region and the bucket name.")
	_, other, _ := of("Please provide:\n- the table name\n- the owner")
	_, key, _ = of("To go on I need the following:\n- the key of the archive\n- the seal of the office")
	_, gotKey, _ = of("To go on I need the following:\n- the plan of the roof\n- the number of the permit")
	if key == gotKey {
		t.Errorf("lists of different things behind the same words are one cause: %q", key)
	}
	recorded := NewObstacle("To go on I need the following:\n\n- the key of the archive\n- the seal of the office", "tasks#1.obstacle")
	if recorded.Key != key || recorded.Name != "needs the key of the archive; the seal of the office" {
		t.Errorf("recorded it is %q, %q; said at the end %q", recorded.Name, recorded.Key, key)
	}
	if bucket == other {
		t.Errorf("two requests for different things are one cause: %q", bucket)
	}
	if bucket != again {
		t.Errorf("two requests for the same things are two causes: %q, %q", bucket, again)
	}
}
