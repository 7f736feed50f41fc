package cycle

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestWishesThatAreOne(t *testing.T) {
	for _, group := range [][]string{
		{"Morning briefing 2026-11-20", "Morning briefing 2026-11-21", "morning briefing", "Morning briefing for 20.11.2026", "Morning briefing (11/21/2026)", "Morning briefing 20261122", "Morning briefing 2026-11-20T07:30:00Z"},
		{"Daily report (Tue)", "Daily report (Wed)", "Daily report", "Daily report, Tuesday", "Daily report - Fri", "Monday daily report", "Daily report on Friday, Nov 20, 2026", "Daily report 20 November", "Daily report 2026-W47"},
		{"Check mail 07:30", "Check mail at 8am", "Check mail 19:45 UTC", "check mail"},
		{"Fix login", "fix   LOGIN", "Fix login!", "\"Fix login\"", "“Fix login”", "Fix login (retry 2)", "[attempt 3] Fix login", "Re: Fix login", "Re: Fwd: fix login", "Retry: Fix login", "Fix login [retry #2]", "Fix login (attempt 2 of 3)", "Fix login - retry 2", "Fix login, again", "(requeued) Fix login", "Ｆｉｘ login", "Fix\u200b login", "✅ Fix login", "Fix login (2nd try)", "Fix login (re-run)"},
		{"Read-only mode", "Read only mode", "read only mode."},
		{"Café menu", "Cafe\u0301 menu"},
		{"Don't panic", "Don’t panic", "dont panic"},
		{"Import 1,000 rows", "Import 1000 rows"},
	} {
		for _, title := range group[1:] {
			if got, want := Wish(title, ""), Wish(group[0], ""); got != want {
				t.Errorf("Wish(%q) = %q, want that of %q: %q", title, got, group[0], want)
			}
		}
	}
}

func TestWishesThatDiffer(t *testing.T) {
	for _, group := range [][]string{
		{"Fix #12", "Fix #13", "Fix acme/site#12"},
		{"Upgrade to v1.2", "Upgrade to v1.3", "Upgrade to v1.20"},
		{"Increase limit to 10", "Increase limit to 20", "Increase limit to 10%", "Increase limit to -10"},
		{"Deploy to staging", "Deploy to production"},
		{"Edit main.go", "Edit mainx.go", "Edit main.rs", "Edit cmd/main.go"},
		{"Check web-1.example.com", "Check web-2.example.com", "Check web-1.example.org"},
		{"Upgrade to 2026.11.20", "Upgrade to 2026.11.21"},
		{"Process report-2026-11-20.csv", "Process report-2026-11-21.csv"},
		{"Set max retry 2", "Set max retry 3"},
		{"Port to C", "Port to C++", "Port to C#"},
		{"2026-11-20", "2026-11-21"},
		{"MIG-002", "MIG-003"},
		{"Plan 2026", "Plan 2027"},
		{"Delete .env", "Delete env"},
		{"Listen on :8080", "Listen on :9090"},
		{"写报告", "写代码"},
		{"Assert a < b", "Assert a > b"},
		{strings.Repeat("long ", 80) + "a", strings.Repeat("long ", 80) + "b"},
	} {
		seen := map[string]string{}
		for _, title := range group {
			w := Wish(title, "")
			if other, ok := seen[w]; ok {
				t.Errorf("Wish(%q) = Wish(%q) = %q", title, other, w)
			}
			seen[w] = title
		}
	}
}

