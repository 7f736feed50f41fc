package pgsource

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"notdone/source"
)

// passwordWord finds a password in words such as those of a service, in which a backslash
// stands before a quote or a blank that belongs to the value.
var passwordWord = regexp.MustCompile(`(?i)(password\s*=\s*)('(?:\\.|[^'\\])*'?|(?:\\.|[^\s&\\])+)`)

// WithoutPassword returns the name of a database as it may be shown, logged and kept.
func WithoutPassword(name string) string {
	u, err := url.Parse(name)
	if err != nil || u.Scheme == "" {
		if strings.Contains(name, "://") {
			return name[:strings.Index(name, "://")] + "://…" // no part of it is known to be no password
		}
		return passwordWord.ReplaceAllString(name, "${1}…")
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	if q := u.Query(); q.Has("password") || q.Has("sslpassword") {
		q.Del("password")
		q.Del("sslpassword")
		u.RawQuery = q.Encode()
	}
	return u.String()
}

var urlPassword = regexp.MustCompile(`(postgres(?:ql)?://[^\s:@/]*):\S*@`)

// Password returns a name without its password, which may be used as such, and the password;
// empty: it has none.
func Password(name string) (without, password string) {
	cfg, err := pgconn.ParseConfig(name)
	if err != nil || !source.OnServer(name) {
		return name, ""
	}
	if without = WithoutPassword(name); strings.HasPrefix(name, "service=") {
		without = strings.TrimSpace(passwordWord.ReplaceAllString(name, ""))
	}
	if without == name {
		return name, "" // the environment or a file has it
	}
	return without, cfg.Password
}

// Conceal returns a text without the passwords of the names of databases in it.
func Conceal(text string) string {
	return passwordWord.ReplaceAllString(urlPassword.ReplaceAllString(text, "${1}@"), "${1}…")
}

// withoutSecrets returns an error whose text does not have the name with its password.
func withoutSecrets(err error, name string) error {
	text := Conceal(strings.ReplaceAll(err.Error(), name, WithoutPassword(name)))
	if u, parseErr := url.Parse(name); parseErr == nil && u.User != nil {
		if password, ok := u.User.Password(); ok && password != "" {
			text = strings.ReplaceAll(text, password, "…")
		}
	}
	return &secretError{text: strings.Join(strings.Fields(text), " "), err: err}
}

type secretError struct {
	text string
	err  error
}

func (e *secretError) Error() string { return e.text }
func (e *secretError) Unwrap() error { return e.err }

// Shown returns the name of any queue as it may be shown, logged and kept: the path of a
// file, or the name of a database without its password.
func Shown(name string) string {
	if source.OnServer(name) {
		return WithoutPassword(name)
	}
	return name
}
