package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
)

// Scope is a set of places in which a key can be pressed.
type Scope uint16

// The places there are. The keys that count are those of the screen in front.
const (
	OnBoard        Scope = 1 << iota // the panes
	OnTask                           // the views of a task
	OnSearchedTask                   // the same while the matches of a search are marked
	OnPlan                           // a plan, with the cursor on Cancel
	OnCommand                        // commands that can be copied or run
	OnJournal                        // what was done
	OnHelp
	OnField  // a field of a plan, of one line
	OnAnswer // the field of a plan for an answer, of several lines
	OnInput  // an input in place of the footer

	onTexts  = OnTask | OnSearchedTask | OnPlan | OnCommand | OnJournal | OnHelp
	onLists  = OnBoard | onTexts
	onTasks  = OnBoard | OnTask | OnSearchedTask
	onParts  = onTasks | OnPlan | OnField | OnAnswer
	onTyping = OnField | OnAnswer | OnInput
	anywhere = onLists | onTyping
)

// Action is one thing that can be done on the screen. Keys, footers, the help,
// README's table, and the actions of the command line derive from it.
type Action struct {
	ID     string   // names it for good: "task.unblock"
	Title  string   // a word or two, for footers and headings: "unblock"
	Help   string   // one line
	Group  string   // the section of the help in which it stands
	Keys   []string // unless others are set; none: it has no key
	Scopes Scope    // where its keys count

	// Verb is set where the action plans one on a task; notdone act knows it by
	// that name.
	Verb model.ActionName
	Past string // how it is said that the verb was done: "unblocked"

	refuse func(*Model) string // why it cannot be done now; empty: it can; nil: it always can
	run    func(*Model) tea.Cmd
}

// Verbs returns the actions on tasks, one for each name.
func Verbs() []Action {
	return slices.DeleteFunc(Actions(), func(a Action) bool { return a.Verb == "" })
}

// Keys says which key does what in which place.
type Keys struct {
	actions []Action
	bound   map[string][]string // the keys of an action
	does    map[press]*Action
}

// press is a key that is pressed in a place.
type press struct {
	place Scope
	key   string
}

// NewKeys returns the default keys with the keys of some actions changed; an
// action with no keys is unbound. It refuses an action that there is not, and a
// key that would stand for two actions in one place.
func NewKeys(changed map[string][]string) (*Keys, error) {
	k := &Keys{actions: Actions(), bound: map[string][]string{}, does: map[press]*Action{}}
	for i := range k.actions {
		a := &k.actions[i]
		k.bound[a.ID] = a.Keys
		if keys, set := changed[a.ID]; set {
			k.bound[a.ID] = keys
		}
		for place := OnBoard; place <= OnInput; place <<= 1 {
			if a.Scopes&place == 0 {
				continue
			}
			for _, key := range k.bound[a.ID] {
				at := press{place, key}
				if other := k.does[at]; other != nil {
					return nil, fmt.Errorf("the key %s stands for %s and for %s", key, other.ID, a.ID)
				}
				k.does[at] = a
			}
		}
	}
	for id := range changed {
		if _, known := k.bound[id]; !known {
			return nil, fmt.Errorf("there is no action %q", id)
		}
	}
	return k, nil
}

// action is what a key does in a place; nil when it does nothing.
func (k *Keys) action(place Scope, key string) *Action { return k.does[press{place, key}] }

// get returns the action with an ID, which must exist.
func (k *Keys) get(id string) *Action {
	return &k.actions[slices.IndexFunc(k.actions, func(a Action) bool { return a.ID == id })]
}

// verb is the action that plans one on a task; nil without any.
func (k *Keys) verb(name model.ActionName) *Action {
	i := slices.IndexFunc(k.actions, func(a Action) bool { return a.Verb == name })
	if i < 0 {
		return nil
	}
	return &k.actions[i]
}

// begins is the action by whose key one on a task is begun: its own, or the one
// that stops tasks.
func (k *Keys) begins(verb *Action) string {
	stops := verb.Verb == model.ActionReclaim || verb.Verb == model.ActionCancel || verb.Verb == model.ActionHold
	if stops && k.first(verb.ID) == "" {
		return "task.stop"
	}
	return verb.ID
}

// first is the first key of an action; empty where it has none.
func (k *Keys) first(id string) string {
	if bound := k.bound[id]; len(bound) > 0 {
		return bound[0]
	}
	return ""
}

// name is the first key of an action, or its title in brackets where it has
// none, for texts that say what can be done.
func (k *Keys) name(id string) string {
	return cmp.Or(k.first(id), "["+k.get(id).Title+"]")
}

// names are all keys of an action, for the help; empty without any.
func (k *Keys) names(id string) string { return strings.Join(k.bound[id], "/") }

// past is how it is said that an action was done.
func (k *Keys) past(name model.ActionName) string {
	if a := k.verb(name); a != nil {
		return a.Past
	}
	return string(name)
}
