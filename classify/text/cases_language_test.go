package text_test

import (
	"testing"

	"notdone/classify/text"
)

// checkLanguage checks that the messages of a language are read as unfinished and finished.
func checkLanguage(t *testing.T, unfinished, finished []string) {
	t.Helper()
	for _, message := range unfinished {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%q: done, %.2f %q", message, got.Score, got.Rules)
		}
	}
	for _, message := range finished {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v, %.2f %q %q", message, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}

// TestWrittenOut checks that umlauts and accents may be left out or written out.
func TestWrittenOut(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"Der Schlüssel für das Büro fehlt mir.", "Der Schluessel fuer das Buero fehlt mir.",
		"Ich konnte die Prüfung nicht ausführen.", "Ich konnte die Pruefung nicht ausfuehren.",
		"Je n'ai pas été autorisé à accéder au dépôt.", "je n’ai pas ete autorise a acceder au depot",
		"Não consegui concluir a migração.", "nao consegui concluir a migracao",
		"No pude completar la transmisión todavía.", "no pude completar la transmision todavia",
	} {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%q: done, %.2f %q", message, got.Score, got.Rules)
		}
	}
}
