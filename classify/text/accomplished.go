package text

// accomplished: work reported.
var accomplished = []plain{
	{firm, []string{
		"@i have|had successfully? @did",
		"successfully @did|ran|runs|passed|complete|installed|built",
		"has|have been|now successfully|successfully_been? @did",
		"^ done|finished|complete|completed|fixed|implemented|shipped $",
		"^ done|fixed|finished|completed|implemented|all_done|all_set|shipped|merged",
		"task|work|implementation|feature|fix|migration|refactoring|refactor|change|changes|setup|everything|integration|update|reservation|order|booking|job|issue|all|upgrade is|are|has_been|have_been|was|were now|all|successfully? complete|completed|done|finished|in_place|implemented|working|live|merged|deployed|fixed|resolved|confirmed|ready|pushed|created",
		"tests|checks|builds|build|suite|lint|ci|typecheck|everything|compilation all|now|is|are|still? pass|passes|passing|passed|green|succeeds|succeeded|clean|works|successful",
		"all|both|every ... tests|checks|suites pass|passed|passing|green",
		"works|working|functions|behaves correctly|as_expected|now|fine|perfectly|end_to_end|as_intended",
		"is|are now available|fixed|working|live|supported|handled|correct|in_sync|ready|complete|done|set|enabled",
		"@i do_not|did_not need|require to? use? any|one|none|the|a|these? of? the|these? function|functions|tool|tools",
		"^ task|all|work|job|everything|mission|run complete|completed|done|finished $",
		"✅|✓|✔",
		"found|finds|shows|showed|revealed|reports|reported|turned_up no|zero|0 .. gaps|issues|problems|errors|failures|regressions|warnings|vulnerabilities|violations|differences|discrepancies|defects|bugs|leaks|conflicts|mismatches|duplicates",
	}},
	{mild, []string{
		"@i @did",
		"^ @did",
		"was|were|been successfully? @did",
		"is|are committed|attached|published|posted|uploaded|filed|linked|saved|stored|signed|tagged|deployed|merged|released",
		"@did and @did|pushed|committed|tested|verified",
		"commit|pr|pull_request|branch has_been|was|is|pushed|opened|merged|created",
		"no errors|failures|regressions|issues|problems|warnings|conflicts",
		"now shows|uses|supports|works|returns|includes|handles|displays|respects|passes|has|have|appears|runs",
		"@i ran|verified|confirmed|double_checked|validated",
		"clean build|compile",
		"ready for review|merge|use|production|testing|deployment|you",
		"your .. is|are|has been? confirmed|booked|cancelled|updated|processed|reserved|created|scheduled",
		"no changes|change|action|further|fix|work|update|follow needed|required|necessary|action_needed|action_required|were_needed",
		"^ perfect|excellent|great $",
		"the|my|short|simple answer is",
	}},
}

// reports: the message has the form of a report of work.
var reports = []plain{
	{firm, []string{
		"^ summary|changes|overview|results|result|implementation|deliverables|verification|testing|solution|highlights|problem|root_cause",
		"summary of|is|below",
		"here is|are some|several|a_few|my|what|a|the|your i|summary|changes|was|changed|overview|breakdown|results|list|full|final|updated|code|result",
		"what|files|file was|i|has_been|changed|modified|created|did|built|added ... $",
		"changes|files|modifications|updates|improvements|features|fixes|key made|changed|modified|created|include|includes|implemented|added|changes",
		"the|these changes|fix|implementation|solution|update include|includes|ensure|ensures|addresses|makes|now|is|allows|follows",
	}},
}

// openings: verbs that open the line of a commit or of a list of changes.
var openings = []plain{
	{weak, []string{
		"^ add|adds|added|fix|fixes|fixed|update|updates|updated|remove|removes|removed|implement|implements|implemented|create|creates|created",
		"^ refactor|refactored|rename|renamed|bump|bumped|move|moved|make|makes|made|change|changed|allow|allows|prevent|prevents|handle|handles",
		"^ support|supports|use|uses|replace|replaced|improve|improved|introduce|introduced|extract|extracted|convert|converted|ensure|ensures",
		"^ exclude|restore|include|return|returns|show|shows|detect|detects|skip|skips|expose|wire|wired|enable|enabled|disable|disabled|document",
	}},
}
