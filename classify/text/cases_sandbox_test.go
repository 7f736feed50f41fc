package text_test

import "notdone/model"

// sandboxCases: nothing could be written, whatever is said beside it; and what is
// no obstacle because people wait, advise or ask on.
var sandboxCases = []readCase{
	{"writes are failing", "The review could not be written because filesystem writes are failing in this environment. It follows.\n\n1. The parser drops the last token.\n2. The cache is never cleared.\n3. Two names are misleading.", blocked, anyKind, "could not be written"},
	{"the sandbox could not write", "The local shell/apply_patch sandbox could not write `.agents/review.md`. Findings: the parser drops the last token.", blocked, anyKind, "could not write"},
	{"the sandbox blocked it", "Sandbox blocked the write to `docs/review.md`.\n\n## Review\n\nThe change is sound. Two remarks on names, one on a missing test.", blocked, anyKind, "Sandbox blocked"},
	{"a local write failed", "Local write to `docs/review.md` failed in this sandbox, so the review is inline:\n\n**Verdict**: approve.\n\n- The parser drops the last token.", blocked, anyKind, "failed in this sandbox"},
	{"file creation refused", "The environment rejected every attempt to create `out/report.md`. Here is its content instead:\n\nSales rose by 4 %.", blocked, anyKind, "rejected every attempt"},
	{"the edit did not go through", "The patch was refused by the read-only sandbox, so nothing was saved. The proposed text is below.", blocked, anyKind, "refused"},
	{"could not save", "The report could not be saved to `out/report.md`: the workspace is read-only.", blocked, anyKind, "could not be saved"},
	{"mounted read-only", "I reviewed the change but the workspace is mounted read-only, so `review.md` was not written. Review below.", blocked, anyKind, "read-only"},
	{"the host blocks it", "Right, we cannot update `origin/main` right now because GitHub blocks force-pushes:\n\n```text\nCannot force-push to this branch\n```\n\nOptions:\n1. Allow it for a while, then I push the corrected history.\n2. Add a `.mailmap` as a normal commit.\n3. Leave the history as it is.", blocked, anyKind, "cannot update"},
	{"the remote rejects it", "The history is rewritten locally, but GitLab rejects pushes to `main`, so the remote is unchanged.", blocked, anyKind, "rejects pushes"},
	{"work on a sandbox", "Added a rule so that the sandbox blocks writes outside of the project, and a test that proves it. All tests pass.", done, model.KindUnknown, ""},
	{"a write that failed before", "Fixed the cache: writes failed when the folder was missing, and it is now created first. 14 tests pass.", done, model.KindUnknown, ""},

	{"a negation reaches over two words", "The exporter ran without one single connection refused.", done, model.KindUnknown, ""},
	{"a negation reaches no further", "The exporter ran, not one of its calls went through, and the proxy said command not found.", blocked, anyKind, "command not found"},
	{"and not over three words", "The exporter ran, never one single green command not found.", blocked, anyKind, "command not found"},

	{"idle after the work", "All three tasks are complete. Waiting for team-lead's next instruction.", done, model.KindUnknown, ""},
	{"standing by", "Task #4 is done and committed; the suite is green.\n\nStanding by for the next task.", done, model.KindUnknown, ""},
	{"idle in other words", "All assigned work is finished. I'm idle and waiting for further instructions from the lead.", done, model.KindUnknown, ""},
	{"ready for more", "Implemented the exporter and pushed it. Ready for the next assignment.", done, model.KindUnknown, ""},
	{"waiting with work left", "I could not open the schema. Waiting for your instructions.", blocked, anyKind, ""},
	{"waiting for something itself", "The migration is written. I'm waiting for the schema from the storage team.", blocked, anyKind, ""},
	{"advice", "I've written the plan to docs/plan.md with 4 epics. Start with Epic 1 whenever you're ready.", done, model.KindUnknown, ""},
	{"advice at length", "The roadmap is in place: five milestones, each with its tests.\n\n**Next step**: start with milestone 1 (the parser) whenever you're ready.", done, model.KindUnknown, ""},
	{"courtesy", "I've staged the changes and all 24 tests pass.\n\nWould you like me to create the commit?", done, model.KindUnknown, ""},
	{"courtesy after bullets", "Refactored the module; tests are green.\n\n- split the parser\n- moved the tests\n\nShould I also open a PR?", done, model.KindUnknown, ""},
	{"a decision after bullets", "The section is in place and shows:\n\n- **With totals**: \"You have created X so far.\"\n- **Without any**: the static text\n\nShould the totals show even when they are 0, or did you want another layout?", blocked, model.KindDecision, "Should the totals"},
	{"which was meant", "I added the export button and its test.\n\nDid you mean the CSV of the whole year?", blocked, model.KindDecision, "Did you mean"},
	{"a shared helper", "It was a shared helper that happened to be defined in a test file, so removing the file broke two imports. I moved it to `src/helpers.ts` and updated both.", done, model.KindUnknown, ""},
	{"what happened to be so", "Yes. It was a shared helper that happened to be defined in a test file.", done, model.KindUnknown, ""},
}
