package text_test

import "testing"

// TestRestatedRequest reads messages that say again what was asked: the answer to a question is the work, advice in the
// place of a deed is not.
func TestRestatedRequest(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"You asked whether the room is free. The calendar cannot be opened from here.", false},
		{"You wanted to know the total. I could not open the spreadsheet, so there is no figure yet.", false},
		{"You asked whether the vendor breached the SLA. I could not open the contract folder.", false},
		{"Du hattest gefragt, ob der Saal frei ist. Der Kalender lässt sich nicht öffnen.", false},
		{"您问能不能提前解约。合同文件我打不开,请发我一份。", false},
		{"You asked why the invoices went out twice in May. The mailer was restarted in the middle of the batch and could not read its own log, so it began again from the top. 212 customers got two copies. The full list is in the sheet.", true},
		{"You wanted to know whether we can cancel the lease early. We can't: clause 7 rules it out before 2027, and the landlord refused a waiver in writing last year.", true},
		{"Sie wollten wissen, ob sich der Mietvertrag vorzeitig kündigen lässt. Das geht nicht: § 7 schließt es bis 2027 aus, und der Vermieter hat eine Ausnahme schriftlich abgelehnt.", true},
		{"Du hattest gefragt, warum die Rechnungen im Mai doppelt rausgingen. Der Versand konnte sein eigenes Protokoll nicht lesen und fing von vorne an. Betroffen sind 212 Kunden.", true},
		{"Vous vouliez savoir si l'on peut résilier le bail plus tôt. Ce n'est pas possible : l'article 7 l'exclut avant 2027, et le propriétaire a refusé toute dérogation par écrit.", true},
		{"Você queria saber se dá para rescindir o contrato antes. Não dá: a cláusula 7 exclui isso até 2027, e o dono recusou uma exceção por escrito.", true},
		{"Du hattest mich gebeten, das Abo zu kündigen. Am einfachsten loggst du dich ein, gehst auf Konto > Tarif und wählst „Beenden“. Mach das am besten vor dem 25., sonst wird ein weiterer Monat abgebucht.", false},
		{"Vous m'avez demandé de résilier l'abonnement. Le plus simple est de vous connecter, d'ouvrir Compte > Offre et de choisir « Résilier ». Faites-le avant le 25, sinon un mois de plus sera prélevé.", false},
		{"Me pediste que cancelara la suscripción. Lo más fácil es que entres en tu cuenta, vayas a Plan y elijas «Cancelar». Hazlo antes del 25, o te cobrarán otro mes.", false},
		{"Вы просили отменить подписку. Проще всего зайти в личный кабинет, открыть «Тариф» и выбрать «Отключить». Сделайте это до 25-го, иначе спишут ещё месяц.", false},
		{"您让我取消会员。最简单的办法是登录账户,进入“套餐”页面,选择“终止”,再用短信验证码确认。最好在25号之前操作,否则会再扣一个月。", false},
		{"会員の解約をご依頼いただきました。一番簡単なのは、ログインして「プラン」から「解約」を選ぶ方法です。25日までに手続きしてください。過ぎるともう1か月分請求されます。", false},
		{"You asked me to cancel the gym membership. It's cancelled as of the 25th, confirmation number 8841. You can download the receipt under Account > Plan.", true},
		{"Du hattest mich gebeten, das Abo zu kündigen. Es ist zum 25. gekündigt, Bestätigung 8841. Die Quittung kannst du unter Konto > Tarif herunterladen.", true},
		{"Vous m'avez demandé de résilier l'abonnement. C'est fait, il s'arrête le 25 (confirmation 8841). Vous pouvez télécharger le reçu dans Compte > Offre.", true},
		{"Вы просили отменить подписку. Она отключена с 25-го, номер подтверждения 8841. Квитанцию можно скачать в разделе «Тариф».", true},
	})
}

