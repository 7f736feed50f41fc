package text_test

import "notdone/model"

// standingCases: something stands in the way, or is left undone, without the
// usual words for it.
var standingCases = []readCase{
	{"cannot run without", "The import can't run without PAYMENTS_KEY. Please add it.", blocked, model.KindMissingInput, "without PAYMENTS_KEY"},
	{"left to an owner", "The page is ready in the staging area. Publishing takes an owner of the site, so please ask Ines.", blocked, anyKind, "owner"},
	{"until a person acts", "The form is filled in. Until the landlord signs it, the office files nothing.", blocked, anyKind, "landlord"},
	{"nobody answers", "I called the clinic five times and nobody picked up.", blocked, anyKind, "nobody"},
	{"login in between", "The invoices are behind a login and the page asks for a code from your phone.", blocked, anyKind, "login"},
	{"keeps failing", "The upload keeps timing out at 80 percent, whatever the size of the parts.", blocked, anyKind, "keeps"},
	{"nothing was touched", "Here is the order in which I would split the module. Nothing has been touched. Say go and I begin.", blocked, anyKind, ""},
	{"only a tool for something else", "The only function I have here converts currencies, and your question is about train times.", blocked, anyKind, "function"},
	{"above the limit", "The order comes to 9,400 euros, which is above my limit.", blocked, anyKind, "above my limit"},
	{"a list with open items", "- [x] dump taken\n- [x] schema created\n- [ ] rows copied\n- [ ] switched over", blocked, anyKind, ""},
	{"a question at the end", "Two customers have that name, one in Quito and one in Lima. Which of the two is meant?", blocked, anyKind, "Which"},
	{"a yes or no", "That would be both lamps, paid back to the card. Is that right?", blocked, anyKind, "right"},
	{"question in spite of work", "I've updated the plan and added the costs. Should I go on with the second phase or wait for the review?", blocked, model.KindDecision, "Should"},
	{"not comfortable", "I'm not comfortable looking up where a private person lives.", refused, anyKind, "not comfortable"},
	{"a plain no", "Writing the essay for you to hand in would be cheating, so that's a no from me.", refused, anyKind, "a no from me"},
	{"will not", "Forging a signature is a crime and I won't show you how.", refused, anyKind, "won't"},
	{"policy marker", "REFUSED (rule 4: keys of other people)", refused, anyKind, ""},
	{"an error alone", "java.io.IOException: the stream was closed\n\tat app.Reader.next(Reader.java:88)", failed, anyKind, ""},
	{"an error object", `503 {"error":{"type":"overloaded","message":"try again later"}}`, failed, anyKind, ""},
	{"a panic alone", "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 7 [running]:\nmain.main()", failed, anyKind, ""},
	{"an object cut off", `{"summary": "12 of 40 read", "rows": [{"id": 1}, {"id"`, failed, anyKind, ""},
	{"a table cut off", "| City | Price |\n|---|---|\n| Graz | 14 |\n| Linz | 1", failed, anyKind, ""},
	{"a sentence cut off", "The second offer is the cheaper one for fewer than forty seats. For your team it would therefore be the", failed, anyKind, ""},
	{"no log of a change", "blocked: nobody gave me the key of the archive", blocked, anyKind, ""},
	{"goes on", "The index can be reached again. Installing the remaining wheels.", failed, anyKind, "Installing"},
	{"stopped at a limit", "Stopped: the limit of 40 turns was reached before the task was finished.", failed, model.KindBudget, ""},
	{"no permission, German", "Ich habe keinen Zugriff auf die Datenbank.", blocked, anyKind, ""},
	{"no permission, French", "Je n'ai pas les droits pour modifier ce dossier.", blocked, anyKind, ""},
	{"input missing, Portuguese", "Preciso do número do pedido para continuar.", blocked, anyKind, ""},
	{"aborted, Italian", "Limite di richieste raggiunto.", failed, anyKind, ""},
	{"no key, Russian", "У меня нет пароля от сервера.", blocked, anyKind, ""},
	{"expired, Spanish", "La sesión ha caducado.", blocked, anyKind, ""},

	{"boxes of a plan for tests", "I've added the exporter and its tests pass.\n\n## Test plan\n- [ ] open the page\n- [ ] press the button", done, model.KindUnknown, ""},
	{"an offer on top", "The list is sorted and saved. If you'd like more detail, let me know which column.", done, model.KindUnknown, ""},
	{"no tool needed", "I don't need any of the tools for this: a hexagon has six sides.", done, model.KindUnknown, ""},
	{"instead", "There is no network in the container, so instead of installing the package I used the standard library. The totals have been written.", done, model.KindUnknown, ""},
	{"a complete object", `{"rows": 12, "saved": "out.csv", "note": "all rows written"}`, done, model.KindUnknown, ""},
	{"the log of a change", "parser: lines that nobody could read before are taken as they are", done, model.KindUnknown, ""},
	{"ends in a preposition", "I've fixed the three spots that the reviewer asked for", done, model.KindUnknown, ""},
	{"an error handled", "Invalid dates now return a 400 with the reason, and the tests cover it.", done, model.KindUnknown, ""},
}
