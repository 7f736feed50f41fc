package text_test

import "testing"

// TestStillFails reads attempts that ended where they began.
func TestStillFails(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"The build still fails. I tried Node 18 and 20, cleared the cache and pinned `sharp`, and the message is the same. I have run out of ideas and leave the branch as it was.", false},
		{"Der Build schlägt weiterhin fehl. Node 18 und 20 probiert, Cache geleert, `sharp` festgenagelt, immer dieselbe Meldung. Mir gehen die Ideen aus, der Branch bleibt, wie er war.", false},
		{"Le build échoue toujours. J'ai essayé Node 18 et 20, vidé le cache, figé `sharp`, même message. Je suis à court d'idées et je laisse la branche telle quelle.", false},
		{"La compilación sigue fallando. Probé con dos versiones de Node, borré la caché y fijé `sharp`, y sale lo mismo. Me quedé sin ideas y dejo la rama como estaba.", false},
		{"O build continua falhando. Testei duas versões do Node, limpei o cache e fixei o `sharp`, e dá na mesma. Fiquei sem ideias e deixo a branch como estava.", false},
		{"Сборка по-прежнему падает. Пробовал Node 18 и 20, чистил кэш, закрепил `sharp` – сообщение то же. Идеи кончились, ветку оставляю как была.", false},
		{"构建仍然失败。试过 Node 18 和 20,清了缓存,锁定了 `sharp` 版本,报错一样。我没有别的办法了,分支保持原样。", false},
		{"ビルドは依然として失敗します。Node 18と20を試し、キャッシュも消し、`sharp`も固定しましたが同じエラーです。これ以上の手立てがなく、ブランチは元のままです。", false},
	})
}

// TestJobLines reads the lines that jobs leave of a run that did nothing.
func TestJobLines(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"[JOB 06:00] Kontoauszug-Import: FEHLER. Datei statement.ofx nicht im Eingang gefunden. Keine Buchung importiert. Neuer Versuch erst nach manuellem Eingriff.", false},
		{"[TÂCHE 06h00] Import du relevé : ERREUR. Fichier statement.ofx introuvable dans le dossier d'entrée. Aucune écriture importée. Nouvelle tentative uniquement après action manuelle.", false},
		{"[ЗАДАНИЕ 06:00] Импорт выписки: ОШИБКА. Файл statement.ofx не найден во входящей папке. Ни одной записи не импортировано. Повтор только вручную.", false},
		{"[任务 06:00] 对账单导入:错误。收件目录中未找到 statement.ofx。未导入任何记录。需人工处理后再试。", false},
		{"[ジョブ 06:00] 明細取込:エラー。受信フォルダに statement.ofx が見つかりません。取込件数0件。手動対応後に再実行してください。", false},
	})
}

// TestNothingBooked reads messages that nothing was booked, with a question about another way.
func TestNothingBooked(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"The restaurant has no table for ten on Friday night and its waiting list is closed as well. I booked nothing. Would you rather have me try Saturday, or another place?", false},
		{"Das Restaurant hat am Freitagabend keinen Tisch für zehn, auch die Warteliste ist zu. Reserviert habe ich nichts. Soll ich lieber Samstag versuchen oder ein anderes Lokal?", false},
		{"Le restaurant n'a pas de table pour dix vendredi soir, et la liste d'attente est close aussi. Je n'ai rien réservé. Préférez-vous que j'essaie samedi ou ailleurs ?", false},
		{"O restaurante não tem mesa para dez na sexta à noite, e a lista de espera também fechou. Não reservei nada. Prefere que eu tente sábado ou outro lugar?", false},
		{"那家餐厅周五晚上没有十人桌,候补名单也关了。我没有预订。您更希望我试试周六,还是换一家?", false},
		{"そのレストランは金曜夜に10名の席がなく、キャンセル待ちも締め切りでした。予約はしていません。土曜にしますか、それとも別のお店を探しますか?", false},
	})
}

