package model

// ObstacleKind classifies obstacles.
type ObstacleKind uint8

// The kinds of obstacle; KindUnknown is the zero value.
const (
	KindUnknown ObstacleKind = iota
	KindPermission
	KindAccess
	KindCredentials
	KindMissingInput
	KindDecision
	KindDependency
	KindRateLimit
	KindBudget
	KindTool
	KindEnvironment
	KindNetwork
	KindPolicy
)

var kindNames = []string{
	"unknown", "permission", "access", "credentials", "missing-input", "decision", "dependency",
	"rate-limit", "budget", "tool", "environment", "network", "policy",
}

// String returns the kind's name.
func (k ObstacleKind) String() string { return enumName(kindNames, k) }

// MarshalText writes the kind's name.
func (k ObstacleKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// ParseObstacleKind returns the kind of that name, or an error that quotes it.
func ParseObstacleKind(text string) (ObstacleKind, error) {
	return parseEnum[ObstacleKind]("obstacle kind", kindNames, text)
}

// Obstacle is what keeps a task from succeeding. Two obstacles are the same
// when their keys are equal.
type Obstacle struct {
	Kind  ObstacleKind
	Name  string // what a person calls it, such as "no access to Vault"; at most 48 columns; hostile
	Text  string // the sentence that states it, in the agent's words; hostile; empty when none was recorded
	Key   string // kind and normalised object, such as "access:vault staging"; never empty
	Where string // where the text was read, such as "task_events#187"
}
