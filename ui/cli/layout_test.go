package cli_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is the module's folder, seen from this package.
const root = "../.."

// floors are the module's packages from the lowest up: a package belongs to the
// longest prefix that is its own path or a parent of it, and imports its own
// floor and those below. On top of all stands main.
var floors = []string{
	"notdone/model", "notdone/classify", "notdone/source",
	"notdone/ui/memory", "notdone/ui/verdicts", "notdone/ui/words", "notdone/ui/query", "notdone/ui/board",
	"notdone/ui", "notdone/ui/guard", "notdone/ui/cli",
}

// floor returns the height of a package of this module.
func floor(pkg string) int {
	if pkg == "notdone" {
		return len(floors)
	}
	height, longest := -1, -1
	for i, prefix := range floors {
		if (pkg == prefix || strings.HasPrefix(pkg, prefix+"/")) && len(prefix) > longest {
			height, longest = i, len(prefix)
		}
	}
	return height
}

var adapters = map[string]bool{
	"notdone/source/hermes": true, "notdone/source/nanoclaw": true, "notdone/source/taskplane": true,
	"notdone/source/anvil": true, "notdone/source/transcript": true, "notdone/source/queue": true,
	"notdone/source/mapped/infer": true,
}

// imports lists what each package of the module imports, tests apart.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && file != root {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Join("notdone", filepath.ToSlash(rel))
		for _, im := range f.Imports {
			name, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				return err
			}
			all[pkg] = append(all[pkg], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("only %d packages found: the test looks in the wrong place", len(all))
	}
	return all
}

func TestImportsOnlyGoDown(t *testing.T) {
	t.Parallel()
	for pkg, list := range imports(t) {
		if floor(pkg) < 0 {
			t.Errorf("%s stands on no floor of the design", pkg)
		}
		for _, im := range list {
			if !strings.HasPrefix(im, "notdone/") {
				if first, _, _ := strings.Cut(im, "/"); pkg == "notdone/model" && strings.Contains(first, ".") {
					t.Errorf("notdone/model imports %s; it may import the standard library only", im)
				}
				continue
			}
			if floor(im) > floor(pkg) {
				t.Errorf("%s imports %s, which stands above it", pkg, im)
			}
			if adapters[pkg] && adapters[im] {
				t.Errorf("adapter %s imports adapter %s", pkg, im)
			}
			if im == "notdone/source/all" && !strings.HasPrefix(pkg, "notdone/ui") {
				t.Errorf("%s imports source/all, which only ui may know", pkg)
			}
			if strings.HasPrefix(pkg, "notdone/source") && !strings.HasSuffix(pkg, "/all") && adapters[im] {
				t.Errorf("%s imports the adapter %s", pkg, im)
			}
		}
	}
}

func TestNothingBelowTheScreenKnowsATerminal(t *testing.T) {
	t.Parallel()
	for pkg, list := range imports(t) {
		if floor(pkg) > floor("notdone/ui/board") {
			continue
		}
		for _, im := range list {
			// x/ansi is about text: logs hold escape sequences that are no words.
			if strings.HasPrefix(im, "charm.land/") || strings.Contains(im, "charmbracelet/") && im != "github.com/charmbracelet/x/ansi" {
				t.Errorf("%s imports %s", pkg, im)
			}
		}
	}
}

func TestTopLevelIsFixed(t *testing.T) {
	t.Parallel()
	allowed := map[string]bool{
		"main.go": true, "ui": true, "model": true, "source": true, "classify": true,
		"go.mod": true, "go.sum": true, "README.md": true, "demo.tape": true,
		"notdone": true, // what go build leaves, which git ignores
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !allowed[e.Name()] {
			t.Errorf("%s is not part of the top level", e.Name())
		}
	}
}