// TestGoAhead reads messages that wait for a word before a deed that cannot be undone.
func TestGoAhead(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Before I delete the 1,300 inactive accounts I need your explicit go-ahead, since it can't be undone. The list is in the sheet \"To delete\". Answer \"I confirm\" and I start.", false},
		{"Bevor ich die 1.300 inaktiven Konten lösche, brauche ich Ihr ausdrückliches Okay, denn das lässt sich nicht rückgängig machen. Die Liste liegt im Blatt „Zu löschen“. Antworten Sie mit „bestätigt“, dann starte ich.", false},
		{"Avant de supprimer les 1 300 comptes inactifs, il me faut votre feu vert explicite, car c'est irréversible. La liste est dans l'onglet « À supprimer ». Répondez « je confirme » et je lance la purge.", false},
		{"Antes de borrar las 1.300 cuentas inactivas necesito tu visto bueno explícito, porque no tiene vuelta atrás. La lista está en la hoja «Por borrar». Responde «confirmo» y empiezo.", false},
		{"Antes de apagar as 1.300 contas inativas preciso do seu ok explícito, pois não dá para desfazer. A lista está na aba \"Apagar\". Responda \"confirmo\" e eu começo.", false},
		{"Прежде чем удалить 1300 неактивных учётных записей, мне нужно ваше явное согласие: это необратимо. Список на листе «К удалению». Ответьте «подтверждаю», и я начну.", false},
		{"删除这1300个不活跃账号之前,我需要您明确同意,因为无法恢复。名单在“待删除”表里。回复“确认”我就开始。", false},
		{"休眠アカウント1300件を削除する前に、明示的なご承認が必要です(元に戻せません)。一覧は「削除予定」シートにあります。「承認」とご返信いただければ開始します。", false},
	})
}

