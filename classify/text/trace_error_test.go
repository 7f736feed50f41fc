package text

import "testing"

func TestErrorLine(t *testing.T) {
	const calls = "Traceback (most recent call last):\n  File \"/app/tasks.py\", line 12, in send\n    smtp.connect()\n"
	for in, want := range map[string]string{
		"":                                 "",
		"dial tcp: refused\nsecond":        "dial tcp: refused",
		" \n no disk \n":                   "no disk",
		calls + "ValueError: bad image":    "ValueError: bad image",
		calls + "requests.Timeout: slow\n": "requests.Timeout: slow",
		calls + "KeyError: 'x'\n\nDuring handling of the above exception, another exception occurred:\n\n" + calls + "shop.errors.Lost: 7": "shop.errors.Lost: 7",
		calls + "psycopg2.errors.UniqueViolation: duplicate key\nDETAIL:  Key (id)=(1) already exists.":                                    "psycopg2.errors.UniqueViolation: duplicate key",
		calls + "Refused\n  for good": "Refused",
		calls:                         "Traceback (most recent call last):",
		"RuntimeError: x\n\nTraceback (most recent call last):\n  File \"a\", line 1\n": "RuntimeError: x",
	} {
		if got := ErrorLine(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
