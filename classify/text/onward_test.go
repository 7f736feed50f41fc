package text_test

import (
	"testing"

	"notdone/classify/text"
)

// ended is a message, and whether the work is done at its end.
type ended struct {
	text string
	done bool
}

func readEach(t *testing.T, all []ended) {
	t.Helper()
	for _, tt := range all {
		if got := text.Read(tt.text); (got.Label == text.LabelDone) != tt.done {
			t.Errorf("%q: %v %.2f %q", tt.text, got.Label, got.Score, got.Rules)
		}
	}
}

// TestOnward reads finished work behind which a question about what comes next stands, or a request to
// try what was made, and questions that the work waits for all the same.
func TestOnward(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Die Anzeige für volle Kurse ist fertig, alle 31 Tests sind grün.\n\nSoll ich mit dem nächsten Schritt weitermachen?", true},
		{"L'affichage des cours complets est terminé, les 31 tests passent.\n\nVoulez-vous que je passe à l'étape suivante ?", true},
		{"El aviso de cursos llenos está terminado y las 31 pruebas pasan.\n\n¿Quieres que siga con la siguiente fase?", true},
		{"O aviso de turmas cheias foi concluído e os 31 testes passam.\n\nO que você quer fazer a seguir?", true},
		{"Показ заполненных курсов готов, все 31 тест пройдены.\n\nЧто делаем дальше?", true},
		{"満席の講座の表示を追加しました。テスト31件はすべて成功です。\n\n次の段階に進みましょうか。", true},
		{"满员课程的提示已经完成，31 个测试全部通过。\n\n需要我继续做下一步吗？", true},
		{"Соединение обрывалось из-за прокси. Исправил, теперь страница открывается.\n\nЧто делаем дальше?", true},
		{"満席の表示を修正しました。\n\n画面を再読み込みして、動作確認をお願いします。", true},
		{"Done.\n\nThe lint rule bans wildcard imports in all new modules; 84 places break it today, most of them in `forms/`.\n\nWould you like me to start rewriting those modules?", true},
		{"La cita del dentista está cambiada al viernes a las 16:30. ¿Quieres que de paso ponga un recordatorio en el calendario?", true},
		{"Der Zahnarzttermin ist auf Freitag 16:30 verschoben. Soll ich nebenbei noch eine Erinnerung in den Kalender setzen?", true},
		{"Приём у стоматолога перенесён на пятницу, 16:30. Заодно поставить напоминание в календарь?", true},
		{"Done.\n\nThe import stopped at row 400, as I have no access to the second sheet.\n\nWould you like me to start with the first one?", false},
		{"Der Plan liegt vor, geändert habe ich noch nichts.\n\nSoll ich fortfahren?", false},
		{"El aviso está terminado.\n\nAntes de continuar: ¿borro la tabla antigua o la dejo?", false},
		{"O aviso foi concluído. Não consigo abrir o servidor de testes.\n\nQuer que eu continue com a próxima fase?", false},
		{"提示已经完成，但我没有部署权限。\n\n需要我继续做下一步吗？", false},
		{"Показ готов. Без пароля от базы дальше никак.\n\nЧто делаем дальше?", false},
	})
}

// TestWatch reads finished work behind which its author promises to look after it, and work that goes on.
func TestWatch(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Deployed v2 and all checks pass. I will keep monitoring the system.", true},
		{"All 14 invoices were sent. I'll let you know when they are paid.", true},
		{"Fixed the flaky test. I'll continue to monitor the CI runs.", true},
		{"备份已经完成。我会继续监控系统。", true},
		{"The build is still running. I will keep monitoring it.", false},
		{"The deployment has started. I will monitor the rollout and report back.", false},
		{"I submitted the job to the cluster. I'll notify you when it completes.", false},
		{"I will keep you posted.", false},
	})
}

// TestOfTheWorkItself reads answers to questions, in which an obstacle may be what was found, and is none
// where it is said of the work itself.
func TestOfTheWorkItself(t *testing.T) {
	t.Parallel()
	asked := text.ReadRequest("Check whether the backups ran last week")
	if !asked.IsWords() {
		t.Fatalf("it asks for %d", asked)
	}
	for message, done := range map[string]bool{
		"The job could not be run on Tuesday because the disk was full. All other nights are fine.":                                                                        true,
		"Unable to reach the backup server due to a timeout. The tape is in the drive.":                                                                                    false,
		"The page lists two of five nights. Therefore, the check could not be completed with what is shown. A login would help.":                                           false,
		"The tape was full on Monday, so the job failed that night. It ran on all other nights. The log has the times.":                                                    true,
		"The verification of the backups is complete: on Tuesday the server was not reachable. On all other days it ran, and the copies are intact. The list is attached.": true,
	} {
		if got := text.ReadFor(message, asked); (got.Label == text.LabelDone) != done {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
}

// TestSectionsInAllLanguages reads reports whose last section is of limits, of what comes next or of what
// was left as it is, with words that stand for obstacles elsewhere.
func TestSectionsInAllLanguages(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"I finished the form and it is live.\n\nWhat was not changed:\n- the schema\n\nThe manual describes each field.",
		"Die Arbeit ist fertig und läuft.\n\n## Nächste Schritte\n- Ausweitung auf die zwei Praxen, die es noch nicht nutzen.\n\nDas Handbuch beschreibt jedes Feld.\nDas Formular hat sechs Felder.",
		"Le travail est terminé et en production.\n\nCe qui n'a pas été modifié :\n- le schéma\n\nLe manuel décrit chaque champ.\nLe formulaire a six champs.",
		"El trabajo está terminado y en producción.\n\nRiesgo: si llega un correo al servidor antiguo, el remitente recibe un rechazo.\n\nEl manual describe cada campo.\nEl formulario tiene seis campos.",
		"O trabalho está concluído e em produção.\n\n## Próximos passos\n- Estender às duas clínicas que ainda não o usam.\n\nO manual descreve cada campo.\nO formulário tem seis campos.",
		"作業は完了し、公開しました。\n\n## 既知の制限\n- 添付ファイルは検索できません。\n\n手引きに各項目の説明があります。\nフォームには六つの項目があります。",
		"作業は完了し、公開しました。\n\nキーがないとき、APIはエラーを返します。\n\n手引きに各項目の説明があります。\nフォームには六つの項目があります。",
		"作業は完了し、公開しました。\n\nテスト：41件成功、0件失敗。\n\n手引きに各項目の説明があります。\nフォームには六つの項目があります。",
		"工作已完成并上线。\n\n## 下一步\n- 推广到还没有使用的两家诊所。\n\n手册说明了每个字段。\n表单有六个字段。",
	} {
		if got := text.Read(message); got.Label != text.LabelDone {
			t.Errorf("%q: %.2f %q %q", message, got.Score, got.Rules, got.Quote)
		}
	}
}
