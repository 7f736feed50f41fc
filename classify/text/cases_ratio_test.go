package text_test

import (
	"testing"

	"notdone/classify/text"
)

// TestRatios reads counts of less than there is, and of all there is, in every language.
func TestRatios(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"31 von 52 Schränken sind geprüft.", "Von den sechs Briefen sind vier übersetzt.", "Zwei der drei Briefe sind übersetzt.",
		"31 armoires sur 52 ont été contrôlées.", "Quatre lettres sur six sont traduites.",
		"31 de los 52 armarios están vaciados y revisados.", "Cuatro de las seis cartas están traducidas.",
		"31 dos 52 armários foram conferidos.", "Quatro das seis cartas foram traduzidas.",
		"Отправлено писем: 31 из 52.", "Проверены четыре письма из шести.",
		"52件中31件の翻訳が終わりました。", "52件のうち31件の翻訳が終わりました。",
		"Four of the six letters were translated.", "3/9 done.", "Copied 3,211 of 9,000 rows.",
		"Elf der zwölf Fächer sind etikettiert.", "Просушены семь папок из восьми.", "Achtzehn von zwanzig Kisten sind etikettiert.", "十二箱のうち十一箱を梱包しました。", "十箱中三箱だけ送りました。",
	} {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%q: %.2f %q", message, got.Score, got.Rules)
		}
	}
	for _, message := range []string{
		"52 von 52 Schränken sind ausgeräumt.", "52 armoires sur 52 ont été vidées.", "52 dos 52 armários foram limpos.",
		"Перенесено 52 из 52 писем.", "52件中52件の翻訳が終わりました。", "9/9 done.", "Import beendet, 9.000 von 9.000 Zeilen.",
		"十二箱のうち十二箱を梱包しました。", "Twenty of twenty crates are in the cellar.", "Answer: 18 of 20 crates are in the cellar.",
		"Umgezogen am 3. von 2019, alle 52 Schränke sind ausgeräumt.", "Moved the photos of 2019; all 52 are in the album.",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
}

// TestPast reads what stood in the way of something and no longer does when the work is
// reported, in one sentence or two, beside the same told of today.
func TestPast(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		"The tank was out of fuel; filled it up and started the pump.",
		"The server was offline until noon. All 12 reports were sent at one.",
		"Der Rechner war offline. Alle zwölf Berichte wurden um eins verschickt.",
		"Access was refused on Monday. On Tuesday the porter unlocked all rooms, and the doors are numbered and photographed.",
		"Le serveur était hors service ; les douze rapports ont été envoyés à une heure.",
		"El servidor estaba caído; los doce informes ya están enviados.",
		"O servidor estava fora do ar; os doze relatórios foram enviados à uma.",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
	for _, message := range []string{
		"The tank is out of fuel; filled in the form for more.",
		"I was locked out of the server. The twelve reports are written.",
		"Access was refused on Monday. I waited until noon.", "Access was refused on Monday. The doors can be numbered once the porter is back.",
		"The server is offline, so the twelve reports are only written.",
	} {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%q: %.2f %q", message, got.Score, got.Rules)
		}
	}
}

// TestFailures reads counts of what failed at the end of a report, beside counts of nothing and
// of what had failed before.
func TestFailures(t *testing.T) {
	t.Parallel()
	const added = "Added the parser for leap seconds and its tests.\n\n"
	for _, message := range []string{
		added + "`make check`: 41 passed, 3 failed (`TestLeap`, `TestZone`, `TestParse`)",
		added + "The build ends with 12 errors.", added + "Result: 41 passed, 1 failing.",
		"Parser ergänzt und dokumentiert. Tests: 41 bestanden, 3 fehlgeschlagen.",
		"Parseur ajouté et documenté. Tests : 41 réussis, 3 échoués.",
	} {
		if got := text.Read(message); got.Label != failed {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
	for _, message := range []string{
		added + "`make check`: 44 passed, 0 failed", added + "41 passed, 3 failed; the same three fail on main.",
		added + "3 failures were fixed on the way.", added + "Job 7 failed at first because of the old image and passed with the new one.",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%q: %v %.2f %q", message, got.Label, got.Score, got.Rules)
		}
	}
}
