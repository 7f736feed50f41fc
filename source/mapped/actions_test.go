package mapped_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"notdone/source/mapped"
)

var rewrite = flag.Bool("rewrite", false, "write the table of actions in README.md anew")

// The table of actions stands between these lines of README.md.
const (
	tableBegins = "<!-- actions: go test ./source/mapped -run TestReadmeListsTheActions -rewrite -->\n"
	tableEnds   = "<!-- end of actions -->\n"
)

// actionTable says of each system what can be done, how that is known, and what cannot and why.
func actionTable() string {
	var b strings.Builder
	b.WriteString("| system | done by writing rows | known by | not done from here |\n|---|---|---|---|\n")
	for _, m := range mapped.Catalogue() {
		var done, known, refused []string
		add := func(list *[]string, text string) {
			if !slices.Contains(*list, text) {
				*list = append(*list, text)
			}
		}
		for i := range m.Tables {
			for _, a := range m.Tables[i].Actions {
				if a.Refused != "" {
					text := string(a.Name)
					if len(a.Command) > 0 {
						text += ": `" + strings.ReplaceAll(strings.Join(a.Command, " "), "|", `\|`) + "`"
					}
					add(&refused, text)
					continue
				}
				add(&done, string(a.Name))
				if len(a.Tried) > 0 {
					add(&known, "the library itself, in "+strings.Join(a.Tried, " and "))
				}
				if a.InCodeOnly() != nil {
					add(&known, "its code, in "+strings.Join(a.InCodeOnly(), " and "))
				}
			}
		}
		if len(done)+len(refused) > 0 {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.Name, strings.Join(done, ", "), strings.Join(known, "; "), strings.Join(refused, ", "))
		}
	}
	return b.String()
}

func TestReadmeListsTheActions(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), tableBegins)
	had, after, ends := strings.Cut(rest, tableEnds)
	if !found || !ends {
		t.Fatal("README.md has no place for the table of actions")
	}
	if want := actionTable(); had != want {
		if !*rewrite {
			t.Fatalf("the table of actions in README.md is not that of the catalogue: run this test with -rewrite\n%s", want)
		}
		if err := os.WriteFile("README.md", []byte(before+tableBegins+want+tableEnds+after), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
