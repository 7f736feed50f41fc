package text_test

import (
	"strings"
	"testing"

	"notdone/classify/text"
)

// quoteCase is a message and what is to be quoted of it; where point is not empty, also the
// sentence that the obstacle is named after.
type quoteCase struct{ name, text, quote, point string }

func checkQuotes(t *testing.T, cases []quoteCase) {
	t.Helper()
	for _, c := range cases {
		got := text.Read(c.text)
		if got.Label == text.LabelDone || got.Quote != c.quote || got.Quote != c.text[got.Start:got.End] {
			t.Errorf("%s: %v, quoted %q, not %q", c.name, got.Label, got.Quote, c.quote)
		}
		if c.point != "" && got.Point != c.point || !strings.HasPrefix(c.text[got.PointAt:], got.Point) {
			t.Errorf("%s: named after %q at %d, not %q", c.name, got.Point, got.PointAt, c.point)
		}
	}
}

// TestQuoteBelowATitle checks that a title, a bare state, an opening or a line that ends in a colon
// is not quoted in the place of what it introduces.
func TestQuoteBelowATitle(t *testing.T) {
	t.Parallel()
	checkQuotes(t, []quoteCase{
		{name: "title", text: "# Blocked\n\nThe list of rooms is written.\n\nI could not reach the calendar server, so nothing was booked.", quote: "I could not reach the calendar server, so nothing was booked."},
		{name: "title that says it", text: "# Stuck: the export needs a person to sign the new terms\n\nThe rest is ready.", quote: "Stuck: the export needs a person to sign the new terms"},
		{name: "state", text: "Status: blocked\n\nI have no access to the archive of 2019.", quote: "I have no access to the archive of 2019."},
		{name: "state with its reason", text: "The list is written.\n\nStatus: blocked on the missing key of the archive", quote: "Status: blocked on the missing key of the archive"},
		{name: "colon", text: "I could not finish the import because of this:\n\n- the file of March has no header", quote: "I could not finish the import because of this:\n\n- the file of March has no header"},
		{name: "opening", text: "# Blocked items\n\nThis file lists what waits for a person.\n\n## Release\n\nBranch: main\nOwner: night shift\n\nThe signing key expired on Friday and only the security team can renew it.\n", quote: "The signing key expired on Friday and only the security team can renew it."},
		{name: "goal before state", text: "# BLOCKED\n\n## 1. Baseline of the pumps\nGoal: read the flow of all four pumps on the north side for a day.\nAttempts:\n1. pump 1 did not answer.\n2. pump 2 did not answer.\nStatus: blocked on a missing adapter.\n", quote: "Status: blocked on a missing adapter."},
		{name: "brief items", text: "I built the parser.\n\n## Blocked\n\n- registry credentials\n- the schema of the billing team\n", quote: "Blocked\n\n- registry credentials\n- the schema of the billing team", point: "registry credentials"},
		{name: "named fields below an opening", text: "# Blocked work\n\nWork that needs a human decision before it can land. Each entry names the open question.\n\n### Rooms\n- **Surface:** the list of rooms.\n- **Question:** does a room with two doors become one row of the list or two of them?\n", quote: "**Question:** does a room with two doors become one row of the list or two of them?"},
		{name: "marker without its obstacle", text: "# BLOCKED — what I need from the office\n\nThe drawings of both floors are done.\n\nI have no access to the archive of the doors, so their list is missing.\n", quote: "I have no access to the archive of the doors, so their list is missing."},
		{name: "marker with its obstacle", text: "# BLOCKED: no access to the archive of the doors\n\nThe drawings of both floors are done.\n", quote: "BLOCKED: no access to the archive of the doors"},
		{name: "state without a field of its reason", text: "# Einlesen der Pläne\n\nStatus: blockiert\n\nGrund:\nDie Pläne konnten nicht eingelesen werden, weil nur 4 von 9 Ordnern da sind.\n\nErledigt:\n- alle Tests sind grün\n- der Zweig ist gepusht\n", quote: "Die Pläne konnten nicht eingelesen werden, weil nur 4 von 9 Ordnern da sind."},
		{name: "German", text: "# Blockiert\n\nDie Liste ist geschrieben.\n\nOhne den Schlüssel des Archivs geht es nicht weiter.", quote: "Ohne den Schlüssel des Archivs geht es nicht weiter."},
	})
}

