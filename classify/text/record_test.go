package text_test

import (
	"testing"

	"notdone/classify/text"
)

// openRecords are records of work that is not done.
var openRecords = []string{
	`{"stage": "publish", "version": "4.2.0", "built": true, "published": false}`,
	`{"task": "read meters", "sites_ok": 2, "missing": "VPN profile of the Tromsø site"}`,
	`{"agent": "sweeper", "turns": 60, "finish_reason": "max_turns", "pages_done": 112, "pages_total": 340}`,
	`{"shipment": "SH-3319", "label": null, "retries": 3, "gave_up": true}`,
	`{"conflict": "price list", "ours": "12.90", "theirs": "13.50", "human_input_required": true}`,
	"{\"tool\":\"list\",\"arguments\":{\"filter\":\"test\"},\"result\":{\"count\":73}}\n{\"tool\":\"delete\",\"arguments\":{\"filter\":\"test\"}}",
	"job: sunset of v1\nprepared: true\nexecuted: false\nto: product",
	"claim: W-6620\nassessed: partly\nhinges_on: the plumber's report\nletter: sent",
	"task: vpc plan\nok: false\nwanted: a newer binary in the image",
	"job: reindex\ndocs: 1,020,000 of 2,114,090\nalias: unchanged",
	"spec: tides\nneeds:\n  - gauge data of May\n  - the new datum",
	"op: compact\nshards: 48\noutcome: abandoned",
	"namespaces:\n  dev: applied\n  test: applied\n  prod: sits with the change board",
	"| stall | till |\n|---|---|\n| fish | yes |\n| bread | yes |\n| cheese | screen dark, owner fetches another on Saturday |",
	"| laptop | backup |\n|---|---|\n| Dell-1 | 100 % ✅ |\n| Dell-2 | 100 % ✅ |\n| Dell-3 | 61 % ⏳ |",
	"evaluation: seven tries, no dialog | memory: menu opens and closes | action: fail()",
	`{"remark": "I don't have access to the vault", "stage": 3}`,
}

// closedRecords are records of finished work.
var closedRecords = []string{
	`{"stage": "publish", "version": "4.2.0", "built": true, "published": true, "failed": false}`,
	`{"task": "read meters", "sites": 3, "missing": [], "report": "saved"}`,
	`{"agent": "sweeper", "turns": 41, "finish_reason": "stop", "pages_done": 340, "pages_total": 340}`,
	`{"shipment": "SH-3319", "label": "printed", "retries": 1, "gave_up": false}`,
	`{"question": "why did job 55 fail", "answer": "It was cancelled by its owner at 11:02."}`,
	"{\"tool\":\"list\",\"arguments\":{\"filter\":\"test\"},\"result\":{\"count\":73}}\n{\"tool\":\"delete\",\"arguments\":{\"filter\":\"test\"},\"result\":{\"deleted\":73}}",
	"job: sunset of v1\nprepared: true\nexecuted: true\nblocked: false",
	"claim: W-6620\nassessed: in full\npaid: 2,300.00\nletter: sent",
	"task: vpc plan\nok: true\nwarnings: 0\nneeds: nothing",
	"job: reindex\ndocs: 2,114,090 of 2,114,090\nalias: switched",
	"step: vendor sync\npackages_wanted: 12\npackages_got: 12",
	"namespaces:\n  dev: applied\n  test: applied\n  prod: applied\n  old: n/a",
	"| stall | till |\n|---|---|\n| fish | yes |\n| bread | yes |\n| cheese | yes |",
	"| laptop | backup |\n|---|---|\n| Dell-1 | 100 % ✅ |\n| Dell-2 | skipped |\n| Dell-3 | 100 % ✅ |",
	"width: 11.40 m\ncloth: wool\nmaker: Halvorsen\nprice: 3,870\nordered: yes",
	"| error | reports |\n|---|---|\n| timeout | 61 |\n| no disk | 20 |",
	`{"url": "https://shop.example/a", "title": "Blocked and other words", "price": 12.5}`,
}

func TestRecords(t *testing.T) {
	t.Parallel()
	for _, message := range openRecords {
		if got := text.Read(message); got.Label == done || got.Quote == "" {
			t.Errorf("%q: %v %.2f %q %q", message, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
	for _, message := range closedRecords {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q %q", message, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}
