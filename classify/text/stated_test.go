package text_test

import (
	"slices"
	"strings"
	"testing"

	"notdone/classify/text"
)

// TestStatedInHeader reads the state among the fields below the title of a report, in its languages.
func TestStatedInHeader(t *testing.T) {
	t.Parallel()
	const body = "\n\n## Work\n\nThe parser is written and all tests pass.\n\n## Notes\n\nThe branch is pushed.\n"
	for _, c := range []struct {
		name, header string
		label        text.Label
		stated       bool
	}{
		{"English", "Status: blocked", blocked, true},
		{"in bold, second", "**Branch:** main\n**Status:** BLOCKED on the signing key", blocked, true},
		{"in a list", "- Branch: main\n- Status: waiting for review by a person", blocked, true},
		{"in progress", "Status: In progress — this is the plan", failed, true},
		{"German", "Datum: 3. Mai\nStatus: blockiert", blocked, true},
		{"French", "État : bloqué", blocked, true},
		{"Spanish", "Estado: bloqueado por la firma", blocked, true},
		{"Portuguese", "Situação: em andamento", failed, true},
		{"Russian", "Статус: заблокировано", blocked, true},
		{"Chinese", "状态：阻塞（等待密钥）", blocked, true},
		{"Japanese", "ステータス：承認待ち", blocked, true},
		{"done", "Status: done", done, true},
		{"a heading", "## Status: BLOCKED — a person has to grant it", blocked, true},
		{"the second heading", "## Date: 3 May\n## Status: INCOMPLETE", failed, true},
		{"below a heading", "## Status\n\n`NEEDS_CONTEXT`. Nothing was changed.", blocked, true},
		{"done below a heading", "## Status\n\nDONE", done, true},
		{"prose below a heading", "## Status\n\nThe server answers.", done, false},
		{"another word", "Status: version 3", done, false},
		{"behind prose", "The parser had no tests.\nStatus: blocked", done, false},
		{"a finding", "Verdict: failed", done, false},
	} {
		for _, title := range []string{"# Import of the plans\n", "# Import of the plans\n\n"} {
			got := text.Read(title + c.header + body)
			if got.Label != c.label || strings.HasPrefix(got.Rules[0], "states its own end") != c.stated {
				t.Errorf("%s: %v %.2f %q", c.name, got.Label, got.Score, got.Rules)
			}
		}
		if got := text.Read("The plans are imported.\n\n" + c.header + body); c.name != "done" && c.stated && strings.HasPrefix(got.Rules[0], "states its own end") {
			t.Errorf("%s without a title: %v %q", c.name, got.Label, got.Rules)
		}
	}
}

// TestMarkersAreCapitals: a word alone states the end where it is in capitals, which not every script has.
func TestMarkersAreCapitals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		stated bool
	}{
		{"Two of the files are read.\n\nBLOCKED", true},
		{"Blocked\n\nTwo of the files are read.", false},
		{"两个文件已读完，测试通过。\n\n阻塞：无", false},
	} {
		got := text.Read(c.text)
		if stated := slices.ContainsFunc(got.Rules, func(r string) bool { return strings.HasPrefix(r, "states its own end") }); stated != c.stated {
			t.Errorf("%q: %v %q", c.text, got.Label, got.Rules)
		}
	}
}

// TestStatedInCapitals: a title, or a line in capitals, ends with how the work ended.
func TestStatedInCapitals(t *testing.T) {
	t.Parallel()
	const work = "\n\n- Added the form\n- All tests pass\n"
	for message, want := range map[string]text.Label{
		"# Task 3 report: BLOCKED" + work: blocked,
		"# Task 3 report: DONE" + work:    done,
		"# The form: a report" + work:     done,
		"Added the form." + work + "\nSIGN-IN NOT COMPLETE — THE SHOP MUST NOT OPEN": failed,
		"Added the form." + work + "\n0 TESTS FAILED":                                done,
	} {
		if got := text.Read(message); got.Label != want {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
}

// TestItemsOfAPurpose: what a list below "To save memory:" tells the reader to do is no work that was done.
func TestItemsOfAPurpose(t *testing.T) {
	t.Parallel()
	const limit = "Model lark-2 has hit a token limit!\n\nToken counts are approximate.\n\n"
	advice := limit + "To save memory:\n- Use fewer files.\n- Use a larger model.\n- Use shorter prompts.\n"
	if got := text.Read(advice); got.Label != failed {
		t.Errorf("%v %.2f %q", got.Label, got.Score, got.Rules)
	}
	if told, listed := text.Read(advice), text.Read(strings.Replace(advice, "To save memory:", "Changes:", 1)); listed.Score >= told.Score {
		t.Errorf("a list of changes scores %.2f, advice %.2f", listed.Score, told.Score)
	}
}
