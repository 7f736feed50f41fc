package classify

import (
	"regexp"
	"strings"
)

// maxClaims bounds in bytes how much of each end of a message is searched for
// what it claims.
const maxClaims = 8 << 10

// What messages claim to have done that words alone cannot do.
var (
	claimsTests = regexp.MustCompile(`(?i)\btests?\s+(?:suite\s+)?(?:(?:now|all|are|is|have|has|still)\s+){0,2}(?:pass|passes|passed|passing|green)\b` +
		`|\b(?:i|we)(?:'ve| have)?\s+(?:re)?ran\s+(?:the|all|every|our|your)\b` +
		`|\b(?:las |todas las )?pruebas\s+(?:ya\s+)?(?:pasan|pasaron)\b`)
	claimsChange = regexp.MustCompile(`(?i)(?:\b(?:i|we)(?:'ve| have)?\s+(?:now\s+|also\s+|successfully\s+)?` +
		`|(?:^|[.!:;\n]\s*|[-*•✅✓]\s+)(?:successfully\s+)?` +
		`|\b(?:has|have) been\s+(?:successfully\s+)?)` + doneVerbs + `\b` +
		`|\bhe (?:arreglado|corregido|añadido|agregado|actualizado|implementado|eliminado|creado|renombrado|desplegado|subido)(?:\s|$)`)
	// needless says that nothing had to change.
	needless = regexp.MustCompile(`(?i)\b(?:already|no\s+(?:code\s+|further\s+|file\s+)?(?:changes?|edits?|modifications?)|nothing|unchanged|did(?: not|n't) (?:need|change|edit|modify)|not needed|ya (?:estaba|está|existía))`)
)

const doneVerbs = `(?:fixed|added|implemented|updated|changed|created|refactored|removed|replaced|rewrote|rewritten|modified|migrated|renamed|committed|pushed|merged|deployed|installed|patched|deleted|wrote|bumped|upgraded)`

// claim is what a message claims to have done.
type claim struct{ tests, change, needless bool }

// claims reads what the message claims. It is asked only where the structure
// already knows that something is missing.
func (in *Input) claims() claim {
	said, _ := in.Message()
	said = strings.ReplaceAll(ends(said), "’", "'")
	return claim{
		tests: claimsTests.MatchString(said), change: claimsChange.MatchString(said), needless: needless.MatchString(said),
	}
}

// ends returns the beginning and the end of a long text.
func ends(s string) string {
	if len(s) <= 2*maxClaims {
		return s
	}
	return s[:maxClaims] + "\n" + s[len(s)-maxClaims:]
}
