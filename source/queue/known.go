package queue

import (
	"regexp"
	"strings"
	"sync"
)

var (
	tableText   = regexp.MustCompile(`(?ms)^CREATE TABLE (\w+) \((.*?)^\)`)
	columnText  = regexp.MustCompile(`(?m)^  ([a-z_]+) [A-Z]`)
	triggerText = regexp.MustCompile(`(?ms)^(CREATE TRIGGER (\w+) .*?^END);$`)
)

// knownColumns are the columns of the shipped schema, by table.
var knownColumns = sync.OnceValue(func() map[string][]string {
	known := map[string][]string{}
	for _, table := range tableText.FindAllStringSubmatch(schemaSQL, -1) {
		for _, column := range columnText.FindAllStringSubmatch(table[2], -1) {
			known[table[1]] = append(known[table[1]], column[1])
		}
	}
	return known
})

// currentTriggers are the names of the triggers of the present schema.
var currentTriggers = sync.OnceValue(func() (names []string) {
	for _, trigger := range triggerText.FindAllStringSubmatch(schemaSQL, -1) {
		names = append(names, trigger[2])
	}
	return names
})

// shippedTriggers are the words of every trigger that any version of the schema
// has, with the trigger's name.
var shippedTriggers = sync.OnceValue(func() map[string]string {
	shipped := map[string]string{}
	for _, schema := range []string{schemaSQL, schema1SQL} {
		for _, trigger := range triggerText.FindAllStringSubmatch(schema, -1) {
			shipped[words(trigger[1])] = trigger[2]
		}
	}
	return shipped
})

// words is a text without the differences that a client's line ends make.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// isShipped reports whether a trigger is of a shipped schema, by name and text.
// Another one of the same name could do anything.
func isShipped(_, name, text string) bool {
	known, ok := shippedTriggers()[words(text)]
	return ok && known == name
}
