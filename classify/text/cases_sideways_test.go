package text_test

import (
	"testing"

	"notdone/classify/text"
)

// sideways are messages that say what is in the way in words of their own.
var sideways = []string{
	"The cut-over is parked until the hosting partner hands the zone over.",
	"Invoice 88 is on hold; accounting has it.",
	"Everything is staged. It waits for the tick of Mr Lindqvist.",
	"That step needs the token that only Maren has.",
	"Only org owners may turn on pages.",
	"The role I was given may look at buckets but not touch them.",
	"The proxy resets every connection to the mirror.",
	"The portal answers 403 to every call, whichever account I take.",
	"The owner must issue a new key.",
	"Ops would have to enlarge /data first.",
	"The old employer has to release the number before it can move.",
	"The editor refuses the file whatever I feed it.",
	"Without the second signature there is no way past the gate.",
	"The import ends at row 401 every time.",
	"The build is still red.",
	"The folder the photos should be in is empty.",
	"The door code was changed on Thursday and nobody passed it on.",
	"The interface is closed for maintenance until the 19th.",
	"Their sandbox is promised for next month.",
	"The vault keeper is on leave till Monday.",
	"Branch deletion is for maintainers, and I am not one.",
	"The owner has not said yet when it may reboot.",
	"The button is greyed out for anyone below owner.",
	"The link in the ticket leads nowhere.",
	"The spec stops at the chapter I would have needed.",
	"Bank wants a TAN from the holder's phone.",
	"The countersignature of the head of section is required before release.",
	"Nobody has told me which of the three it is.",
	"The run is suspended until the budget is raised.",
	"The key for staging was revoked, so the test has nothing to talk to.",
	"The file opens read-only, another user holds the lock.",
	"No reply from the supplier in three days.",
	"The printer is out of toner and the labels are due at noon.",
}

// settled are messages of finished work with the same sentence structures.
var settled = []string{
	"The cut-over was parked on Friday; the zone came this morning and search runs on the new cluster.",
	"Put invoice 88 on hold, as you asked.",
	"It waited for the tick of Mr Lindqvist, got it at ten, and is published.",
	"The token that only Maren has is now in the vault, and the deploy job reads it from there.",
	"Set it so that only org owners may turn on pages.",
	"The role may look at buckets and at nothing else now, as the ticket wanted it.",
	"Found it: the proxy reset every connection to the mirror. With the mirror on the allow list the sync ran through.",
	"The portal answers 403 to every call without a token now, which is what the audit demanded.",
	"Wrote to the owner that he must issue a new key by Friday; the mail is in your drafts.",
	"The importer refuses files above 2 GB now and says so.",
	"The build was red because of a stale cache. Cleared it; it is green.",
	"The query brings back 0 rows, as it should: nobody is double-booked.",
	"Emptied the folder; all 40 photos are in the archive.",
	"The maintenance page is up until the 19th.",
	"The vault keeper is on leave, so I asked his deputy and had the reel by noon; all four are digitised.",
	"Removed the link that led nowhere.",
	"The lock that another user held ran out at nine; the sheet is updated.",
	"The supplier had not replied for three days, so I rang him: delivery is on Friday.",
	"Out of toner: replaced the cartridge, the labels are printed.",
	"There is no way past the gate without a badge any more. Tested at all three doors.",
	"Payment is confirmed before release now, with a test for it.",
}

func TestSideways(t *testing.T) {
	t.Parallel()
	for _, message := range sideways {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%q: %.2f %q", message, got.Score, got.Rules)
		}
	}
	for _, message := range settled {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q %q", message, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}
