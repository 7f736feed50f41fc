package filewrite

import (
	"strings"
	"testing"

	"notdone/source"
)

// A plan holds only while the facts about its task are the same: none other, none less and
// none more.
func TestAPlanHoldsForItsFacts(t *testing.T) {
	t.Parallel()
	batch, worker := source.Fact{Name: "batch", Value: "7"}, source.Fact{Name: "worker", Value: "w1, alive"}
	for _, tc := range []struct {
		name      string
		was, now  []source.Fact
		wantsWord string // of the change; empty: there is none
	}{
		{"the same", []source.Fact{batch, worker}, []source.Fact{batch, worker}, ""},
		{"another value", []source.Fact{batch}, []source.Fact{{Name: "batch", Value: "8"}}, "batch 7"},
		{"one less", []source.Fact{batch, worker}, []source.Fact{batch}, "worker"},
		{"one more", []source.Fact{batch}, []source.Fact{batch, worker}, "worker w1, alive"},
		{"one more in front", []source.Fact{batch}, []source.Fact{worker, batch}, "batch 7"},
	} {
		was, now := planned{seen: Seen{Status: "open", Facts: tc.was}}, planned{seen: Seen{Status: "open", Facts: tc.now}}
		c := was.changed(&now, &Decision{})
		if (c != nil) != (tc.wantsWord != "") || c != nil && !strings.Contains(c.Was+" "+c.Now, tc.wantsWord) {
			t.Errorf("%s: %+v", tc.name, c)
		}
	}
}