// TestQuoteOfFields checks that the field which says why is quoted, not the one with the bare state.
func TestQuoteOfFields(t *testing.T) {
	t.Parallel()
	checkQuotes(t, []quoteCase{
		{name: "line", text: "Status: partial\n\nThe list is written.\n\nReason: the archive of 2019 is locked with a password that I do not have.", quote: "Reason: the archive of 2019 is locked with a password that I do not have."},
		{name: "object", text: `{"status":"blocked","task":"import","reason":"the supplier's list is locked with a password"}`, quote: `the supplier's list is locked with a password`},
		{name: "front matter", text: "---\nstatus: blocked\nowner: night-shift\nreason: the supplier's list is locked\n  with a password that nobody has\nnext: none\n---\n", quote: "reason: the supplier's list is locked\n  with a password that nobody has"},
		{name: "right below the state", text: "status: blocked\nreason: the list is locked", quote: "status: blocked\nreason: the list is locked", point: "reason: the list is locked"},
		{name: "beside a plan", text: "## Result\n\nstatus: blocked\nreason: the price list is locked with a password that nobody gave me\nnext_step: waiting\n", quote: "status: blocked\nreason: the price list is locked with a password that nobody gave me", point: "reason: the price list is locked with a password that nobody gave me"},
		{name: "no reason", text: "Status: blocked\nReason: none", quote: "Status: blocked"},
		{name: "Spanish", text: "Estado: bloqueado\nStatus: blocked\n\nTrabajo escrito.\n\nMotivo: el archivo de 2019 está cerrado con una contraseña.", quote: "Motivo: el archivo de 2019 está cerrado con una contraseña."},
		{name: "whole line of an object", text: `{"attempts": 5, "best": "7/10", "verdict": "wrong answer on 3 of 10"}`, quote: `{"attempts": 5, "best": "7/10", "verdict": "wrong answer on 3 of 10"}`},
	})
}

// TestQuoteOfQuestions checks that questions are quoted together, with what they are about and what
// they can be answered with.
func TestQuoteOfQuestions(t *testing.T) {
	t.Parallel()
	checkQuotes(t, []quoteCase{
		{name: "two", text: "I have two questions. Should the old name stay as an alias? And do the docs move too?", quote: "Should the old name stay as an alias? And do the docs move too?", point: "Should the old name stay as an alias?"},
		{name: "two, German", text: "Ich habe zwei Fragen. Soll der alte Name als Alias bleiben? Und ziehen die Dokumente mit um?", quote: "Soll der alte Name als Alias bleiben? Und ziehen die Dokumente mit um?"},
		{name: "two, Chinese", text: "第二个问题：浏览器和服务之间怎么通信？\n\n我的建议：先确认现状，再选架构。\n\n这个项目现在是什么状态？是扩展还是其他形态？", quote: "这个项目现在是什么状态？是扩展还是其他形态？"},
		{name: "items above", text: "Both work.\n\n- Redis, one more service to run.\n- In-process, stale for up to a minute.\n\nWhich would you prefer?", quote: "- Redis, one more service to run.\n- In-process, stale for up to a minute.\n\nWhich would you prefer?", point: "Which would you prefer?"},
		{name: "items above, Japanese", text: "選択肢は二つあります。\n- A案: 今すぐ移行する\n- B案: 月曜まで待つ\n\nどちらにしますか？", quote: "- A案: 今すぐ移行する\n- B案: 月曜まで待つ\n\nどちらにしますか？"},
		{name: "ways above", text: "Option A: sign in now.\n\nOption B: leave it out and sign in later.\n\nWhich would you prefer?", quote: "Option A: sign in now.\n\nOption B: leave it out and sign in later.\n\nWhich would you prefer?"},
		{name: "items below", text: "Could you please clarify what you would like to do?\n\n* Do you want the list of all rooms?\n* Are you after something else?", quote: "Could you please clarify what you would like to do?\n\n* Do you want the list of all rooms?\n* Are you after something else?"},
		{name: "before a promise, Chinese", text: "两个技能可以一起用，不需要二选一，学习时也保留全部教学能力，只是多了六个工具和一个新的练习方式。\n\n这个方向对了吗？对的话我继续展开六个工具的交互设计。", quote: "只是多了六个工具和一个新的练习方式。\n\n这个方向对了吗？", point: "这个方向对了吗？"},
		{name: "before a request", text: "Should I write this file? Or tell me what you would like to change in it.", quote: "Should I write this file? Or tell me what you would like to change in it.", point: "Should I write this file?"},
		{name: "before a request, Japanese", text: "このファイルを作成してよいですか？または内容に変更したい点があれば教えてください。", quote: "このファイルを作成してよいですか？または内容に変更したい点があれば教えてください。"},
		{name: "command above", text: "Let's see what is running:\n\n```bash\ndocker compose ps\n```\n\nWhat do you see?", quote: "Let's see what is running:\n\n```bash\ndocker compose ps\n```\n\nWhat do you see?"},
		{name: "what stands in the way", text: "The upload stopped halfway, so I only have the top third. Mind sending it once more?", quote: "The upload stopped halfway, so I only have the top third. Mind sending it once more?", point: "Mind sending it once more?"},
	})
}

