package demo

// wish is a task as it is asked for, and what its agent says at the end. Words
// in braces are filled in, the same ones alike throughout one task.
type wish struct {
	area  string // begins the task's id
	title string
	body  string
	said  string
}

// honest are the wishes that simply come true.
var honest = []wish{
	{
		"code", "Speed up the {svc} search index", "Queries over {20-90}k rows take seconds. Find out why and fix it.",
		"Added a covering index and dropped the sort. The slow query went from {3-9}.{1-9} s to {12-80} ms; all {110-460} tests pass.",
	},
	{
		"code", "Rename Customer to Account in {svc}", "Everywhere, tests and docs too.",
		"Renamed the type, its table mapping and {14-60} call sites in {8-30} files. The build is green and the suite passes.",
	},
	{
		"code", "Make the {svc} retries honour Retry-After", "They hammer the partner when it is busy.",
		"The client now waits as long as it is told, at most {2-9} minutes. {4-12} new tests cover dates, seconds and nonsense.",
	},
	{
		"code", "Drop the last moment.js imports from {svc}", "We ship two date libraries.",
		"Replaced {11-40} calls with the platform's own formatter. The bundle shrank by {60-240} kB; snapshots are updated.",
	},
	{
		"code", "Cover the {svc} fee rounding with tests", "Rounding was wrong twice this year.",
		"Wrote {18-70} table tests and a property test. They caught a half-cent drift in refunds, which is fixed as well.",
	},
	{
		"code", "Upgrade {svc} to Go 1.26", "And take the new vet checks along.",
		"Upgraded the module and both images, fixed {3-19} vet findings, and the whole pipeline ran green in {4-11} minutes.",
	},
	{
		"code", "Stream the {svc} CSV export", "It needs {2-7} GB for the big accounts.",
		"The export now streams row by row. Peak memory fell to {30-90} MB and the first byte leaves after {40-200} ms.",
	},
	{
		"code", "Translate the {svc} error pages", "German, French, Polish.",
		"Added {21-55} strings in three languages and a check that no key is left untranslated.",
	},
	{
		"code", "Fix the {svc} flicker on dark mode", "It shows white for a frame on reload.",
		"The theme is now set before the first paint. Verified in three browsers; the visual tests are updated.",
	},
	{
		"code", "Type the {svc} webhook payloads", "They are maps of anything today.",
		"Introduced {9-24} types with a decoder that keeps unknown fields, and moved all {12-31} handlers over.",
	},
	{
		"ops", "Rotate the {svc} staging certificates", "They run out at the end of the month.",
		"Rotated {3-9} certificates; each endpoint answers with the new chain, valid for 90 days.",
	},
	{
		"ops", "Right-size the {svc} node pool", "CPU sits under {12-25} percent most nights.",
		"Moved to {3-6} smaller nodes with a floor of two. Latency is unchanged after an hour and it saves about ${90-640} a month.",
	},
	{
		"ops", "Move the {svc} cron jobs to the new scheduler", "One by one, with a dry run each.",
		"Moved all {5-17} jobs. Each had a dry run with equal output, and the old entries are removed.",
	},
	{
		"ops", "Prune old {svc} images", "Keep the last {10-30} of each.",
		"Removed {140-900} images and freed {80-420} GB. The last tags of every service are still there.",
	},
	{
		"ops", "Alert on {svc} disk growth", "We noticed too late on Sunday.",
		"Added a forecast alert that fires {2-5} days before the disk is full, with a runbook link. A drill paged as intended.",
	},
	{
		"ops", "Rehearse the {svc} restore", "Full restore into an empty cluster, timed.",
		"Restored {40-310} GB in {18-55} minutes and compared row counts of all {31-88} tables: equal.",
	},
	{
		"ops", "Tune the {svc} connection pool", "Spikes at nine every morning.",
		"Raised the idle floor to {8-24} and capped bursts. The morning spike no longer queues; p99 is {30-95} ms.",
	},
	{
		"research", "Compare queues for {svc}", "Three candidates, our message sizes, one page.",
		"Measured three candidates with our own traffic. Recommendation and numbers are in docs/queues.md; the winner handles {9-40}k messages a second.",
	},
	{
		"research", "Why did {svc} signups dip in week {10-48}?", "Look at the funnel, not only at traffic.",
		"The dip comes from one form step: a validation change rejected phone numbers with spaces. Charts and queries are attached.",
	},
	{
		"research", "Summarise {14-45} interviews about {svc}", "Themes with quotes, two pages.",
		"Seven themes, each with two to four quotes and a count. The strongest: people want to see what changed since yesterday.",
	},
	{
		"research", "Estimate the cost of keeping {svc} logs for a year", "Hot and cold storage.",
		"About ${210-980} a month with {14-30} days hot and the rest cold. The sheet with all assumptions is attached.",
	},
	{
		"research", "Survey licences of the {svc} dependencies", "Anything we may not ship?",
		"Checked {120-610} packages: all are under permissive licences. The table is in docs/licences.csv.",
	},
	{
		"docs", "Write the {svc} on-call primer", "For people in their first week.",
		"Wrote six pages with a map, the five commonest pages and how each was solved. Two newcomers read it and asked {2-6} questions, now answered in it.",
	},
	{
		"docs", "Document the {svc} rate limits", "Partners keep asking.",
		"Added a page with all limits, headers and an example in three languages. Linked from the start page.",
	},
	{
		"docs", "Refresh the {svc} diagrams", "They show services that are gone.",
		"Redrew {4-11} diagrams from the live configuration and removed {2-5} retired services.",
	},
	{
		"docs", "Changelog for {svc} {2-6}.{0-30}", "Readable by customers.",
		"Wrote the changelog from {25-140} merged changes, grouped by what customers notice. Breaking changes come first.",
	},
	{
		"docs", "Proofread the {svc} tutorial", "It was written in a hurry.",
		"Corrected {19-85} sentences, fixed {2-9} commands that no longer ran, and tried the whole tutorial on a clean machine.",
	},
	// The one that only sounds like trouble: to find nothing was the point.
	{
		"research", "Look for duplicate {svc} invoices since {spring}", "Same amount, same vendor, within a week.",
		"I went through all {2100-8900} invoices and was unable to find any matching records: there are no duplicates. The query is saved for next month.",
	},
}

// fills are the words for the braces that are not numbers.
var fills = map[string][]string{
	"svc":    {"ledger", "parcel", "atlas", "quill", "harbour", "lantern", "orchard", "meridian", "tandem"},
	"spring": {"January", "February", "March", "April", "May"},
}

// workers are the agents of the fleet.
var workers = []string{"opus@larch", "sonnet@larch", "codex@alder", "haiku@rowan"}
