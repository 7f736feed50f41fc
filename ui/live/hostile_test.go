package live

import (
	"strings"
	"testing"
)

// What a title or an obstacle holds is shown as text: it can neither move the
// cursor nor reach the clipboard, nor make a line longer than the screen.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	const hex = "1B5D35323B633B6345646364413D3D07" + // sets the clipboard
		"1B5B324A1B5B313B3148" + // clears the screen, moves the cursor
		"C29B324A" + "E280AE" + "E2808B" + "08080D0A09" // a C1 control, an override, nothing at all, controls
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			path := k.fixture(t)
			d := open(t, path)
			d.untilIn("1 Active", "t_one")
			w := k.owner(t, path)
			w.exec(k.add("t_evil", "Ring")...)
			w.exec("UPDATE tasks SET title = 'Ring ' || CAST(x'" + hex + "' AS TEXT) || ' the bell ' || hex(zeroblob(50000)) WHERE id = 't_evil'")
			w.exec(k.block("t_evil", "No rope "+strings.Repeat("and no ladder ", 1000))...)
			d.untilIn("2 Blocked", "t_evil", "Ring", "no ladder")
			d.press("2\r")
			d.untilText("Why")
			d.press("q")
			d.untilIn("1 Active", "t_one")
			d.press("q")
			d.untilEnded()
			for _, said := range []string{d.said(), runCommand(t, "ls", path), runCommand(t, "ls", "--json", path), runCommand(t, "show", path, "t_evil")} {
				for _, bad := range []string{"\x1b]52", "\x1b[2J\x1b[1;1H", "\u009b", "\u202e", "\u200b"} {
					if strings.Contains(said, bad) {
						t.Errorf("%q was sent", bad)
					}
				}
			}
		})
	}
}