// TestRemains reads reports of which a part is as it was, stands in for the real thing, or comes later.
func TestRemains(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"I moved 12 of the 14 services to the new version, tests green, images published. `billing` and `export` still use the old one, as they wait for the connector.", false},
		{"12 der 14 Dienste laufen auf der neuen Version, Tests grün, Images veröffentlicht. `billing` und `export` nutzen noch die alte, sie warten auf den Konnektor.", false},
		{"J'ai passé 12 des 14 services à la nouvelle version, tests au vert, images publiées. `billing` et `export` utilisent encore l'ancienne, en attendant le connecteur.", false},
		{"Pasé 12 de los 14 servicios a la nueva versión, pruebas en verde, imágenes publicadas. `billing` y `export` todavía usan la anterior, a la espera del conector.", false},
		{"Passei 12 dos 14 serviços para a nova versão, testes verdes, imagens publicadas. `billing` e `export` ainda usam a antiga, à espera do conector.", false},
		{"Перевёл 12 из 14 сервисов на новую версию, тесты зелёные, образы опубликованы. `billing` и `export` всё ещё на старой, ждут коннектора.", false},
		{"14个服务里有12个已升级到新版本,测试通过,镜像已发布。`billing` 和 `export` 还在用旧版,等连接器更新。", false},
		{"14サービスのうち12件を新バージョンに移行し、テストも通り、イメージも公開しました。`billing`と`export`はまだ旧版で、コネクタの更新待ちです。", false},
		{"Die Bewässerungssteuerung ist wie gewünscht geschrieben: Messung, Ventile, Nachtmodus, Alarme, mit Kommentaren und Anleitung. Die Feuchtemessung liefert derzeit fest 35, und `open()` und `close()` sind leere Funktionen.", false},
		{"Le contrôleur d'irrigation est écrit comme demandé : mesure, vannes, mode nuit, alertes, avec commentaires et guide. La mesure d'humidité renvoie pour l'instant une valeur fixe de 35, et `open()` et `close()` sont des fonctions vides.", false},
		{"El controlador de riego está escrito como pediste: medición, válvulas, modo nocturno y avisos, con comentarios y guía. La lectura de humedad devuelve de momento un valor fijo de 35, y `open()` y `close()` son funciones vacías.", false},
		{"O controlador de irrigação está escrito como pedido: medição, válvulas, modo noturno e alertas, com comentários e guia. A leitura de umidade devolve por enquanto um valor fixo de 35, e `open()` e `close()` são funções vazias.", false},
		{"Контроллер полива написан, как просили: измерение, клапаны, ночной режим, оповещения, с комментариями и инструкцией. Датчик влажности пока возвращает постоянное 35, а `open()` и `close()` – пустые функции.", false},
		{"灌溉控制器代码已按要求写好:采集、阀门、夜间模式和告警,附注释和文档。需要说明的是,湿度采集目前返回固定值35,`open()` 和 `close()` 还是空函数。", false},
		{"灌漑コントローラは、計測・バルブ・夜間モード・通知までご要望どおり実装し、手順書も付けました。ただし湿度の計測は今のところ固定値35を返し、`open()`と`close()`は空の関数です。", false},
		{"The archive up to 2018 is scanned, signed and listed with box and shelf: 1,270 files. I'll take up 2019 to 2023 from next week.", false},
		{"Das Archiv bis 2018 ist gescannt, signiert und mit Kiste und Regal erfasst: 1.270 Akten. 2019 bis 2023 nehme ich mir ab nächster Woche vor.", false},
		{"Les archives jusqu'à 2018 sont numérisées, signées et répertoriées : 1 270 dossiers. J'attaque 2019 à 2023 dès la semaine prochaine.", false},
		{"El archivo hasta 2018 está escaneado, firmado y catalogado: 1.270 expedientes. Con 2019 a 2023 empiezo la semana que viene.", false},
		{"O arquivo até 2018 está digitalizado, assinado e catalogado: 1.270 processos. De 2019 a 2023 começo na semana que vem.", false},
		{"Архив по 2018 год отсканирован, подписан и внесён в опись: 1270 дел. За 2019–2023 годы возьмусь со следующей недели.", false},
		{"2018年及以前的档案已全部扫描、签名并编目,共1270卷。2019到2023年的下周开始做。", false},
		{"2018年までの書類1270件をスキャンし、署名して目録に入れました。2019年から2023年分は来週から取りかかります。", false},
		{"I sent the packaging supplier the offer and asked for 8 % off. They usually answer the same day; as soon as the reply comes, I'll close the order and send you the number.", false},
		{"Ich habe dem Verpackungslieferanten das Angebot geschickt und 8 % Rabatt erbeten. Er antwortet meist am selben Tag; sobald die Antwort da ist, schließe ich die Bestellung ab und schicke dir die Nummer.", false},
		{"J'ai envoyé l'offre au fournisseur d'emballages en demandant 8 % de remise. Il répond d'ordinaire le jour même ; dès que la réponse arrive, je conclus la commande et vous envoie le numéro.", false},
		{"Le mandé la propuesta al proveedor de envases pidiendo un 8 % de descuento. Suelen contestar el mismo día; en cuanto llegue la respuesta, cierro el pedido y te paso el número.", false},
		{"Mandei a proposta ao fornecedor de embalagens pedindo 8% de desconto. Costumam responder no mesmo dia; assim que a resposta chegar, fecho o pedido e te mando o número.", false},
		{"Отправил поставщику упаковки предложение и попросил скидку 8 %. Отвечают обычно в тот же день; как только придёт ответ, закрою заказ и пришлю номер.", false},
		{"已把报价发给包装供应商,请求优惠8%。他们通常当天回复,等回复一到我就下单并把单号发给您。", false},
		{"包装業者に見積を送り、8%の値引きをお願いしました。通常は当日返事が来ます。返事が来次第、注文を確定して番号をお知らせします。", false},
		{"Status of the stock module: new data model, migration script tested, entry and exit screens redone, coverage from 48 to 83 %. The transfer screen still opens the old version.", false},
		{"Stand des Lagermoduls: neues Datenmodell, Migrationsskript getestet, Ein- und Ausgangsmasken neu, Abdeckung von 48 auf 83 %. Die Maske für Umlagerungen öffnet noch die alte Version.", false},
		{"État du module de stock : nouveau modèle, script de migration testé, écrans d'entrée et de sortie refaits, couverture de 48 à 83 %. L'écran de transfert ouvre encore l'ancienne version.", false},
		{"Estado del módulo de almacén: modelo nuevo, script de migración probado, pantallas de entrada y salida rehechas, cobertura del 48 al 83 %. La pantalla de traspasos todavía abre la versión antigua.", false},
		{"Status do módulo de estoque: modelo novo, script de migração testado, telas de entrada e saída refeitas, cobertura de 48% para 83%. A tela de transferência ainda abre a versão antiga.", false},
		{"Состояние модуля склада: новая модель, скрипт миграции проверен, экраны прихода и расхода переделаны, покрытие с 48 до 83 %. Экран перемещений всё ещё открывает старую версию.", false},
		{"库存模块进展:新数据模型、迁移脚本已测试,出入库页面已重做,覆盖率从48%升到83%。调拨页面打开的还是旧版本。", false},
		{"在庫モジュールの状況:新データモデル、移行スクリプトのテスト済み、入出庫画面は作り直し、カバレッジは48%から83%へ。移動画面はまだ旧版が開きます。", false},
		{"The importer reads the old and the new format; fixtures of both are in `testdata`, all 41 tests pass.", true},
		{"Removed the stub of the mailer and wired the real one, with a test against a local server.", true},
	})
}

