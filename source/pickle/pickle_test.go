package pickle_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"notdone/source/pickle"
)

// sample is a value that Python has pickled, and what it is to say.
type sample struct {
	protocol, text string
	raw            []byte
}

func samples(t testing.TB) (all []sample) {
	t.Helper()
	file, err := os.ReadFile("testdata/values.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		one := sample{protocol: cells[0]}
		if one.raw, err = hex.DecodeString(cells[2]); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(cells[1]), &one.text); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// TestText: each value says the same in each protocol.
func TestText(t *testing.T) {
	for _, s := range samples(t) {
		v, size, err := pickle.Read(s.raw)
		if err != nil || size != len(s.raw) {
			t.Errorf("protocol %s, %q: %d of %d bytes, %v", s.protocol, s.text, size, len(s.raw), err)
			continue
		}
		if got := pickle.Text(v); got != s.text {
			t.Errorf("protocol %s: it says %q; want %q", s.protocol, got, s.text)
		}
	}
}

// TestDecode: a pickle is found as bytes and as a text, compressed and signed, and what is none is not.
func TestDecode(t *testing.T) {
	for _, s := range samples(t) {
		if s.protocol == "0" || s.protocol == "1" {
			if v, ok, err := pickle.Decode(s.raw); !ok || err != nil || pickle.Text(v) != s.text {
				t.Errorf("protocol %s, %q: %v %v", s.protocol, s.text, ok, err)
			}
			continue
		}
		small := compressed(t, s.raw)
		url := base64.RawURLEncoding
		for name, cell := range map[string]any{
			"bytes": s.raw, "a signature": append(bytes.Clone(s.raw), ":abc"...), "zlib": small, "gzip": zipped(t, s.raw),
			"base64": base64.StdEncoding.EncodeToString(s.raw), "lines": wrapped(base64.StdEncoding.EncodeToString(s.raw)),
			"bytes of base64": []byte(base64.StdEncoding.EncodeToString(s.raw)), "base64 of zlib": base64.StdEncoding.EncodeToString(small),
			"Django": url.EncodeToString(s.raw) + ":1tX:s1g", "compressed by Django": "." + url.EncodeToString(small) + ":1tX:s1g",
			"digits": strings.ToUpper(hex.EncodeToString(s.raw)), "PostgreSQL": `\x` + hex.EncodeToString(s.raw),
		} {
			if v, ok, err := pickle.Decode(cell); !ok || err != nil || pickle.Text(v) != s.text {
				t.Errorf("%s: protocol %s, %q: %v %v", name, s.protocol, s.text, ok, err)
			}
		}
	}
	for _, cell := range []any{
		nil, int64(80), "", "done", `\x`, `\x80`, `\xyz`, `\x004142`, "I need permission.", "80 of 100 files.", "80", "8004", "gAME over", "gAME", "eNtries: 5", `{"a": 1}`,
		[]byte("I need permission."), []byte("N is nothing."), []byte("."), []byte("\x80"), []byte("\x80\x09."), []byte("\x78\x9c\x01"), []byte("\x1f\x8b\x01"),
	} {
		if v, ok, err := pickle.Decode(cell); ok {
			t.Errorf("%q is taken for a pickle: %v %v", cell, v, err)
		}
	}
}

func compressed(t *testing.T, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	return written(t, &b, zlib.NewWriter(&b), raw)
}

func zipped(t *testing.T, raw []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	return written(t, &b, gzip.NewWriter(&b), raw)
}

func written(t *testing.T, b *bytes.Buffer, w io.WriteCloser, raw []byte) []byte {
	t.Helper()
	_, err := w.Write(raw)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wrapped breaks a text into lines, as encodebytes of Python does.
func wrapped(text string) string {
	var b strings.Builder
	for i, r := range text {
		if b.WriteRune(r); i%76 == 75 {
			b.WriteByte('\n')
		}
	}
	return b.String() + "\n"
}

// TestFind finds values by keys, attributes, indexes and the name of a class.
func TestFind(t *testing.T) {
	agent := &pickle.Object{
		Class: pickle.Global{Module: "agents", Name: "Agent"}, Args: []any{"first", &pickle.Dict{Keys: []any{"a"}, Values: []any{"in a"}}},
		State: &pickle.Dict{Keys: []any{"name"}, Values: []any{"Ada"}},
	}
	v := &pickle.Dict{Keys: []any{"list", "agent", int64(3)}, Values: []any{&pickle.List{Items: []any{"x", "y"}}, agent, "three"}}
	for path, want := range map[string]string{
		"list[0]": "x", "list[-1]": "y", "list[2]": "", "list[-3]": "", "list.x": "", "agent.name": "Ada", "agent[0]": "first", "agent[1].a": "in a",
		"agent.Agent[0]": "first", "agent.Other[0]": "", "nobody": "", "nobody.at.all": "", "list[0].deeper": "", "$.agent.name": "Ada",
	} {
		if got := pickle.Text(pickle.Find(v, path)); got != want {
			t.Errorf("%s is %q; want %q", path, got, want)
		}
	}
}

// TestHostile: what nobody would have written is an error, or is bounded. Nothing takes more memory or time than
// its bytes justify.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads")
	}
	long := "X\xff\xff\xff\x7f"
	deep := "\x80\x04]\x94" + strings.Repeat("]h\x00ah\x00a\x94", 50) + "."
	doubled := "\x80\x02](U\x02ab" + strings.Repeat("q\x00h\x00h\x00\x86", 60) + "e."
	wide := "\x80\x02]q\x00" + strings.Repeat("(h\x00h\x00h\x00h\x00lq\x00", 200) + "."
	object := "\x80\x02c__main__\nA\nq\x01K\x01q\x00" + strings.Repeat("0h\x01(h\x00h\x00h\x00h\x00h\x00h\x00tRq\x00", 100) + "."
	for name, raw := range map[string]string{
		"nothing": "", "no end": "\x80\x04", "an empty stack": "\x80\x04.", "a text that is not there": "\x80\x04" + long + "x.",
		"a text of 2^63 bytes": "\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7fx.", "one of 2^64": "\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\xffx.",
		"no mark": "\x80\x02e.", "a value behind a mark": "\x80\x02N(R.", "no such reference": "\x80\x02h\x07.",
		"a key without a value": "\x80\x02}(Nu.", "items of a text": "\x80\x02U\x01x(NNe.", "keys of a list": "\x80\x02](NNu.",
		"a state of nothing": "\x80\x02Nb.", "an unknown instruction": "\x80\x02\xfe.", "protocol 6": "\x80\x06N.", "a number": "I1x\n.",
		"a long number": "L" + strings.Repeat("9", 5000) + "L\n.", "a long number of bytes": "\x80\x02\x8b\x00\x10\x00\x00" + strings.Repeat("\x01", 4096) + ".",
		"no class": "(o.", "a name of a number": "\x80\x04K\x01K\x01\x93.", "no line": "Vabc", "a reference of letters": "gabc\n.",
		"many steps": "\x80\x02" + strings.Repeat("N0", 200_000) + "N.",
		"many bytes": "\x80\x02X\x00\x00\x20\x00" + strings.Repeat("x", 2<<20) + ".",
		"deep":       deep, "doubled": doubled, "wide": wide, "objects": object,
	} {
		v, _, err := pickle.Read([]byte(raw))
		if bounded := name == "deep" || name == "doubled" || name == "wide" || name == "objects"; (err == nil) != bounded {
			t.Errorf("%s: %v", name, err)
		}
		if text := pickle.Text(v); len(text) > 8<<20 {
			t.Errorf("%s says %d bytes", name, len(text))
		}
	}
	bomb := compressed(t, append([]byte("\x80\x02X\x00\x00\x00\x10"), make([]byte, 64<<20)...))
	if _, ok, err := pickle.Decode(bomb); !ok || !errors.Is(err, pickle.ErrTooLarge) {
		t.Errorf("64 MiB in %d bytes: %v %v", len(bomb), ok, err)
	}
}

// TestMemory: what a reading takes is a small multiple of what it reads.
func TestMemory(t *testing.T) {
	raw := []byte("\x80\x04" + strings.Repeat("]\x94", 250_000) + ".")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := pickle.Read(raw)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 64<<20 || !errors.Is(err, pickle.ErrTooLarge) {
		t.Errorf("%d bytes take %d bytes of memory: %v", len(raw), allocated, err)
	}
}

// FuzzDecode reads any cell.
func FuzzDecode(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.raw)
	}
	f.Add([]byte("c\n\xee\n.")) // a name that is no UTF-8
	f.Add([]byte("gASVBgAAAAAAAACMAmhplC4="))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, cell := range []any{raw, string(raw)} {
			v, ok, err := pickle.Decode(cell)
			if !ok && (v != nil || err != nil) || err != nil && v != nil {
				t.Fatalf("it is no pickle, and yet %v %v", v, err)
			}
			for _, one := range []any{v, pickle.Find(v, "[0].name")} {
				if text := pickle.Text(one); !utf8.ValidString(text) || len(text) > 16*len(raw)+2<<20 {
					t.Errorf("%d bytes say %d bytes", len(raw), len(text))
				}
			}
		}
	})
}
