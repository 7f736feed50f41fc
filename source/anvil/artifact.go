package anvil

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// resultFacts is what a benchmark's runner noted of a run.
type resultFacts struct {
	Exit    *int         `json:"command_return_code"`
	Class   jsonText     `json:"exit_class"` // the runner's word for how it ended, such as "runner_nonzero_exit"
	Changed *changedSize `json:"changed_files"`
	Model   jsonText     `json:"model"`
	Started moment       `json:"started_at"`
	Elapsed float64      `json:"elapsed_s"`
}

// telemetryFacts is what the runtime counted of a session (telemetry schema 2).
type telemetryFacts struct {
	Session jsonText `json:"session_id"`
	Kind    jsonText `json:"completion_kind"`
}

// decode decodes the next value. One of another type than expected is left out.
func decode(d *json.Decoder, into any) error {
	err := d.Decode(into)
	var odd *json.UnmarshalTypeError
	if errors.As(err, &odd) {
		return nil
	}
	return err
}

// jsonText is a string; another value is read as an empty one.
type jsonText string

// UnmarshalJSON reads any value.
func (t *jsonText) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = jsonText(strings.ToValidUTF8(s, "\uFFFD"))
	}
	return nil
}

// changedSize is a count of files, or of a list of them.
type changedSize int

// UnmarshalJSON reads a number or a list.
func (n *changedSize) UnmarshalJSON(b []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil {
		*n = changedSize(len(list))
		return nil
	}
	return json.Unmarshal(b, (*int)(n))
}

// moment is a time as text, or counted since 1970 in seconds or milliseconds;
// zero when it is none, or not of this century.
type moment struct{ time.Time }

// UnmarshalJSON reads any value.
func (m *moment) UnmarshalJSON(b []byte) error {
	var n float64
	if json.Unmarshal(b, &n) != nil {
		var at time.Time
		if json.Unmarshal(b, &at) == nil {
			m.Time = at.UTC()
		}
		return nil
	}
	if n < 4102444800 {
		n *= 1000
	}
	if n >= 946684800e3 && n <= 4102444800e3 {
		m.Time = time.UnixMilli(int64(n)).UTC()
	}
	return nil
}

// before reports whether the note is of a run that was over when another began,
// whose own note is still to come.
func (f *resultFacts) before(began time.Time) bool {
	return !f.Started.IsZero() && began.After(f.Started.Add(f.elapsed()+apart))
}

func (f *resultFacts) elapsed() time.Duration {
	if f.Elapsed < 0 || f.Elapsed > 1e8 {
		return 0
	}
	return time.Duration(f.Elapsed * float64(time.Second))
}
