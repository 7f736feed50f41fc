package model

// ObstacleKind classifies obstacles by what would remove them. It is a function of the
// sentence that states the obstacle, whoever recorded it and whatever stands around it.
type ObstacleKind uint8

// The kinds of obstacle; KindUnknown is the zero value.
const (
	KindUnknown      ObstacleKind = iota // the sentence does not say: "on second thoughts"
	KindPermission                       // somebody has to allow or sign it: "human signature required", "may not push to main"
	KindAccess                           // it exists and is closed to the agent: "no access to Vault", "403 from the API", "account locked"
	KindCredentials                      // a proof of identity is missing or void: "GitHub token expired", "login failed", "needs the deploy key"
	KindMissingInput                     // it was not told or given something: "feed returns 404", "no address of the customer", "the brief is ambiguous"
	KindDecision                         // somebody has to choose: "Redis or SQLite?", "which region?", "should I delete the branch?"
	KindDependency                       // something else has to happen first: "waiting for #12", "the vendor's quote is pending"
	KindRateLimit                        // it was used too often and is free again later: "429 from OpenAI", "daily quota used up"
	KindBudget                           // what was allotted to the work is used up: "iteration budget exhausted", "out of credits", "time limit"
	KindTool                             // what it works with is missing or fails: "docker: command not found", "no browser tool"
	KindEnvironment                      // where it works does not allow it: "disk full", "AWS_REGION is not set", "exited with code 139"
	KindNetwork                          // what it calls cannot be reached or does not answer: "connection refused", "502", "registry is down"
	KindPolicy                           // a rule or its own principles forbid it: "company policy forbids it", "a code freeze is in force"
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
	Name  string // what a person calls it, such as "no access to Vault"; at most 160 columns; hostile
	Text  string // the sentence that states it, in the agent's words but where Own is set; hostile; empty when none was recorded
	Key   string // kind and normalised object, such as "access:vault staging"; never empty
	Where string // where the text was read, such as "task_events#187"
	// Own says that Text is notdone's description of what it saw there, such as "the log
	// stops after a tool's result". Nobody said that, so it is not to be shown as a quotation.
	Own bool
}
