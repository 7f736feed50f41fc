package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"notdone/source/detect"
	"notdone/source/mapped/infer"
	"notdone/ui/safe"
)

// askAbout asks what the shapes of the queues that are named do not decide: once, as the
// answers are kept as a mapping, by which such a queue is read from then on. Where nobody
// can be asked it returns a line for each such queue.
func (c *call) askAbout(ctx context.Context, paths []string, in io.Reader, can bool) (said []string) {
	for _, path := range paths {
		m := c.unsure(ctx, path)
		if m == nil {
			continue
		}
		name := safe.Line(filepath.Base(path), 128)
		if !can || c.readOnly || c.as != "" {
			said = append(said, fmt.Sprintf("%s: read by shape, not sure %s (taken as %s)%s; notdone map --save NAME asks, and keeps the answer",
				name, safe.Line(m.Unsure[0].Text, 512), safe.Line(m.Unsure[0].Guess, 64), more(len(m.Unsure)-1)))
			continue
		}
		//nolint:errcheck // an operator who cannot be asked gives no answer
		fmt.Fprintf(c.diag, "%s: its tables do not decide everything. Asked once; enter takes what is in brackets.\n", name)
		m.ask(c.diag, in, true)
		kept, err := c.keep(m, c.freeName(path))
		if err != nil {
			said = append(said, name+": the answers are not kept: "+safe.Line(err.Error(), 512))
			continue
		}
		//nolint:errcheck // as above
		fmt.Fprintln(c.diag, "kept in "+kept)
	}
	return said
}

// unsure returns the mapping of a queue that is read by its shape, when something is to be
// asked about it; nil: nothing is.
func (c *call) unsure(ctx context.Context, path string) *shownMapping {
	if c.as != "" && c.as != infer.Kind {
		return nil
	}
	adapters, err := c.adapters()
	if err != nil {
		return nil // opening says why
	}
	found, err := detect.Adapters(ctx, adapters, path, c.as)
	if err != nil || found[0].Kind != infer.Kind {
		return nil
	}
	m, err := c.mappingOf(ctx, path)
	if err != nil || len(m.Unsure) == 0 {
		return nil
	}
	return m
}

func more(n int) string {
	if n < 1 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

var notInName = regexp.MustCompile(`[^a-z0-9._-]+`)

// freeName returns a name for the mapping of a file that no other has.
func (c *call) freeName(path string) string {
	base := strings.ToLower(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	base = strings.Trim(notInName.ReplaceAllString(base, "-"), "-._")
	base = base[:min(len(base), 40)]
	if base == "" {
		base = "queue"
	}
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		_, err := os.Stat(filepath.Join(c.mappingFolder(), name+".toml"))
		if os.IsNotExist(err) && !slices.Contains(c.kindsHere(), name) {
			return name
		}
	}
}
