package text

import "notdone/model"

// writingObstacles: nothing can be written where the work was to be, or sent
// where it was to go.
var writingObstacles = []row{
	{"could_not be written|saved|stored|persisted|created|patched|modified|edited", model.KindEnvironment, strong},
	{"sandbox|environment|workspace|filesystem|file_system|apply_patch|shell|container could_not|would_not|will_not|failed_to write|save|create|patch|apply|edit|modify|let|allow|permit", model.KindEnvironment, strong},
	{"sandbox|environment|workspace|filesystem|file_system|container blocked|blocks|refused|refuses|rejected|rejects|denied|denies|prevented|prevents ... write|writes|writing|edit|edits|editing|patch|file|files|creation|create|creating", model.KindPermission, strong},
	{"filesystem|file_system|file|disk|local|workspace|all|every write|writes|edits|patches are|is|was|were|keep|keeps failing|failed|blocked|rejected|refused|disabled|denied", model.KindEnvironment, strong},
	{"write|writes|edit|patch to|of|for ... failed|fails|blocked|rejected|refused|denied in|by|inside|because", model.KindEnvironment, strong},
	{"write|writes|edit|edits|patch was|were|is|are failed|blocked|rejected|refused|denied by|in the|this|my|a|an .. sandbox|environment|workspace|session", model.KindPermission, strong},
	{"workspace|sandbox|environment|filesystem|file_system|checkout|session|mount is|was mounted? read only", model.KindPermission, firm},
	{"was|were not written|saved|persisted", model.KindEnvironment, firm},
	{"because|but the|this|my? workspace|sandbox|environment|filesystem|file_system|checkout is|was mounted? read only", model.KindPermission, strong},
	{"so the|my? review|report|result|findings|content|contents|output|answer|text is|are inline|below|here|included_inline|given_inline|provided_inline|given_below|included_below|provided_below", model.KindEnvironment, weak},
	{"push|merge|upload|deploy|deployment|publish failed|was_rejected|was_refused|got_rejected because|due|with|since|by", model.KindPermission, firm},
	{"because|since|as github|gitlab|bitbucket|the? remote|server|ruleset|branch|rules|branch_protection block|blocks|blocked|rejects|rejected|refuses|refused|forbids|disallows|denies|protects", model.KindPermission, firm},
	{"github|gitlab|bitbucket|remote|server|ruleset|branch_protection|branch_rules|hook block|blocks|blocked|reject|rejects|rejected|refuse|refuses|refused|forbids|disallows|denies|denied the|my|all|direct|force? force? push|pushes|pushing|merge|merges|merging|commit|commits", model.KindPermission, strong},
}
