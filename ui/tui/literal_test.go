package tui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"notdone/ui/report"
	"notdone/ui/tui"
)

// keyWords are keys as texts name them: by a word, or by a letter that stands
// alone.
var keyWords = regexp.MustCompile(`\b(esc|enter|tab|pgup|pgdown|(ctrl|shift|alt)\+\w+)\b|(^|[ (\[])[b-zA-HJ-Z](/[a-zA-Z])?([ ):]|$)`)

// A key is named in the registry and nowhere else, so that every text names the
// key that is bound.
func TestNoKeyIsNamedOutsideTheRegistry(t *testing.T) {
	var all []string
	for _, a := range tui.Actions() {
		all = append(all, a.Keys...)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	seen := 0
	for _, name := range files {
		// input.go holds the keys by which an input moves its own cursor,
		// keyname.go the grammar of a key's name.
		if strings.HasSuffix(name, "_test.go") || name == "registry.go" || name == "input.go" || name == "keyname.go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			seen++
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			if text != "/" && text != ":" && text != "s" && (slices.Contains(all, text) || keyWords.MatchString(text)) { // "s" is a plural, "/" a folder, ":" a mark
				t.Errorf("%s names a key: %q", name, text)
			}
			return true
		})
	}
	if seen < 500 {
		t.Errorf("only %d texts were looked at", seen)
	}
}

// What is said of a key is true of the one that is bound.
func TestTextsNameTheKeyThatIsBound(t *testing.T) {
	all := boardOf(t, fleet())
	for _, tc := range []struct {
		changed    map[string][]string
		path, said string
	}{
		{map[string][]string{"journal.undo": {"Y"}}, "G u shift+tab a", "(Y undoes it until a worker claims it)"},
		{map[string][]string{"journal.undo": nil}, "G u shift+tab a", "([undo] undoes it until a worker claims it)"},
		{map[string][]string{"plan.apply": {"!"}}, "G u shift+tab", "apply: !"},
		{map[string][]string{"move.down": {"Z"}}, "100x12 ?", "more below, Z moves"},
		{map[string][]string{"view.find": {"f"}}, "n", "no filter: f sets one"},
		{map[string][]string{"task.requeue": {"ctrl+r"}}, "", "ctrl+r requeue"},
		{map[string][]string{"task.requeue": nil}, "", "u unblock  m mark blocked"},
		{map[string][]string{"journal.undo-entry": {"U"}}, "A", "U undoes it"},
		{map[string][]string{"program.quit": {"Q"}}, "esc", "Q quits"},
	} {
		s, _ := at(t, all, tc.path, tc.changed)
		s.shows(tc.said)
	}
}

// A letter that is set for what can also be done while text is typed is still typed.
func TestALetterIsTypedWhateverItIsSetFor(t *testing.T) {
	s, _ := at(t, boardOf(t, fleet()), "/", map[string][]string{"view.back": {"f"}, "program.quit-now": {"Q"}})
	s.typeText("fQf")
	s.shows("/fQf")
	if s.ended != "" {
		t.Error(s.ended)
	}
}

func TestKeysThatCannotBeSet(t *testing.T) {
	for want, changed := range map[string]map[string][]string{
		"the key u stands for task.unblock and for task.requeue": {"task.requeue": {"u"}},
		`there is no action "task.fly"`:                          {"task.fly": {"f"}},
	} {
		if _, err := tui.NewKeys(changed); err == nil || err.Error() != want {
			t.Errorf("%v is refused by %v, want %s", changed, err, want)
		}
	}
	if _, err := tui.NewKeys(map[string][]string{"task.requeue": {"u"}, "task.unblock": {"r"}}); err != nil {
		t.Errorf("keys cannot be exchanged: %v", err)
	}
}

// Screen and tmux keep their prefixes.
func TestThePrefixesOfMultiplexersAreFree(t *testing.T) {
	for _, a := range tui.Actions() {
		if slices.Contains(a.Keys, "ctrl+a") || slices.Contains(a.Keys, "ctrl+b") {
			t.Errorf("%s is bound to %v", a.ID, a.Keys)
		}
		if a.ID == "" || a.Title == "" || a.Help == "" || a.Group == "" || a.Scopes == 0 || a.Verb != "" && report.Past(a.Verb) == string(a.Verb) {
			t.Errorf("%+v is not described", a)
		}
	}
}
