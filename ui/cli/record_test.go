package cli_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// The promised fields of a line of ls --json and of what is inside it, in order.
var (
	recordFields = strings.Fields(`source queue group id title wish recorded state confidence grade obstacle findings attempts
		created started finished updated until worker agent model profile repo branch depends_on cost_usd tokens
		first_judged logs actions cause priority tags due repeat`)
	obstacleFields = strings.Fields("kind text key where name own")
	causeFields    = strings.Fields("name key")
	findingFields  = strings.Fields("rule origin severity message count first last evidence actions")
	evidenceFields = strings.Fields("where quote")
	actionFields   = strings.Fields("name allowed reason")
	resultFields   = strings.Fields("id action outcome was now entry reason warning")
	entryFields    = strings.Fields(`entry at actor action queue id title was now outcome undo undone_by undoes answer reason`)

	timeFields = strings.Fields("created started finished updated until first_judged first last at due")
	listFields = strings.Fields("findings depends_on logs actions evidence tags")
	// What may be unknown, and is null then.
	nullable = append(strings.Fields(`group wish recorded obstacle cause worker agent model profile repo branch cost_usd tokens text where
		was now entry reason warning actor title undo undone_by undoes answer repeat`), timeFields...)
)

// records checks that each line of the last output is a task in the promised
// shape, and that there is at least one.
func records(ts *testscript.TestScript, _ bool, _ []string) {
	n := 0
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		n++
		o := shape(ts, []byte(line), recordFields)
		if s := string(o["obstacle"]); s != "null" {
			shape(ts, o["obstacle"], obstacleFields)
		}
		if s := string(o["cause"]); s != "null" {
			shape(ts, o["cause"], causeFields)
		}
		for _, a := range list(ts, o["actions"]) {
			shape(ts, a, actionFields)
		}
		for _, f := range list(ts, o["findings"]) {
			finding := shape(ts, f, findingFields)
			for _, e := range list(ts, finding["evidence"]) {
				shape(ts, e, evidenceFields)
			}
		}
	}
	if n == 0 {
		ts.Fatalf("no task was printed")
	}
}

// results checks that each line of the last output is what became of one id,
// in the promised shape.
func results(ts *testscript.TestScript, _ bool, _ []string) { each(ts, resultFields) }

// entries checks that each line of the last output is an entry of the journal,
// in the promised shape.
func entries(ts *testscript.TestScript, _ bool, _ []string) { each(ts, entryFields) }

func each(ts *testscript.TestScript, fields []string) {
	n := 0
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		n++
		shape(ts, []byte(line), fields)
	}
	if n == 0 {
		ts.Fatalf("nothing was printed")
	}
}

// shape checks the names, their order and the kinds of an object's fields.
func shape(ts *testscript.TestScript, text []byte, want []string) map[string]json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		ts.Fatalf("%v in %.200s", err, text)
	}
	var names []string
	fields := map[string]json.RawMessage{}
	for dec.More() {
		name, err := dec.Token()
		ts.Check(err)
		var value json.RawMessage
		ts.Check(dec.Decode(&value))
		s, _ := name.(string)
		names = append(names, s)
		fields[s] = value
		kind(ts, s, value)
	}
	if !slices.Equal(names, want) {
		ts.Fatalf("fields %q\nwant   %q", names, want)
	}
	return fields
}

// kind checks that what is unknown is null and that times are RFC 3339 in UTC.
func kind(ts *testscript.TestScript, name string, value json.RawMessage) {
	text := string(value)
	switch {
	case text == "null":
		if !slices.Contains(nullable, name) {
			ts.Fatalf("%s is null", name)
		}
	case slices.Contains(listFields, name):
		list(ts, value)
	case slices.Contains(timeFields, name):
		var s string
		ts.Check(json.Unmarshal(value, &s))
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil || !strings.HasSuffix(s, "Z") || at.Year() < 2000 {
			ts.Fatalf("%s is %s", name, s)
		}
	case text == `""` && slices.Contains(nullable, name):
		ts.Fatalf("%s is unknown and not null", name)
	}
}

func list(ts *testscript.TestScript, value json.RawMessage) []json.RawMessage {
	var all []json.RawMessage
	if err := json.Unmarshal(value, &all); err != nil || all == nil {
		ts.Fatalf("not a list: %.200s", value)
	}
	return all
}
