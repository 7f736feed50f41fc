package text_test

import (
	"strings"
	"testing"

	"notdone/classify/text"
	"notdone/model"
)

// TestDeniedRows reads tables in which one row says "not sent" where others say "sent".
func TestDeniedRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, quote string // no quote: it is done
	}{
		"English":    {"| Guest | Card |\n|---|---|\n| Moreau | sent |\n| Ito | not sent |\n| Bell | sent |", "Ito"},
		"Portuguese": {"| Loja | Pedido |\n|---|---|\n| Braga | enviado |\n| Faro | não enviado |\n| Évora | enviado |\n\nA loja foi avisada.", "Faro"},
		"Russian":    {"| Цех | Станок |\n|---|---|\n| 1 | смазан |\n| 2 | не смазан |\n| 3 | смазана |", "не смазан"},
		"Chinese":    {"| 楼层 | 灭火器 |\n|---|---|\n| 一 | 已更换 |\n| 二 | 未更换 |\n| 三 | 已更换 |", "未更换"},
		"a property": {"| Model | Encryption |\n|---|---|\n| A | supported |\n| B | not supported |\n| C | supported |\n\nThe comparison is on the wiki page.", ""},
	} {
		got := text.Read(c.text)
		if (got.Label != text.LabelDone) != (c.quote != "") || !strings.Contains(got.Quote, c.quote) {
			t.Errorf("%s: %v %.2f %q %q", name, got.Label, got.Score, got.Quote, got.Rules)
		}
	}
}

// TestForeignOutcomes reads objects whose keys say in another language than English whether the work was done.
func TestForeignOutcomes(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{`{"задание": "заказать пропуск", "выполнено": false, "причина": "бюро закрыто"}`, false},
		{`{"tarea": "cambiar la cerradura", "hecho": "no"}`, false},
		{`{"aufgabe": "Saal buchen", "erledigt": true}`, true},
		{"{\n  \"type\": \"error\",\n  \"error\": {\"type\": \"overloaded\", \"message\": \"no capacity\"}\n}", false},
	})
}

// TestBlockerFiles reads files whose title says that they are about what is in the way.
func TestBlockerFiles(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"# BLOCKER: the scanner driver\n\n## What was tried\n\n- ✗ the vendor's package\n\n## Current state\n\n- ✓ feeder code\n- ✓ settings page", false},
		{"# Blocker report — 3 May\n\nThe run found nothing in the list that it may take.", false},
		{"# Label printer — escalating\n\nAll five settings of the list were tried.", false},
		{"# Import\n\n**Status**: BLOCKING the release\n\nThe mapping of two fields differs.", false},
		{"# BLOCKER.md\n\nStatus: **Resolved** (both points).\n\nThe feeder runs, and all tests pass.", true},
		{"# Blocker report\n\n> Status: **No active blockers**\n\nAll gates pass. The release is tagged.", true},
		{"# Blocker: feeder jam (fixed)\n\nThe roller was replaced and 40 sheets went through.", true},
		{"# Blocked: no signature\n\nAll seven forms are filled in and checked.", false},
		{"# Blocked: 0\n\nAll seven forms are filled in and checked.", true},
		{"# Blockers\n\nNone.\n\nNote: the archive folder was not rebuilt.", true},
		{"# Blockers\n\n- None at this time", true},
		{"# Current blockers\n\n## Open\n\n_No blockers._\n\n## Resolved\n\n- The scanner had no driver until 3 May.", true},
		{"# BLOCKED\n\n**Status:** none\n\n1. Drums are billed by weight.\n2. The old rates were kept.\n3. Reprints were skipped.\n4. The mill's own numbers stay.\n5. Nothing else changed.", true},
		{"# 阻塞项\n\n无产品或验收阻塞。\n\n备注：旧目录没有重建。", true},
		{"# Blocker\n\nKeine Blocker.\n\nDer alte Ordner wurde nicht neu gebaut.", true},
		{"# External blockers\n\nThe mill has to name a date.", false},
		{"# Blockers\n\nNo access to the scanner room.", false},
		{"# Blockers\n\nNothing works without the driver.", false},
		{"# Blockers\n\nNone of the keys opens the archive, so no form was filed.", false},
		{"# Blockers\n\nNone. But the export needs a decision from Ana before it can start.", false},
	})
}

// TestStatedInPart reads fields below a title whose value says that the work is done in part, or not.
func TestStatedInPart(t *testing.T) {
	t.Parallel()
	const report = "\n\n## Scope\n\n- Added the pages of the mill.\n- Kept the old prices.\n\nAll 48 tests pass."
	readEach(t, []ended{
		{"# Mill report\n\nStatus: PARTIAL GO - live, the owner looks at it on Monday." + report, false},
		{"# Mill report\n\n## Status\n\nPARTIAL PASS." + report, false},
		{"# Mill report\n\n**Status:** FAIL" + report, false},
		{"# Mill report\n\nStatus: Mostly done" + report, false},
		{"# Mill report\n\nStatus: not ready" + report, false},
		{"# Mill report\n\nStatus: done with concerns" + report, true},
		{"# Trial of the probe\n\nStatus: no-go. Keep the probe off." + report, true},
	})
}

// TestDeclaredObstacle quotes what an object on the last line, in which an agent declares how it ended, names as the obstacle.
func TestDeclaredObstacle(t *testing.T) {
	t.Parallel()
	for _, outcome := range []string{"blocked", "refused", "failed"} {
		got := text.Read("Looking at the mill...\n" + `{"outcome":"` + outcome + `","obstacle":"The mill has no door for this","kind":"policy"}`)
		if got.Label.String() != outcome || got.Quote != "The mill has no door for this" {
			t.Errorf("%s: %s %q", outcome, got.Label, got.Quote)
		}
	}
}

