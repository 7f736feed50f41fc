package work

import (
	"time"
)

// Event is something that happened to a task, or to the worker when ID is empty. Texts
// are hostile.
type Event struct {
	// Name is claimed; an outcome (done, blocked, refused, failed, crashed, timed_out, budget,
	// spawn_failed, rate_limited); retry when the task will be tried again; released when it
	// was given back; lost when the worker no longer held it; logs (where they are), stopped, error
	// and connected (again) of the worker.
	Name     string     `json:"event"`
	At       time.Time  `json:"at"`
	ID       string     `json:"id,omitempty"`
	Title    string     `json:"title,omitempty"`
	Attempt  int        `json:"attempt,omitempty"`
	Kind     string     `json:"kind,omitempty"`     // of the obstacle
	Why      string     `json:"why,omitempty"`      // the obstacle, the error or the reason
	Evidence string     `json:"evidence,omitempty"` // what decided
	Seconds  float64    `json:"seconds,omitempty"`
	CostUSD  *float64   `json:"cost_usd,omitempty"`
	RetryAt  *time.Time `json:"retry_at,omitempty"`
	Log      string     `json:"log,omitempty"` // absolute
	Queue    string     `json:"queue"`
}
