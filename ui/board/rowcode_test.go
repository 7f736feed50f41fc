package board

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/ui/verdicts"
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
		raw := appendRow(nil, r)
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
	if decodeRow(appendRow(nil, unknown), "/q") != nil {
		t.Error("a state that is none is read")
	}
	broken := fullRow()
	broken.Title = "\xff"
	if decodeRow(appendRow(nil, broken), "/q") != nil {
		t.Error("a text that is none is read")
	}
}

// FuzzDecodeRow: bytes that are no row are none, and what is one may be handed on.
func FuzzDecodeRow(f *testing.F) {
	raw := appendRow(nil, fullRow())
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Add(appendRow(nil, &model.Row{}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := decodeRow(raw, "/q")
		if r == nil {
			return
		}
		if again := decodeRow(appendRow(nil, r), "/q"); again == nil || sumRow(again) != sumRow(r) {
			t.Errorf("%+v is not read back", r)
		}
		NewGathering(true).Add(r)
		_ = r.State.Pane().String() + r.Since().String() + CauseKey(r)
	})
}

// TestListsOfActionsAreKeptOnce: rows are read back with their actions, of which a file has each
// list once, also when rows are copied from file to file; a row whose list is not there is not read.
func TestListsOfActionsAreKeptOnce(t *testing.T) {
	folder, id := filepath.Join(t.TempDir(), "notdone"), verdicts.Identify("q")
	store := verdicts.Open(folder, false)
	lists := [][]model.Action{nil, {}, {{Name: model.ActionRequeue, Allowed: true}}, {{Name: model.ActionUnblock, Reason: strings.Repeat("because ", 100)}}}
	row := func(i int) *model.Row {
		r := fullRow()
		r.ID, r.Actions = fmt.Sprint("task ", i), lists[i%len(lists)]
		return r
	}
	write := func(add func(*newRows)) *keptRows {
		t.Helper()
		w := &newRows{store.NewRows("/q", id), map[uint64]bool{}}
		add(w)
		if err := w.Save(); err != nil {
			t.Fatal(err)
		}
		if len(w.lists) > len(lists) {
			t.Errorf("%d lists are written, want %d", len(w.lists), len(lists))
		}
		rows := &keptRows{Rows: store.OpenRows("/q", id), lists: map[uint64][]model.Action{}}
		t.Cleanup(rows.Close)
		return rows
	}
	const tasks = 40
	rows := write(func(w *newRows) {
		for i := range tasks {
			k := encodeRow(row(i))
			k.number = uint64(i)
			w.add(k)
		}
	})
	again := write(func(w *newRows) {
		for i := range tasks {
			w.copyFrom(rows, uint64(i))
		}
	})
	for i := range tasks {
		for _, file := range []*keptRows{rows, again} {
			if diff := cmp.Diff(row(i), file.row(uint64(i), "/q")); diff != "" {
				t.Fatalf("task %d (-was +is):\n%s", i, diff)
			}
		}
	}
	without := write(func(w *newRows) { w.Add(7, encodeRow(row(2)).text); w.Add(8, []byte("short")) })
	if without.row(7, "/q") != nil || without.row(8, "/q") != nil || without.row(9, "/q") != nil {
		t.Error("a row without its list is read")
	}
}
