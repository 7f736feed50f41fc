package pickle

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"io"
	"regexp"
	"strings"
)

// In a database a pickle stands as its bytes, compressed or not, or as a text of them: in base64 of either alphabet,
// behind which Django puts a time and a signature, or in hexadecimal digits, as PostgreSQL shows bytes.

// likePickle is how such texts begin: bytes of a protocol from 2 to 5, or those of zlib (a dot before them is Django's
// sign for compressed), up to the signature.
var likePickle = regexp.MustCompile(`^[.]?(?:gA[I-X]|80|eJ|eN|eA)[A-Za-z0-9+/_\r\n-]*={0,2}[\r\n]*`)

// Decode returns the value of what a cell of a database holds: bytes, or a text. false: it is no pickle. An error says
// why a pickle cannot be read.
func Decode(cell any) (value any, found bool, err error) {
	switch cell := cell.(type) {
	case []byte:
		if text := likePickle.Find(cell); len(text) > 0 && text[0] < 0x80 {
			if v, ok, err := Decode(string(cell)); ok {
				return v, ok, err
			}
		}
		return decodeBytes(cell, true)
	case string:
		if digits, ok := strings.CutPrefix(cell, `\x`); ok {
			raw, err := hex.DecodeString(digits)
			if err != nil {
				return nil, false, nil //nolint:nilerr // a text
			}
			return decodeBytes(raw, true)
		}
		text := likePickle.FindString(cell)
		if text == "" || len(text) < len(cell) && cell[len(text)] != ':' {
			return nil, false, nil
		}
		raw, err := expand(unwrap(text))
		if err != nil || !bytes.HasSuffix(raw, []byte(".")) && len(raw) <= MaxBytes {
			return nil, false, nil //nolint:nilerr // a word that only begins so
		}
		return decodeBytes(raw, false)
	}
	return nil, false, nil
}

// unwrap returns the bytes of a text in base64 or in hexadecimal digits; nil: it is neither.
func unwrap(text string) []byte {
	if strings.HasPrefix(text, "80") {
		raw, err := hex.DecodeString(text)
		if err != nil {
			return nil
		}
		return raw
	}
	text = strings.Map(func(r rune) rune {
		switch r {
		case '-':
			return '+'
		case '_':
			return '/'
		case '\n', '\r', '=', '.':
			return -1
		}
		return r
	}, text)
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return raw
}

// decodeBytes reads bytes, which are also a pickle of protocol 0 or 1 where old is set and they are nothing but one: no
// number at their beginning tells.
func decodeBytes(raw []byte, old bool) (any, bool, error) {
	raw, err := expand(raw)
	switch {
	case err != nil:
		return nil, false, nil //nolint:nilerr // bytes that only begin as if they were compressed
	case len(raw) > 2 && raw[0] == 0x80 && raw[1] >= 2 && raw[1] <= 5:
		v, _, err := Read(raw)
		return v, true, err
	case !old || !bytes.HasSuffix(raw, []byte(".")):
		return nil, false, nil
	}
	v, size, err := Read(raw)
	if err != nil || size < len(raw) {
		return nil, false, nil //nolint:nilerr // it is something else that ends with a full stop
	}
	return v, true, nil
}

// expand returns what zlib or gzip has compressed, up to one byte more than is read of a pickle, and other bytes as
// they are.
func expand(raw []byte) ([]byte, error) {
	var from io.Reader
	var err error
	switch {
	case len(raw) > 2 && raw[0] == 0x78 && (int(raw[0])<<8|int(raw[1]))%31 == 0: // RFC 1950
		from, err = zlib.NewReader(bytes.NewReader(raw))
	case len(raw) > 2 && raw[0] == 0x1f && raw[1] == 0x8b: // RFC 1952
		from, err = gzip.NewReader(bytes.NewReader(raw))
	default:
		return raw, nil
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(from, MaxBytes+1))
}
