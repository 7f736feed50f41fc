package model

import "fmt"

// word returns the name of an enumerated value, or a visible placeholder for a
// value that no constant names.
func word[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("invalid(%d)", uint8(v))
}

// parse finds the value that a name stands for.
func parse[T ~uint8](what string, names []string, text string) (T, error) {
	for i, n := range names {
		if n == text && n != "" {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q", what, text)
}
