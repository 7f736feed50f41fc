package board

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"

	"notdone/model"
)

// appendRow appends a row as bytes, from which decodeRow makes the same row. The queue, which all
// rows of a file share, is left out.
func appendRow(w writer, r *model.Row) []byte {
	said := *r
	said.Queue = ""
	w = slices.Grow(w, 1<<10)
	w.value(reflect.ValueOf(&said).Elem())
	return w
}

// decodeRow returns the row of a queue that was encoded; nil when the bytes are not those of
// one.
func decodeRow(raw []byte, queue string) *model.Row {
	r, row := &reader{rest: raw, all: string(raw)}, new(model.Row)
	r.value(reflect.ValueOf(row).Elem())
	if !r.ended() || row.Queue != "" {
		return nil
	}
	row.Queue = queue
	return row
}

// encodeActions returns a list of actions as bytes, of which decodeActions makes the same one.
func encodeActions(list []model.Action) []byte {
	var w writer
	w.value(reflect.ValueOf(&list).Elem())
	return w
}

// decodeActions returns a list that was encoded; false when the bytes are not those of one.
func decodeActions(raw []byte) (list []model.Action, ok bool) {
	r := reader{rest: raw, all: string(raw)}
	r.value(reflect.ValueOf(&list).Elem())
	return list, r.ended()
}

// value writes a value and everything that it holds, in the order of its fields. Times are
// those of UTC afterwards.
func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		w.text(v.String())
	case reflect.Bool:
		set := byte(0)
		if v.Bool() {
			set = 1
		}
		*w = append(*w, set)
	case reflect.Float64:
		*w = binary.LittleEndian.AppendUint64(*w, math.Float64bits(v.Float()))
	case reflect.Pointer:
		if v.IsNil() {
			*w = append(*w, 0)
			return
		}
		*w = append(*w, 1)
		w.value(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			*w = append(*w, 0)
			return
		}
		*w = binary.AppendUvarint(*w, uint64(v.Len())+1)
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == timeType {
			at := v.Addr().Interface().(*time.Time) //nolint:forcetypeassert // it is of that type; its address takes no memory
			w.ints(at.Unix(), int64(at.Nanosecond()))
			return
		}
		for i := range v.NumField() {
			w.value(v.Field(i))
		}
	default:
		if v.CanInt() {
			w.ints(v.Int())
			return
		}
		*w = binary.AppendUvarint(*w, v.Uint())
	}
}

// enumSizes are how many values the kinds have that a row may say.
var enumSizes = map[reflect.Type]uint64{
	reflect.TypeFor[model.State]():        uint64(model.NumStates),
	reflect.TypeFor[model.Severity]():     uint64(model.NumSeverities),
	reflect.TypeFor[model.Grade]():        uint64(model.GradeProven) + 1,
	reflect.TypeFor[model.Origin]():       uint64(model.OriginOwner) + 1,
	reflect.TypeFor[model.ObstacleKind](): uint64(model.KindPolicy) + 1,
}

// value reads a value and everything that it holds.
func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		text := r.text()
		r.bad = r.bad || !utf8.ValidString(text)
		v.SetString(text)
	case reflect.Bool:
		v.SetBool(r.bit())
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))))
	case reflect.Pointer:
		if r.bit() {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Slice:
		n := r.uint()
		if n == 0 || n-1 > uint64(len(r.rest)) { // each takes a byte at least
			r.bad = r.bad || n != 0
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), int(n-1), int(n-1)))
		for i := 0; i < v.Len() && !r.bad; i++ {
			r.value(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == timeType {
			seconds, ns := r.int(), r.int()
			r.bad = r.bad || ns < 0 || ns >= int64(time.Second)
			*v.Addr().Interface().(*time.Time) = time.Unix(seconds, ns).UTC() //nolint:forcetypeassert // it is of that type
			return
		}
		for i := range v.NumField() {
			r.value(v.Field(i))
		}
	default:
		if v.CanInt() {
			n := r.int()
			r.bad = r.bad || v.OverflowInt(n)
			v.SetInt(n)
			return
		}
		n := r.uint()
		values, bounded := enumSizes[v.Type()]
		r.bad = r.bad || v.OverflowUint(n) || bounded && n >= values
		v.SetUint(n)
	}
}

// bit reads a byte that is 0 or 1.
func (r *reader) bit() bool {
	b := r.take(1)[0]
	r.bad = r.bad || b > 1
	return b == 1
}
