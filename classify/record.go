package classify

import (
	_ "embed" // the records
	"fmt"
	"strings"
	"sync"

	"notdone/model"
)

// Record is how often a rule warned of labelled logs: of those whose work was
// not done, and of those whose work was.
type Record struct{ Right, Wrong int }

// recordFile holds one rule a line: its name and its record. It is written by
// .ci/measure.
//
//go:embed record.tsv
var recordFile string

var records = sync.OnceValue(func() map[string]Record { return parseRecords(recordFile) })

func parseRecords(file string) map[string]Record {
	all := map[string]Record{}
	for line := range strings.Lines(file) {
		var rule string
		var r Record
		if n, err := fmt.Sscan(line, &rule, &r.Right, &r.Wrong); n == 3 && err == nil {
			all[rule] = r
		}
	}
	return all
}

// RecordOf returns the record of a rule on the labelled logs; false: it never
// warned of one.
func RecordOf(rule string) (Record, bool) {
	r, ok := records()[rule]
	return r, ok
}

// minRecord is how many warnings a rule must have given before its record counts.
const minRecord = 5

// Poor reports whether more than one warning in five was wrong. The opinions of
// such a rule are text-only.
func (r Record) Poor() bool { return r.Right+r.Wrong >= minRecord && 5*r.Wrong > r.Right+r.Wrong }

// bounded returns the opinion with its grade lowered if the rule's record is poor.
func (r Record) bounded(o Opinion) Opinion {
	if r.Poor() {
		o.Grade = min(o.Grade, model.GradeTextOnly)
	}
	return o
}
