package text_test

import (
	"strings"
	"testing"

	"notdone/classify/text"
)

// TestOpenParts reads messages of parts of which some are done and some are not, and such of which all are.
func TestOpenParts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		open       bool
	}{
		{"signs", "# The lease\n\n- ✅ rent schedule\n- ✅ Mr Bello, Friday\n- ⏳ with the landlady since Monday", true},
		{"signs of a legend", "- ⏳ means that it waits\n- ✅ means that it is there", false},
		{"signs that are listed", "Added the icons of the states:\n- todo: ○\n- begun: ⏳\n- there: ✅\n- seen: ✅\n\nThe tests pass.", false},
		{"counted lines", "case 1 — 14 of 14\ncase 2 — 17 of 22\ncase 3 — 0 of 19", true},
		{"dots that lead to counts", "cleaning .................. 6/6\nfilling ................... 2/6\ncolour ... 0/6", true},
		{"counts of tests", "passed: 12/12\nfailed: 0/12\nskipped: 0/12", false},
		{"headings", "# Move\n\n## Task 1: cellar ✅ DONE\n\nAll shelves are empty.\n\n## Task 2: attic 🔄 IN PROGRESS\n\nBoxes are packed.", true},
		{"done headings", "# Move\n\n## Task 1: cellar ✅ DONE\n\nAll shelves are empty.\n\n## Task 2: attic ✅ DONE\n\nBoxes are packed.", false},
		{"numbers", "Labels per aisle\n\n| Aisle | Bottles | Labelled |\n|---|---|---|\n| A | 140 | 140 |\n| B | 96 | 96 |\n| C | 210 | 75 |", true},
		{"equal numbers", "Labels per aisle\n\n| Aisle | Bottles | Labelled |\n|---|---|---|\n| A | 140 | 140 |\n| B | 96 | 96 |\n| C | 210 | 210 |", false},
		{"Spanish list", "Inventario\n\n1. Clavos: contada\n2. Pintura: contada\n3. Tubos: sin contar", true},
		{"fields", "{\"cartas_total\": 40, \"cartas_enviadas\": 12}", true},
		{"whole fields", "{\"cartas_total\": 40, \"cartas_enviadas\": 40}", false},
		{"a file that says that nothing blocks", "# BLOCKED\n\nNo blockers.\n\nAll three parts are done and tested.", false},
		{"a title in small letters", "# Halted\n\n**Reason:** the scale gives no weight", true},
	} {
		if got := text.Read(c.text); (got.Label != done) != c.open {
			t.Errorf("%s: %v %.2f %q", c.name, got.Label, got.Score, got.Rules)
		}
	}
	log := "07:00:01 INFO  started, 120 letters\n07:00:44 ERROR login failed: the password of the robot expired\n07:00:44 ERROR job faulted, 0 processed"
	if got := text.Read(log); !strings.Contains(got.Quote, "password of the robot") {
		t.Errorf("of a log %q is quoted", got.Quote)
	}
}
