package text_test

import (
	"testing"

	"notdone/classify/text"
)

// undoneCases say of a deed that it was not done, without any word that is for trouble.
var undoneCases = map[string][]string{
	"English": {
		"The visa file has not been lodged.",
		"The hotel isn't booked.",
		"The letters have not gone out.",
		"The hives weren't inspected.",
		"Nothing has been shipped yet.",
		"No appointment was made.",
		"The table was not reserved.",
		"The translation is not finished.",
		"The contract did not get signed.",
	},
	"German": {
		"Der Visumantrag ist nicht eingereicht.",
		"Das Hotel ist nicht gebucht.",
		"Die Briefe sind nicht rausgegangen.",
		"Die Bienenstöcke wurden nicht kontrolliert.",
		"Bisher wurde nichts verschickt.",
		"Es wurde kein Termin vereinbart.",
		"Der Tisch ist nicht reserviert.",
		"Die Übersetzung ist nicht fertig.",
		"Der Vertrag wurde nicht unterschrieben.",
	},
	"French": {
		"Le dossier de visa n'est pas déposé.",
		"Aucune commande n'a été passée.",
		"L'hôtel n'est pas réservé.",
		"Les lettres ne sont pas parties.",
		"Les ruches n'ont pas été inspectées.",
		"Rien n'a encore été expédié.",
		"Aucun rendez-vous n'a été pris.",
		"La table n'est pas retenue.",
		"La traduction n'est pas terminée.",
		"Le contrat n'a pas été signé.",
	},
	"Spanish": {
		"El expediente de visado no está presentado.",
		"No se llegó a hacer ningún pedido.",
		"El hotel no está reservado.",
		"Las cartas no han salido.",
		"Las colmenas no fueron inspeccionadas.",
		"Todavía no se ha enviado nada.",
		"No se concertó ninguna cita.",
		"La mesa no está reservada.",
		"La traducción no está terminada.",
		"El contrato no se firmó.",
	},
	"Portuguese": {
		"O processo de visto não foi entregue.",
		"O hotel não está reservado.",
		"As colmeias não foram inspecionadas.",
		"Ainda não foi enviado nada.",
		"Não foi marcada nenhuma consulta.",
		"A mesa não ficou reservada.",
		"A tradução não está concluída.",
		"O contrato não foi assinado.",
	},
	"Russian": {
		"Заявление на визу не подано.",
		"Ни один заказ не оформлен.",
		"Гостиница не забронирована.",
		"Письма не ушли.",
		"Ульи не осмотрены.",
		"Пока ничего не отправлено.",
		"Встреча не назначена.",
		"Столик не заказан.",
		"Перевод не закончен.",
		"Договор не подписан.",
	},
	"Japanese": {
		"ビザの申請書は提出していません。",
		"注文は成立しませんでした。",
		"ホテルは予約できていません。",
		"手紙はまだ出していません。",
		"巣箱は点検していません。",
		"まだ何も発送していません。",
		"予約は一件も取っていません。",
		"席は取っていません。",
		"翻訳は終わっていません。",
		"契約は署名されていません。",
	},
	"Chinese": {
		"签证材料没有递交。",
		"订单没有成交。",
		"酒店没订上。",
		"信还没寄出去。",
		"蜂箱没有检查。",
		"到现在什么都没发出。",
		"桌子没有预订。",
		"翻译没有完成。",
		"合同没有签。",
	},
}

