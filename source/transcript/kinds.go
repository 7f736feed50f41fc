package transcript

import (
	"context"
	"path/filepath"

	"notdone/classify"
	"notdone/source"
	"notdone/source/runlog"
	"notdone/source/runlog/claude"
	"notdone/source/runlog/codex"
	"notdone/source/runlog/wrapped"
)

// The names of the kinds of source in --as and in the source field: Kind is
// any run log, the others are those of one agent's alone. A task's source is the
// kind of its log, whatever else lies in the folder.
const (
	Kind       = "logs"
	KindClaude = claude.Kind
	KindCodex  = codex.Kind
)

// Reads reports whether an adapter of the kind is one of this package's.
func Reads(kind string) bool { return kind == Kind || kind == KindClaude || kind == KindCodex }

// Adapter returns what notdone needs to know to read run logs of any kind. It
// claims every folder with a log in it, and every single file of JSON Lines or
// with a log's name, so it comes after all others.
func Adapter() source.Adapter {
	a := adapter(Kind)
	a.Detect = detect
	return a
}

// Claude returns what notdone needs to know to read the transcripts of Claude
// Code and the streams of its SDK. It claims a file of that shape, a folder in
// which all logs are, and the folders in which Claude Code keeps its own.
func Claude() source.Adapter { return adapter(KindClaude) }

// Codex returns what notdone needs to know to read the rollouts of Codex and the
// events of codex exec. It claims a file of that shape, a folder in which all
// logs are, and the folder in which Codex keeps its own.
func Codex() source.Adapter { return adapter(KindCodex) }

func adapter(kind string) source.Adapter {
	why := "nothing queues a session, which can only be resumed"
	if kind == Kind {
		why = "a log belongs to no queue that could be written to"
	}
	return source.Adapter{
		Kind:     kind,
		ReadOnly: why,
		Detect:   func(ctx context.Context, p *source.Probe) (bool, error) { return detectAgent(ctx, p, kind) },
		Open: func(ctx context.Context, path string, o source.Options) (source.Source, error) {
			l, err := openLogs(ctx, kind, path, o, nil)
			if err != nil {
				return nil, err
			}
			return l, nil
		},
		Rules: []classify.Rule{
			{Name: "log-open", Doc: "a log that is still being written", Check: checkOpen},
			{Name: "log-silent", Doc: "a log that falls silent where nothing ends, a session that a person sits in front of, or in which nothing was asked", Check: checkSilent},
		},
		State: state,
		Usual: func(env source.Env) []string { return usualFolders(kind, env) },
	}
}

// form is how a file is read.
type form struct {
	format runlog.Format
	agent  string // empty: by what most logs share
}

func (f form) log() bool { return f.format == runlog.FormatJSONL || f.format == runlog.FormatText }

// kind returns the kind of source that logs of the form are of.
func (f form) kind() string {
	if f.agent == "" {
		return Kind
	}
	return f.agent
}

func (f form) reader(o runlog.Options) runlog.Reader {
	return wrapped.New(o, f.agent, f.format)
}

// detectFormOf returns how a file that begins with head is read here. The folder in
// which an agent keeps its logs holds other things too, which are left out; one
// file that is to be read as an agent's is read as such.
func (l *Logs) detectFormOf(head []byte, name string) form {
	agent := wrapped.Kind(head)
	if agent != "" && (!l.home || agent == l.Kind) {
		return form{runlog.FormatJSONL, agent}
	}
	f := form{format: runlog.Detect(head, name)}
	switch {
	case l.home:
		return form{}
	case len(head) == 0 || f.format == runlog.FormatBinary:
		return f
	case l.Only == "" && agent == "" && l.resolve == nil && !runlog.TellsOfRun(head, filepath.Join(l.Dir, name), f.format):
		return form{}
	case l.Only == "":
		return f
	case l.Kind != Kind:
		return form{runlog.FormatJSONL, l.Kind}
	case f.format == runlog.FormatUnknown:
		f.format = runlog.FormatText
	}
	return f
}
