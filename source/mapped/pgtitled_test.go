package mapped_test

import (
	"strconv"
	"testing"

	"notdone/source"
)

// TestTitlesOfManyRowsInPostgres: a search of titles goes on over parts of rows without a hit, and
// over more hits than it returns at once; each is found once, the newest first. What is special in
// a pattern of SQL is a letter of the text.
func TestTitlesOfManyRowsInPostgres(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, pgChores)
	execPg(t, owner, `INSERT INTO chores (what, how) SELECT CASE WHEN n % 70 = 0 AND n < 45000 THEN 'Ask 100%_ of them' WHEN n > 45000 THEN NULL ELSE 'ask 100 of them' END, 'done' FROM generate_series(1, 66000) n`)
	titler := openPg(t, url).(source.Titler)
	last, found, calls := 66_001, 0, 0
	for next, begun := source.Cursor(""), false; !begun || next != ""; begun = true {
		ids, after, err := titler.Titled(t.Context(), "ASK 100%_", next)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			n, err := strconv.Atoi(id)
			if err != nil || n >= last || n%70 != 0 {
				t.Fatalf("%q is found behind %d", id, last)
			}
			last, found = n, found+1
		}
		next, calls = after, calls+1
	}
	if found != 45_000/70 || calls < 4 {
		t.Errorf("%d are found in %d calls, want %d", found, calls, 45_000/70)
	}
	if _, _, err := titler.Titled(t.Context(), "ask", "elsewhere"); err == nil {
		t.Error("a cursor of something else is taken")
	}
}
