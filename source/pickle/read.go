package pickle

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What a reading is bounded by.
const (
	MaxBytes = 1 << 20 // of a pickle
	maxSteps = 300_000 // instructions, each of which makes one value at most
	maxDigit = 1 << 10 // bytes or digits of a number
)

// ErrTooLarge says that a pickle is larger than what is read of one.
var ErrTooLarge = errors.New("it is too large")

// SyntaxError says where a pickle cannot be read any further, and why.
type SyntaxError struct {
	At  int // bytes from its beginning
	Why error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("at byte %d: %v", e.At, e.Why) }

// Unwrap returns why.
func (e *SyntaxError) Unwrap() error { return e.Why }

// Read returns the value of a pickle of any protocol from 0 to 5, and how many bytes of data it takes. What stands
// behind it, such as a signature, is not looked at.
func Read(data []byte) (value any, size int, err error) {
	if len(data) > MaxBytes {
		return nil, 0, ErrTooLarge
	}
	m := machine{in: data, memo: map[uint64]any{}}
	for steps := 0; ; steps++ {
		op := m.byte()
		if m.err == nil && op == '.' {
			value = m.pop()
		} else if m.err == nil {
			m.do(op)
		}
		switch {
		case m.err != nil:
			return nil, 0, &SyntaxError{m.at, m.err}
		case op == '.':
			return value, m.at, nil
		case steps == maxSteps:
			return nil, 0, ErrTooLarge
		}
	}
}

// machine is the state of a reading: https://docs.python.org/3/library/pickletools.html and Lib/pickletools.py there
// describe the instructions.
type machine struct {
	in    []byte
	at    int
	stack []any
	marks []int // how high the stack was at each mark
	memo  map[uint64]any
	err   error // the first
}

func (m *machine) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// bytes returns the next n bytes; none where there are fewer.
func (m *machine) bytes(n uint64) []byte {
	if n > uint64(len(m.in)-m.at) {
		m.fail("it ends too early")
		return nil
	}
	m.at += int(n) // not more than there are
	return m.in[m.at-int(n) : m.at]
}

func (m *machine) byte() byte { return byte(m.uint(1)) }

// uint returns a number of a width of at most 8 bytes.
func (m *machine) uint(width uint64) uint64 {
	var wide [8]byte
	copy(wide[:], m.bytes(width))
	return binary.LittleEndian.Uint64(wide[:])
}

// line returns the text up to the next line break.
func (m *machine) line() string {
	n := bytes.IndexByte(m.in[m.at:], '\n')
	if n < 0 {
		m.fail("a line has no end")
		return ""
	}
	return strings.TrimSuffix(string(m.bytes(uint64(n)+1)), "\n")
}

func (m *machine) push(v any) { m.stack = append(m.stack, v) }

// floor is how low the stack is down to the last mark.
func (m *machine) floor() int {
	if len(m.marks) == 0 {
		return 0
	}
	return m.marks[len(m.marks)-1]
}

// top returns the value on top; nil where there is none.
func (m *machine) top() any {
	if len(m.stack) <= m.floor() {
		m.fail("a value is missing")
		return nil
	}
	return m.stack[len(m.stack)-1]
}

func (m *machine) pop() any {
	v := m.top()
	if m.err == nil {
		m.stack = m.stack[:len(m.stack)-1]
	}
	return v
}

// popN takes n values from the stack, and popMark those above the last mark, which it takes, too.
func (m *machine) popN(n int) []any {
	if len(m.stack)-n < m.floor() {
		m.fail("a value is missing")
		return make([]any, n)
	}
	items := append([]any(nil), m.stack[len(m.stack)-n:]...)
	m.stack = m.stack[:len(m.stack)-n]
	return items
}

func (m *machine) popMark() []any {
	if len(m.marks) == 0 {
		m.fail("a mark is missing")
		return nil
	}
	items := m.popN(len(m.stack) - m.floor())
	m.marks = m.marks[:len(m.marks)-1]
	return items
}

// counted are the instructions that a text or bytes follow, behind a count of this width.
var counted = map[byte]struct {
	width uint64
	text  bool
}{
	'T': {4, true}, 'U': {1, true}, 'X': {4, true}, 0x8c: {1, true}, 0x8d: {8, true},
	'B': {4, false}, 'C': {1, false}, 0x8e: {8, false}, 0x96: {8, false},
}