// keptCases say of what nobody wanted that it was not done, beside work that was.
var keptCases = map[string][]string{
	"English": {
		"All rows are in; no customer was affected.",
		"The migration ran; nothing was deleted.",
		"Report sent. Passwords were not touched.",
		"Renamed the module. The public API was not changed.",
		"The audit is complete; no breach was found.",
		"Checked all 40 hives. No disease was detected.",
		"The list is clean. No duplicates were found.",
		"Paid all 12 invoices. None was overdue.",
		"The tests pass and no files were modified outside src.",
		"The room was booked. The late fee was not charged.",
		"Asked for a test plan; here it is, and no test was run.",
		"At first the key was not accepted; it is now, and the import went through.",
		"Had the roof not been mended in time, the rain would have come in. It was, on Friday.",
		"All 40 letters that were not delivered last week have been sent again.",
		"The band was booked. Not only was the price agreed, the deposit is paid too.",
		"Was the fence not painted last year? It was: on 3 May, by the usual firm.",
	},
	"German": {
		"Alle Zeilen sind drin; kein Kunde war betroffen.",
		"Die Migration lief durch, es wurde nichts gelöscht.",
		"Bericht verschickt. Die Passwörter wurden nicht angefasst.",
		"Modul umbenannt. Die öffentliche Schnittstelle wurde nicht geändert.",
		"Die Prüfung ist abgeschlossen, es wurde kein Verstoß gefunden.",
		"Alle 40 Stöcke kontrolliert. Es wurde keine Krankheit festgestellt.",
		"Die Liste ist sauber. Dubletten wurden nicht gefunden.",
		"Alle 12 Rechnungen bezahlt. Keine war überfällig.",
		"Das Zimmer ist gebucht. Eine Gebühr wurde nicht berechnet.",
		"Die Tests sind grün, andere Dateien wurden nicht verändert.",
	},
	"French": {
		"Toutes les lignes sont importées ; aucun client n'a été touché.",
		"La migration est passée, rien n'a été supprimé.",
		"Rapport envoyé. Les mots de passe n'ont pas été modifiés.",
		"Module renommé. L'API publique n'a pas été changée.",
		"L'audit est terminé, aucune faille n'a été trouvée.",
		"Les 40 ruches sont inspectées. Aucune maladie n'a été détectée.",
		"La liste est propre. Aucun doublon n'a été relevé.",
		"Les 12 factures sont payées. Aucune n'était en retard.",
		"La chambre est réservée. Aucun supplément n'a été facturé.",
		"Les tests passent, aucun autre fichier n'a été modifié.",
	},
	"Spanish": {
		"Todas las filas están cargadas; ningún cliente se vio afectado.",
		"La migración terminó y no se borró nada.",
		"Informe enviado. Las contraseñas no se han tocado.",
		"Módulo renombrado. La API pública no se ha cambiado.",
		"La auditoría está terminada; no se encontró ninguna brecha.",
		"Revisadas las 40 colmenas. No se detectó ninguna enfermedad.",
		"La lista está limpia. No se hallaron duplicados.",
		"Pagadas las 12 facturas. Ninguna estaba vencida.",
		"La habitación está reservada. No se cobró ningún recargo.",
		"Las pruebas pasan y no se modificó ningún otro archivo.",
	},
	"Portuguese": {
		"Todas as linhas estão carregadas; nenhum cliente foi afetado.",
		"Relatório enviado. As senhas não foram alteradas.",
		"Módulo renomeado. A API pública não foi mudada.",
		"A auditoria está concluída; nenhuma falha foi encontrada.",
		"Vistoriadas as 40 colmeias. Nenhuma doença foi detectada.",
		"A lista está limpa. Não foram encontrados duplicados.",
		"Pagas as 12 faturas. Nenhuma estava vencida.",
		"O quarto está reservado. Não foi cobrada nenhuma taxa.",
		"Os testes passam e nenhum outro arquivo foi modificado.",
	},
	"Russian": {
		"Все строки загружены, ни один клиент не пострадал.",
		"Миграция прошла, ничего не удалено.",
		"Отчёт отправлен. Пароли не изменены.",
		"Аудит завершён, нарушений не обнаружено.",
		"Осмотрены все 40 ульев. Болезней не выявлено.",
		"Оплачены все 12 счетов. Просроченных не было.",
		"Номер забронирован. Доплата не взималась.",
		"Тесты проходят, другие файлы не затронуты.",
	},
	"Japanese": {
		"全行を取り込みました。お客様への影響はありません。",
		"移行は完了し、何も削除していません。",
		"報告書を送りました。パスワードは変更していません。",
		"モジュール名を変更しました。公開APIは変えていません。",
		"監査は完了し、違反は見つかりませんでした。",
		"40個の巣箱をすべて点検しました。病気は確認されませんでした。",
		"名簿を整理しました。重複はありませんでした。",
		"請求書12枚をすべて支払いました。延滞はありません。",
		"部屋を予約しました。追加料金は発生していません。",
		"テストは通り、他のファイルは変更していません。",
	},
	"Chinese": {
		"所有行都已导入,没有客户受影响。",
		"迁移已完成,没有删除任何东西。",
		"模块已改名,公共接口没有变。",
		"审计已完成,未发现违规。",
		"40个蜂箱都检查过了,没有发现病害。",
		"名单已整理,没有重复。",
		"12张发票全部付清,没有逾期。",
		"房间已订好,没有收取附加费。",
		"测试通过,没有修改其他文件。",
	},
}

// TestUndoneDeeds reads sentences that say that a deed was not done, alone and behind work that was done.
func TestUndoneDeeds(t *testing.T) {
	t.Parallel()
	before := map[string]string{
		"English":    "The documents were collected and the prices compared. ",
		"German":     "Die Unterlagen wurden gesammelt und die Preise verglichen. ",
		"French":     "Les documents ont été réunis et les prix comparés. ",
		"Spanish":    "Se reunieron los documentos y se compararon los precios. ",
		"Portuguese": "Os documentos foram reunidos e os preços comparados. ",
		"Russian":    "Документы собраны, цены сравнены. ",
		"Japanese":   "書類を集め、価格を比較しました。",
		"Chinese":    "资料已收集,价格已比较。",
	}
	for language, cases := range undoneCases {
		for _, said := range cases {
			for _, message := range []string{said, before[language] + said} {
				if got := text.Read(message); got.Label == done {
					t.Errorf("%s: %q: done at %.2f %q", language, message, got.Score, got.Rules)
				}
			}
		}
	}
	for language, cases := range keptCases {
		for _, message := range cases {
			if got := text.Read(message); got.Label != done {
				t.Errorf("%s: %q: %v %.2f %q", language, message, got.Label, got.Score, got.Rules)
			}
		}
	}
}

// TestUndoneDeedIsQuoted reads a message whose report stands before the deed that was not done.
func TestUndoneDeedIsQuoted(t *testing.T) {
	t.Parallel()
	got := text.Read("The three offers were compared and the dates agreed. The hall was not rented.")
	if got.Point != "The hall was not rented." || got.Rules[0] != "says that the deed was not done" {
		t.Errorf("%v %.2f %q %q", got.Label, got.Score, got.Rules, got.Point)
	}
}
