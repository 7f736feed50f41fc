package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"notdone/classify"
)

// request is one line of classify --jsonl.
type request struct {
	ID      json.RawMessage   `json:"id"`
	Text    *string           `json:"text"`
	Signals *classify.Signals `json:"signals"`
}

// requestDecoder decodes requests, one after the other.
type requestDecoder struct {
	line   bytes.Buffer
	tokens jsontext.Decoder
	text   []byte // the last one
}

// decode returns the request that a line is, as encoding/json decodes it; so are its errors.
// The request holds no part of the line.
func (d *requestDecoder) decode(line []byte) (ask request, err error) {
	if ask, err = d.scan(line); err == nil {
		return ask, nil
	}
	ask = request{}
	return ask, json.Unmarshal(line, &ask)
}

// errUnusual is the error of scan for what only encoding/json decodes.
var errUnusual = errors.New("not a usual request")

// scan decodes a line in one pass, which takes half of the time of two. It fails for all
// that encoding/json takes in a way of its own: names in another case or given twice,
// bytes that are not UTF-8, values of other types.
func (d *requestDecoder) scan(line []byte) (ask request, err error) {
	d.line = *bytes.NewBuffer(line)
	d.tokens.Reset(&d.line)
	if t, err := d.tokens.ReadToken(); err != nil || t.Kind() != '{' {
		return ask, errUnusual
	}
	for d.tokens.PeekKind() == '"' {
		if err := d.scanField(&ask); err != nil {
			return ask, err
		}
	}
	if _, err := d.tokens.ReadToken(); err != nil {
		return ask, err
	}
	if _, err := d.tokens.ReadToken(); !errors.Is(err, io.EOF) {
		return ask, errUnusual
	}
	return ask, nil
}

// scanField decodes one field.
func (d *requestDecoder) scanField(ask *request) error {
	name, err := d.tokens.ReadValue()
	if err != nil {
		return err
	}
	switch string(name) {
	case `"text"`:
		if d.tokens.PeekKind() != '"' {
			return errUnusual
		}
		said, err := d.tokens.ReadValue()
		if err != nil {
			return err
		}
		if d.text, err = jsontext.AppendUnquote(d.text[:0], said); err == nil {
			whole := string(d.text)
			ask.Text = &whole
		}
		return err
	case `"id"`:
		id, err := d.tokens.ReadValue()
		ask.ID = json.RawMessage(slices.Clone(id))
		return err
	case `"signals"`:
		if d.tokens.PeekKind() != '{' {
			return errUnusual
		}
		raw, err := d.tokens.ReadValue()
		if err != nil {
			return err
		}
		ask.Signals = new(classify.Signals)
		return ask.Signals.UnmarshalJSON(raw)
	}
	if mayBeKnown(name) {
		return errUnusual
	}
	return d.tokens.SkipValue()
}

// mayBeKnown reports whether the name of a field may be one of the known ones in another spelling.
func mayBeKnown(name []byte) bool {
	return bytes.IndexByte(name, '\\') >= 0 || slices.ContainsFunc([]string{`"id"`, `"text"`, `"signals"`}, func(known string) bool {
		return bytes.EqualFold(name, []byte(known))
	})
}
