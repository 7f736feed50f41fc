package text_test

import (
	"testing"

	"notdone/classify/text"
)

// TestVoices checks that reports of work, answers about the world at large and messages in
// other languages are told apart.
func TestVoices(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]text.Voice{
		"Migration 0042 is written, the two tests that failed are green and the branch is pushed.": text.VoiceBrief,
		"I could not open the ledger, the folder at /srv/books belongs to somebody else.":          text.VoiceBrief,
		"Done.": text.VoiceReport,
		"Stress can lead to headaches, trouble sleeping or loss of appetite, and regular exercise or talking to friends can help to relieve it.": text.VoiceAnswer,
		"To plant a hedge in autumn or spring, dig a trench, mix in compost and water well; beech or hornbeam can grow in most kinds of soil.":   text.VoiceAnswer,
		"Die Umstellung ist fertig und alle Prüfungen sind durchgelaufen.":                                                                       text.VoiceForeign,
		"移行は完了しました。": text.VoiceForeign,
	} {
		if got := text.ExtractFeatures(message).Voice; got != want {
			t.Errorf("%q: voice %d, want %d", message, got, want)
		}
	}
}
