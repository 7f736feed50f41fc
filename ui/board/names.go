package board

import (
	"path/filepath"
	"strings"
)

// nameSources gives every source a short name that no other one has: its kind where
// no other source is of that kind, otherwise as many of the last parts of its path as
// tell it from the others.
func nameSources(all []Status) {
	kinds, ends := map[string]int{}, map[string]int{}
	for i := range all {
		kinds[all[i].Kind]++
		for _, end := range pathEnds(all[i].Queue) {
			ends[end]++
		}
	}
	for i := range all {
		s := &all[i]
		if s.Name = s.Kind; s.Kind != "" && kinds[s.Kind] == 1 {
			continue
		}
		for _, end := range pathEnds(s.Queue) {
			s.Name = end
			if ends[end] == 1 && kinds[end] == 0 { // a path that ends in the word of a kind would be taken for it
				break
			}
		}
	}
}

// pathEnds returns the last part of a path, its last two parts, and so on, and at last the
// path as it was given.
func pathEnds(path string) []string {
	rest, end := filepath.Split(filepath.Clean(path))
	ends := []string{end}
	for rest != "" && rest != string(filepath.Separator) {
		var part string
		rest, part = filepath.Split(strings.TrimSuffix(rest, string(filepath.Separator)))
		end = filepath.Join(part, end)
		ends = append(ends, end)
	}
	return append(ends, path)
}

// Names returns the names of the sources by their queues.
func Names(sources []Status) map[string]string {
	names := make(map[string]string, len(sources))
	for i := range sources {
		names[sources[i].Queue] = sources[i].Name
	}
	return names
}