// TestOpensWithDeed reads counts of less than there is behind a verb that no table has.
func TestOpensWithDeed(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Captioned 212 photographs of 900.", false},
		{"Отсканировал 120 чертежей из 300. Папка лежит на столе.", false},
		{"Transcritas 9 de las 31 cintas, con marcas de tiempo.", false},
		{"方言录音已经转写了 27 小时,总共 64 小时。", false},
		{"整理了 3 个目录,27 个文件,共 64 MB,都已上传。", true},
		{"Captioned 900 photographs of 900.", true},
		{"Отсканировал 300 чертежей из 300. Папка лежит на столе.", true},
		{"Found 3 of 12 links broken; the list is in links.csv.", true},
	})
}

// TestQuotedWithItsCause reads messages in which one sentence says that it was not done and another why.
func TestQuotedWithItsCause(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"behind it":             {"Записать группу на экскурсию не получилось. Свободных окон нет до октября, а поездка в августе.", "до октября"},
		"behind a topic":        {"Achtung, Frist: Die Klage konnte nicht übermittelt werden. Das Portal meldet „Karte nicht gefunden“, dreimal dasselbe.", "Karte nicht gefunden"},
		"an error of a program": {"La compilación para ARM sigue sin salir:\n\nerror: linking with `cc` failed: cannot find -lfoo\n\nProbé con tres versiones y no pude terminarla.", "cannot find -lfoo"},
	} {
		if got := text.Read(c.text); !strings.Contains(got.Quote, c.want) {
			t.Errorf("%s: %q is quoted (%v %.2f)", name, got.Quote, got.Label, got.Score)
		}
	}
}

// TestFailsItself reads reports of what the agent could not do that are worded like answers about the world at large.
func TestFailsItself(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Unable to complete the check of the prices because the page did not render in the browser. It is recommended to verify the server and to try other data sources or to provide a document of the prices.", false},
		{"An attempt was made to repair this, but it was unsuccessful. A branch with the attempted changes has been created.", false},
		{"I stopped before fixing the warnings, as the dependency does not build.", false},
		{"Planning is finished and both files are written: `plan.html` and `plan.md`.", true},
	})
}

// TestWaitsBehindPromise reads questions and needs before the promise to go on once they are answered.
func TestWaitsBehindPromise(t *testing.T) {
	t.Parallel()
	for message, kind := range map[string]model.ObstacleKind{
		"I need permission to write to /srv/x. Let me know when it is granted and I will proceed.": model.KindPermission,
		"Could you share the credentials? Then I'll continue with the deployment.":                 model.KindMissingInput,
		"Do you want me to delete the old rows? I'll proceed as soon as you confirm.":              model.KindDecision,
	} {
		if got := text.Read(message); got.Label != text.LabelBlocked || got.Kind != kind {
			t.Errorf("%q: %v %v %q", message, got.Label, got.Kind, got.Rules)
		}
	}
	if got := text.Read("The tests fail on the parser. Let me fix that."); got.Label != text.LabelFailed {
		t.Errorf("a promise alone: %v", got.Label)
	}
}

// TestClosingFields reads reports whose last section says in a bold field where they stand.
func TestClosingFields(t *testing.T) {
	t.Parallel()
	message := "# Cases for tags\n\nAdded the outline of all cases.\n\n## Summary\n\n- outline\n- sources\n\n---\n\n" +
		"**Status:** NEEDS_CONTEXT\n**Summary:** the criteria are a template.\n**Next steps:**\n- fill them in\n- run it again\n- then the review"
	if got := text.Read(message); got.Label != text.LabelBlocked {
		t.Errorf("%v %.2f %q", got.Label, got.Score, got.Rules)
	}
	tickets := "# Tickets of the week\n\nAll eleven are sorted and sent to you.\n\n## 41\n\n**Status:** open\n**Team:** web\n\n## 42\n\n" +
		"**Status:** BLOCKED\n**Team:** data\n**Age:** 4 days\n**Labels:** export\n**Points:** 3"
	if got := text.Read(tickets); got.Label != text.LabelDone {
		t.Errorf("of several things: %v %.2f %q", got.Label, got.Score, got.Rules)
	}
	if got := text.Read("Added the test and it passes.\n\nYou've hit your limit · resets 1pm"); got.Label != text.LabelFailed || got.Kind != model.KindRateLimit {
		t.Errorf("a limit at the end: %v %v %.2f %q", got.Label, got.Kind, got.Score, got.Rules)
	}
}

// TestWordsOfSecondFactors reads work on second factors, and the words of Claude Code for a call that nobody allowed.
func TestWordsOfSecondFactors(t *testing.T) {
	t.Parallel()
	for message, kind := range map[string]model.ObstacleKind{
		"MFA added":             model.KindUnknown,
		"Captcha support added": model.KindUnknown,
		"Claude requested permissions to write to /srv/x.md, but you haven't granted it yet.": model.KindPermission,
	} {
		got := text.Read(message)
		if (got.Label == text.LabelBlocked) != (kind != model.KindUnknown) || got.Kind != kind {
			t.Errorf("%q: %v %v %.2f %q", message, got.Label, got.Kind, got.Score, got.Rules)
		}
	}
	if got := text.Read("[Request interrupted by user]"); got.Kind == model.KindNetwork {
		t.Errorf("a person stopped it: %v %v", got.Label, got.Kind)
	}
	if got := text.Read("I was unable to complete this task."); got.Label == text.LabelRefused {
		t.Errorf("no policy is named: %v %q", got.Label, got.Rules)
	}
}
