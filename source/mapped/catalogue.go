package mapped

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"notdone/model"
)

//go:embed catalog
var catalogFiles embed.FS

// Catalogue returns the embedded mappings, by name. They are shared and must not be
// changed.
var Catalogue = sync.OnceValue(func() []*Mapping {
	all, err := parseAll(catalogFiles, "catalog")
	if err != nil {
		panic(err) // a test reads them all
	}
	return all
})

// ReadFolder reads the operator's mappings, the files *.toml of a folder, by name. A
// missing folder holds none, and so does one in the home of another user that cannot be
// entered. An error names the file.
func ReadFolder(folder string) ([]*Mapping, error) {
	if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	all, err := parseAll(os.DirFS(folder), ".")
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, wrong.Path), wrong.Err)
	}
	return all, err
}

// Unite returns the operator's mappings and those of the catalogue that none of them
// replaces, in this order.
func Unite(own, catalogue []*Mapping) []*Mapping {
	all := slices.Clone(own)
	for _, m := range catalogue {
		if !slices.ContainsFunc(own, func(o *Mapping) bool { return o.Name == m.Name }) {
			all = append(all, m)
		}
	}
	return all
}

func parseAll(files fs.FS, folder string) (all []*Mapping, err error) {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".toml" {
			continue
		}
		raw, err := fs.ReadFile(files, filepath.ToSlash(filepath.Join(folder, e.Name())))
		if err != nil {
			return nil, err
		}
		m, err := Parse(e.Name(), raw)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(all, func(o *Mapping) bool { return o.Name == m.Name }); i >= 0 {
			return nil, fmt.Errorf("%s: another file in this folder is named %q too", e.Name(), m.Name)
		}
		all = append(all, m)
	}
	return all, nil
}

// Parse reads a mapping. The error names the file, the line and the column.
func Parse(file string, raw []byte) (*Mapping, error) {
	m := &Mapping{}
	err := toml.NewDecoder(bytes.NewReader(raw)).DisallowUnknownFields().Decode(m)
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		line, column := strict.Errors[0].Position()
		return nil, fmt.Errorf("%s:%d:%d: there is no key %s in a mapping", file, line, column, strings.Join(strict.Errors[0].Key(), "."))
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := wrong.Position()
		return nil, fmt.Errorf("%s:%d:%d: %s", file, line, column, strings.TrimPrefix(wrong.Error(), "toml: "))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	m.text = &text{file, raw}
	if err := cmp.Or(checkStates(raw), m.Validate()); err != nil {
		return nil, m.text.locate(err)
	}
	return m, nil
}

// text is a file that a mapping was read from.
type text struct {
	file string
	raw  []byte
}

// locate puts the file, the line and the column before what is wrong there.
func (t *text) locate(err error) error {
	if t == nil {
		return err
	}
	line, column := place(t.raw, err)
	return fmt.Errorf("%s:%d:%d: %w", t.file, line, column, err)
}

// checkStates returns an error for a state that is not a text: as a number it would be
// taken for notdone's own number of a state.
func checkStates(raw []byte) error {
	var m struct {
		Tables []struct {
			States    map[string]any
			Otherwise any
			When      []struct{ If, State any }
		}
	}
	if err := toml.Unmarshal(raw, &m); err != nil {
		return err
	}
	wrong := func(at string, state any) error {
		if _, ok := state.(string); ok || state == nil {
			return nil
		}
		return &misplaced{at, fmt.Errorf("%q has the state %v: a state is a text, such as %q", at, state, model.StateQueued)}
	}
	for _, t := range m.Tables {
		for _, word := range slices.Sorted(maps.Keys(t.States)) {
			if err := wrong(word, t.States[word]); err != nil {
				return err
			}
		}
		for _, r := range t.When {
			if err := wrong(fmt.Sprint(r.If), r.State); err != nil {
				return err
			}
		}
		if err := wrong("otherwise", t.Otherwise); err != nil {
			return err
		}
	}
	return nil
}

// misplaced is an error about a text of the file.
type misplaced struct {
	at string
	error
}

func (m *misplaced) Unwrap() error { return m.error }

// inPart is an error about one of the tables of the file, or of the actions of one of them,
// counted from 0.
type inPart struct {
	head *regexp.Regexp
	part int
	error
}

func (e *inPart) Unwrap() error { return e.error }

// What begins a table of a mapping and an action of it.
var (
	tableHead  = regexp.MustCompile(`(?m)^[ \t]*\[\[tables\]\]`)
	actionHead = regexp.MustCompile(`(?m)^[ \t]*\[\[tables\.actions\]\]`)
)

// place returns the line and the column of the text that an error is about, from 1; the
// beginning of its table or action where it is about none, and that of the file where it is
// about no table.
func place(raw []byte, err error) (line, column int) {
	from, to := 0, len(raw)
	for in, ok := errors.AsType[*inPart](err); ok; in, ok = errors.AsType[*inPart](in.error) {
		heads := in.head.FindAllIndex(raw[from:to], -1)
		if in.part < len(heads) {
			start := from
			from = start + heads[in.part][0]
			if in.part+1 < len(heads) {
				to = start + heads[in.part+1][0]
			}
		}
	}
	at := from
	if m, ok := errors.AsType[*misplaced](err); ok {
		at += m.offset(raw[from:to])
	}
	before := raw[:at]
	return 1 + bytes.Count(before, []byte("\n")), at - bytes.LastIndexByte(before, '\n')
}

// offset is where a part of the file has the text: as a key, as a whole text, or anywhere.
func (m *misplaced) offset(raw []byte) int {
	quoted := regexp.QuoteMeta(m.at)
	key := regexp.MustCompile(`(?m)^[ \t]*("?` + quoted + `"?)[ \t]*=`) // units come behind roles
	if all := key.FindAllSubmatchIndex(raw, -1); len(all) > 0 {
		return all[len(all)-1][2]
	}
	if whole := regexp.MustCompile(`["'](` + quoted + `)["']`).FindSubmatchIndex(raw); whole != nil {
		return whole[2]
	}
	return max(bytes.Index(raw, []byte(m.at)), 0)
}

// Marshal returns the mapping as a file that Parse reads.
func (m *Mapping) Marshal() ([]byte, error) {
	var b bytes.Buffer
	e := toml.NewEncoder(&b)
	e.SetIndentTables(false)
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