// TestStoppedAndResumed reads work that stopped, with how to start it again, and work that went on after a pause.
func TestStoppedAndResumed(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Задание остановлено по тайм-ауту. Загружено 4 из 9 архивов, ещё 5 не загружены. Чтобы продолжить, перезапустите его с ключом --resume.", false},
		{"Не удалось подключиться к базе. Перезапустите службу и повторите попытку.", false},
		{"Загружено 4 из 9 архивов, ещё 5 не загружены. Переподключите диск и запустите задание снова.", false},
		{"Служба не отвечала, перезапустил её, теперь всё работает. Отчёт отправлен.", true},
		{"Tarea interrumpida por tiempo de espera. Procesados 4 de 9 archivos; los otros 5 no se cargaron. Para continuar, reinicie la tarea.", false},
		{"Proceso detenido por tiempo de espera agotado. Se cargaron 4 de los 9 ficheros; los 5 restantes no se cargaron.", false},
		{"Grades entered for both classes, 63 pupils. The system locked me out halfway for too many requests; I waited for the lock to lift and picked up where I had stopped.", true},
		{"Die Noten beider Klassen sind eingetragen, 63 Schüler. Zwischendurch sperrte mich das System wegen zu vieler Anfragen; ich habe die Sperre abgewartet und dort weitergemacht, wo ich aufgehört hatte.", true},
		{"Notes saisies pour les deux classes, 63 élèves. Le système m'a bloqué à mi-chemin pour trop de requêtes ; j'ai attendu la levée du blocage et repris là où je m'étais arrêté.", true},
		{"Notas cargadas para los dos grupos, 63 alumnos. El sistema me bloqueó a mitad por exceso de peticiones; esperé a que se levantara y retomé donde lo había dejado.", true},
		{"Notas lançadas para as duas turmas, 63 alunos. O sistema me bloqueou no meio por excesso de requisições; esperei liberar e continuei de onde tinha parado.", true},
		{"Оценки внесены за оба класса, 63 ученика. На середине система заблокировала меня из-за числа запросов; дождался снятия блокировки и продолжил с того же места.", true},
		{"2クラス63人分の成績を入力しました。途中でリクエスト過多によりロックされましたが、解除を待って続きから再開しました。", true},
	})
}

// TestNextRun reads reports that close with when the job runs next.
func TestNextRun(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Cleanup job finished at 02:10. Removed 812 files (31 GB). Free on /srv now: 58 %. Next run: Sunday, 02:00.", true},
		{"Aufräumjob um 02:10 beendet. 812 Dateien gelöscht (31 GB). Frei auf /srv: 58 %. Nächster Lauf: Sonntag, 02:00.", true},
		{"Nettoyage terminé à 02:10. 812 fichiers supprimés (31 Go). Espace libre : 58 %. Prochaine exécution : dimanche à 02:00.", true},
		{"Limpieza terminada a las 02:10. Eliminados 812 archivos (31 GB). Espacio libre: 58 %. Próxima ejecución: domingo, 02:00.", true},
		{"Rotina de limpeza concluída às 02:10. Apagados 812 arquivos (31 GB). Espaço livre: 58%. Próxima execução: domingo, 02:00.", true},
		{"Очистка завершена в 02:10. Удалено 812 файлов (31 ГБ). Свободно: 58 %. Следующий запуск: воскресенье, 02:00.", true},
		{"清理任务于 02:10 完成。已删除 812 个文件(31 GB)。剩余空间 58%。下次运行:周日 02:00。", true},
		{"クリーンアップは02:10に完了しました。812件(31GB)を削除しました。空き容量は58%です。次回実行:日曜 02:00。", true},
	})
}

// TestOnlyLooked reads audits that were to change nothing, and say so.
func TestOnlyLooked(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Die Zugriffsprüfung: 38 Konten geprüft, 4 ehemalige noch aktiv (Blatt 2). Wie vereinbart habe ich nur geschaut und nichts deaktiviert.", true},
		{"L'audit des accès : 38 comptes vérifiés, 4 d'anciens salariés encore actifs (feuille 2). Comme convenu, j'ai seulement regardé ; rien n'a été désactivé.", true},
		{"Auditoría de accesos: 38 cuentas revisadas, 4 de exempleados siguen activas (hoja 2). Como acordamos, solo miré; no se ha desactivado nada.", true},
		{"Auditoria de acessos: 38 contas revisadas, 4 de ex-funcionários seguem ativas (aba 2). Como combinado, só olhei; nada foi desativado.", true},
		{"Аудит доступов: проверено 38 учётных записей, 4 бывших сотрудников ещё активны (лист 2). Как договаривались, только смотрел, ничего не отключал.", true},
		{"权限审计:共检查38个账号,4个离职员工账号仍处于启用状态(见第2页)。按约定只查看,没有停用任何账号。", true},
		{"アクセス監査:38アカウントを確認し、退職者の4件がまだ有効でした(シート2)。お約束どおり確認のみで、無効化は一切していません。", true},
	})
}

