package mapped

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/spelling"
)

// Mapping describes how the tasks of one kind of queue are read.
type Mapping struct {
	Name    string `toml:"name"`              // the kind, in --as and in the source field
	Title   string `toml:"title,omitempty"`   // the system's own name
	Source  string `toml:"source,omitempty"`  // where the facts are from: project, file, commit
	Version string `toml:"version,omitempty"` // the releases of the system that have these tables
	// Signature are the tables, and columns of them, by which the system is recognised.
	// All of them must be there; of a table whose name holds a "*", one that has exactly
	// the columns: see fit.
	Signature map[string][]string `toml:"signature,omitempty"`
	// Schema is where the tables are in PostgreSQL when the search path does not lead there.
	Schema string `toml:"schema,omitempty"`
	// Unknown says what cannot be known from the tables, a sentence each.
	Unknown []string `toml:"unknown,omitempty"`
	// Listen are the channels on which the library notifies in PostgreSQL.
	Listen []string `toml:"listen,omitempty"`
	// Triggers are the library's own triggers on tables that actions write. A table with
	// another one is not written.
	Triggers []string `toml:"triggers,omitempty"`
	Tables   []Table  `toml:"tables"`

	text *text // that it was read from; nil: it was made otherwise
}

// Table is a table whose rows are tasks. The ID of a task is the row's, behind
// "table/" where a mapping has several tables.
type Table struct {
	Name  string `toml:"name"`
	Where string `toml:"where,omitempty"` // an SQL condition; rows that do not meet it are no tasks
	// Roles maps roles to a column, to a value inside a JSON column as in
	// "payload -> user.name", or to an SQL expression over the columns.
	Roles map[Role]string `toml:"roles"`
	// Optional are the roles and flags that name columns or tables which only some
	// releases of the system have.
	Optional []string `toml:"optional,omitempty"`
	// Instead is what optional roles are in the releases without their columns.
	Instead map[Role]string `toml:"instead,omitempty"`
	// Pickled are the roles whose values Python has pickled, with what is shown of them: paths as in
	// "name args[0]", "error|reason" where the first may lead to nothing, or "$" for the whole value. A value that is no pickle is read as it is.
	Pickled map[Role]string `toml:"pickled,omitempty"`
	// Units are the units of time roles whose numbers do not show it themselves.
	Units map[Role]Unit `toml:"units,omitempty"`
	// States maps the words of the status role to states.
	States map[string]model.State `toml:"states,omitempty"`
	// Flags are named SQL conditions for the rules, such as that another table has a row
	// of the task.
	Flags map[string]string `toml:"flags,omitempty"`
	// When are rules for what the word alone does not decide. The first whose condition
	// holds decides.
	When []Rule `toml:"when,omitempty"`
	// Otherwise is the state of a row that neither a word nor a rule decides.
	Otherwise model.State `toml:"otherwise,omitempty"`
	// Postgres is what is otherwise in PostgreSQL; nil: nothing is.
	Postgres *Dialect `toml:"postgres,omitempty"`
	// Actions are what can be done to the tasks, and what cannot.
	Actions []Action `toml:"actions,omitempty"`
}

// Rule gives the tasks that meet a condition a state.
type Rule struct {
	If    string      `toml:"if"` // over roles and flags, as the head of condition.go says
	State model.State `toml:"state"`
	As    string      `toml:"as,omitempty"` // what is shown as recorded; empty: the status, or the state's name
}

// Role is what a column means.
type Role string

// The roles. Only RoleID is required.
const (
	RoleID          Role = "id"
	RoleTitle       Role = "title"
	RoleBody        Role = "body"
	RoleStatus      Role = "status"
	RoleResult      Role = "result"
	RoleError       Role = "error"
	RoleReason      Role = "reason" // why the task is blocked
	RoleAttempts    Role = "attempts"
	RoleMaxAttempts Role = "max_attempts"
	RolePriority    Role = "priority"
	RoleCreated     Role = "created"
	RoleStarted     Role = "started"
	RoleFinished    Role = "finished"
	RoleUpdated     Role = "updated"
	RoleRunAt       Role = "run_at"
	RoleWorker      Role = "worker"
	RoleLease       Role = "lease" // the time at which a claim ends
	RoleHeartbeat   Role = "heartbeat"
	RoleParent      Role = "parent"
	RoleWaitsFor    Role = "waits_for" // unfinished tasks that it waits for: JSON, a list of {"id", "status"}
	RoleCost        Role = "cost"
	RoleTokens      Role = "tokens"
)

