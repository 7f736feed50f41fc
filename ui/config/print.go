package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Print returns the configuration as a file that Parse reads as the same configuration,
// with a comment for every setting.
func (c *Config) Print(known *Known) string {
	plain := Default()
	now, usual := newTable(c, known), newTable(&plain, known)
	var b strings.Builder
	section, begun := "", false // begun: the section has a setting
	for i, s := range now.settings {
		name := s.path
		if in, rest, below := strings.Cut(s.path, "."); below {
			if name = rest; in != section {
				section, begun = in, false
				fmt.Fprintf(&b, "\n[%s]\n", in)
			}
		}
		said, line := comment(s, usual.settings[i].what.toml()), assignment(name, s.what)
		if _, short := s.what.(keys); short {
			fmt.Fprintf(&b, "%-36s # %s\n", line, said)
			continue
		}
		if begun {
			b.WriteByte('\n')
		}
		b.WriteString(remark(said) + line + "\n")
		begun = true
	}
	for _, g := range now.open {
		fmt.Fprintf(&b, "\n%s[%s]\n", remark(g.doc), g.path)
		for _, name := range g.names(c) {
			b.WriteString(assignment(key(name), g.what(name)) + "\n")
		}
	}
	return b.String()
}

// remarkWidth is how wide the lines of a comment are at the most, so that they fit 80 columns.
const remarkWidth = 79

// remark writes a comment, in as many lines as it takes.
func remark(said string) string {
	var b strings.Builder
	width := 0
	for word := range strings.FieldsSeq(said) {
		n := utf8.RuneCountInString(word)
		if width > 0 && width+1+n > remarkWidth {
			b.WriteByte('\n')
			width = 0
		}
		if width == 0 {
			b.WriteByte('#')
			width = 1
		}
		b.WriteString(" " + word)
		width += 1 + n
	}
	return b.String() + "\n"
}

// assignment returns the line that sets a name, or where that is a secret says that it is set.
func assignment(name string, what kind) string {
	switch k := what.(type) {
	case webhook:
		if *k.to == "" {
			break
		}
		return "# " + name + " is set, and is a secret that is not printed"
	case header:
		return "# " + name + " is set, and is a secret that is not printed"
	}
	return name + " = " + what.toml()
}

// Setting describes a setting of the file.
type Setting struct {
	Path    string // with dots between the parts
	Default string // as the file writes it
	Doc     string
}

// Describe returns all settings but the keys, in the order in which they are printed.
func Describe(known *Known) (all []Setting) {
	plain := Default()
	t := newTable(&plain, known)
	for _, s := range t.settings {
		if _, key := s.what.(keys); !key {
			all = append(all, Setting{s.path, s.what.toml(), comment(s, s.what.toml())})
		}
	}
	for _, g := range t.open {
		all = append(all, Setting{g.path, "{}", g.doc})
	}
	return append(all, Setting{"keys.ACTION", "[]", "The keys of an action; an empty list takes them away."})
}

// comment returns what stands above a setting.
func comment(s setting, usual string) string {
	said := []string{s.doc}
	if c, ok := s.what.(choice); ok {
		said = append(said, "One of "+strings.Join(c.all, ", ")+".")
	}
	if _, hidden := s.what.(webhook); !hidden && usual != s.what.toml() {
		said = append(said, "(default: "+usual+")")
	}
	return strings.Join(said, " ")
}

// names are those that the operator gave in a group.
func (g *group) names(c *Config) []string {
	switch g.path {
	case "views":
		return slices.Sorted(maps.Keys(c.Views))
	case "guard.headers":
		return slices.Sorted(maps.Keys(c.Guard.Headers))
	}
	return slices.Sorted(maps.Keys(c.Commands))
}

// key quotes a name where the file wants quotes.
func key(name string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return name
	}
	return quoted(name)
}

// quoted returns a string of the file, in which every character can be seen.
func quoted(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	return `"` + b.String() + `"`
}

func list(all []string) string {
	said := make([]string, len(all))
	for i, s := range all {
		said[i] = quoted(s)
	}
	return "[" + strings.Join(said, ", ") + "]"
}

func (k text) toml() string    { return quoted(*k.to) }
func (k choice) toml() string  { return quoted(*k.to) }
func (k flag) toml() string    { return strconv.FormatBool(*k.to) }
func (k count) toml() string   { return strconv.Itoa(*k.to) }
func (k span) toml() string    { return quoted(spanText(*k.to)) }
func (k texts) toml() string   { return list(*k.to) }
func (k paths) toml() string   { return list(*k.to) }
func (k names) toml() string   { return list(*k.to) }
func (k view) toml() string    { return quoted(k.to[k.name]) }
func (k command) toml() string { return list(k.to[k.name]) }

func (k webhook) toml() string { return quoted("") }
func (k header) toml() string  { return quoted("") }

func (k keys) toml() string {
	if set, is := k.to[k.action.ID]; is {
		return list(set)
	}
	return list(k.action.Keys)
}

// spanText writes a duration in the shortest way: 1h, not 1h0m0s.
func spanText(d time.Duration) string {
	if d > 0 && d%day == 0 && d > day {
		return strconv.Itoa(int(d/day)) + "d"
	}
	said := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if rest, ends := strings.CutSuffix(said, zero); ends {
			said = rest + zero[:1]
		}
	}
	return said
}
