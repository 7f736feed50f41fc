package tui

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"notdone/source/spelling"
)

// keyNames returns the names of the keys that produce no text, without modifiers.
var keyNames = sync.OnceValue(func() (names []string) {
	named := []rune{tea.KeyEnter, tea.KeyTab, tea.KeyBackspace, tea.KeyEscape, tea.KeySpace}
	for code := rune(tea.KeyUp); code <= tea.KeyIsoLevel5Shift; code++ {
		named = append(named, code)
	}
	for _, code := range named {
		if name := (tea.Key{Code: code}).Keystroke(); len(name) > 1 && !slices.Contains(names, name) && name[0] < utf8.RuneSelf {
			names = append(names, name)
		}
	}
	return names
})

// modifiers stand before the name of a key, in this order.
var modifiers = []string{"ctrl+", "alt+", "shift+", "meta+", "hyper+", "super+"}

// checkKeyName says why no key can have the name; empty: one has.
func checkKeyName(name string) string {
	base := name
	for _, m := range modifiers {
		if rest, has := strings.CutPrefix(base, m); has && rest != "" {
			base = rest
		}
	}
	r, size := utf8.DecodeRuneInString(base)
	switch text := size == len(base) && unicode.IsGraphic(r) && r != ' ' && r != utf8.RuneError; {
	case text && strings.HasSuffix(name, "shift+"+base):
		return fmt.Sprintf("the key %q is written as the character that it types, such as %s", name, strings.ToUpper(base))
	case text, slices.Contains(keyNames(), base):
		return ""
	}
	why := fmt.Sprintf("there is no key %q", name)
	if near := spelling.Nearest(base, keyNames()); near != "" {
		return why + fmt.Sprintf("; did you mean %s%s?", strings.TrimSuffix(name, base), near)
	}
	if sorted := sortModifiers(name); sorted != name && checkKeyName(sorted) == "" {
		return why + fmt.Sprintf("; did you mean %s?", sorted)
	}
	held, key, has := strings.Cut(base, "+")
	if near := spelling.Nearest(held+"+", modifiers); has && near != "" && checkKeyName(near+key) == "" {
		why += fmt.Sprintf("; did you mean %s%s?", strings.TrimSuffix(name, base)+near, key)
	}
	return why
}

// sortModifiers returns the name of a key with its modifiers in their order.
func sortModifiers(name string) string {
	parts := strings.SplitAfter(name, "+")
	held := parts[:len(parts)-1]
	if slices.ContainsFunc(held, func(m string) bool { return !slices.Contains(modifiers, m) }) {
		return name
	}
	slices.SortFunc(held, func(a, b string) int { return slices.Index(modifiers, a) - slices.Index(modifiers, b) })
	return strings.Join(parts, "")
}