// TestQuoteOfLists checks that a request is quoted with all that it asks for, as far as it fits.
func TestQuoteOfLists(t *testing.T) {
	t.Parallel()
	checkQuotes(t, []quoteCase{
		{name: "request", text: "Please provide:\n- the bucket name\n- the region\n- the retention period in days\n", quote: "Please provide:\n- the bucket name\n- the region\n- the retention period in days"},
		{name: "German", text: "Bitte geben Sie an:\n- den Namen des Buckets\n- die Region\n- die Frist in Tagen", quote: "Bitte geben Sie an:\n- den Namen des Buckets\n- die Region\n- die Frist in Tagen"},
	})
	item := "- the number of each branch in block letters\n"
	long := text.Read("Please provide:\n" + strings.Repeat(item, 12))
	if n := strings.Count(long.Quote, "block letters"); n < 5 || n > 7 || !strings.HasSuffix(long.Quote, "letters") {
		t.Errorf("of twelve long items %d are quoted, to %q", n, long.Quote)
	}
}

// TestQuoteLeansBack checks that a sentence which says little alone is quoted with those before it,
// and that no sentence is cut in two.
func TestQuoteLeansBack(t *testing.T) {
	t.Parallel()
	checkQuotes(t, []quoteCase{
		{name: "brief", text: "Migration 0042 is written. It needs a table lock of nine minutes, which the freeze forbids until Monday. I cannot run it before that.", quote: "Migration 0042 is written. It needs a table lock of nine minutes, which the freeze forbids until Monday. I cannot run it before that.", point: "I cannot run it before that."},
		{name: "pointing back, Chinese", text: "脚本已经写好。它需要生产库的写权限，而我没有。", quote: "脚本已经写好。它需要生产库的写权限，而我没有。"},
		{name: "in a list", text: "# Blocked\n\n- The line of the brand on the front page. It is not shown pending approval.\n", quote: "The line of the brand on the front page. It is not shown pending approval."},
		{name: "broken by an empty line", text: "Let me try another way and take the packages of the system, which might be \n\nfaster than the others.", quote: "Let me try another way and take the packages of the system, which might be \n\nfaster than the others."},
		{name: "what follows a brief one", text: "The application is incomplete. The plan of the floor and the proof of ownership are to be sent within 14 days.", quote: "The application is incomplete. The plan of the floor and the proof of ownership are to be sent within 14 days.", point: "The application is incomplete."},
		{name: "no field below", text: "I could not write the prices because the disk of the host is full\n\nlog: /home/dev/log.md\ncatalog: /home/dev/catalog.json", quote: "I could not write the prices because the disk of the host is full"},
		{name: "code below", text: "I could not reach the mirror:\n\n```\ncurl: (6) Could not resolve host: mirror.example.org\n```\n\nThe rest is done.", quote: "I could not reach the mirror:\n\n```\ncurl: (6) Could not resolve host: mirror.example.org\n```"},
	})
}

// TestQuoteOfWhatStandsInTheWay checks that what stands in the way is quoted in the place of what
// is announced, reported or said of it elsewhere.
func TestQuoteOfWhatStandsInTheWay(t *testing.T) {
	t.Parallel()
	checkQuotes(t, []quoteCase{
		{name: "before a promise", text: "The push was rejected because the branch is protected. I will finish the notes tomorrow.", quote: "The push was rejected because the branch is protected."},
		{name: "before a promise, French", text: "Le registre est en panne depuis midi. Je reprendrai dès qu'il répond.", quote: "Le registre est en panne depuis midi."},
		{name: "beside a report", text: "The read-only lane, which could not write anything before, is implemented and mapped in the engine. I stopped without committing because six tests fail.", quote: "I stopped without committing because six tests fail."},
		{name: "how to go on", text: "# Blocked remainder of issue 12\n\nThe hosts know names only. A search would take a contract of its own.\n\nDone:\n\n- search of local names\n\nUnblock it by naming the hosts that must be searched.", quote: "Unblock it by naming the hosts that must be searched."},
		{name: "call as a tag, announced", text: "The header is there. Now let me write the styles:\n\n<write_to_file>\n<path>web/styles.css</path>\n<content>\nmain { margin: 0 }\n</content>\n</write_to_file>", quote: "Now let me write the styles:\n\n<write_to_file>"},
		{name: "call written out", text: "```json\n{\"tool_call\": {\"name\": \"send_mail\", \"arguments\": {\"to\": \"ops\"}}}\n```\n\nAnything else?", quote: `{"tool_call": {"name": "send_mail", "arguments": {"to": "ops"}}}`},
		{name: "arguments of a call", text: "Thought: I have the numbers of two halls.\nAction: hall_stats\nAction Input: {\"hall\": \"north\"}", quote: "Action: hall_stats\nAction Input: {\"hall\": \"north\"}"},
	})
}
