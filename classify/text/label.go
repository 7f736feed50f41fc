package text

import "fmt"

var labelNames = [...]string{"done", "blocked", "refused", "failed"}

// String returns the label's name, or its number when it has none.
func (l Label) String() string {
	if int(l) < len(labelNames) {
		return labelNames[l]
	}
	return fmt.Sprintf("label %d", uint8(l))
}

// MarshalText writes the label's name. It never returns an error.
func (l Label) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// ParseLabel returns the label of that name, or an error that quotes it.
func ParseLabel(name string) (Label, error) {
	for i, known := range labelNames {
		if known == name {
			return Label(i), nil
		}
	}
	return LabelDone, fmt.Errorf("no label is called %q", name)
}
