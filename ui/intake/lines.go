package intake

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"notdone/source/spelling"
	"notdone/ui/words"
)

// Fields are the names of the fields of a Task in JSON.
var Fields = []string{"id", "title", "body", "priority", "at", "every", "after", "max_attempts", "tags"}

// maxLine is the length in bytes of the longest line.
const maxLine = 4 << 20

// Lines reads tasks in JSON Lines and skips empty lines. It calls each with the number of the
// line, from 1, and the task or the error in the line. A line that is too long is the last one
// that is read. Lines returns the error of r.
func Lines(r io.Reader, each func(line int, t Task, err error)) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), maxLine)
	line := 0
	for scanner.Scan() {
		line++
		if text := bytes.TrimSpace(bytes.TrimPrefix(scanner.Bytes(), []byte("\ufeff"))); len(text) > 0 { // as editors on Windows begin a file
			t, err := decode(text)
			each(line, t, err)
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		each(line+1, Task{}, fmt.Errorf("it has more than %d bytes", maxLine))
		return nil
	}
	return scanner.Err()
}

// decode reads a task from one JSON object. Unknown fields are an error.
func decode(text []byte) (t Task, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&t); err == nil {
		if _, after := d.Token(); !errors.Is(after, io.EOF) {
			err = errors.New("more than one object on the line")
		}
		return t, err
	}
	if _, name, found := strings.Cut(err.Error(), "unknown field "); found {
		name = strings.Trim(name, `"`)
		err = fmt.Errorf("there is no field %q", name)
		if near := spelling.Nearest(name, Fields); near != "" {
			err = fmt.Errorf("%w; did you mean %s?", err, near)
		}
		return t, err
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		wanted := map[reflect.Kind]string{reflect.Int: "a whole number", reflect.Slice: "a list of texts"}[kind.Type.Kind()]
		if kind.Field == "" {
			return t, fmt.Errorf("the line is no JSON object (%s)", kind.Value)
		}
		return t, fmt.Errorf("%s is a %s and should be %s", kind.Field, kind.Value, cmp.Or(wanted, "a text"))
	}
	return t, fmt.Errorf("no JSON object: %w", err)
}

// ParseAt parses a start time: a duration from now such as 2h or 3d, a time of day such as 07:30,
// which means the next one in now's time zone, or a time that words.ParseTime accepts.
func ParseAt(text string, now time.Time) (time.Time, error) {
	if d, ok := words.ParseDuration(strings.TrimPrefix(text, "+")); ok {
		return now.Add(d), nil
	}
	if clock, err := time.Parse("15:04", text); err == nil {
		at := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location())
		if !at.After(now) {
			at = time.Date(now.Year(), now.Month(), now.Day()+1, clock.Hour(), clock.Minute(), 0, 0, now.Location())
		}
		return at, nil
	}
	at, err := words.ParseTime(text)
	if err != nil {
		err = fmt.Errorf("%q is no moment: give a time such as 2026-03-14T07:30:00Z, 07:30, or how long until then, such as 2h or 3d", text)
	}
	return at, err
}

func parseEvery(text string) (time.Duration, error) {
	d, ok := words.ParseDuration(text)
	switch {
	case !ok:
		return 0, fmt.Errorf("%q is no duration such as 6h, 1d or 2w", text)
	case d < minEvery:
		return 0, fmt.Errorf("every %s is too often: at least every %s", text, minEvery)
	}
	return d, nil
}
