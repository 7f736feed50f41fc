package cycle

import "testing"

// A reason that is data, a table, or marked text is named by the sentence in it.
func TestStructuredReasonsAreNamedByTheirSentence(t *testing.T) {
	for _, x := range []struct{ said, name, likewise string }{
		{
			`{"error": {"code": 403, "message": "permission denied on bucket s3://harbour"}}`, "permission denied on bucket s3://harbour",
			`{"error":{"code":403,"message":"permission denied on bucket s3://harbour"},"request_id":"req_01HX8"}`,
		},
		{
			`API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"no credentials for the registry"}}`,
			"no credentials for the registry", "no credentials for the registry",
		},
		{
			`Error code: 401 - {'error': {'message': "You don't have access to vault/staging", 'type': 'auth'}}`, "no access to vault/staging",
			"You don't have access to vault/staging",
		},
		{
			`{"status":"blocked","detail":"cannot reach db.example.com\nsecond line","trace":"cut off he`, "cannot reach db.example.com",
			"cannot reach db.example.com",
		},
		{
			"| step | status |\n|:---|---|\n| deploy | blocked: no access to vault/staging |\n| test | ok |", "no access to vault/staging",
			"I don't have access to vault/staging",
		},
		{
			`<result status="blocked" code='7'>cannot access the Jira project OPS</result>`, "cannot access the Jira project OPS",
			"cannot access the Jira project OPS",
		},
		{
			"```\nfatal: could not reach db.example.com\n```", "cannot reach db.example.com", "fatal: could not reach db.example.com",
		},
		{`["the landlord has not signed", "rent"]`, "landlord has not signed", "the landlord has not signed"},
	} {
		named, other := described(Decisive(x.said)), described(Decisive(x.likewise))
		if named.Name != x.name || named.Key != other.Key {
			t.Errorf("%q is %q (%s), want %q (%s)", x.said, named.Name, named.Key, x.name, other.Key)
		}
	}
}

// Prose with brackets and bars in it is no data.
func TestProseIsNoStructure(t *testing.T) {
	for _, said := range []string{
		"needs access to {vault}", "should I use a | b?", "the list [\"a\"] is empty", "waiting for {\"reply\"} of the tenant",
		"run `curl -d '{\"a\": 1}' host` as root please",
	} {
		if got := Decisive(said); got != said {
			t.Errorf("%q became %q", said, got)
		}
	}
}

func TestNothingSaid(t *testing.T) {
	for _, said := range []string{"", " \n", "???", "-", "{}", "[]", "null", "None", "n/a", "N/A.", "TODO", "no", "No.", "blocked", "unknown", "| |", "**blocked**"} {
		if !Unsaid(said) {
			t.Errorf("%q says something", said)
		}
	}
	for _, said := range []string{"no key", "404", "x", "OPS-41", "在等", "on hold", "blocked by OPS-41", "None of them answers"} {
		if Unsaid(said) {
			t.Errorf("%q says nothing", said)
		}
	}
}

// TestDecisiveOfMarksAlone: a text that is nothing but the marks of code or a table is its own sentence.
func TestDecisiveOfMarksAlone(t *testing.T) {
	for _, text := range []string{"```\n```", "```json", "|---|---|", "| - |"} {
		if said := Decisive(text); said != text {
			t.Errorf("of %q %q is decisive", text, said)
		}
	}
}