func TestWishBody(t *testing.T) {
	base := Wish("Briefing", "Write the briefing for 2026-11-20.")
	if base != "briefing write the briefing" {
		t.Errorf("Wish = %q", base)
	}
	if got := Wish("briefing", "write the  BRIEFING for 2026-11-21"); got != base {
		t.Errorf("another day's body gives %q, want %q", got, base)
	}
	if got := Wish("Briefing", "Write the summary."); got == base {
		t.Errorf("another body gives the same wish %q", got)
	}
	if got := Wish("Briefing", " \n"); got != "briefing" {
		t.Errorf("blank body gives %q", got)
	}
	if got, want := Wish("20 20 2026 2026 2026 again   \t  re: nov", ""), Wish("20 20 2026 2026 2026 again re: nov", ""); got != want {
		t.Errorf("with other spaces a note gives %q, want %q", got, want)
	}
	if got := Wish("", ""); got != "" {
		t.Errorf("nothing asked gives %q", got)
	}
	if got := Wish("", "Do it"); got != "do it" {
		t.Errorf("body alone gives %q", got)
	}
}

// TestAPromptIsTitleAndBody: systems that keep a prompt and systems that keep a title
// and a body give one wish for what is the same.
func TestAPromptIsTitleAndBody(t *testing.T) {
	long := strings.Repeat("Compare each page with the code and correct what is not true any more. ", 40)
	for _, tt := range []struct{ title, body, prompt string }{
		{"Deploy the preview", "Use the staging cluster.", "Deploy the preview\n\nUse the staging cluster."},
		{"Deploy the preview", "Use the staging cluster.", "  deploy the preview. Use the staging cluster"},
		{"Deploy the preview (retry 2)", "Use the staging cluster.", "\nDeploy the preview\nUse the staging cluster.\n"},
		{"Refresh the docs", long, "Refresh the docs:\n" + long},
		{"Refresh the docs - retry 3", long, "Re: Refresh the docs\r\n" + long},
	} {
		if got, want := Wish(tt.prompt, ""), Wish(tt.title, tt.body); got != want {
			t.Errorf("%.40q gives %q, title and body give %q", tt.prompt, got, want)
		}
	}
	if a, b := Wish("Refresh the docs", long+"a"), Wish("Refresh the docs", long+"b"); a == b {
		t.Errorf("two long bodies give one wish %q", a)
	}
}

func TestWishProperties(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"nov", "20", "2026", "2026-11-20", "(retry 2)", "re:", "fix", "#12", "v1.2", "7am", "utc", "Tue", "friday", "-", ",",
		"(", ")", "on", "ΑΣ", "ß", "é", "'", "again", ":", "a-b", "…", "\u200b", "\u202e", "\x00",
	})
	text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(piece), func(p []string) string { return strings.Join(p, " ") }))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "title")
		w := Wish(s, "")
		if again := Wish(w, ""); again != w {
			t.Fatalf("wish of the wish %q is %q", w, again)
		}
		if spaced := Wish(" "+strings.ReplaceAll(s, " ", " \t ")+"\n", ""); spaced != w {
			t.Fatalf("with other spaces %q, want %q", spaced, w)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-zA-Zäöüéßαβγσ0-9 .,#:-]{0,40}`).Draw(t, "title")
		if got, want := Wish(strings.ToUpper(s), ""), Wish(s, ""); got != want {
			t.Fatalf("in capitals %q, want %q", got, want)
		}
	})
}

func FuzzWish(f *testing.F) {
	for _, s := range []string{"Morning briefing 2026-11-20", "Re: [retry 2] x", "nov nov 20 20", "\xff(\x00", strings.Repeat("(", 50)} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, title, body string) {
		w := Wish(title, body)
		if len(w) > maxWish+12 {
			t.Fatalf("%d bytes", len(w))
		}
		for _, r := range w {
			if !unicode.IsPrint(r) {
				t.Fatalf("%q holds %U", w, r)
			}
		}
		if Wish(w, "") != w {
			t.Fatalf("%q is not stable", w)
		}
	})
}

func BenchmarkWish(b *testing.B) {
	body := strings.Repeat("Collect the open tickets of the last day and write them to summary.md. ", 12)
	b.ReportAllocs()
	for b.Loop() {
		Wish("Morning briefing 2026-11-20 (retry 2)", body)
	}
}
