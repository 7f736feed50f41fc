package text

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"notdone/classify/wordlist"
	"notdone/model"
)

// The tables are text files, phrases/LANGUAGE/GROUP.txt, of one row a line. A row
// is the columns that its group has, parted by blanks:
//
//	weight  kind  pattern    obstacle, ask, failure
//	weight  pattern          offer, promise, refusal, moral, done, report, opening, advice
//	share   pattern          overcome, subject, condition
//	pattern                  harmless, negation, aside
//
// The weight is one of weightWords, the share one of shareWords, the kind one of
// model.ObstacleKind, the pattern as lexicon describes it. An empty line and one
// that begins with # are passed over. Behind a row may stand "  # 3/4 10/11": in
// how many messages of our own the row is right, of how many in which it counts,
// and the same for messages of others. The command train writes these figures,
// and moves rows without any to a reserve section at the end of their file.
//
//go:embed phrases
var tableFiles embed.FS

// languages are the folders of tables, in the order in which they are read. Where
// two phrases of one group weigh the same, the one that was read first counts.
var languages = languageFolders()

// languageFolders returns the names of the folders, English first.
func languageFolders() []string {
	folders := []string{"english"}
	entries, _ := tableFiles.ReadDir("phrases") // the folder is part of the program
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != folders[0] {
			folders = append(folders, entry.Name())
		}
	}
	return folders
}

// classFile holds the classes: "name: alternative alternative ...", where a line
// that begins with a blank goes on with the class above it.
const classFile = "classes.txt"

// tables are the rows of all files.
type tables struct {
	phrases []phrase
	classes wordlist.Lists            // the alternatives that patterns name with @
	forms   map[string]wordlist.Lists // of words, by language
	faults  []string                  // what is wrong in the files, by file and line
}

// shippedTables returns the tables of these languages.
func shippedTables(of []string) *tables {
	folder, err := fs.Sub(tableFiles, "phrases")
	if err != nil {
		return &tables{faults: []string{err.Error()}}
	}
	return readTables(folder, of)
}

// readTables reads the tables of these languages in a folder. A row that is wrong is left out and
// told in faults.
func readTables(folder fs.FS, of []string) *tables {
	t := &tables{classes: wordlist.Lists{}, forms: map[string]wordlist.Lists{}}
	if content, err := fs.ReadFile(folder, classFile); err == nil {
		if err := t.classes.Add(string(content)); err != nil {
			t.faults = append(t.faults, classFile+" "+err.Error())
		}
	}
	for _, language := range of {
		t.readForms(folder, language)
		for g := range group(len(groups)) {
			file := path.Join(language, groups[g].name+".txt")
			if content, err := fs.ReadFile(folder, file); err == nil {
				t.readRows(file, g, string(content))
			}
		}
	}
	return t
}

// readForms reads the forms of the words of a language, if it has any.
func (t *tables) readForms(folder fs.FS, language string) {
	file := path.Join(language, formFile)
	content, err := fs.ReadFile(folder, file)
	if err != nil {
		return
	}
	forms := wordlist.Lists{}
	if err := forms.Add(string(content)); err != nil {
		t.faults = append(t.faults, file+" "+err.Error())
	}
	t.forms[language] = forms
}

func (t *tables) addFault(file string, line int, format string, args ...any) {
	t.faults = append(t.faults, fmt.Sprintf("%s:%d: ", file, line)+fmt.Sprintf(format, args...))
}

// eachLine gives every line that is neither empty nor a comment to use, with its
// number from 1.
func eachLine(content string, use func(n int, line string)) {
	n := 0
	for line := range strings.Lines(content) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		if line != "" && line[0] != '#' {
			use(n, line)
		}
	}
}

func (t *tables) readRows(file string, g group, content string) {
	columns := &groups[g]
	eachLine(content, func(n int, line string) {
		p := phrase{group: g, file: file, line: n}
		rest, _, _ := strings.Cut(line, "  # ")
		if columns.weights != nil {
			var name string
			var ok bool
			name, rest = cutColumn(rest)
			if p.weight, ok = columns.weights[name]; !ok {
				t.addFault(file, n, "%q is not a weight of this table", name)
				return
			}
		}
		if columns.kinds {
			var name string
			var err error
			name, rest = cutColumn(rest)
			if p.kind, err = model.ParseObstacleKind(name); err != nil {
				t.addFault(file, n, "%v", err)
				return
			}
		}
		if p.pattern = rest; rest == "" {
			t.addFault(file, n, "the row has no pattern")
			return
		}
		t.phrases = append(t.phrases, p)
	})
}

// cutColumn takes the first column off a row.
func cutColumn(row string) (first, rest string) {
	first, rest, _ = strings.Cut(row, " ")
	return first, strings.TrimLeft(rest, " ")
}
