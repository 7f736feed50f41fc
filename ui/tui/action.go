package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// Scope is a set of places, which are the screens and inputs that can have the keys.
type Scope uint16

// The places. The bindings in force are those of the front screen's place.
const (
	OnBoard        Scope = 1 << iota // the panes
	OnTask                           // the views of a task
	OnSearchedTask                   // the same with a search, whose n and N take precedence over marks
	OnPlan                           // a plan, with the cursor on Cancel
	OnCommand                        // commands that can be copied or run
	OnJournal                        // what was done
	OnHelp
	OnCopy   // the menu of what can be copied
	OnList   // what loops, what is new, what to do first
	OnField  // a plan's field of one line
	OnAnswer // a plan's field of several lines
	OnInput  // an input in place of the footer
	OnChoice // the input of a list of choices

	onTexts  = OnTask | OnSearchedTask | OnPlan | OnCommand | OnJournal | OnHelp | OnList
	onLists  = OnBoard | onTexts
	onTasks  = OnBoard | OnTask | OnSearchedTask
	onParts  = onTasks | OnPlan | OnField | OnAnswer
	onTyping = OnField | OnAnswer | OnInput | OnChoice
	onTask   = OnTask | OnSearchedTask
	anywhere = onLists | onTyping | OnCopy
)

// Action is one thing that the operator can do on the screen. Key bindings, footers,
// the help, README's table, and the actions of the command line derive from it.
type Action struct {
	ID     string   // its stable name, for configuration: "task.unblock"
	Title  string   // a word or two, for footers and headings: "unblock"
	Help   string   // one line
	Group  string   // the section of the help in which it stands
	Keys   []string // the default keys; may be empty
	Scopes Scope    // where the keys are bound

	// Verb is the queue's action that this one plans on a task, as in notdone act;
	// empty: it plans none.
	Verb model.ActionName

	refuse func(*Model) string // why it is impossible now; empty: it is possible; nil: it always is
	run    func(*Model) tea.Cmd
}

// Verbs returns the actions that have a Verb.
func Verbs() []Action {
	return slices.DeleteFunc(Actions(), func(a Action) bool { return a.Verb == "" })
}

// Keys are the key bindings: which key runs which action in which place.
type Keys struct {
	actions []Action
	bound   map[string][]string // the keys of each action, by its ID
	does    map[press]*Action
}

// press is a key in a place.
type press struct {
	place Scope
	key   string
}

// NewKeys returns the default bindings, with the keys of some actions replaced; an
// empty list unbinds an action. It fails with a *KeysError for an unknown action, for a key
// that no terminal sends under that name, and for one that would be bound to two actions in
// one place.
func NewKeys(changed map[string][]string) (*Keys, error) {
	k := &Keys{actions: Actions(), bound: map[string][]string{}, does: map[press]*Action{}}
	for i := range k.actions {
		a := &k.actions[i]
		k.bound[a.ID] = a.Keys
		if keys, set := changed[a.ID]; set {
			k.bound[a.ID] = keys
			for _, key := range keys {
				if why := checkKeyName(key); why != "" {
					return nil, &KeysError{a.ID, why}
				}
			}
		}
		for place := OnBoard; place <= OnChoice; place <<= 1 {
			if a.Scopes&place == 0 {
				continue
			}
			for _, key := range k.bound[a.ID] {
				at := press{place, key}
				if other := k.does[at]; other != nil {
					id := a.ID
					if _, set := changed[id]; !set {
						id = other.ID
					}
					return nil, &KeysError{id, fmt.Sprintf("the key %s stands for %s and for %s", key, other.ID, a.ID)}
				}
				k.does[at] = a
			}
		}
	}
	for id := range changed {
		if _, known := k.bound[id]; !known {
			return nil, &KeysError{id, fmt.Sprintf("there is no action %q", id)}
		}
	}
	return k, nil
}

// KeysError says which action cannot have the keys that were set for it, and why.
type KeysError struct{ Action, Why string }

func (e *KeysError) Error() string { return e.Why }

// action returns the action that a key runs in a place; nil: none.
func (k *Keys) action(place Scope, key string) *Action { return k.does[press{place, key}] }

// get returns the action with an ID, which must exist.
func (k *Keys) get(id string) *Action {
	return &k.actions[slices.IndexFunc(k.actions, func(a Action) bool { return a.ID == id })]
}

// verb returns the action with a Verb; nil if there is none.
func (k *Keys) verb(name model.ActionName) *Action {
	i := slices.IndexFunc(k.actions, func(a Action) bool { return a.Verb == name })
	if i < 0 {
		return nil
	}
	return &k.actions[i]
}

// name is what a verb is called where it stands alone.
func (a *Action) name() string {
	name, _ := strings.CutSuffix(a.Title, " of")
	name, _ = strings.CutSuffix(name, " to")
	return name
}

// to is what a verb does to a task: "mark t_1 blocked".
func (a *Action) to(id string) string {
	first, rest, more := strings.Cut(a.Title, " ")
	if !more || a.name() != a.Title {
		return a.Title + " " + id
	}
	return first + " " + id + " " + rest
}

// begins returns the ID of the action whose key begins a verb on a task: the verb's own,
// that of the verb for which it stands in there, or task.stop for one that stops tasks. It is
// empty where another verb stands in for it.
func (k *Keys) begins(verb *Action, r *model.Row) string {
	if k.first(verb.ID) != "" && standIn(r, verb.Verb) != verb.Verb {
		return "" // its key begins another one there
	}
	for _, name := range []model.ActionName{model.ActionUnblock, model.ActionRequeue} {
		if k.first(verb.ID) == "" && standIn(r, name) == verb.Verb {
			return k.verb(name).ID
		}
	}
	stops := verb.Verb == model.ActionReclaim || verb.Verb == model.ActionCancel || verb.Verb == model.ActionHold
	if stops && k.first(verb.ID) == "" {
		return "task.stop"
	}
	return verb.ID
}

// first returns the first key of an action; empty: it has none.
func (k *Keys) first(id string) string {
	if bound := k.bound[id]; len(bound) > 0 {
		return bound[0]
	}
	return ""
}

// name returns the first key of an action, or its title in brackets if it has none,
// for sentences that name a key.
func (k *Keys) name(id string) string {
	return cmp.Or(k.first(id), "["+k.get(id).Title+"]")
}

// names returns all keys of an action, for the help.
func (k *Keys) names(id string) string { return strings.Join(k.bound[id], "/") }
