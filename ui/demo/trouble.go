package demo

// cause is one thing that stands in the way of several wishes.
type cause struct {
	how   string // "done": it is finished as if nothing were wrong; "blocked": it is honest
	kind  string // of the obstacle, for the honest
	said  string // the final message
	quote string // the sentence that is recorded as the obstacle
	// answer is what the operator says to it.
	answer string
	wishes []wish // their said is what comes of it once the cause is gone
}

// causes stand in the way, each of them of several tasks.
var causes = []cause{
	{
		how: "done",
		said: "The artefacts are built and signed. However, I do not have permission to write to s3://fennel-releases, " +
			"so nothing was uploaded.",
		wishes: []wish{
			{"ops", "Publish the arm64 packages of {svc}", "Build, sign, upload to the release bucket.", "Built, signed and uploaded {4-9} packages; their checksums match."},
			{"ops", "Publish the nightly docs of {svc}", "Upload the rendered site to the release bucket.", "Rendered and uploaded {120-480} pages."},
			{"code", "Ship the {svc} changelog bundle", "It belongs into the release bucket, next to the packages.", "Uploaded the bundle and checked the link."},
		},
	},
	{
		how: "done",
		said: "I could not access the wiki at wiki.fennel.example from this sandbox, so the page is still to be written. " +
			"My draft outline has {4-9} sections.",
		wishes: []wish{
			{"docs", "Runbook: restart {svc} by hand", "Put it on the wiki, with the old one archived.", "The runbook is on the wiki and the old one is archived."},
			{"docs", "Move the {svc} FAQ to the wiki", "And redirect the old address.", "Moved {18-44} questions and set the redirect."},
		},
	},
	{
		how: "blocked", kind: "credentials",
		quote:  "The robot token for registry.fennel.example expired, and I have no other credentials; please issue a new one.",
		said:   "Everything up to the push is ready. The robot token for registry.fennel.example expired, and I have no other credentials; please issue a new one.",
		answer: "New robot token is in place, go on.",
		wishes: []wish{
			{"ops", "Rebuild the {svc} base images", "For the libc fix.", "Rebuilt and pushed {3-8} images; each starts and answers its health check."},
			{"ops", "Mirror upstream images for {svc}", "So that builds do not depend on the outside.", "Mirrored {12-40} images with their signatures."},
			{"ops", "Scan the {svc} images for known holes", "All tags of this quarter.", "Scanned {30-90} tags: {0-4} findings, all with a fixed version available."},
			{"code", "Tag the {svc} release candidates", "Tag and push.", "Tagged and pushed {2-6} candidates."},
		},
	},
	{
		how: "blocked", kind: "decision",
		quote:  "Should archived orders be kept for seven years or ten? The contract and the handbook disagree.",
		said:   "I compared the contract with the handbook before deleting anything. Should archived orders be kept for seven years or ten? The contract and the handbook disagree.",
		answer: "Ten years; the contract rules.",
		wishes: []wish{
			{"code", "Archive old {svc} orders", "Move them out of the hot tables.", "Archived {40-310}k orders; the hot table shrank by {20-60} percent."},
			{"ops", "Write the {svc} retention job", "Nightly, with a report.", "The job runs nightly and its first report is clean."},
		},
	},
	{
		how: "blocked", kind: "access",
		quote:  "I have no access to the replica db-replica-3.fennel.example, which holds the only copy of the March events.",
		said:   "I have no access to the replica db-replica-3.fennel.example, which holds the only copy of the March events. The other months are counted.",
		answer: "You can read the replica now.",
		wishes: []wish{
			{"research", "Count {svc} sessions per month", "January to June.", "Counted six months: {1-4}.{1-9} million sessions, growing {2-9} percent a month."},
			{"research", "Check {svc} churn against the March events", "Finance sees another number than we do.", "Both numbers agree once test accounts are left out."},
		},
	},
}

// invoices is the wish that is asked anew each day and meets the same obstacle
// each day.
var (
	invoices     = wish{"ops", "Collect the vendor invoices from Halden", "Download this month's invoices and file them.", ""}
	invoicesSaid = "The portal billing.halden.example asks for a one-time code that is sent to a phone. I do not have access to that phone, so no invoice was downloaded."
)

// prices is the wish that is blocked, answered and blocked again.
var (
	prices      = wish{"code", "Import the partner price list", "From partner-prices.csv, all {300-900} rows.", ""}
	pricesQuote = "The column `net_weight` is missing in partner-prices.csv; please provide a file that has it."
	pricesSaid  = "Parsed the file and stopped before writing. The column `net_weight` is missing in partner-prices.csv; please provide a file that has it."
	pricesReply = []string{"The file was replaced, try again.", "Asked the partner for a new one, it is there now.", "Should be fine by now."}
)

// budget are the wishes that are too large for what an agent may spend.
var budget = []wish{
	{"code", "Migrate {svc} from callbacks to async", "The whole service, in one go.", ""},
	{"code", "Untangle the {svc} import cycles", "All {14-39} of them.", ""},
}

const budgetError = "turn budget exhausted: 80 of 80 turns used, work left unfinished"

// shaky are wishes whose first attempt crashes and whose second one works.
var shaky = []wish{
	{"code", "Regenerate the {svc} API clients", "For all {3-7} languages.", "Regenerated all clients; the compatibility tests pass."},
	{"ops", "Compact the {svc} event store", "In the quiet hours.", "Compacted {30-180} GB down to {9-29} GB and verified every segment."},
}

const crashError = "worker exited with signal 9 (out of memory)"

// hopeless are wishes that crash each time.
var hopeless = []wish{
	{"ops", "Render the {svc} year in review video", "Four minutes, 4K.", ""},
}

// frozen are wishes whose worker stops giving signs of life.
var frozen = []wish{
	{"research", "Embed the {svc} ticket archive", "All {90-400} thousand tickets.", ""},
	{"ops", "Reindex the {svc} archive", "Month by month.", ""},
	{"research", "Cluster {svc} feedback by topic", "Everything since the launch.", ""},
}

// weekly are wishes for later.
var weekly = []wish{
	{"docs", "Weekly digest of {svc}", "What changed, for everybody.", "The digest has {6-14} items and went out to {40-200} readers."},
	{"ops", "Monthly cost report for {svc}", "With the three largest changes.", "Costs fell by {2-11} percent; the three largest changes are explained."},
}

// briefing is the task that recurs, and that falls silent.
var briefing = wish{
	"ops", "Morning briefing", "What happened overnight, in five lines.",
	"Overnight: {2-9} deploys, {0-3} pages, error rate {0-1}.{1-9} percent. {svc} was the busiest service; nothing is waiting for you.",
}
