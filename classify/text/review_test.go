package text_test

import (
	"strings"
	"testing"

	"notdone/classify/text"
)

// TestReviews reads messages that were asked for a verdict on the work of another, and those that state one on
// their own.
func TestReviews(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{`{"issues":[{"severity":"high","message":"the key is printed"},{"severity":"low","message":"a name is misspelt"}],"passed":false}`, true},
		{"## Verdict: FAIL\n\n## Findings\n\n- HIGH: the key is printed by `load`.\n- MEDIUM: the second test asserts nothing.\n\nI read all four files.", true},
		{`{"tests":41,"passed":false}`, false},
		{"## Result\n\nVerdict: FAIL\n\nThe importer still drops the last row.", false},
	})
}

// TestSoleState reads the state of the only task in a report, and one among several.
func TestSoleState(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"# Summary of the night\n\n## Tasks\n\n- **Measure the export on the tape drive.**\n  - **Status:** Blocked.\n  - **Details:** There is no drive in this room.\n\n## Notes\n\n- The plan keeps the item.", false},
		{"# Summary of the night\n\n## Tasks\n\n- **Measure the export.**\n  - **Status:** Done.\n  - **Details:** It took 4 minutes.\n- **Tell Anna.**\n  - **Status:** Done.\n\n## Notes\n\n- The plan is up to date.", true},
	})
}

// TestClosesWithApproval reads reports that close with what is still to be approved.
func TestClosesWithApproval(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"## Summary\n\n- Added the scanner and its tests.\n- All 31 tests pass.\n\nThe implementation is ready to be committed. The git commands require approval to proceed with the commit.", false},
		{"Here's a summary of what I wrote:\n\n- The stages of a round.\n- The errors of each.\n\nPlease approve the file write to save it to `round.md`.", false},
		{"The approval of the second reader came at noon. I merged the branch and all 31 tests pass.", true},
		{"Added the approval step to the form. Users with the role `editor` may now approve drafts, and all tests pass.", true},
	})
}

// TestChangesNotMade reads why nothing was changed: because what is there is right, or because it could not be.
func TestChangesNotMade(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"No code changes were made, because the parser handles it correctly.", true},
		{"No changes were made because it is correct as it stands.", true},
		{"No code changes were made because the benchmark cannot be run here.", false},
		{"No changes were made because the result is not correct yet.", false},
		{"No changes were made because the key is not set.", false},
	})
}

// TestQuotesBelowABareTitle: a title or a field that only names the state is not what is in the way.
func TestQuotesBelowABareTitle(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"# BLOCKER.md\n\nThe following drawings from the architect are required:\n\n- the roof\n- the cellar\n": "required",
		"# Plan of the roof\n\n**Status: BLOCKED — the drawings are not complete.**\n\nThe cellar is drawn.\n":  "not complete",
	} {
		got := text.Read(message)
		if got.Label != text.LabelBlocked || !strings.Contains(got.Quote, want) {
			t.Errorf("%q: %v %q", message, got.Label, got.Quote)
		}
	}
}
