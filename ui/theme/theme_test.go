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
		"title": t.Title, "faint": t.Faint, "focus": t.Focus, "selected": t.Selected, "match": t.Match, "chosen": t.Chosen, "key": t.Key,
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

var profiles = []colorprofile.Profile{colorprofile.Ascii, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor}

// eachTheme calls do with every theme on every background of every profile.
func eachTheme(g Glyphs, do func(name string, p colorprofile.Profile, t *Theme)) {
	for _, p := range profiles {
		for _, on := range []Background{Unknown, Dark, Light} {
			for _, name := range Names {
				t := New(name, g, on, p)
				do(fmt.Sprintf("%s on %d, %v", name, on, p), p, &t)
			}
		}
	}
}

func TestEveryLookIsOneOfItsProfile(t *testing.T) {
	eachTheme(Unicode(), func(theme string, p colorprofile.Profile, th *Theme) {
		for name, tok := range tokens(th) {
			said := tok.Paint("word")
			if ansi.Strip(said) != "word" || said != "word" && !strings.HasSuffix(said, ansi.ResetStyle) {
				t.Errorf("%s: %s is painted %q", theme, name, said)
			}
			for _, n := range strings.FieldsFunc(tok.on, func(r rune) bool { return r < '0' || r > '9' }) {
				colour, err := strconv.Atoi(n)
				if err != nil {
					t.Fatal(err)
				}
				if (p == colorprofile.Ascii || strings.HasPrefix(theme, None)) && colour >= 30 {
					t.Errorf("%s: %s has a colour where there is none: %q", theme, name, tok.on)
				}
			}
			if p == colorprofile.ANSI && strings.Contains(tok.on, "8;") {
				t.Errorf("%s: %s has more than sixteen colours: %q", theme, name, tok.on)
			}
		}
	})
}

// Without colours severities and states still differ: by their signs, which no other
// thing has.
func TestSignsDiffer(t *testing.T) {
	for _, g := range []Glyphs{Unicode(), ASCII()} {
		seen := map[string]string{g.Open: "open", g.Closed: "closed"}
		add := func(sign, what string) {
			if seen[sign] != "" || ansi.StringWidth(sign) != 1 {
				t.Errorf("%q stands for %s and %s", sign, seen[sign], what)
			}
			seen[sign] = what
		}
		for s := range model.NumStates {
			add(g.Glyph(model.State(s)), model.State(s).String())
		}
		for s := model.SeverityWarning; s <= model.SeverityCritical; s++ {
			add(g.Sign(s), s.String())
		}
	}
}

// Severities differ in their style too, whatever the terminal has.
func TestSeveritiesDifferWithoutColour(t *testing.T) {
	eachTheme(ASCII(), func(theme string, _ colorprofile.Profile, th *Theme) {
		seen := map[string]bool{}
		for s := model.SeverityWarning; s <= model.SeverityCritical; s++ {
			seen[th.Severity(s).Paint("x")] = true
		}
		if len(seen) != 3 {
			t.Errorf("%s: %v", theme, seen)
		}
	})
}

// Every colour can be read on the backgrounds it is for, and under the selection.
func TestColoursAreReadOnTheirBackgrounds(t *testing.T) {
	for _, tc := range []struct {
		name  string
		on    Background
		least float64
		under []string
	}{
		{"dark", Unknown, 4.5, []string{"#000000", "#1e1e1e", "#282a36", "#2e3440"}},
		{Auto, Dark, 4.5, []string{"#000000", "#282a36"}},
		{"light", Unknown, 4.5, []string{"#ffffff", "#fdf6e3", "#eeeeee"}},
		{Auto, Light, 4.5, []string{"#ffffff"}},
		{HighContrast, Dark, 7, []string{"#000000", "#282a36"}},
		{HighContrast, Light, 7, []string{"#ffffff", "#fdf6e3"}},
	} {
		th := New(tc.name, Unicode(), tc.on, colorprofile.TrueColor)
		under := tc.under
		if back, ok := colour(th.Selected.on, "48"); ok {
			under = append(under, back)
		} else if tc.least < 7 {
			t.Errorf("%s has no background for its selection", tc.name)
		}
		coloured := 0
		for name, tok := range tokens(&th) {
			front, ok := colour(tok.on, "38")
			if !ok {
				continue
			}
			coloured++
			for _, back := range under {
				if c := contrast(front, back); c < tc.least {
					t.Errorf("%s: %s has a contrast of %.1f on %s", tc.name, name, c, back)
				}
			}
		}
		if coloured < 10 {
			t.Errorf("%s has %d colours", tc.name, coloured)
		}
	}
	if c := contrast("#ffff00", "#ffffff"); c > 1.2 {
		t.Errorf("yellow on white: %.1f", c)
	}
}

// A style laid over a painted line stays in force behind each of its pieces.
func TestOverKeepsThePaint(t *testing.T) {
	red, back := Token{"\x1b[31m"}, Token{"\x1b[48;5;1m"}
	if got, want := back.Over(red.Paint("a")+"b"), "\x1b[48;5;1m\x1b[31ma\x1b[m\x1b[48;5;1mb\x1b[m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// colour returns the colour that a style sets with 38 or 48, as #rrggbb.
func colour(on, which string) (string, bool) {
	_, of, found := strings.Cut(on, which+";2;")
	var r, g, b int
	if n, _ := fmt.Sscanf(of, "%d;%d;%d", &r, &g, &b); !found || n != 3 {
		return "", false
	}
	return fmt.Sprintf("#%02x%02x%02x", r, g, b), true
}

// contrast is that of two colours, by WCAG.
func contrast(a, b string) float64 {
	brighter, darker := luminance(a), luminance(b)
	return (max(brighter, darker) + 0.05) / (min(brighter, darker) + 0.05)
}

func luminance(hex string) float64 {
	var r, g, b int
	_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b)
	part := func(n int) float64 {
		v := float64(n) / 255
		if v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

// On a background that nobody knows no text is yellow, which a light one hides.
func TestNothingIsYellowOnAnUnknownBackground(t *testing.T) {
	for _, p := range []colorprofile.Profile{colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
		for _, name := range []string{Auto, Sixteen} {
			th := New(name, Unicode(), Unknown, p)
			for what, tok := range tokens(&th) {
				for _, n := range strings.FieldsFunc(tok.on, func(r rune) bool { return r < '0' || r > '9' }) {
					if n == "33" || n == "93" {
						t.Errorf("%s, %v: %s is yellow", name, p, what)
					}
				}
			}
		}
	}
}
