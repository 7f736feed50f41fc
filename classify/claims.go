package classify

import (
	"strings"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// claim is what a message claims that takes more than words to do.
type claim struct {
	tests    bool // tests that passed
	acts     bool // something that reached beyond a text
	change   bool // something that was changed
	needless bool // it says too that nothing had to change, or what others did
}

// claimsOf returns what the message claims. Rules ask for it only where the
// structure shows that something is missing.
func claimsOf(in *Input) claim {
	said := finalWords(in)
	c := claim{change: changed().MatchString(said), acts: acted().MatchString(said), needless: unchanged().MatchString(said)}
	c.tests = claimsTests(said) >= 0
	return c
}

// maxClaims bounds how many sentences about tests are looked at.
const maxClaims = 16

// claimsTests returns where a text, in plain words, claims that tests pass; -1 when
// it does not. What is quoted or denied in the same sentence is no claim.
func claimsTests(said string) int {
	for _, at := range testsPass().FindAllStringIndex(said, maxClaims) {
		from, to := sentence(said, at[0])
		if !testsNot().MatchString(said[from:to]) && !quoted(said[from:to], at[0]-from) {
			return at[0]
		}
	}
	return -1
}

// quoted reports whether a position of a sentence is between quotation marks.
func quoted(sentence string, at int) bool {
	for _, marks := range []string{"\"\"", "``", "“”", "„“", "«»"} {
		_, size := utf8.DecodeRuneInString(marks)
		open, shut := marks[:size], marks[size:]
		before := strings.Count(sentence[:at], open)
		if open != shut {
			before -= strings.Count(sentence[:at], shut)
		}
		if (before%2 == 1 || open != shut && before > 0) && strings.Contains(sentence[at:], shut) {
			return true
		}
	}
	return false
}

// What agents say they did, and what they were asked for, in lower case. These
// patterns are narrow on purpose: they only raise the question whether the log
// confirms what was said.
var (
	// changed is the claim that something was changed.
	changed = wordlist.Pattern(`(?:^|[.!:\n]\s*(?:[-*]\s+)?|\bi(?:'ve| have)?(?: now| also| successfully)? |\band |\bwe(?:'ve| have)? |\b(?:has|have|was|were) (?:now |all |also |successfully )?(?:been )?(?:successfully )?)` +
		`(?:added|implemented|fixed|updated|changed|refactored|renamed|removed|deleted|replaced|migrated|modified|rewrote|rewritten|patched|created|wrote|corrected|introduced|extended|upgraded|committed|pushed|merged|deployed|installed)\b|` +
		`\bhe (?:arreglado|corregido|añadido|agregado|actualizado|implementado|eliminado|creado|renombrado|desplegado|subido)(?:[\s.,]|$)`)
	// acted is the claim of something that words cannot be.
	acted = wordlist.Pattern(`(?:^|[.!:\n]\s*(?:[-*]\s+)?|\b(?:i|we)(?:'ve| have)?(?: now| also| successfully)? |\b(?:has|have) been (?:successfully )?)` +
		`(?:committed|pushed|merged|deployed|installed|restarted|uploaded)\b|\bhe (?:desplegado|subido|instalado|reiniciado)(?:[\s.,]|$)`)
	// unchanged are words by which an agent says that it changed nothing, or
	// speaks of what others did.
	unchanged = wordlist.Pattern(`\balready\b|\bno (?:code |file |further |other )?(?:changes?|edits?|modifications?)\b|\bnothing (?:needs?|needed|to (?:do|change|fix))\b|` +
		`\b(?:did|have|do)(?:n't| not) (?:need|have to|change|modify|edit|made|make|touch)|\bproposed?\b|\bsuggest|\bwould (?:add|change|fix)|\bnot needed\b|\bunnecessary\b|` +
		`\bhere(?:'s| is| are) (?:the|a|an|what|how)\b|\bin (?:commit|pr|pull request|version|release)\b|\bpreviously\b`)
	// wanted is a request to change something that lies in files.
	wanted = wordlist.Pattern(`\b(?:add|implement|fix|refactor|rename|remove|delete|migrate|modify|replace|upgrade|bump|patch|rewrite|integrate|extend|port)\b|` +
		`\b(?:change|update|edit|create|write|generate|make)\b[^.?!\n]{0,60}(?:\b(?:file|files|function|class|method|module|component|endpoint|script|migration|code|tests?|config|readme|page|button|style|handler|route|schema|query)\b|\w\.\w{1,5}\b)`)
	// questions is a request that words alone can answer.
	questions = wordlist.Pattern(`\b(?:do not|don't|without) (?:change|edit|modify|touch|write|fix|making|changing|editing)|^\s*(?:explain|why|how|what|which|where|when|who|is|are|does|do|did|can|could|should|review|analy[sz]e|` +
		`investigate|research|summari[sz]e|describe|list|find|compare|tell|show|plan|design|propose|suggest|draft|estimate|read|check|look|think|evaluate|audit)\b`)
	// testsPass is the claim that tests were run and pass.
	testsPass = wordlist.Pattern(`\btests? (?:suite |run |now |all |are |is |still |have |has )*(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green)\b|` +
		`\b(?:i |and |then |i've |i have |we )(?:ran|executed) (?:all |the |every )?(?:full |whole |unit |integration |existing |relevant )*(?:tests?|test suite)\b|\btests? (?:were|was) (?:run|executed)\b|` +
		`\b\d+ (?:of \d+ )?(?:tests? )?pass(?:ed|ing)\b|\bpass(?:es|ed|ing)? all (?:the |of the )?(?:\d+ )?tests?\b|\bpruebas (?:ya )?(?:pasan|pasaron)\b`)
	// testsNot are words that take such a claim back, or attribute it.
	testsNot = wordlist.Pattern(`(?:\b(?:not|never|without|unable to|should|would|will|once|if|make sure|ensure|expect(?:ed)?|verify that|confirm that|after)|n't)\b[^.\n]{0,60}\btests?\b|\btests? (?:should|will|would|to|were not|was not|weren't|wasn't)\b|` +
		`\btests?\b[^.\n]{0,40}\b(?:not (?:been )?run|fail(?:s|ed|ing)?)\b|\b(?:no|none of the|none of these|zero)(?: (?:[\w-]+|/|&)){0,4} tests?\b[^.\n]{0,40}\b(?:run|ran|executed)\b|` +
		`\bci\b|\bpipeline\b`)
	// trouble is what an agent says that knows of a failure.
	trouble = wordlist.Pattern(`\bfail|\berror|\bexit(?:ed|s)? (?:code|status|with)|\bnon-?zero\b|\bbroken\b|\bunable\b|\bcouldn't\b|\bcould not\b|\bcan(?:'t|not)\b|\bwarning|\bpre-?existing\b|\bunrelated\b|` +
		`\bskipp|\bdidn't work\b|\bissue\b|\bproblem\b|\bnot (?:installed|available|found|run|running|permitted|allowed)\b|\bblocked\b|\bdenied\b|\bread-only\b`)
)

// fileName is a path whose last part has an ending that files have, after what
// may stand before a name in a sentence.
const fileName = "[`\"' (\\[]((?:[\\w@~.-]*/)*[\\w@-][\\w@.-]*\\.(?:go|[cm]?[jt]sx?|py|rb|rs|java|kt|swift|[ch]|cc|[ch]pp|cs|php|mdx?|txt|jsonl?|ya?ml|toml|ini|cfg|conf|" +
	"[ct]sv|xml|html?|s?css|sql|sh|ps1|pdf|png|svg|jpe?g|docx|xlsx|ipynb|proto|tf|vue|svelte|log|rst|tex|patch|diff))\\b"

var (
	// changedFile is the claim that a file was changed, with its name.
	changedFile = wordlist.Pattern(`(?:\bi(?:'ve| have)?(?: now| also| successfully)? |(?:^|\n)\s*(?:[-*]\s+)?|[.!]\s+)(?:added|implemented|fixed|updated|changed|refactored|renamed|removed|deleted|replaced|modified|rewrote|rewritten|patched|created|wrote)\b[^.\n]{0,80}?` + fileName)
	// wrote is the claim that a file was written, with its name.
	wrote = wordlist.Pattern(`(?i)(?:\bi(?:'ve| have)?(?: now| also)? |(?:^|\n)\s*(?:[-*]\s+)?|[.!]\s+|\band )(?:created|wrote|written|saved|generated|exported|stored)\b[^.\n]{0,80}?` + fileName)
	// askedFor is a request for a file, with its name.
	askedFor = wordlist.Pattern(`(?i)\b(?:write|save|create|generate|export|store|put|output)\b[^.\n]{0,80}?` + fileName)
)
