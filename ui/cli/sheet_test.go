package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"notdone/model"
	"notdone/ui/theme"
)

// A table for a terminal without Unicode has none, also where it leaves rows out.
func TestASheetInASCII(t *testing.T) {
	t.Parallel()
	l := newListing(time.Unix(1_800_000_000, 0), nil)
	l.counts[model.StateFailed], l.more[model.PaneFailed] = 1500, 1500
	s := &sheet{listing: l, width: 80, theme: theme.New(theme.None, theme.ASCII(), theme.Unknown, colorprofile.Ascii)}
	var b bytes.Buffer
	out := newOutput(&b)
	if err := s.print(out); err != nil {
		t.Fatal(err)
	}
	if err := out.flush(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "1,500 more") || strings.ContainsFunc(b.String(), func(r rune) bool { return r > '~' }) {
		t.Errorf("%q", b.String())
	}
}
