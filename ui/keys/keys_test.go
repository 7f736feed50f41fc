package keys_test

import (
	"reflect"
	"testing"

	"charm.land/bubbles/v2/key"

	"notdone/ui/keys"
)

func TestNoTwoActiveBindingsCollide(t *testing.T) {
	t.Parallel()
	m := keys.Default()
	for name, bindings := range m.Contexts() {
		seen := map[string]string{}
		for _, b := range bindings {
			for _, k := range b.Keys() {
				if other, taken := seen[k]; taken {
					t.Errorf("%s: %q means both %q and %q", name, k, other, b.Help().Desc)
				}
				seen[k] = b.Help().Desc
			}
		}
	}
}

func TestEveryBindingIsInHelp(t *testing.T) {
	t.Parallel()
	m := keys.Default()
	shown := map[string]bool{}
	for _, s := range m.Sections() {
		for _, b := range s.Bindings {
			shown[b.Help().Key+b.Help().Desc] = true
		}
	}
	v := reflect.ValueOf(m)
	for i := range v.NumField() {
		b, ok := v.Field(i).Interface().(key.Binding)
		if !ok {
			t.Fatalf("field %d is no binding", i)
		}
		if b.Help().Desc == "" || !shown[b.Help().Key+b.Help().Desc] {
			t.Errorf("%s is not in help", v.Type().Field(i).Name)
		}
	}
}

func TestPrefixKeysOfMultiplexersAreFree(t *testing.T) {
	t.Parallel()
	m := keys.Default()
	v := reflect.ValueOf(m)
	for i := range v.NumField() {
		for _, k := range v.Field(i).Interface().(key.Binding).Keys() {
			if k == "ctrl+a" || k == "ctrl+b" {
				t.Errorf("%s is bound to %s", v.Type().Field(i).Name, k)
			}
		}
	}
}
