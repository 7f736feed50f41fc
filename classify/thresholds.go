package classify

import "time"

// Threshold is a number that decides when a rule speaks, and that an operator may set.
// Value points into the Config whose thresholds were asked for.
type Threshold struct {
	Name    string // the rule's name, a dot and what the number is
	Meaning string
	Value   Value
}

// Value is a duration or a number; the other pointer is nil.
type Value struct {
	Duration *time.Duration
	Count    *int
}

// Thresholds returns all that can be set in c.
func (c *Config) Thresholds() []Threshold {
	limit := func(d *time.Duration) Value { return Value{Duration: d} }
	least := func(n *int) Value { return Value{Count: n} }
	return []Threshold{
		{"stale-heartbeat.limit", `A running task is stale without a sign of life for longer. "0s": its owner's limit, or an hour.`, limit(&c.HeartbeatLimit)},
		{"claim-expired.grace", "How long a claim may have run out before that is a finding.", limit(&c.ClaimGrace)},
		{"waiting-too-long.limit", "A task that waits for longer, with nobody claiming it, has waited too long.", limit(&c.WaitingLimit)},
		{"waiting-too-long.blocked", "A block that lasts for longer has lasted too long.", limit(&c.BlockedLimit)},
		{"block-loop.window", "How far back blocks after a release are counted.", limit(&c.CycleWindow)},
		{"block-loop.rounds", "Blocks after a release from which they are a loop.", least(&c.CycleMin)},
		{"retry-loop.attempts", "Failed attempts in a row, ending the same way, from which they are a loop.", least(&c.RetryMin)},
		{"requeue-loop.times", "How often one wish meets one obstacle, as one task or as several, before it is a loop.", least(&c.RequeueMin)},
		{"short-run.limit", "A run without a tool call that is over sooner is too short for a change.", limit(&c.ShortRun)},
		{"silent-recurrence.spoke", "Runs with something to say, in a row, before silence means something.", least(&c.MinSpoke)},
		{"silent-recurrence.silent", "Runs without anything to say, in a row after those, from which they are a finding.", least(&c.MinSilent)},
		{"tool-loop.endless", "Equal calls from which it is an error that nobody stops them.", least(&c.EndlessCalls)},
	}
}
