package config

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// kind is the kind of a setting's value, bound to where the value is kept.
type kind interface {
	set(v *value) *Error
	// toml returns the value that is kept as the file writes it.
	toml() string
}

type (
	text   struct{ to *string }
	flag   struct{ to *bool }
	count  struct{ to *int }
	span   struct{ to *time.Duration }
	texts  struct{ to *[]string }
	paths  struct{ to *[]string }
	choice struct {
		to  *string
		all []string
	}
	names struct {
		to   *[]string
		what string
		all  []string
	}
	keys struct {
		to     map[string][]string
		action Action
	}
	view struct {
		to    map[string]string
		name  string
		check func(string) error
	}
	command struct {
		to   map[string][]string
		name string
	}
	// A webhook is an address, or says where that stands. As a secret it is never printed, and no
	// error quotes it.
	webhook struct{ to *string }
	header  struct {
		to   map[string]string
		name string
	}
)

func (v *value) string() (string, *Error) {
	if v.kind != unstable.String {
		return "", v.at.wrong("want a string in quotes, not %s", v.said())
	}
	if strings.ContainsFunc(v.text, isControl) {
		return "", v.at.wrong("%q holds a control character", v.text)
	}
	return v.text, nil
}

// secret is a string that no error quotes.
func (v *value) secret() (string, *Error) {
	switch {
	case v.kind != unstable.String:
		return "", v.at.wrong("want a string in quotes")
	case strings.ContainsFunc(v.text, isControl):
		return "", v.at.wrong("it holds a control character")
	}
	return v.text, nil
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

func (v *value) strings() ([]string, *Error) {
	if v.kind != unstable.Array {
		return nil, v.at.wrong(`want a list such as ["a", "b"], not %s`, v.said())
	}
	all := []string{}
	for i := range v.items {
		s, err := v.items[i].string()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// said names the value for a sentence.
func (v *value) said() string {
	switch {
	case v.kind == unstable.Array:
		return "a list"
	case v.kind == unstable.String:
		return strconv.Quote(v.text)
	case v.text == "":
		return "a table"
	}
	return v.text
}

func (k text) set(v *value) (err *Error) { return assign(k.to, v.string) }

func (k texts) set(v *value) (err *Error) { return assign(k.to, v.strings) }

func assign[T any](to *T, read func() (T, *Error)) *Error {
	got, err := read()
	if err == nil {
		*to = got
	}
	return err
}

func (k flag) set(v *value) *Error {
	if v.kind != unstable.Bool {
		return v.at.wrong("want true or false, not %s", v.said())
	}
	*k.to = v.text == "true"
	return nil
}

func (k count) set(v *value) *Error {
	n, ok := v.integer()
	if !ok || n < 1 {
		return v.at.wrong("want a whole number from 1, not %s", v.said())
	}
	*k.to = n
	return nil
}

func (k span) set(v *value) *Error {
	d, err := parseSpan(v.text)
	if v.kind != unstable.String || err != nil {
		return v.at.wrong(`want a duration such as "90s", "48h" or "7d", not %s`, v.said())
	}
	*k.to = d
	return nil
}

const day = 24 * time.Hour

// longest bounds durations, so that no sum of one with a time overflows.
const longest = 100 * 365 * day

// parseSpan reads a duration of at least 0, with d for days.
func parseSpan(said string) (time.Duration, error) {
	d, err := time.ParseDuration(said)
	if days, ok := strings.CutSuffix(said, "d"); ok {
		var n float64
		if n, err = strconv.ParseFloat(days, 64); err == nil {
			d = time.Duration(min(n, 1e6) * float64(day))
		}
	}
	if err != nil || d < 0 || d > longest {
		return 0, fmt.Errorf("%q is no duration", said)
	}
	return d, nil
}

func (k paths) set(v *value) *Error {
	all, err := v.strings()
	if err != nil {
		return err
	}
	for i, path := range all {
		if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
			home, err := os.UserHomeDir()
			if err != nil {
				return v.items[i].at.wrong("%s: no home folder is known", path)
			}
			all[i] = filepath.Join(home, rest)
		} else if !filepath.IsAbs(path) {
			return v.items[i].at.wrong("%q: want a path that begins with / or ~/", path)
		}
	}
	*k.to = all
	return nil
}

func (k choice) set(v *value) *Error {
	said, err := v.string()
	if err == nil && !slices.Contains(k.all, said) {
		return v.at.wrong("%q is none of %s%s", said, strings.Join(k.all, ", "), Meant(said, k.all))
	}
	if err == nil {
		*k.to = said
	}
	return err
}

func (k names) set(v *value) *Error {
	all, err := v.strings()
	if err != nil {
		return err
	}
	for i, name := range all {
		if !slices.Contains(k.all, name) {
			return v.items[i].at.wrong("there is no %s %q%s", k.what, name, Meant(name, k.all))
		}
	}
	*k.to = all
	return nil
}

// set takes a list of keys, or a string of keys between blanks.
func (k keys) set(v *value) *Error {
	all, err := v.strings()
	if v.kind == unstable.String {
		var said string
		said, err = v.string()
		all = strings.Fields(said)
	}
	if err == nil {
		k.to[k.action.ID] = all
	}
	return err
}

func (k view) set(v *value) *Error {
	said, err := v.string()
	switch {
	case err != nil:
		return err
	case k.check != nil:
		if err := k.check(said); err != nil {
			return v.at.wrong("%v", err)
		}
	}
	k.to[k.name] = said
	return nil
}

func (k command) set(v *value) *Error {
	all, err := v.strings()
	if err == nil {
		k.to[k.name] = all
	}
	return err
}

func (k webhook) set(v *value) *Error {
	said, err := v.secret()
	if err != nil {
		return err
	}
	to, wrong := url.Parse(said)
	if wrong != nil || said != "" && !slices.Contains([]string{"https", "http", "env", "file"}, strings.ToLower(to.Scheme)) {
		return v.at.wrong(`want an address that begins with https:// or http://, or "env:NAME" or "file:/PATH"`)
	}
	*k.to = said
	return nil
}

func (k header) set(v *value) *Error {
	if strings.ContainsFunc(k.name, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`()<>@,;:\"/[]?={}`, r) }) {
		return v.at.wrong("%q is no name of a header", k.name)
	}
	said, err := v.secret()
	if err == nil {
		k.to[k.name] = said
	}
	return err
}
