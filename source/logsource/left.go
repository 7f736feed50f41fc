package logsource

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// count notes why a file is left out, if it is.
func (l *Folder[F, U]) count(f F) {
	b := f.file()
	var lack *Reason
	switch {
	case b.Owned:
	case b.Err != nil:
		lack = Unreadable
	case l.hooks.Lack != nil:
		lack = l.hooks.Lack(f)
	}
	l.uncount(b)
	if b.lack = lack; lack != nil {
		l.lacks[lack]++
	}
}

func (l *Folder[F, U]) uncount(b *File) {
	if b.lack != nil {
		l.lacks[b.lack]--
		b.lack = nil
	}
}

// namedAtMost is how many files are named of those that are left out for a reason
// that names some.
const namedAtMost = 3

// LeftOut counts the files and folders that are not shown, and says why.
func (l *Folder[F, U]) LeftOut() string {
	count, named := maps.Clone(l.lacks), map[*Reason][]string{}
	count[Closed] = l.closed
	for rel, d := range l.folders {
		if d.listing == nil {
			continue
		}
		for why, n := range d.left {
			count[why] += n
		}
		for why, names := range d.named {
			for _, name := range names {
				named[why] = append(named[why], path.Join(rel, name))
			}
		}
	}
	var parts []string
	for _, why := range append(slices.Clip(l.hooks.Reasons), Apart) {
		some := ""
		if names := named[why]; len(names) > 0 {
			slices.Sort(names)
			some = " (" + strings.Join(names[:min(len(names), namedAtMost)], ", ")
			if len(names) > namedAtMost {
				some += ", …"
			}
			some += ")"
		}
		switch n := count[why]; {
		case n == 1:
			parts = append(parts, "1 "+why.One+some)
		case n > 1:
			parts = append(parts, strconv.Itoa(n)+" "+why.Many+some)
		}
	}
	return strings.Join(parts, ", ")
}

// Shown reports whether a file is neither another source's nor left out.
func (f *File) Shown() bool { return !f.Owned && f.lack == nil }
