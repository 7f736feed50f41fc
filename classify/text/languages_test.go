package text_test

import (
	"testing"

	"notdone/classify/text"
)

// languageCases are messages of one language by whether the work in them is done.
type languageCases struct{ notDone, done []string }

func TestLanguages(t *testing.T) {
	t.Parallel()
	for name, cases := range map[string]languageCases{"chinese": chineseCases, "japanese": japaneseCases, "russian": russianCases} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check := func(messages []string, want bool) {
				for _, message := range messages {
					if got := text.Read(message); (got.Label == done) != want {
						t.Errorf("%q reads as %v (score %.2f, rules %q, quote %q)", message, got.Label, got.Score, got.Rules, got.Quote)
					}
				}
			}
			check(cases.notDone, false)
			check(cases.done, true)
		})
	}
}

// TestOtherLanguages checks that what is written in a language without tables is not
// flagged by its words, which may be written like words of another.
func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	for language, message := range map[string]string{
		"Korean":     "데이터베이스에 접근할 권한이 없어서 작업을 계속할 수 없습니다.",
		"Arabic":     "لا يمكنني الوصول إلى قاعدة البيانات.",
		"Hindi":      "मेरे पास डेटाबेस तक पहुँच नहीं है।",
		"Thai":       "ไม่สามารถเข้าถึงฐานข้อมูลได้",
		"Vietnamese": "Tôi không thể truy cập cơ sở dữ liệu.",
		"Polish":     "Nie mam dostępu do bazy danych, nie mogę kontynuować.",
		"Turkish":    "Veritabanına erişimim yok, devam edemiyorum.",
		"Ukrainian":  "Усі зміни злито, а тести не потрібні: їх вже перевірено.",
		"Bulgarian":  "Всички промени са слети и тестовете минават, няма какво повече да се прави.",
		"Serbian":    "Све измене су спојене, тестови пролазе и нема шта да се дода.",
		"Greek":      "Δεν έχω πρόσβαση στη βάση δεδομένων.",
		"Hebrew":     "אין לי גישה למסד הנתונים.",
		"Finnish":    "Minulla ei ole pääsyä tietokantaan.",
	} {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%s: %v (score %.2f, rules %q)", language, got.Label, got.Score, got.Rules)
		}
	}
	// Structure speaks in all of them.
	if got := text.Read("데이터를 복사하고 있습니다.\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nOSError: disk full"); got.Label == done {
		t.Errorf("a stack trace at the end reads as done")
	}
}
