package text_test

import (
	"slices"
	"testing"

	"notdone/classify/text"
)

// heldCases say in a report of much that was done that the deed is held up, or tell of it otherwise.
var heldCases = []struct {
	name, text string
	held       bool
}{
	{"push turned down", "Fixed the parser and added 12 tests, all green.\n\nThe README is updated.\n\nThe push was rejected: the branch is protected.", true},
	{"command turned down", "## Implemented\n\n- Added the export\n- Wrote its tests\n\n## Commit\n\n- `git commit -m \"export\"`: failed because the folder is read-only.\n\n## Next\n\n- more formats", true},
	{"approval of a command", "The export is complete and all tests pass.\n\nThe git commands require approval to commit.", true},
	{"stopped for a word", "Wrote the migration and its tests, all green.\n\nStopped for your review before anything is applied.", true},
	{"please confirm first", "Here is the plan for the import.\n\nBefore I start coding, please confirm:\n\n1. Skip the old buyers?\n2. Merge the double ones?", true},
	{"German", "Export umgesetzt, alle Tests grün.\n\nDer Push wurde abgelehnt, der Zweig ist geschützt.", true},
	{"French", "Export réalisé, tests verts.\n\nLe push a été refusé : la branche est protégée.", true},
	{"Spanish", "Exportación lista, pruebas en verde.\n\nEl push fue rechazado: la rama está protegida.", true},
	{"Portuguese", "Exportação pronta, testes verdes.\n\nParado para revisão — aguardando aprovação antes de seguir.", true},
	{"Russian", "Экспорт готов, тесты зелёные.\n\nПуш отклонён: ветка защищена.", true},
	{"Chinese", "导出功能已完成，测试全部通过。\n\n推送被拒绝：分支受保护。", true},
	{"Japanese", "エクスポートを実装し、テストはすべて成功しました。\n\nプッシュは拒否されました。", true},
	{"overcome", "Fixed the parser.\n\nThe first push was rejected. I rebased, and the second one went through.", false},
	{"of others", "Added a note to the guide: when users cannot push, they see why.\n\nAll tests pass.", false},
	{"a commit that mends it", "fix: let the main branch be pushed again\n\nThe hook before a push blocked pushing the main branch too, and nothing was delivered.\n\nIt now looks at the branch first.", false},
	{"a finding", "# Key finding: the fix was not merged\n\nI merged it now and all tests pass.", false},
}

// TestHeldUp reads reports that say that the work is held up.
func TestHeldUp(t *testing.T) {
	t.Parallel()
	for _, c := range heldCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := text.Read(c.text)
			if (got.Label != done) != c.held {
				t.Errorf("%q: %v %.2f %q", c.text, got.Label, got.Score, got.Rules)
			}
		})
	}
	got := text.Read(heldCases[0].text)
	if !slices.Contains(got.Rules, "says that the work is held up") {
		t.Errorf("rules %q", got.Rules)
	}
}

// TestLanguagesWithoutTables reads done messages in languages that have no tables here: their
// words alone say nothing against them.
func TestLanguagesWithoutTables(t *testing.T) {
	t.Parallel()
	for name, message := range map[string]string{
		"Ukrainian": "## Що змінилося\n\n- Перероблено головну сторінку, форму та її перевірку.\n- Додано тести; усі вони пройшли.\n\nПопередня версія не мала цієї форми і не вміщувалася на екрані.",
		"Romanian":  "Am rescris pagina și testele ei.\n\n- formularul se află acum în pagină\n- toate testele au trecut, fără erori\n\nVersiunea veche nu avea această formă și nu încăpea pe ecran.",
		"Turkish":   "Sayfa yeniden yazıldı ve testleri eklendi.\n\n- form artık sayfanın içinde, eski sürümde yoktu\n- bütün testler geçti, hata kalmadı\n\nEski tasarım küçük ekranlara sığmıyordu.",
		"Polish":    "Przepisano stronę i dodano testy, wszystkie przeszły.\n\n- formularz jest teraz częścią strony\n- poprzednia wersja nie mieściła się na małych ekranach, więc została usunięta",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%s: %v %.2f %q", name, got.Label, got.Score, got.Rules)
		}
	}
	name := "Łukasz and Çağrı fixed it, but I could not push the branch."
	if got := text.Read(name); got.Label == done {
		t.Errorf("English with names: done at %.2f", got.Score)
	}
}