// roleKind is the type of a role's values.
type roleKind uint8

const (
	kindText roleKind = iota
	kindNumber
	kindTime
)

// roleKinds are all roles, with the type of their values.
var roleKinds = map[Role]roleKind{
	RoleID: kindText, RoleTitle: kindText, RoleBody: kindText, RoleStatus: kindText, RoleResult: kindText, RoleError: kindText,
	RoleReason: kindText, RoleAttempts: kindNumber, RoleMaxAttempts: kindNumber, RolePriority: kindNumber, RoleCreated: kindTime,
	RoleStarted: kindTime, RoleFinished: kindTime, RoleUpdated: kindTime, RoleRunAt: kindTime, RoleWorker: kindText,
	RoleLease: kindTime, RoleHeartbeat: kindTime, RoleParent: kindText, RoleWaitsFor: kindText, RoleCost: kindNumber, RoleTokens: kindNumber,
}

// Roles returns all roles in alphabetical order.
func Roles() []Role { return slices.Sorted(maps.Keys(roleKinds)) }

// plainName are names that can be typed after --as.
var plainName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// otherKinds are the kinds of sources that no mapping replaces.
var otherKinds = []string{"hermes", "nanoclaw", "taskplane", "anvil", "claude", "codex", "logs", "queue"}

// Validate returns an error that names the first thing that is wrong with the mapping
// itself. Whether the tables are there is for the database to tell.
func (m *Mapping) Validate() error {
	switch {
	case m.Name == "":
		return errors.New("a mapping needs a name")
	case !plainName.MatchString(m.Name):
		return &misplaced{m.Name, fmt.Errorf("the name %q: it is small letters, digits, dots and dashes, as --as takes it", m.Name)}
	case slices.Contains(otherKinds, m.Name):
		return &misplaced{m.Name, fmt.Errorf("%q is a source that notdone reads without a mapping: choose another name", m.Name)}
	}
	if len(m.Tables) == 0 {
		return fmt.Errorf("%s: a mapping needs a table", m.Name)
	}
	seen := map[string]bool{}
	for i := range m.Tables {
		t := &m.Tables[i]
		if err := t.validate(); err != nil {
			return &inPart{tableHead, i, fmt.Errorf("%s: table %q: %w", m.Name, t.Name, err)}
		}
		if isPattern(t.Name) && len(m.Signature[t.Name]) == 0 {
			return &inPart{tableHead, i, fmt.Errorf("%s: table %q: its name stands for several, so the signature must list their columns", m.Name, t.Name)}
		}
		if seen[strings.ToLower(t.Name)] {
			return &inPart{tableHead, i, fmt.Errorf("%s: table %q is there twice", m.Name, t.Name)}
		}
		seen[strings.ToLower(t.Name)] = true
	}
	return nil
}

func (t *Table) validate() error {
	if t.Name == "" {
		return fmt.Errorf("it has no name")
	}
	if t.Roles[RoleID] == "" {
		return fmt.Errorf("it needs the role id")
	}
	if err := t.validateRoles(); err != nil {
		return err
	}
	for _, word := range slices.Sorted(maps.Keys(t.States)) {
		if err := recordable(t.States[word]); err != nil {
			return &misplaced{word, fmt.Errorf("the word %q: %w", word, err)}
		}
	}
	if t.Otherwise != model.StateUnknown {
		if err := recordable(t.Otherwise); err != nil {
			return &misplaced{"otherwise", fmt.Errorf("otherwise: %w", err)}
		}
	}
	for i := range t.When {
		if err := t.checkCondition(t.When[i].If); err != nil {
			return err
		}
		if err := recordable(t.When[i].State); err != nil {
			return &misplaced{t.When[i].If, fmt.Errorf("the rule %q: %w", t.When[i].If, err)}
		}
	}
	for i := range t.Actions {
		if err := t.Actions[i].validate(t); err != nil {
			return &inPart{actionHead, i, err}
		}
	}
	if t.Roles[RoleStatus] == "" && len(t.When) == 0 && t.Otherwise == model.StateUnknown {
		return fmt.Errorf("nothing tells the state of its rows: it needs the role status, a rule, or otherwise")
	}
	return nil
}

