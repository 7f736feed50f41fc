package taskplane

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf16"

	"notdone/model"
	"notdone/source/filewrite"
)

const (
	maxMessage     = 4096             // bytes of a text (MAILBOX_MAX_CONTENT_BYTES)
	messagePause   = 30 * time.Second // between two messages to one agent
	maxPreview     = 200              // UTF-16 units of a text in the audit log
	shortMessage   = 30               // UTF-16 units below which the lane-runner looks for words that end a session
	interceptPause = 60 * time.Second // in which the lane-runner waits for a message when a worker ends without progress
)

// endingWords are those with which a short message ends a session (lane-runner.ts).
var endingWords = []string{"skip", "let it fail", "close", "abort", "stop"}

// message is one message as Taskplane writes it (mailbox.ts), in its order.
type message struct {
	ID           string  `json:"id"`
	BatchID      string  `json:"batchId"`
	From         string  `json:"from"`
	To           string  `json:"to"`
	Timestamp    int64   `json:"timestamp"`
	Type         string  `json:"type"`
	Content      string  `json:"content"`
	ExpectsReply bool    `json:"expectsReply"`
	ReplyTo      *string `json:"replyTo"`
}

// sent is the line about a message in the audit log of the mailbox.
type sent struct {
	BatchID        string `json:"batchId"`
	TS             int64  `json:"ts"`
	Type           string `json:"type"`
	From           string `json:"from"`
	To             string `json:"to"`
	MessageID      string `json:"messageId"`
	MessageType    string `json:"messageType"`
	ContentPreview string `json:"contentPreview"`
	Broadcast      bool   `json:"broadcast"`
}

// decideMessage sends a text to the worker of a task.
func (r *record) decideMessage(content string) filewrite.Decision {
	if why := r.notReachable(); why != "" {
		return filewrite.Refuse("%s", why)
	}
	w, d := r.worker(), filewrite.Decision{TakesAnswer: true, Undo: "until the worker takes it out of its inbox"}
	if n := len(content); n > maxMessage {
		return filewrite.Refuse("the text has %d bytes, and Taskplane takes at most %d", n, maxMessage)
	}
	if content == "" {
		d.Missing = "the text for the worker is still to be given"
		return d
	}
	m := message{
		BatchID: r.Spec.Batch.ID, From: supervisorName, To: w.ID, Timestamp: r.At.UnixMilli(), Type: "steer", Content: content,
	}
	nonce := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", w.ID, r.At.UnixNano(), content))
	m.ID = fmt.Sprintf("%d-%s", m.Timestamp, hex.EncodeToString(nonce[:])[:5])
	mailbox := path.Join(r.base, dotPi, "mailbox", m.BatchID)
	d.AgentSees = true
	d.Edits = []filewrite.Edit{
		{
			Path: path.Join(mailbox, w.ID, "inbox", m.ID+mailSuffix), Create: encodeJSON(m, "  "),
			Moved: path.Join(mailbox, w.ID, "ack", m.ID+mailSuffix),
		},
		{Path: path.Join(mailbox, "events.jsonl"), Append: encodeJSON(sent{
			m.BatchID, m.Timestamp, "message_sent", m.From, m.To, m.ID, m.Type, preview(content), false,
		}, "")},
	}
	d.Guards = []string{fmt.Sprintf("the worker %s (pid %d) is still running", w.ID, w.PID), "no other message was sent to it in the last 30 seconds"}
	d.Effects = r.messageEffects(content)
	return d
}

// messageEffects say when the worker reads a message.
func (r *record) messageEffects(content string) []string {
	all := []string{"the worker reads it at the end of its next message; its id and time are those of the sending"}
	if since, open := r.intercept(); open {
		all[0] = fmt.Sprintf("the worker has been silent since %s, as it is when it ends without progress: until %s the lane-runner makes it its new prompt",
			clock(since), clock(since.Add(interceptPause)))
	}
	lower := strings.ToLower(strings.TrimSpace(content))
	for _, words := range endingWords {
		if strings.HasPrefix(lower, words) && len(utf16.Encode([]rune(lower))) < shortMessage {
			return append(all, fmt.Sprintf("WARNING: a text this short that begins with %q ends the session of a worker that made no progress: say more if it is to go on", words))
		}
	}
	return all
}

// intercept reports whether the lane-runner may be waiting for a message, and since
// when. Nothing on the disk says so: the worker is silent, its lane's snapshot is still
// written, and the end of its session was not answered yet.
func (r *record) intercept() (since time.Time, open bool) {
	if len(r.Log.runs) == 0 || r.Lane == nil {
		return since, false
	}
	run := &r.Log.runs[len(r.Log.runs)-1]
	silent := r.At.Sub(run.last)
	return run.last, run.saidAt != "" && run.intercepted.IsZero() && run.exit == "" && silent > 2*time.Second && silent < interceptPause &&
		r.At.Sub(r.Lane.UpdatedAt.Time) < laneStale
}

// notReachable says why no message reaches the worker of the task; empty: it does.
func (r *record) notReachable() string {
	b, w := r.Spec.Batch, r.worker()
	switch {
	case !b.Current:
		return fmt.Sprintf("its batch %s is over: nobody reads its mailbox", b.ID)
	case b.File.Phase != "executing":
		return fmt.Sprintf("its batch is %s: only a worker at work reads messages", b.File.Phase)
	case w == nil:
		return "no worker of it is known"
	case terminal[w.Status]:
		return fmt.Sprintf("its worker %s has %s", w.ID, strings.ReplaceAll(w.Status, "_", " "))
	case !plainName(w.ID) || !plainName(b.ID):
		return "the names of its batch and its worker are no names of folders"
	case w.Alive == model.LivenessDead:
		return fmt.Sprintf("its worker %s (pid %d) is gone", w.ID, w.PID)
	case w.Alive == model.LivenessUnknown && (r.Lane == nil || r.At.Sub(r.Lane.UpdatedAt.Time) >= laneStale):
		return fmt.Sprintf("its worker %s cannot be seen from here, and the snapshot of its lane is not written any more", w.ID)
	}
	last := r.Steered
	for i := range r.Mail {
		if m := &r.Mail[i]; m.From == supervisorName && string(m.To) == w.ID && m.Timestamp.After(last) {
			last = m.Timestamp.Time
		}
	}
	if next := last.Add(messagePause); next.After(r.At) {
		return fmt.Sprintf("a message was sent to it at %s, and Taskplane allows one in 30 seconds: wait until %s", clock(last), clock(next))
	}
	return ""
}

// plainName reports whether a name can be that of a folder.
func plainName(name string) bool {
	return filepath.IsLocal(name) && path.Base(name) == name && !strings.ContainsAny(name, "\x00\\") && name != "."
}

// preview is the beginning of a text as JavaScript cuts it, but for half a character.
func preview(content string) string {
	units := 0
	for i, c := range content {
		if units += utf16.RuneLen(c); units > maxPreview {
			return content[:i]
		}
	}
	return content
}

// encodeJSON writes a value as JSON.stringify does, with a newline.
func encodeJSON(v any, indent string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	_ = e.Encode(v) // strings and numbers only
	return b.Bytes()
}
