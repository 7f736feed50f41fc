package transcript

import (
	"context"
	"os"
	"path/filepath"

	"notdone/classify"
	"notdone/source"
	"notdone/source/runlog"
)

// Kind is the name of this kind of source in --as and in the source field.
const Kind = "logs"

// Adapter returns what notdone needs to know to read run logs. It claims every
// folder with a log in it, and every single file of JSON Lines or with a log's
// name, so it comes after all others.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:   Kind,
		Detect: detect,
		Open: func(ctx context.Context, path string, o source.Options) (source.Source, error) {
			l, err := OpenLogs(ctx, path, o, nil)
			if err != nil {
				return nil, err
			}
			return l, nil
		},
		Usual: func(source.Env) []string { return nil },
		Rules: []classify.Rule{{Name: "log-open", Check: logOpen}, {Name: "log-stopped", Check: logStopped}},
		State: state,
	}
}

// detectFiles and detectDepth bound how far detection looks for a first log.
const (
	detectFiles = 5000
	detectDepth = 6
)

func detect(ctx context.Context, p *source.Probe) (bool, error) {
	switch {
	case p.Info.IsDir():
		return holdsLog(ctx, p.Path)
	case !p.Info.Mode().IsRegular() || len(p.Tables) > 0 || database(filepath.Base(p.Path)):
		return false, nil
	case len(p.Head) == 0:
		return p.Info.Size() == 0 && named(filepath.Base(p.Path)), nil
	}
	switch runlog.Detect(p.Head, filepath.Base(p.Path)) {
	case runlog.FormatJSONL:
		return true, nil
	case runlog.FormatText: // any text at all: only its name says that it is a log
		return called(filepath.Base(p.Path)), nil
	case runlog.FormatUnknown, runlog.FormatBinary:
	}
	return false, nil
}

// holdsLog looks for a file that is a log by its name and its beginning.
func holdsLog(ctx context.Context, path string) (found bool, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return false, err
	}
	defer func() { _ = root.Close() }() // it was only read
	w := newWalk(root, detectFiles, detectDepth)
	errFound := filepath.SkipAll
	err = w.each(ctx, func(rel string) error {
		head, err := readHead(abs, rel)
		if err != nil {
			return nil //nolint:nilerr // a file that cannot be read is not the log that is looked for
		}
		switch runlog.Detect(head, rel) {
		case runlog.FormatJSONL, runlog.FormatText:
			found = true
			return errFound
		case runlog.FormatUnknown, runlog.FormatBinary:
		}
		return nil
	})
	return found, err
}
