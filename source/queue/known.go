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

// shipped is what the texts of the schema say.
var shipped = sync.OnceValue(func() (s struct {
	columns  map[string][]string // of the present schema, by table
	current  []string            // the names of its triggers
	triggers map[string]string   // the words of every trigger of any version, with its name
},
) {
	s.columns, s.triggers = map[string][]string{}, map[string]string{}
	for _, table := range tableText.FindAllStringSubmatch(schemaSQL, -1) {
		for _, column := range columnText.FindAllStringSubmatch(table[2], -1) {
			s.columns[table[1]] = append(s.columns[table[1]], column[1])
		}
	}
	for _, schema := range []string{schema1SQL, schemaSQL} {
		s.current = nil
		for _, trigger := range triggerText.FindAllStringSubmatch(schema, -1) {
			s.current, s.triggers[words(trigger[1])] = append(s.current, trigger[2]), trigger[2]
		}
	}
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