// validateRoles returns what is wrong with the roles, with what is optional or instead of them, and
// with their units.
func (t *Table) validateRoles() error {
	for _, role := range slices.Sorted(maps.Keys(t.Roles)) {
		if _, ok := roleKinds[role]; !ok {
			return &misplaced{string(role), fmt.Errorf("there is no role %q%s", role, meant(string(role)))}
		}
		if path := jsonPath.FindStringSubmatch(t.Roles[role]); path != nil && !plainPath.MatchString(path[2]) {
			return &misplaced{path[2], fmt.Errorf("the role %s: %q is no path: it is such as user.name or items[-1].id", role, path[2])}
		}
	}
	for _, name := range t.Optional {
		if _, flag := t.Flags[name]; !flag && (t.Roles[Role(name)] == "" || name == string(RoleID)) {
			return &misplaced{name, fmt.Errorf("%q cannot be optional: it is neither a role of this table but id nor a flag", name)}
		}
	}
	for _, role := range slices.Sorted(maps.Keys(t.Instead)) {
		if !slices.Contains(t.Optional, string(role)) {
			return &misplaced{string(role), fmt.Errorf("%q has something instead, and is not optional", role)}
		}
	}
	if err := t.validatePickled(); err != nil {
		return err
	}
	for role, unit := range t.Units {
		if roleKinds[role] != kindTime || t.Roles[role] == "" {
			return &misplaced{string(role), fmt.Errorf("%q is no role of a time of this table, so it has no unit%s", role, t.roleOf(string(role)))}
		}
		if !slices.Contains(units, unit) {
			return &misplaced{string(unit), fmt.Errorf("there is no unit %q: it is one of %s", unit, unitNames())}
		}
	}
	return nil
}

// recordable returns what is wrong with a state that a row is to stand for. What notdone
// concludes, such as that a task is done only in name, no row stands for.
func recordable(s model.State) error {
	switch s { //nolint:exhaustive // the others can be recorded
	case model.StateUnknown:
		return errors.New("it has no state")
	case model.StateFalseDone:
		return fmt.Errorf("%s is what notdone concludes; a row stands for %s", s, model.StateDone)
	}
	return nil
}

// roleOf returns a question that names the role which a column has; empty: it has none.
func (t *Table) roleOf(column string) string {
	for _, role := range slices.Sorted(maps.Keys(t.Roles)) {
		if strings.EqualFold(t.Roles[role], column) {
			return ": did you mean " + string(role) + "?"
		}
	}
	return ""
}

// checkCondition returns what is wrong with a condition over the table's roles and flags.
func (t *Table) checkCondition(text string) error {
	c, err := parseCondition(text)
	if err != nil {
		return &misplaced{text, fmt.Errorf("the condition %q: %w", text, err)}
	}
	if name := c.firstUnknown(t); name != "" {
		return &misplaced{text, fmt.Errorf("the condition %q: %s is neither a role nor a flag of this table", text, name)}
	}
	if name := c.firstUntimed(t); name != "" {
		return &misplaced{text, fmt.Errorf("the condition %q: a time is compared with %s, which is none", text, name)}
	}
	return nil
}

// meant returns a question that names the role that a wrong name is closest to; empty
// where none is close.
func meant(name string) string {
	var roles []string
	for _, r := range Roles() {
		roles = append(roles, string(r))
	}
	if near := spelling.Nearest(name, roles); near != "" {
		return ": did you mean " + near + "?"
	}
	return ""
}
