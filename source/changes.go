package source

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Changes returns the values that differ between the rows before and after the
// action, and all values of new and of deleted rows except NULL. They are ordered by
// image and then by column.
func Changes(images []Image) []Change {
	var all []Change
	for _, image := range images {
		removed, columns := image.After == nil, image.After
		if removed {
			columns = image.Before
		}
		for _, column := range slices.Sorted(maps.Keys(columns)) {
			was, now := image.Before[column], image.After[column]
			c := Change{Table: image.Table, Row: formatKey(image.Key), Column: column, Added: image.Before == nil, Removed: removed}
			c.Old, c.OldNull = formatValue(was)
			c.New, c.NewNull = formatValue(now)
			if c.Added && !c.NewNull || !c.Added && !EqualValues(was, now) {
				all = append(all, c)
			}
		}
	}
	return all
}

// EqualValues reports whether two SQLite values are equal and of the same type.
// Unlike ==, it compares blobs by content and NaN as equal to NaN.
func EqualValues(a, b any) bool {
	switch x := a.(type) {
	case []byte:
		y, ok := b.([]byte)
		return ok && bytes.Equal(x, y)
	case float64:
		y, ok := b.(float64)
		return ok && (x == y || x != x && y != y)
	}
	if _, blob := b.([]byte); blob {
		return false
	}
	return a == b
}

// formatKey returns the values of a row's key, ordered by column, for display.
func formatKey(key map[string]any) string {
	var parts []string
	for _, column := range slices.Sorted(maps.Keys(key)) {
		text, _ := formatValue(key[column])
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

// formatValue returns a SQLite value for display, and whether it is NULL.
func formatValue(v any) (text string, null bool) {
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
