package text_test

import (
	"slices"
	"testing"

	"notdone/classify/text"
)

// leftCases list what was not done, or say that there is nothing.
var leftCases = []struct {
	name, text string
	left       bool
}{
	{"blocked item", "Added the upload form and its tests.\n\nBlocked items:\n- The registry does not answer, so the checks did not run.", true},
	{"second item", "Added the form.\n\nBlocked:\n- The icons failed to load, so I drew them instead.\n- The checks cannot run without the registry.", true},
	{"heading", "## Done\n- Added the form\n\n## Not implemented\n- the export, for want of a printer", true},
	{"part done in part", "Phase 1: complete\n- added the form\n\nPhase 2: partly complete", true},
	{"counted", "Reviewed 14, implemented 11, blocked 3.", true},
	{"German", "Formular ergänzt, Tests grün.\n\nNicht umgesetzt:\n- der Abgleich mit dem Lager", true},
	{"Chinese", "阶段一：完成\n阶段二：部分完成\n\n已添加表单。", true},
	{"Japanese", "フォームを追加しました。\n\n未実装：\n- 倉庫との照合", true},
	{"title", "# Stuck: what a person has to do\n\n## The two accounts\n\nBoth wait for the mail that the owner has to open.\n\nThe form is done and its tests pass.", true},
	{"decision needed", "## Summary\n\nAdded the form, all tests pass.\n\n## Human decision needed\n\nThe target covers systems that the form was not made for.", true},
	{"heading without marks", "The plan for the form is written.\n\nWhat I Need from You\n\nThe list of the fields, and who may see them.", true},
	{"Entscheidung", "## Umgesetzt\n\nDas Formular ist fertig.\n\n## Ihre Entscheidung ist nötig\n\nSoll das alte Feld bleiben?", true},
	{"待确认", "## 已完成\n\n表单已添加，测试通过。\n\n## 待确认\n\n- 旧字段是否保留", true},
	{"in a bold field", "Added the form, all tests pass.\n\n**Not done: the run in a browser.** The machine has none.", true},
	{"nothing in a bold field", "Added the form, all tests pass.\n\n**Not done:** nothing.", false},
	{"resolved", "# Blocked items\n\nNone. The form is done and its tests pass.", false},
	{"harmless", "# Blocked items\n\n## Known limits (non-blocking)\n\n- The old field was not removed.\n\nThe form is done and its tests pass.", false},
	{"none", "Added the form.\n\nBlocked: none.", false},
	{"none below", "Added the form and its tests.\n\n## Blocked\n- nothing", false},
	{"counted as none", "Reviewed 14, implemented 14, blocked 0.", false},
	{"of users", "Blocked 3 users and removed 12 posts.", false},
	{"keine", "Formular ergänzt.\n\nBlockiert:\n- keine", false},
	{"无", "已添加表单。\n\n未完成：\n- 无", false},
}

// TestListedAsLeft reads reports that list what was not done.
func TestListedAsLeft(t *testing.T) {
	t.Parallel()
	for _, c := range leftCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := text.Read(c.text)
			if says := slices.Contains(got.Rules, "lists what was not done"); says != c.left || (got.Label != done) != c.left {
				t.Errorf("%q: %v %.2f %q", c.text, got.Label, got.Score, got.Rules)
			}
		})
	}
}

// TestAnnouncedBeforeItsCode reads an edit behind its announcement, and a command that nothing answers.
func TestAnnouncedBeforeItsCode(t *testing.T) {
	t.Parallel()
	edit := "Now I need to call it from the second controller:\n\nadmin.rb\n```ruby\n<<<<<<< SEARCH\n  save\n=======\n  check\n>>>>>>> REPLACE\n```"
	if got := text.Read(edit); got.Label != done {
		t.Errorf("an edit that was announced is %v at %.2f: %v", got.Label, got.Score, got.Rules)
	}
	call := "Now I need to call the tests:\n\n```bash\nmake test\n```"
	if got := text.Read(call); got.Label == done {
		t.Errorf("a command that nothing answers is done at %.2f", got.Score)
	}
}

// TestIdeasBesideWhatWasDone reads a list of next steps beside and without what was done.
func TestIdeasBesideWhatWasDone(t *testing.T) {
	t.Parallel()
	const ideas = `"next_steps": [
    "Optional: animate the arrow.",
    "Consider a shared focus trap."
  ]
}`
	plans := func(message string) bool {
		return slices.Contains(text.Read(message).Rules, "plans its next step and ends")
	}
	if plans("{\n  \"files_changed\": [\"menu.css\"],\n  " + ideas) {
		t.Error("ideas behind what was done are a plan")
	}
	if !plans("{\n  \"page\": \"start\",\n  " + ideas) {
		t.Error("a list of steps alone is no plan")
	}
}
