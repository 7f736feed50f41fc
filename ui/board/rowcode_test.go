package board

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// fillValue sets everything that a value holds to something that is not zero, and differs.
func fillValue(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("ä", *n%5+1))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(*n) / 7)
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*model.Verdict]() && *n > 500 {
			return // it holds itself
		}
		v.Set(reflect.New(v.Type().Elem()))
		fillValue(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillValue(v.Index(0), n)
		fillValue(v.Index(1), n)
	case reflect.Struct:
		if v.Type() == timeType {
			v.Set(reflect.ValueOf(epoch.Add(time.Duration(*n) * 1001)))
			return
		}
		for i := range v.NumField() {
			fillValue(v.Field(i), n)
		}
	default:
		if v.CanInt() {
			v.SetInt(-int64(*n))
			return
		}
		v.SetUint(1)
	}
}

// fullRow is a row of which every field says something.
func fullRow() *model.Row {
	r, n := new(model.Row), 0
	fillValue(reflect.ValueOf(r).Elem(), &n)
	r.Queue = "/q"
	return r
}

func TestRowsAreReadBackAsTheyWere(t *testing.T) {
	for name, r := range map[string]*model.Row{
		"nothing": {Task: model.Task{Queue: "/q"}}, "everything": fullRow(),
		"empty lists": {Task: model.Task{Queue: "/q", DependsOn: []string{}}, Verdict: model.Verdict{Findings: []model.Finding{}}},
	} {
		raw := encodeRow(r)
		again := decodeRow(raw, "/q")
		if diff := cmp.Diff(r, again); diff != "" {
			t.Errorf("%s (-was +is):\n%s", name, diff)
		}
		if again != nil && sumRow(again) != sumRow(r) {
			t.Errorf("%s: another sum", name)
		}
		for i := range raw {
			if decodeRow(raw[:i], "/q") != nil {
				t.Errorf("%s: %d of %d bytes are a row", name, i, len(raw))
			}
		}
		if decodeRow(append(raw, 0), "/q") != nil {
			t.Errorf("%s: one byte more is a row", name)
		}
	}
	unknown := fullRow()
	unknown.State = model.State(model.NumStates)
	if decodeRow(encodeRow(unknown), "/q") != nil {
		t.Error("a state that is none is read")
	}
	broken := fullRow()
	broken.Title = "\xff"
	if decodeRow(encodeRow(broken), "/q") != nil {
		t.Error("a text that is none is read")
	}
}

// FuzzDecodeRow: bytes that are no row are none, and what is one may be handed on.
func FuzzDecodeRow(f *testing.F) {
	raw := encodeRow(fullRow())
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Add(encodeRow(&model.Row{}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := decodeRow(raw, "/q")
		if r == nil {
			return
		}
		if again := decodeRow(encodeRow(r), "/q"); again == nil || sumRow(again) != sumRow(r) {
			t.Errorf("%+v is not read back", r)
		}
		NewGathering(true).Add(r)
		_ = r.State.Pane().String() + r.Since().String() + CauseKey(r)
	})
}
