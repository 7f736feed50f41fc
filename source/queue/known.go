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

// shippedTriggers are the triggers of the shipped schema, by name, with their
// text's words.
var shippedTriggers = sync.OnceValue(func() map[string]string {
	shipped := map[string]string{}
	for _, trigger := range triggerText.FindAllStringSubmatch(schemaSQL, -1) {
		shipped[trigger[2]] = words(trigger[1])
	}
	return shipped
})

// words is a text without the differences that a client's line ends make.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// isShipped reports whether a trigger is of the shipped schema, by name and
// text. Another one of the same name could do anything.
func isShipped(_, name, text string) bool {
	known, ok := shippedTriggers()[name]
	return ok && words(text) == known
}
