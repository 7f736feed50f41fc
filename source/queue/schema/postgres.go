package schema

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// PostgresVersion is the version of Postgres.
const PostgresVersion = 3

// Postgres makes the tables of a queue in PostgreSQL.
//
//go:embed schema.postgres.sql
var Postgres string

// PostgresClientSQL is ClientSQL for a queue in PostgreSQL: the same blocks.
//
//go:embed client.postgres.sql
var PostgresClientSQL string

// Channel is the channel on which the triggers of a queue in PostgreSQL notify.
const Channel = "notdone_queue"

var (
	functionText      = regexp.MustCompile(`(?s)CREATE FUNCTION (\w+)\(\) RETURNS trigger LANGUAGE plpgsql AS \$\$(.*?)\$\$;`)
	serverTriggerText = regexp.MustCompile(`(?s)CREATE TRIGGER (\w+) [^;]*EXECUTE FUNCTION (\w+)\(\);`)
)

// PostgresTriggers are the words of the function of each shipped trigger.
var PostgresTriggers = sync.OnceValue(func() map[string]string {
	functions, triggers := map[string]string{}, map[string]string{}
	for _, f := range functionText.FindAllStringSubmatch(Postgres, -1) {
		functions[f[1]] = Words(f[2])
	}
	for _, t := range serverTriggerText.FindAllStringSubmatch(Postgres, -1) {
		triggers[t[1]] = functions[t[2]]
	}
	return triggers
})

// LogFolder reads the name of the folder in which the workers of a machine keep the logs of a
// queue in PostgreSQL. Not every server lets everybody
// see its own number.
func LogFolder(read func(statement string, into ...any) error) (string, error) {
	var seen bool
	if err := read(`SELECT has_function_privilege('pg_control_system()', 'EXECUTE')`, &seen); err != nil {
		return "", err
	}
	system := "0"
	if seen {
		system = "(SELECT system_identifier FROM pg_control_system())"
	}
	var database, number string
	err := read(`SELECT current_database()::text, to_hex(hashtextextended(concat_ws('/', `+system+`,
		(SELECT oid FROM pg_database WHERE datname = current_database()), 'tasks'::regclass::oid), 0))`, &database, &number)
	return FileName(database, 40) + "-" + number, err
}

// FileName makes a text of hostile origin part of a file's name.
func FileName(text string, most int) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '.') {
			return r
		}
		return '-'
	}, text)
	return strings.TrimLeft(name[:min(len(name), most)], ".-")
}
