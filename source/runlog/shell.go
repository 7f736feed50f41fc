package runlog

import (
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// maxShell is the number of bytes of a command line that are parsed.
const maxShell = 8 << 10

// simpleCommand is one simple command of a shell command line.
type simpleCommand struct {
	words    []string
	writes   []string // what its output is redirected to
	operator string   // the operator behind it: "|", "|&", "||", "&&", "&", ";", or nothing
}

// splitShell splits a shell command line into simple commands and their words, in the
// order in which they run. Here-documents are left out; a substitution is a command of
// its own and a part of its word.
func splitShell(line string) []simpleCommand {
	s := shellSplitter{functions: map[string]bool{}}
	s.addText(line[:min(len(line), maxShell)])
	if n := len(s.all); n > 0 && s.all[n-1].operator == ";" {
		s.all[n-1].operator = ""
	}
	return s.all
}

// ShellCommand returns the command that the words run, without a shell around it. One
// word is a command line.
func ShellCommand(argv []string) string {
	words := argv
	if len(argv) == 1 && len(argv[0]) < maxShell {
		if all := splitShell(argv[0]); len(all) == 1 && len(all[0].writes) == 0 {
			words = all[0].words
		}
	}
	if len(words) == 3 {
		if script := shellScript(words); script != "" {
			return script
		}
	}
	if len(argv) == 1 {
		return argv[0]
	}
	quoted := make([]string, len(argv))
	for i, word := range argv {
		var err error
		if quoted[i], err = syntax.Quote(word, syntax.LangBash); err != nil {
			quoted[i] = word
		}
	}
	return strings.Join(quoted, " ")
}

// shellSplitter collects simple commands.
type shellSplitter struct {
	text      string          // that is being parsed
	functions map[string]bool // that the line defines
	all       []simpleCommand
}

var parsers = sync.Pool{New: func() any { return syntax.NewParser() }}

func (s *shellSplitter) addText(text string) {
	parser, _ := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	for text != "" {
		s.text = text
		end, valid := 0, true
		for st, err := range parser.StmtsSeq(strings.NewReader(text)) {
			if valid = valid && err == nil; valid { // no break: the parser may report an error twice
				s.addStatement(st, ";")
				end = int(st.End().Offset())
			}
		}
		if valid {
			return
		}
		// A text that was cut may end in a here-document, or in a quote: the line that
		// begins there is split at spaces.
		var broken string
		broken, text, _ = strings.Cut(text[min(end, len(text)):], "\n")
		if before, _, ok := strings.Cut(broken, "<<"); ok {
			s.addText(before)
			return
		}
		if words := strings.Fields(strings.Trim(broken, " ;&|")); len(words) > 0 {
			s.all = append(s.all, simpleCommand{words: words, operator: ";"})
		}
	}
}

// addStatements adds statements, the last of which an operator follows.
func (s *shellSplitter) addStatements(list []*syntax.Stmt, operator string) {
	for i, st := range list {
		if i == len(list)-1 {
			s.addStatement(st, operator)
		} else {
			s.addStatement(st, ";")
		}
	}
}

// writtenBy returns the files that redirections write, none of which is another descriptor.
func (s *shellSplitter) writtenBy(all []*syntax.Redirect) (files []string) {
	for _, r := range all {
		switch target := s.word(r.Word); r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			files = append(files, target)
		case syntax.DplOut:
			if strings.Trim(target, "0123456789-") != "" {
				files = append(files, target)
			}
		default:
		}
	}
	return files
}

// addStatement adds the simple commands of a statement, which an operator follows; nil has none.
func (s *shellSplitter) addStatement(st *syntax.Stmt, operator string) {
	if st == nil {
		return
	}
	if st.Background {
		operator = "&"
	}
	now := simpleCommand{operator: operator, writes: s.writtenBy(st.Redirs)}
	switch c := st.Cmd.(type) {
	case *syntax.CallExpr:
		for _, a := range c.Assigns {
			s.word(a.Value)
		}
		if now.words = s.wordsOf(c.Args); len(now.words) > 0 && s.functions[now.words[0]] {
			now.words = nil
		}
	case *syntax.DeclClause:
		now.words = []string{c.Variant.Value}
	case *syntax.BinaryCmd:
		s.addStatement(c.X, c.Op.String())
		s.addStatement(c.Y, operator)
	case *syntax.Subshell:
		s.addStatements(c.Stmts, operator)
	case *syntax.Block:
		s.addStatements(c.Stmts, operator)
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			s.addStatements(c.Cond, ";")
			s.addStatements(c.Then, operator)
		}
	case *syntax.WhileClause:
		s.addStatements(c.Cond, ";")
		s.addStatements(c.Do, operator)
	case *syntax.ForClause:
		if items, ok := c.Loop.(*syntax.WordIter); ok {
			s.all = append(s.all, simpleCommand{words: append([]string{"for"}, s.wordsOf(items.Items)...), operator: ";"})
		}
		s.addStatements(c.Do, operator)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			s.addStatements(item.Stmts, operator)
		}
	case *syntax.FuncDecl:
		s.functions[c.Name.Value] = true
		s.addStatement(c.Body, operator)
	case *syntax.TimeClause:
		s.addStatement(c.Stmt, operator)
	case *syntax.CoprocClause:
		s.addStatement(c.Stmt, operator)
	}
	if len(now.words)+len(now.writes) > 0 {
		s.all = append(s.all, now)
	}
}

func (s *shellSplitter) wordsOf(list []*syntax.Word) (words []string) {
	for _, w := range list {
		words = append(words, s.word(w))
	}
	return words
}

// word returns the text of a word without its quotes. It adds the commands of the
// substitutions in it.
func (s *shellSplitter) word(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	var text strings.Builder
	s.addParts(&text, w.Parts, false)
	return text.String()
}

func (s *shellSplitter) addParts(text *strings.Builder, parts []syntax.WordPart, quoted bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text.WriteString(unescapeShell(p.Value, quoted))
		case *syntax.SglQuoted:
			text.WriteString(p.Value)
		case *syntax.DblQuoted:
			s.addParts(text, p.Parts, true)
		default:
			if c, ok := part.(*syntax.CmdSubst); ok {
				s.addStatements(c.Stmts, ";")
			}
			start, end := part.Pos().Offset(), part.End().Offset()
			text.WriteString(s.text[start:min(end, start+maxWhat)])
		}
	}
}

// unescapeShell removes the backslashes that escape characters. In double quotes they
// escape only a few.
func unescapeShell(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("\"\\$`\n", s[i+1]) >= 0) {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
