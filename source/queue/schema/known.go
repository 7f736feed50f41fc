package schema

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

// Known is what the texts of the schemas of files say.
type Known struct {
	Columns       map[string][]string // of the present schema, by table
	Second, Third []string            // the names of the triggers of version 2, and of those that version 3 adds
	triggers      map[string]string   // the words of every trigger of any version, with its name
}

// Shipped returns what the texts of the schemas of files say. Nothing of it may be changed.
var Shipped = sync.OnceValue(func() (s Known) {
	s.Columns, s.triggers = map[string][]string{}, map[string]string{}
	for _, table := range tableText.FindAllStringSubmatch(Second, -1) {
		for _, column := range columnText.FindAllStringSubmatch(table[2], -1) {
			s.Columns[table[1]] = append(s.Columns[table[1]], column[1])
		}
	}
	for _, column := range addedText.FindAllStringSubmatch(Third, -1) {
		s.Columns[column[1]] = append(s.Columns[column[1]], column[2])
	}
	triggersOf := func(schema string) (names []string) {
		for _, trigger := range triggerText.FindAllStringSubmatch(schema, -1) {
			s.triggers[Words(trigger[1])] = trigger[2]
			names = append(names, trigger[2])
		}
		return names
	}
	triggersOf(First)
	s.Second, s.Third = triggersOf(Second), triggersOf(Third)
	return s
})

// Words is a text without the differences that a client's line ends make.
func Words(text string) string { return strings.Join(strings.Fields(text), " ") }

// IsShipped reports whether a trigger is of a shipped schema, by name and text.
// Another one of the same name could do anything.
func IsShipped(_, name, text string) bool {
	known, ok := Shipped().triggers[Words(text)]
	return ok && known == name
}
