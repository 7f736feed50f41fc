package hermes

import (
	"errors"
	"strconv"

	"notdone/source"
)

// said is an error of writing as callers are promised it: what changed in the
// meantime is a *source.Changed and nothing around it.
func said(err error) error {
	var changed *source.Changed
	switch {
	case errors.As(err, &changed):
		return changed
	case errors.Is(err, source.ErrNotFound):
		return &source.Changed{Was: "there", Now: "gone"}
	}
	return err
}

// compare refuses a draft that is not what the operator saw.
func compare(p *source.Plan, sight []fact, d *draft) error {
	for i, f := range sight {
		if i >= len(d.sight) || d.sight[i].name != f.name || d.sight[i].value != f.value {
			was, now := f.value, "something else"
			if i < len(d.sight) && d.sight[i].name == f.name {
				now = d.sight[i].value
			}
			if f.name != "status" {
				was, now = f.name+" "+either(was, "none"), either(now, "none")
			}
			return &source.Changed{Was: was, Now: now}
		}
	}
	if d.refused != "" {
		return &source.Changed{Was: p.Was, Now: d.scene.status() + ": " + d.refused}
	}
	if len(d.sight) != len(sight) || d.now != p.Now {
		return &source.Changed{Was: p.Was + " on the way to " + p.Now, Now: d.scene.status() + " on the way to " + d.now}
	}
	return nil
}

// equal compares two values of a column, whatever kind of number a journal
// made of them.
func equal(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	x, xs := a.(string)
	y, ys := b.(string)
	if xs || ys {
		return xs && ys && x == y
	}
	return text(a) == text(b) || number(a) == number(b) && isNumber(a) && isNumber(b)
}

func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}

func either(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}

// short writes an integer for a sight.
func short(n int64) string { return strconv.FormatInt(n, 10) }
