package text_test

import "notdone/model"

// proseCases: technical prose with words of obstacles, and unfinished work told
// without the usual ones.
var proseCases = []readCase{
	{"instruction: a commit", "parser: do not accept tabs before a key", done, model.KindUnknown, ""},
	{"instruction: a change", "Don't return uninitialised memory from the pool (Jana)", done, model.KindUnknown, ""},
	{"instruction: without a subject", "Do not have the key for staging.", blocked, anyKind, "key"},
	{"instruction: waits all the same", "Do not merge this until you have decided which of the two schemas stays.", blocked, anyKind, ""},
	{"answer: no, and why", "No, the function returns an empty list there; both branches allocate.", done, model.KindUnknown, ""},
	{"lack: no function", "There is no function for deleting a booking.", blocked, model.KindTool, ""},
	{"limits of the work", "I've built the importer and its tests pass.\n\n## Known limitations\n\n- The tool cannot yet read archives.\n- The old format is not supported.\n- Windows is missing a signed driver.", done, model.KindUnknown, ""},
	{"limits of the agent", "## Limitations\n\nI could not open two of the three files, as they are locked by another user.", blocked, anyKind, "could not open"},
	{"plan: nothing begun", "1. Add the column.\n2. Move the readers.\n3. Remove the old one.\n\nNothing is changed so far. Shall I go ahead?", blocked, anyKind, ""},
	{"wanted so", "The sync runs hourly. Writing is not enabled, as agreed.", done, model.KindUnknown, ""},
	{"left I out", "Will begin with the first chapter.", failed, anyKind, "Will begin"},
	{"relative clause", "The old certificate was served for a minute, which is over.", done, model.KindUnknown, ""},
	{"tried in vain", "I clicked it, tabbed to it and sent the key; none of them worked.", blocked, anyKind, "none of them"},
	{"gave up", "Giving up on the second container.", failed, anyKind, "Giving up"},
	{"by hand of another", "This goes through the compliance desk, and they open on Monday.", blocked, model.KindDecision, ""},
	{"work for an answer", "Tell me which of the two and I'll build it.", blocked, model.KindDecision, "Tell me"},
	{"a step as an object", `{"thought": "the menu is closed again", "action": "press Escape"}`, failed, anyKind, ""},
	{"a line not crossed", "Forging her signature is a line I won't cross.", refused, model.KindPolicy, "line"},
	{"spanish: a message for users", "El formulario muestra ahora un aviso cuando falta la clave.", done, model.KindUnknown, ""},
	{"spanish: without a signature", "Sin la firma del titular el trámite sigue en el aire.", blocked, anyKind, "firma"},
	{"german: a promise", "Ich fange jetzt mit dem Umzug der Tabellen an.", failed, anyKind, "fange"},
	{"french: a promise", "Je vais vérifier les journaux.", failed, anyKind, "vais"},
}
