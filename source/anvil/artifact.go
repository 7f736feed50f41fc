package anvil

import (
	"io"
	"strings"
	"time"
)

// resultFacts is what a runner noted of a run: a benchmark's B1_result.json, or
// the meta.json of a harness.
type resultFacts struct {
	exit    *int
	class   string // the runner's word for how it ended, such as "runner_nonzero_exit"
	invalid bool   // the runner says that the run does not count
	changed *int   // files changed
	model   string
	log     string // the name of the log beside it
	started time.Time
	elapsed time.Duration
}

func readResult(r io.Reader) (*resultFacts, error) {
	f := &resultFacts{}
	s := newSkim(r)
	if s.peek() != '{' {
		return nil, errShape
	}
	s.object(func(key string) {
		switch key {
		case "command_return_code", "rc":
			f.exit = whole(s)
		case "exit_class":
			f.class = s.text(80)
		case "valid_run":
			f.invalid = s.peek() == 'f'
			s.skip()
		case "changed_files":
			f.changed = changedFiles(s)
		case "model":
			f.model = s.text(128)
		case "log_file":
			f.log = s.text(256)
		case "started_at", "start_ts":
			f.started = moment(s)
		case "elapsed_s":
			if n, ok := s.number(); ok && n >= 0 && n < 1e8 {
				f.elapsed = time.Duration(n * float64(time.Second))
			}
		default:
			s.skip()
		}
	})
	return f, s.err
}

// changedFiles reads a count of files, or a list of them.
func changedFiles(s *skim) *int {
	if s.peek() != '[' {
		return whole(s)
	}
	n := 0
	s.array(func() { n++; s.skip() })
	return &n
}

func whole(s *skim) *int {
	n, ok := s.number()
	if !ok || n != float64(int(n)) {
		return nil
	}
	i := int(n)
	return &i
}

// moment reads a time as text, or counted since 1970 in seconds or milliseconds.
func moment(s *skim) time.Time {
	if s.peek() == '"' {
		at, err := time.Parse(time.RFC3339Nano, s.text(64))
		if err != nil {
			return time.Time{}
		}
		return at.UTC()
	}
	n, ok := s.number()
	switch {
	case !ok || n < 946684800 || n > 4102444800e3:
		return time.Time{}
	case n < 4102444800:
		return time.UnixMilli(int64(n * 1000)).UTC()
	}
	return time.UnixMilli(int64(n)).UTC()
}

// telemetryFacts is what the runtime counted of a session (telemetry schema 2).
type telemetryFacts struct {
	session string
	kind    string
	refused int // final claims that were premature
	finals  int // final claims
	noop    int // changes that changed nothing, or were taken back
}

func readTelemetry(r io.Reader) (*telemetryFacts, error) {
	f := &telemetryFacts{}
	s := newSkim(r)
	if s.peek() != '{' {
		return nil, errShape
	}
	n := func() int {
		if i := whole(s); i != nil {
			return *i
		}
		return 0
	}
	s.object(func(key string) {
		switch key {
		case "session_id":
			f.session = s.text(256)
		case "completion_kind":
			f.kind = strings.ToLower(s.text(64))
		case "premature_final_count":
			f.refused = n()
		case "total_final_requests":
			f.finals = n()
		case "no_op_mutation_count", "rolled_back_mutation_count":
			f.noop += n()
		default:
			s.skip()
		}
	})
	return f, s.err
}
