package theme

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
)

// tokens are all looks of a theme by what they mean.
func tokens(t *Theme) map[string]Token {
	all := map[string]Token{
		"title": t.Title, "faint": t.Faint, "focus": t.Focus, "selected": t.Selected, "match": t.Match, "key": t.Key,
		"quote": t.Quote, "alarm": t.Alarm, "added": t.Added, "removed": t.Removed,
	}
	for s := range model.NumStates {
		all["state "+model.State(s).String()] = t.State(model.State(s))
	}
	for s := range model.NumSeverities {
		all["severity "+model.Severity(s).String()] = t.Severity(model.Severity(s))
	}
	return all
}

func TestEveryLookIsOneOfItsProfile(t *testing.T) {
	for _, p := range []colorprofile.Profile{colorprofile.Ascii, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
		for _, dark := range []bool{true, false} {
			th := New(Unicode(), dark, p)
			for name, tok := range tokens(&th) {
				said := tok.Paint("word")
				if ansi.Strip(said) != "word" || !strings.HasSuffix(said, ansi.ResetStyle) || said == "word"+ansi.ResetStyle {
					if p != colorprofile.Ascii {
						t.Errorf("%v, dark %v: %s is painted %q", p, dark, name, said)
					}
				}
				for _, n := range strings.FieldsFunc(tok.on, func(r rune) bool { return r < '0' || r > '9' }) {
					colour, err := strconv.Atoi(n)
					if err != nil {
						t.Fatal(err)
					}
					if p == colorprofile.Ascii && colour >= 30 {
						t.Errorf("%s has a colour where there is none: %q", name, tok.on)
					}
				}
				if p == colorprofile.ANSI && strings.Contains(tok.on, "38;") {
					t.Errorf("%s has more than sixteen colours: %q", name, tok.on)
				}
			}
		}
	}
}

// Without colours the severities still differ.
func TestSeveritiesDifferWithoutColour(t *testing.T) {
	for _, p := range []colorprofile.Profile{colorprofile.Ascii, colorprofile.ANSI, colorprofile.TrueColor} {
		for _, dark := range []bool{true, false} {
			th, seen := New(ASCII(), dark, p), map[string]bool{}
			for s := model.SeverityWarning; s <= model.SeverityCritical; s++ {
				seen[th.Severity(s).Paint("x")] = true
			}
			if len(seen) != 3 {
				t.Errorf("%v, dark %v: %v", p, dark, seen)
			}
		}
	}
}

// Every colour can be read on white.
func TestTheLightThemeIsReadOnWhite(t *testing.T) {
	th := New(Unicode(), false, colorprofile.TrueColor)
	for name, tok := range tokens(&th) {
		var bold, r, g, b int
		on := strings.TrimSuffix(strings.TrimPrefix(tok.on, "\x1b["), "m")
		if n, _ := fmt.Sscanf(on, "38;2;%d;%d;%d", &r, &g, &b); n != 3 {
			if n, _ = fmt.Sscanf(on, "%d;38;2;%d;%d;%d", &bold, &r, &g, &b); n != 4 {
				continue // no colour of its own
			}
		}
		if c := contrast(r, g, b); c < 5.5 {
			t.Errorf("%s has a contrast of %.1f on white", name, c)
		}
	}
	if c := contrast(255, 255, 0); c > 1.2 {
		t.Errorf("yellow on white: %.1f", c)
	}
}

// contrast is that of a colour to white, by WCAG.
func contrast(r, g, b int) float64 {
	part := func(n int) float64 {
		v := float64(n) / 255
		if v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 1.05 / (0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b) + 0.05)
}
