package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/all"
	"notdone/source/detect"
	"notdone/source/mapped"
	"notdone/source/mapped/infer"
	"notdone/source/pgsource"
	"notdone/source/wholefile"
	"notdone/ui/safe"
)

var mapCommand = command{
	use:   "map FILE",
	short: "Print how a queue that nobody described is read",
	long: `Print the mapping by which a SQLite file is read: that of the system that it is known to
belong to, or with --as shape and for any other file what its tables, names and rows
show, with the reason for each role. Of a file of a known system it prints what looks like
one more queue beside that, if anything does. What they do not decide is asked about in a
terminal, and told as a comment elsewhere. With --save the mapping is kept as NAME in the
folder systems of notdone's configuration; from then on the file is read by it, and so
is every other file that has these tables. Edit it as you like.`,
	example: "notdone map jobs.db\nnotdone map --save our-jobs jobs.db",
	least:   1,
	most:    1,
	flags:   "config as save (read-only)",
	json:    "print the mapping with its evidence as one JSON object",
	run: func(ctx context.Context, c *call) error {
		if source.OnServer(c.args[0]) {
			return fmt.Errorf("%s: map reads files of SQLite; of a server, the known systems are read as they are (notdone systems)", pgsource.Shown(c.args[0]))
		}
		m, err := c.mappingOf(ctx, c.args[0])
		if err != nil {
			return err
		}
		m.ask(c.diag, os.Stdin, canAsk() && !c.asJSON)
		if c.asJSON {
			return c.out.json(m)
		}
		if c.save != "" {
			return c.saveMapping(m)
		}
		text, err := m.annotated()
		return errors.Join(err, c.out.write(text))
	},
}

// shownMapping is a mapping with what is to be said of it.
type shownMapping struct {
	Mapping *mapped.Mapping  `json:"mapping"`
	Known   bool             `json:"known"` // it is one of the systems
	Sure    float64          `json:"confidence"`
	Roles   []infer.Evidence `json:"roles"`
	Unsure  []infer.Question `json:"unsure"`
	schema  *infer.Schema    // nil for a known one
}

// mappingOf returns the mapping by which a file is read.
func (o *options) mappingOf(ctx context.Context, path string) (*shownMapping, error) {
	systems, err := o.systems()
	if err != nil {
		return nil, err
	}
	p, err := detect.Probe(ctx, path)
	if err != nil {
		return nil, err
	}
	if p.Tables == nil {
		return nil, fmt.Errorf("%s: it is no SQLite database", path)
	}
	for _, m := range systems {
		if o.as == m.Name {
			return &shownMapping{Mapping: m, Known: true, Sure: 1}, nil
		}
	}
	if known := mapped.Recognised(systems, p.Tables); o.as == "" && len(known) > 0 {
		if rest := infer.Rest(ctx, path, p.Tables, known); rest != nil {
			return inferred(path, rest)
		}
		return &shownMapping{Mapping: known[0], Known: true, Sure: 1}, nil
	}
	if o.as != "" && o.as != infer.Kind {
		return nil, fmt.Errorf("--as: %q is neither %s nor a name of notdone systems", o.as, infer.Kind)
	}
	if kind := ownKind(ctx, p); o.as == "" && kind != "" {
		return nil, fmt.Errorf("%s: it is of the kind %s, which is read without a mapping (--as %s prints what its tables alone show)", path, kind, infer.Kind)
	}
	schema, err := infer.ReadFile(ctx, path)
	if err != nil {
		return nil, err
	}
	return inferred(path, schema)
}

// ownKind returns the kind of a file that notdone reads by an adapter of its own; empty: it is
// of none.
func ownKind(ctx context.Context, p *source.Probe) string {
	for _, a := range all.Adapters() {
		if a.Kind == infer.Kind {
			break
		}
		if ok, err := a.Detect(ctx, p); ok && err == nil {
			return a.Kind
		}
	}
	return ""
}

// inferred returns the mapping that a schema shows.
func inferred(path string, schema *infer.Schema) (*shownMapping, error) {
	r := infer.Infer(schema)
	if r.Mapping == nil {
		return nil, fmt.Errorf("%s: not a queue: %s", path, r.Refused)
	}
	return &shownMapping{Mapping: r.Mapping, Sure: r.Confidence, Roles: r.Roles, Unsure: r.Unsure, schema: schema}, nil
}

// wordMeanings are the states that a recorded word can stand for.
var wordMeanings = strings.Fields("queued scheduled active blocked failed done cancelled")