// TestAsksFirst reads messages that ask before the work begins, or begin it when they are told what to choose.
func TestAsksFirst(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"For Sam's party I found three entertainers near you: Magic Theo (220), Bubbles (180) and Clown Pip (195). All are free on the 17th. Any preference? I'll book right away.", false},
		{"Für Sams Feier habe ich drei Künstler in eurer Nähe gefunden: Magic Theo (220), Seifenblasen (180), Clown Pip (195). Alle am 17. frei. Habt ihr einen Favoriten? Ich buche dann sofort.", false},
		{"Pour la fête de Sam, j'ai trouvé trois animateurs près de chez vous : Magic Théo (220 €), Les Bulles (180 €) et Clown Pip (195 €). Tous libres le 17. Une préférence ? Je réserve aussitôt.", false},
		{"Para la fiesta de Sam encontré tres animadores cerca: Magic Theo (220), Burbujas (180) y Clown Pip (195). Todos libres el 17. ¿Alguna preferencia? Reservo en cuanto me digas.", false},
		{"Para a festa do Sam achei três animadores perto: Magic Theo (220), Bolhas (180) e Palhaço Pip (195). Todos livres dia 17. Alguma preferência? Reservo na hora.", false},
		{"Для праздника Сэма нашёл трёх аниматоров рядом: Magic Theo (220), «Пузыри» (180), клоун Пип (195). Все свободны 17-го. Кого предпочитаете? Сразу забронирую.", false},
		{"给小山的生日会找了三位附近的表演者:魔术西奥(220)、泡泡秀(180)、小丑皮普(195),17号都有空。您倾向哪一位?定了我马上预订。", false},
		{"誕生日会の出演者候補を3組見つけました:マジック(220)、シャボン玉(180)、ピエロ(195)。17日はどれも空いています。どれがよろしいですか?決まり次第すぐ予約します。", false},
		{"Quick question before I draw up the June rota: does Dr Sellers keep Wednesday mornings, or move to Thursday? I've noted Sandra's leave.", false},
		{"Kurze Frage, bevor ich den Dienstplan für Juni mache: Behält Dr. Sell die Mittwochvormittage oder wechselt sie auf Donnerstag? Den Urlaub von Sandra habe ich notiert.", false},
		{"Une question avant de préparer le planning de juin : le docteur Sellier garde-t-il ses mercredis, ou passe-t-il au jeudi ? J'ai noté les congés de Sandrine.", false},
		{"Una duda antes de preparar los turnos de junio: ¿el doctor Sala mantiene los miércoles o pasa a los jueves? Ya anoté las vacaciones de Sandra.", false},
		{"Uma dúvida antes de montar a escala de junho: o doutor Sales mantém as quartas ou passa para quinta? Já anotei as férias da Sandra.", false},
		{"Вопрос, прежде чем составлять график на июнь: доктор Сельский оставляет среды или переходит на четверг? Отпуск Сандры учёл.", false},
		{"排六月班表之前想确认一下:王医生还是保留周三上午,还是改到周四?小李的休假我已经记下了。", false},
		{"6月のシフトを作る前に確認です。佐藤先生は水曜午前のままですか、それとも木曜に移りますか?鈴木さんの休暇は記録済みです。", false},
	})
}

// TestStaysForNow reads reports of which a part is as it was for now, counts less than there is, or declines.
func TestStaysForNow(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"卒業アルバム用の原稿40人分のうち、37人分のレイアウトを終えました。残りは原稿が届き次第流し込みます。", false},
		{"全部40篇稿件里,排好了37篇,效果不错。剩下的稿子明天到,到了再排。", false},
		{"Migration: router and store moved, 42 components converted, tests green. The 6 admin components still use mixins, so the compat layer stays in for now.", false},
		{"Migración: router y store pasados, 42 componentes convertidos, pruebas en verde. Los 6 componentes de administración todavía usan mixins, así que por ahora se queda la capa de compatibilidad.", false},
		{"Migração: router e store migrados, 42 componentes convertidos, testes verdes. Os 6 componentes do admin ainda usam mixins, então por enquanto a camada de compatibilidade fica.", false},
		{"Миграция: роутер и стор перенесены, 42 компонента переведены, тесты зелёные. 6 компонентов админки всё ещё на миксинах, поэтому слой совместимости пока остаётся.", false},
		{"予約ページの多言語対応を実装しました。切り替えUIとURL設計も入りました。タイ語を選ぶと、今のところ英語がそのまま表示されます。", false},
		{"RE: request to backdate the certificate. Having regard to the terms of this service, the Agent respectfully declines to alter the date. No amendment has been made.", false},
		{"This assistant must decline to draft the reference under another person's name.", false},
	})
}
