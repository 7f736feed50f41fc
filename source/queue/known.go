package queue

import (
	"regexp"
	"strings"
	"sync"
)

var (
	tableText   = regexp.MustCompile(`(?ms)^CREATE TABLE (\w+) \((.*?)^\)`)
	columnText  = regexp.MustCompile(`(?m)^  ([a-z_]+) [A-Z]`)
	addedText   = regexp.MustCompile(`(?m)^ALTER TABLE (\w+) ADD COLUMN ([a-z_]+) `)
	triggerText = regexp.MustCompile(`(?ms)^(CREATE TRIGGER (\w+) .*?^END);$`)
)

// shipped is what the texts of the schema say.
var shipped = sync.OnceValue(func() (s struct {
	columns  map[string][]string // of the present schema, by table
	second   []string            // the names of the triggers of version 2
	third    []string            // of those that version 3 adds
	triggers map[string]string   // the words of every trigger of any version, with its name
},
) {
	s.columns, s.triggers = map[string][]string{}, map[string]string{}
	for _, table := range tableText.FindAllStringSubmatch(schemaSQL, -1) {
		for _, column := range columnText.FindAllStringSubmatch(table[2], -1) {
			s.columns[table[1]] = append(s.columns[table[1]], column[1])
		}
	}
	for _, column := range addedText.FindAllStringSubmatch(schema3SQL, -1) {
		s.columns[column[1]] = append(s.columns[column[1]], column[2])
	}
	triggersOf := func(schema string) (names []string) {
		for _, trigger := range triggerText.FindAllStringSubmatch(schema, -1) {
			s.triggers[words(trigger[1])] = trigger[2]
			names = append(names, trigger[2])
		}
		return names
	}
	triggersOf(schema1SQL)
	s.second, s.third = triggersOf(schemaSQL), triggersOf(schema3SQL)
	return s
})

// words is a text without the differences that a client's line ends make.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// isShipped reports whether a trigger is of a shipped schema, by name and text.
// Another one of the same name could do anything.
func isShipped(_, name, text string) bool {
	known, ok := shipped().triggers[words(text)]
	return ok && known == name
}