// ask puts the questions to the operator, where there is one, and takes the answers into
// the mapping. An empty answer leaves the guess.
func (m *shownMapping) ask(w io.Writer, in io.Reader, can bool) {
	if !can {
		return
	}
	for i := 0; i < len(m.Unsure); i++ {
		q := m.Unsure[i]
		choices := q.Candidates
		if q.Word != "" {
			choices = wordMeanings
		}
		//nolint:errcheck // an operator who cannot be asked gives no answer
		fmt.Fprintf(w, "%s\n  %s [%s]: ", safe.Line(q.Text, 512), safe.Line(strings.Join(choices, ", "), 512), safe.Line(q.Guess, 64))
		answer, err := readLine(in)
		if err != nil {
			return
		}
		answer = strings.TrimSpace(answer)
		switch {
		case answer == "" || !slices.Contains(choices, answer):
			continue
		case q.Word == "":
			if chosen, err := inferred("", m.schema.Only(answer, q.Candidates)); err == nil {
				*m = *chosen
				i = -1
			}
			continue
		}
		if state, err := model.ParseState(answer); err == nil {
			m.setWord(q.Table, q.Word, state)
			m.Unsure = slices.Delete(m.Unsure, i, i+1)
			i--
		}
	}
}

func (m *shownMapping) setWord(table, word string, state model.State) {
	for i := range m.Mapping.Tables {
		if t := &m.Mapping.Tables[i]; t.Name == table && t.Roles[mapped.RoleStatus] != "" {
			if t.States == nil { // nothing was known of any word
				t.States = map[string]model.State{}
			}
			t.States[word] = state
		}
	}
}

var roleLine = regexp.MustCompile(`^([a-z_]+) = `)

// annotated returns the mapping as a file, with the reasons as comments.
func (m *shownMapping) annotated() ([]byte, error) {
	text, err := m.Mapping.Marshal()
	if err != nil || m.Known {
		return text, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Read by shape, %.0f %% sure of the table.\n", 100*m.Sure)
	for _, q := range m.Unsure {
		fmt.Fprintf(&b, "# Not sure: %s; taken as %s\n", comment(q.Text), comment(q.Guess))
	}
	table, roles := -1, false
	for line := range strings.Lines(string(text)) {
		switch header := strings.TrimSpace(line); {
		case header == "[[tables]]":
			table, roles = table+1, false
		case strings.HasPrefix(header, "["):
			roles = header == "[tables.roles]"
		}
		if name := roleLine.FindStringSubmatch(line); roles && name != nil && table < len(m.Mapping.Tables) {
			for _, e := range m.Roles {
				if e.Table == m.Mapping.Tables[table].Name && e.Role == name[1] {
					fmt.Fprintf(&b, "# %s (%.0f %%)\n", comment(e.Because), 100*e.Confidence)
				}
			}
		}
		b.WriteString(line)
	}
	return []byte(b.String()), nil
}

// comment returns a text as it may stand in a comment of TOML.
func comment(text string) string { return safe.Line(text, 512) }

var systemName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// saveMapping keeps the mapping under the name of --save.
func (c *call) saveMapping(m *shownMapping) error {
	if c.readOnly {
		return c.refuses("to keep a mapping")
	}
	if !systemName.MatchString(c.save) || slices.Contains(strings.Split(kinds(), ", "), c.save) {
		return fmt.Errorf("--save: %q: a name is of small letters, digits, dots and dashes, and no kind that notdone reads itself", c.save)
	}
	path, err := c.keep(m, c.save)
	if err != nil {
		return err
	}
	return c.out.line("kept as " + strconv.Quote(c.save) + " in " + path)
}

// keep writes the mapping as a system of the operator's, and returns the file.
func (o *options) keep(m *shownMapping, name string) (string, error) {
	kept := *m.Mapping
	kept.Name = name
	if len(kept.Signature) == 0 {
		kept.Signature = kept.OwnSignature(m.schema.ColumnsOf)
	}
	shown := *m
	shown.Mapping = &kept
	text, err := shown.annotated()
	if err != nil {
		return "", err
	}
	path := filepath.Join(o.mappingFolder(), name+".toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	// Half a mapping would stop every later command.
	if err = wholefile.Make(path, text); errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("%s is there already: remove it, or choose another name", path)
	}
	return path, err
}

// isMapped reports whether queues of a kind are read by a mapping.
func (o *options) isMapped(kind string) bool {
	systems, err := o.systems()
	return err == nil && slices.ContainsFunc(systems, func(m *mapped.Mapping) bool { return m.Name == kind }) || kind == infer.Kind
}

// mappingText returns the mapping by which a queue of a kind is read, as a file.
func (o *options) mappingText(ctx context.Context, queue, kind string) (string, error) {
	systems, err := o.systems()
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(systems, func(m *mapped.Mapping) bool { return m.Name == kind }); i >= 0 {
		text, err := systems[i].Marshal()
		return string(text), err
	}
	schema, err := infer.ReadFile(ctx, queue)
	if err != nil {
		return "", err
	}
	m, err := inferred(queue, schema)
	if err != nil {
		return "", err
	}
	text, err := m.annotated()
	return string(text), err
}
