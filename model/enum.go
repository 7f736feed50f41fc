package model

import "fmt"

// enumName returns the name of an enumerated value, or "invalid(N)" for a value
// that no constant defines.
func enumName[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("invalid(%d)", uint8(v))
}

// parseEnum returns the value with the given name. The error calls the
// enumeration what.
func parseEnum[T ~uint8](what string, names []string, text string) (T, error) {
	for i, n := range names {
		if n == text && n != "" {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q", what, text)
}

// Names returns the names of the first n values of an enumeration.
func Names[T interface {
	~uint8
	String() string
}](n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = T(i).String()
	}
	return all
}