// TestOpenRows reads tables in which some parts are done and some are not.
func TestOpenRows(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"TypeScript migration, well under way!\n\n| Area | State |\n|---|---|\n| auth | migrated |\n| customers | migrated |\n| billing | migrated |\n| reports | started |\n| permissions | to come |\n\nNo `any` is left in what was migrated.", false},
		{"TypeScript-Umstellung, gut vorangekommen!\n\n| Bereich | Stand |\n|---|---|\n| Login | migriert |\n| Kunden | migriert |\n| Rechnungen | migriert |\n| Berichte | begonnen |\n| Rechte | offen |\n\nIm migrierten Teil gibt es kein `any` mehr.", false},
		{"管理画面のTypeScript化、かなり進みました!\n\n| 対象 | 状態 |\n|---|---|\n| 認証 | 移行済み |\n| 顧客 | 移行済み |\n| 請求 | 移行済み |\n| 帳票 | 着手 |\n| 権限 | これから |\n\n移行した範囲では `any` がゼロです。", false},
		{"后台 TypeScript 化进展不错!\n\n| 模块 | 状态 |\n|---|---|\n| 登录 | 已迁移 |\n| 客户 | 已迁移 |\n| 账单 | 已迁移 |\n| 报表 | 进行中 |\n| 权限 | 未开始 |\n\n已迁移部分不再有 `any`。", false},
		{"All 5 pages are moved.\n\n| Page | State |\n|---|---|\n| home | done |\n| shop | done |\n| help | done |\n| terms | done |\n| blog | n/a |", true},
	})
}

// TestShortAnswer reads answers that say that they are.
func TestShortAnswer(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"Short answer: no, the supplier did not keep to the agreed dates. Of 31 deliveries this quarter, 12 came late and two never came (orders 4471 and 4490). Details are in the annex.", true},
		{"Kurze Antwort: nein, der Lieferant hat die Fristen nicht eingehalten. Von 31 Lieferungen kamen 12 zu spät und zwei gar nicht (4471 und 4490). Details im Anhang.", true},
		{"Réponse courte : non, le fournisseur n'a pas respecté les délais. Sur 31 livraisons, 12 sont arrivées en retard et deux jamais (4471 et 4490). Le détail est en annexe.", true},
		{"Respuesta corta: no, el proveedor no cumplió los plazos. De 31 entregas, 12 llegaron tarde y dos nunca (4471 y 4490). El detalle está en el anexo.", true},
		{"Resposta curta: não, o fornecedor não cumpriu os prazos. De 31 entregas, 12 chegaram atrasadas e duas nunca (4471 e 4490). O detalhe está no anexo.", true},
		{"結論から申し上げると、業者は納期を守っていません。31回の納品のうち12回が遅れ、2回は未納です(4471と4490)。詳細は別紙にあります。", true},
	})
}

// TestStates reads a state that is said in a sentence, carts that wait to be paid, and what is done when
// somebody has answered.
func TestStates(t *testing.T) {
	t.Parallel()
	readEach(t, []ended{
		{"WO-118, comment 6: tried firmware 4.2.1 on the pumps of ward 3. The update aborted on all of them with E-207. All are still on 4.1.8. Status: Blocked.", false},
		{"WO-118, Kommentar 6: Firmware 4.2.1 an den Pumpen von Station 3 versucht, Signatur ungültig, alle weiter auf 4.1.8. Status: Blockiert.", false},
		{"任务中断:本次运行已达到 60 分钟上限。已处理 1,380 / 5,200 张,其余 3,820 张尚未标注。断点已保存,重新启动后可从此处继续。", false},
		{"Ihr Wocheneinkauf liegt im Warenkorb: 34 Artikel, 96,12 €. Jetzt nur noch auf „Bestellen“ tippen, und er ist unterwegs.", false},
		{"Les trois palettes sont dans le panier, livraison offerte. Il suffira de choisir virement ou carte pour lancer la commande.", false},
		{"Supplier statements of this morning:\n\nArden Foods: agreed\nBexley Dairy: agreed\nCoil & Co: agreed\nDunmore: agreed\nEastgate: agreed\nFarrow: agreed\nHythe Gas: statement asked for\n\nNothing else came in.\n\n6 of 7 are signed off in the workbook.", false},
		{"生日蛋糕放进购物车了,周六上午配送。点一下付款就下单了。", false},
		{"Как ответит типография, подпишу с ней заказ и сообщу дату.", false},
		{"I ordered the weekly shop: 34 items, 96.12, delivery on Friday. The receipt is in your inbox.", true},
	})
}
