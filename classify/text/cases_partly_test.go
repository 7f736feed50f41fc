package text_test

import (
	"testing"

	"notdone/classify/text"
)

// partly are messages that say that the work is not complete.
var partly = []string{
	"The migration was not fully completed.",
	"The request was only partly done: the header is new, the footer is the old one.",
	"The session did not progress beyond the login page.",
	"Further actions are required to finish the booking.",
	"The German chapter remains to be translated.",
	"I converted 17 of the 42 components; the other 25 are still classes.",
	"3 of 7 tables migrated so far.",
	"Stopped at step 4 of 9.",
	"The run ended before the second half of the files was read.",
	"I got through the first two folders; the third is untouched.",
	"Chapters 1 to 6 read very well now; the remaining nine are as they were.",
	"The headline is set, the rest is still lorem ipsum.",
	"Roughly half of the labels are printed. The other half is for the next shift.",
	"The export is 60 % complete.",
	"Rows 1-400 are cleaned, the others are as before.",
	"All filters are in place but the page still shows last year's figures.",
	"New certificate on disk, reload went fine. The site still serves the old one.",
	"WIP: does not compile yet.",
	"The table is laid out; no figures in it so far.",
	"28 slips entered, 12 left on the pile.",
	"Only the first of the three letters was written.",
	"The draft was never sent.",
	"No file was written.",
	"Nothing was sent to the customers.",
	"The upload broke off at 55 %, the output was discarded.",
	"Part of the list could be checked: A to K.",
	"The task is incomplete.",
	"Work on the index has begun; it will take another run to finish it.",
	"- [x] rooms measured\n- [x] plan drawn\n- [ ] costs\n- [ ] permits",
}

// whole are messages of finished work that speak of parts, rests and limits.
var whole = []string{
	"All 42 of 42 components are converted; none is left.",
	"Converted 17 components. The other 25 were functions already, so there was nothing to do.",
	"Remaining: none. All seven tables are migrated.",
	"14 of the 90 reports name a timeout, 61 the crash on Monday; the table with all causes is in the wiki.",
	"Done: steps 1 to 9. No open points.",
	"The search box was only partly visible on phones; it is fixed and live.",
	"Compared the two drafts and kept the newer one, which has all nine chapters.",
	"The audit is finished: three of seven doors are not fire-rated. The list with photos is in the folder.",
	"Fixed the progress bar that stopped at 99 %.",
	"Sent the half-finished puzzle back as you asked; the money is back.",
	"Answer: 3 of the 7 members have paid. The names of the other four are in the sheet.",
	"Wrote the report on why the import did not finish, and sent it to Ines.",
	"The unfinished tasks of March are moved to April, 12 in all.",
	"Removed the rest of the old banners; nothing of the campaign remains.",
	"The status of order 88 is \"partially shipped\": two of three parcels are out, the third leaves on Monday.",
	"The poem is done; its last line is left open on purpose, as you wished.",
	"Set the alarm. It rings until somebody stops it.",
	"Published 12 of the 14 posts; the two about the fair are left out, as agreed with Tom.",
	"The counter shows incomplete forms now, with the missing fields in red. Deployed.",
	"Half of the saving comes from the cache, the other half from smaller images. The page loads in 0.8 s now.",
}

func TestPartly(t *testing.T) {
	t.Parallel()
	for _, message := range partly {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%q: %.2f %q", message, got.Score, got.Rules)
		}
	}
	for _, message := range whole {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q %q", message, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}
