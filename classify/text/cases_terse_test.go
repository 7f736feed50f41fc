package text_test

import (
	"testing"

	"notdone/classify/text"
)

// TestTerse reads messages of a few words, where neither rules nor learned terms
// have much to go by.
func TestTerse(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"I am done.", "I'm done.", "I'm all done.", "I did it.", "We did it!", "Looks good.", "Ich hab’s geschafft.", "I've merged it.", "Merged.", "Fixed.", "Pushed.", "Done!", "Updated.", "All good.", "Thanks!", "LGTM", "Sure, here you go.", "Yes.", "42",
		"The answer is 42.", "Hi!", "Sent.", "It's in the repo now.", "Created 3 files.", "Paris is the capital of France.", "Report attached.",
		"The meeting is on Tuesday at 10.", "I checked; nothing to do.", "It was a typo in the config. Fixed.", "The build is green again.", "ok",
		"The audit found no remaining gaps.", "The scan found no open issues.", "Reminder set for 9 am.", "The lights in the kitchen are off.", "Nothing found.", "None found.", "Rien trouvé.", "No results.", "Nothing detected.", "Listo, ya quedó.", "Fertig.", "C'est fait.", "Feito.",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
	for _, message := range []string{
		"I am not done.", "Not yet.", "TODO", "TBD", "In progress.", "无法完成", "承認待ちです。", "Fehlgeschlagen.", "Abgebrochen.", "Échec.", "Falló.", "Falhou.", "Impossible d'ouvrir le fichier.", "Cancelled by user.", "It failed again.", "3 tests fail.", "Não terminei.", "I can't.", "Need credentials.", "No access.", "Which file?", "Waiting for approval.", "Stuck.", "Rate limited.", "Error: timeout", "Out of tokens",
		"I need the password.", "I'll look into it.", "Working on it.", "Let me check.", "Could you clarify?", "I won't do that.", "Not allowed.", "Failed.",
		"Build failed.", "Couldn't reproduce.", "Nothing worked.", "Still broken.", "Tests fail.", "I gave up.", "Needs a human.", "Connection refused",
		"No such file or directory", "Unauthorized", "Quota exceeded", "Interrupted by user", "Blocked.", "On hold.", "I have no internet.",
		"Please log in first.", "What should I do next?", "Session expired.", "No puedo acceder.", "Ich habe keinen Zugriff.", "Je n'ai pas accès.", "Não tenho acesso.",
	} {
		if got := text.Read(message); got.Label == text.LabelDone {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
}

// TestOpeningWord: a word of errors at the beginning tells of one unless it only says
// which of several things the sentence is about.
func TestOpeningWord(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"Error budget for August: 12 % left":     false,
		"Error rates are down":                   false,
		"Error rate: 0.2 %":                      false,
		"Error log reviewed, nothing to do":      false,
		"Error tracking is on for both services": false,
		"Errors fixed: 3":                        false,
		"Failed logins: 0":                       false,
		"Fatal accidents in 2025: 12":            false,
		"Panic buttons tested on all floors":     false,
		"Blocked users: 12":                      false,
		"Blocked accounts this week: none":       false,
		"Error rate 0.2 %, down from 0.4 %":      false,
		"Blocked PRs this morning: #41, #57.":    false,
		"Error":                                  true,
		"Error: disk quota":                      true,
		"error - the mailbox":                    true,
		"Error connecting to the mailbox":        true,
		"Error while reading the mailbox":        true,
		"Error 503 from the mail server":         true,
		"Error response from daemon: conflict":   true,
		"Fatal: not a repository":                true,
		"panic in the worker":                    true,
		"Blocked by the review of the schema":    true,
		"Blocked, the schema is under review":    true,
	} {
		if got := text.Read(message); (got.Label != done) != want {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
}
