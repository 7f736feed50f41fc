package journal

import (
	"maps"
	"strings"

	"notdone/source"
)

// equalRows reports whether two rows have the same columns and equal values, or
// whether neither row exists.
func equalRows(a, b map[string]any) bool {
	return (a == nil) == (b == nil) && maps.EqualFunc(a, b, source.EqualValues)
}

// outcomeFromRows decides whether an action took place by comparing its images
// with the current rows. An action writes all of its rows or none, so one row can
// decide. adds is as in source.Record.
//
// Added rows decide first: no other process adds an identical row, and a different
// row with the same key was added by another process, unless the key is that of the
// task which the action adds. Where an action only adds rows, none of them is there
// when it did not take place. Changed rows decide only if they equal the row before or
// after the action.
func outcomeFromRows(images, now []source.Image, adds string) Outcome {
	if len(images) == 0 || len(images) != len(now) {
		return Unknown
	}
	var absent, added, foreign, after, before int
	for i, image := range images {
		is := now[i].After
		switch {
		case equalRows(image.Before, image.After):
		case image.Before == nil && is == nil:
			absent++
		case image.Before == nil && (equalRows(is, image.After) || isTask(image.Key, adds)):
			added++
		case image.Before == nil:
			foreign++
		case equalRows(is, image.After):
			after++
		case equalRows(is, image.Before):
			before++
		}
	}
	switch {
	case added > 0 && foreign == 0:
		return Applied
	case added == 0 && foreign > 0:
		return NotApplied
	case added+foreign > 0: // both: the history was edited
		return Unknown
	case after > 0 && before == 0 && absent == 0:
		return Applied
	case before > 0 && after == 0, absent == len(images):
		return NotApplied
	}
	return Unknown
}

// isTask reports whether a row's key is the id of a task, with or without its group.
func isTask(key map[string]any, task string) bool {
	for _, value := range key {
		if id, ok := value.(string); ok && id != "" && (id == task || strings.HasSuffix(task, "/"+id)) {
			return true
		}
	}
	return false
}
