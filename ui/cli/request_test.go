package cli

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// requestLines are lines of classify --jsonl, usual and unusual ones.
var requestLines = []string{
	`{"id":1,"text":"Done."}`,
	`  {"id" : {"a":[1, 2],"b":"<é>"} , "text":"a\n\"b\" \u00e9 \ud83d\ude00 \/" , "more":[{"id":3}]}  `,
	`{"text":"x","signals":{"exit_code":0,"tool_calls":[],"more":{}}}`,
	`{"text":"x","signals":{"exit_code":1,"permission_denials":[1],"prompt":"Fix it"},"id":null}`,
	`{"text":"x","signals":null}`, `{"text":null,"id":"a"}`, `{}`, `{"id":"a"}`, `null`, ` `,
	// Names in another case, names given twice, bytes that are not UTF-8, halves of characters.
	`{"ID":1,"Text":"x","SIGNALS":{"exit_code":3}}`, `{"text":"a","text":"b","id":1,"id":2}`, `{"ſignals":{"exit_code":3},"text":"x"}`,
	`{"text":"a","TEXT":"b"}`, `{"te\u0078t":"a"}`, `{"signals":{"exit_code":1},"signals":{"tool_calls":2},"text":"x"}`,
	"{\"text\":\"a\xff\",\"id\":\"\xff\"}", `{"text":"\ud800"}`, `{"other":1,"other":2,"text":"x"}`, `{"text":"a` + "\u2028" + `"}`,
	// What is wrong.
	`{"text":7}`, `{"text":{"a":1}}`, `{"text":["x"],"id":1}`, `[1]`, `"text"`, `7`, `{"id":}`, `{"text":"x"`, `{"text":"x"}}`, `{"text":"x"} {}`,
	`{"text":"x",}`, `{'text':'x'}`, `{"text":"a` + "\t" + `b"}`, `{"id":01,"text":"x"}`, `{"text":"x","signals":3}`, `{"text":"x","signals":[]}`,
	`{"text":"x","signals":{"exit_code":"1"}}`, `{"text":7,"signals":{"tool_calls":-1}}`, `{"signals":{"tool_calls":-1},"text":7}`, `{"text":"\x"}`, `nul`, `{"id":tru}`,
}

// checkDecoded compares what a decoder makes of a line with what encoding/json does.
func checkDecoded(t *testing.T, d *requestDecoder, line string) {
	t.Helper()
	var want request
	wantErr := json.Unmarshal([]byte(line), &want)
	got, err := d.decode([]byte(line))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%q (-encoding/json +decoded):\n%s", line, diff)
	}
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Errorf("%q: %v, want %v", line, err, wantErr)
	}
}

// TestRequestsAreDecodedAsJSON: a line means what encoding/json says that it means, also
// after a line that was wrong.
func TestRequestsAreDecodedAsJSON(t *testing.T) {
	var d requestDecoder
	for range 2 {
		for _, line := range requestLines {
			checkDecoded(t, &d, line)
		}
	}
}

func FuzzRequest(f *testing.F) {
	for _, line := range requestLines {
		f.Add(line)
	}
	var d requestDecoder
	f.Fuzz(func(t *testing.T, line string) { checkDecoded(t, &d, line) })
}
