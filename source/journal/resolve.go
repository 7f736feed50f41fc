package journal

import (
	"bytes"

	"notdone/source"
)

// same reports whether two values of SQLite's are the same value of the same
// type.
func same(a, b any) bool {
	x, ok := a.([]byte)
	y, ok2 := b.([]byte)
	if ok || ok2 {
		return ok && ok2 && bytes.Equal(x, y)
	}
	f, ok := a.(float64)
	g, ok2 := b.(float64)
	if ok && ok2 && f != f && g != g {
		return true
	}
	return a == b
}

func sameRow(a, b map[string]any) bool {
	if (a == nil) != (b == nil) || len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if w, ok := b[name]; !ok || !same(v, w) {
			return false
		}
	}
	return true
}

// resolve says whether the rows of an action were written, given how they are
// now. It is all or nothing, so one row that tells is enough.
//
// A row that was added tells most: nobody else would have added the very same
// one, and what stands in its place was added by somebody else. A row that was
// changed tells while nobody has changed it since.
func resolve(images, now []source.Image) Outcome {
	if len(images) == 0 || len(images) != len(now) {
		return Unknown
	}
	var added, foreign, after, before int
	for i, image := range images {
		is := now[i].After
		switch {
		case sameRow(image.Before, image.After):
		case image.Before == nil && sameRow(is, image.After):
			added++
		case image.Before == nil && is != nil:
			foreign++
		case image.Before == nil:
		case sameRow(is, image.After):
			after++
		case sameRow(is, image.Before):
			before++
		}
	}
	adds := 0
	for _, image := range images {
		if image.Before == nil && image.After != nil {
			adds++
		}
	}
	switch {
	case added > 0 && foreign == 0:
		return Applied
	case added == 0 && foreign > 0:
		return NotApplied
	case added+foreign > 0: // both: the history was edited
		return Unknown
	case after > 0 && before == 0 && adds == 0:
		return Applied
	case before > 0 && after == 0:
		return NotApplied
	}
	return Unknown
}