// do does one instruction.
func (m *machine) do(op byte) {
	if c, ok := counted[op]; ok {
		raw := m.bytes(m.uint(c.width))
		if c.text {
			m.push(string(raw))
		} else {
			m.push(bytes.Clone(raw))
		}
		return
	}
	switch op {
	case 0x80: // the protocol
		if p := m.byte(); p > 5 {
			m.fail("protocol %d is not known", p)
		}
	case 0x95: // the length of a frame
		m.bytes(8)
	case '(':
		m.marks = append(m.marks, len(m.stack))
	case '0':
		if n := len(m.marks); n > 0 && len(m.stack) == m.floor() {
			m.marks = m.marks[:n-1]
		} else {
			m.pop()
		}
	case '1':
		m.popMark()
	case '2':
		m.push(m.top())
	case 'g':
		m.get(m.key())
	case 'h':
		m.get(m.uint(1))
	case 'j':
		m.get(m.uint(4))
	case 'p':
		m.memo[m.key()] = m.top()
	case 'q':
		m.memo[m.uint(1)] = m.top()
	case 'r':
		m.memo[m.uint(4)] = m.top()
	case 0x94:
		m.memo[uint64(len(m.memo))] = m.top()
	default:
		if !m.scalar(op) && !m.container(op) && !m.object(op) {
			m.fail("the instruction %#x is not known", op)
		}
	}
}

// key returns the number in a line.
func (m *machine) key() uint64 {
	n, err := strconv.ParseUint(strings.TrimSpace(m.line()), 10, 32)
	if err != nil {
		m.fail("a reference is no number")
	}
	return n
}

func (m *machine) get(key uint64) {
	v, ok := m.memo[key]
	if !ok {
		m.fail("reference %d is to nothing", key)
	}
	m.push(v)
}

// scalar pushes None, a truth value, a number or a text in a line; false: it is another instruction.
func (m *machine) scalar(op byte) bool {
	switch op {
	case 'N':
		m.push(nil)
	case 0x88, 0x89:
		m.push(op == 0x88)
	case 'J':
		m.push(int64(int32(m.uint(4)))) // its sign is in the 32nd bit
	case 'K':
		m.push(int64(m.byte()))
	case 'M':
		m.push(int64(m.uint(2))) // two bytes
	case 'I', 'L':
		m.pushDecimal(strings.TrimSuffix(m.line(), "L"))
	case 0x8a:
		m.pushLong(m.bytes(m.uint(1)))
	case 0x8b:
		m.pushLong(m.bytes(m.uint(4)))
	case 'F':
		f, err := strconv.ParseFloat(strings.TrimSpace(m.line()), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			m.fail("a number is none")
		}
		m.push(f)
	case 'G':
		if raw := m.bytes(8); raw != nil {
			m.push(math.Float64frombits(binary.BigEndian.Uint64(raw)))
		}
	case 'S':
		m.push(unquote(m.line()))
	case 'V':
		m.push(unescape(m.line()))
	case 'P': // a reference to what the program keeps elsewhere
		m.push(m.line())
	case 'Q', 0x98: // the value stays
	case 0x97:
		m.push("(bytes that are kept elsewhere)")
	default:
		return false
	}
	return true
}

// pushDecimal pushes a number in digits; 00 and 01 are the truth values of protocol 0.
func (m *machine) pushDecimal(text string) {
	text = strings.TrimSpace(text)
	if text == "00" || text == "01" {
		m.push(text == "01")
		return
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		m.push(n)
		return
	}
	n, ok := new(big.Int), len(text) <= maxDigit
	if ok {
		n, ok = n.SetString(text, 10)
	}
	if !ok {
		m.fail("a number is none, or too long")
	}
	m.push(n)
}

// pushLong pushes a number in two's complement, the lowest byte first.
func (m *machine) pushLong(raw []byte) {
	if len(raw) > maxDigit {
		m.fail("a number is too long")
		return
	}
	high := bytes.Clone(raw)
	for i := range raw {
		high[len(raw)-1-i] = raw[i]
	}
	n := new(big.Int).SetBytes(high)
	if len(high) > 0 && high[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(high)))) // a small number
	}
	if n.IsInt64() {
		m.push(n.Int64())
		return
	}
	m.push(n)
}

// unquote returns the text of a literal of Python 2, as it is where it is none.
func unquote(line string) string {
	if len(line) < 2 || line[0] != line[len(line)-1] {
		return line
	}
	var b []byte
	for rest := line[1 : len(line)-1]; rest != ""; {
		r, wide, tail, err := strconv.UnquoteChar(rest, line[0])
		switch {
		case err != nil:
			r, tail = rune(rest[0]), rest[1:]
			fallthrough
		case !wide && r < 0x100:
			b = append(b, byte(r))
		default:
			b = utf8.AppendRune(b, r)
		}
		rest = tail
	}
	return string(b)
}

// unescape returns the text of a line in which \uXXXX and \UXXXXXXXX are characters, and so is each other byte.
func unescape(line string) string {
	var b strings.Builder
	for line != "" {
		n := 0
		if strings.HasPrefix(line, `\u`) {
			n = 6
		} else if strings.HasPrefix(line, `\U`) {
			n = 10
		}
		if n > 0 && len(line) >= n {
			if r, err := strconv.ParseUint(line[2:n], 16, 32); err == nil {
				b.WriteRune(rune(r)) // no character is written as U+FFFD
				line = line[n:]
				continue
			}
		}
		b.WriteRune(rune(line[0]))
		line = line[1:]
	}
	return b.String()
}
