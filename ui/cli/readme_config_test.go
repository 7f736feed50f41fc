package cli

import (
	"strings"
	"testing"

	"notdone/ui/config"
)

// The example of the configuration's README is a configuration.
func TestExampleConfigurationIsRead(t *testing.T) {
	t.Setenv("HOME", "/home/alice")
	_, after, _ := strings.Cut(document(t, "ui/config/README.md"), "```toml\n")
	example, _, found := strings.Cut(after, "```")
	if _, err := config.Parse([]byte(example), known()); err != nil || !found {
		t.Errorf("%v in\n%s", err, example)
	}
}
