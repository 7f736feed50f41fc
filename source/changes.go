package source

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Changes lists the values that differ between the rows before and after, in
// the order of the images and by column, and every value of a row that is new.
func Changes(images []Image) []Change {
	var all []Change
	for _, image := range images {
		for _, column := range slices.Sorted(maps.Keys(image.After)) {
			was, now := image.Before[column], image.After[column]
			c := Change{Table: image.Table, Row: keyOf(image.Key), Column: column, Added: image.Before == nil}
			c.Old, c.OldNull = shown(was)
			c.New, c.NewNull = shown(now)
			if c.Added && !c.NewNull || !c.Added && !equal(was, now) {
				all = append(all, c)
			}
		}
	}
	return all
}

func equal(a, b any) bool {
	x, ok := a.([]byte)
	y, ok2 := b.([]byte)
	if ok && ok2 {
		return bytes.Equal(x, y)
	}
	return ok == ok2 && a == b
}

func keyOf(key map[string]any) string {
	var parts []string
	for _, column := range slices.Sorted(maps.Keys(key)) {
		text, _ := shown(key[column])
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

// shown is a value of SQLite's for people, and whether it is NULL.
func shown(v any) (text string, null bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return v, false
	case int64:
		return strconv.FormatInt(v, 10), false
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), false
	case []byte:
		return fmt.Sprintf("%d bytes", len(v)), false
	}
	return fmt.Sprint(v), false
}
