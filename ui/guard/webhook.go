package guard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Webhook posts findings to an address. The address and the headers may hold secrets: no error
// names them.
type Webhook struct {
	client  *http.Client
	url     string
	host    string // all of the address that is said
	headers map[string]string
}

// postLimit is how long a server may take to answer, and maxAfter how long one may have a
// guard wait.
const (
	postLimit = 10 * time.Second
	maxAfter  = time.Hour
)

// NewWebhook returns what posts to an address, with headers. Each of these values may be
// "env:NAME", for that of an environment variable, or "file:PATH", for the first line of a file.
// The transport is nil for the usual one.
func NewWebhook(address string, headers map[string]string, transport http.RoundTripper) (*Webhook, error) {
	address, err := secret(address)
	if err != nil {
		return nil, fmt.Errorf("guard.webhook: %w", err)
	}
	to, err := url.Parse(address)
	if err != nil || to.Host == "" || to.Scheme != "https" && to.Scheme != "http" {
		return nil, errors.New("guard.webhook is no address that begins with https:// or http://")
	}
	w := &Webhook{url: address, host: to.Hostname(), headers: map[string]string{}, client: &http.Client{
		Transport: transport, Timeout: postLimit,
		// A redirected POST becomes a GET, or goes where nobody wanted the finding to go.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for name, value := range headers {
		if value, err = secret(value); err != nil {
			return nil, fmt.Errorf("guard.headers.%s: %w", name, err)
		}
		w.headers[name] = value
	}
	return w, nil
}

// secret returns the value that a setting names.
func secret(said string) (string, error) {
	if name, ok := strings.CutPrefix(said, "env:"); ok {
		value := os.Getenv(name)
		if value == "" {
			return "", fmt.Errorf("the environment variable %s is not set", name)
		}
		return value, nil
	}
	if path, ok := strings.CutPrefix(said, "file:"); ok {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		value, _, _ := strings.Cut(string(text), "\n")
		return strings.TrimSpace(value), nil
	}
	return said, nil
}

// answer is what became of a finding that was told.
type answer struct {
	did   string        // what was done, for the operator
	err   error         // nil: it was told
	final bool          // it would be refused again
	heard bool          // someone refused it, and not only was nobody there
	after time.Duration // not to be tried again before; 0: as usual
}

// post posts a finding.
func (w *Webhook) post(ctx context.Context, key string, body []byte) answer {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return answer{err: errors.New("the request cannot be made"), final: true}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "notdone-guard")
	for name, value := range w.headers {
		if strings.EqualFold(name, "Host") {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := w.client.Do(req)
	if err != nil {
		if of, ok := errors.AsType[*url.Error](err); ok {
			err = of.Err // without the address
		}
		return answer{err: fmt.Errorf("%s: %w", w.host, err)}
	}
	// A connection is used again once its answer was read.
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	_ = resp.Body.Close()
	code := resp.StatusCode
	if code >= 200 && code < 300 {
		return answer{}
	}
	a := answer{err: fmt.Errorf("%s answers %d %s", w.host, code, http.StatusText(code)), heard: true}
	switch {
	case code == http.StatusRequestTimeout, code == http.StatusTooEarly, code == http.StatusTooManyRequests, code >= 500:
		a.after = retryAfter(resp.Header.Get("Retry-After"), time.Now())
	default:
		a.final = true
	}
	return a
}

// retryAfter reads how long a server asks to wait.
func retryAfter(said string, now time.Time) time.Duration {
	after := time.Duration(0)
	if seconds, err := strconv.Atoi(said); err == nil {
		after = time.Duration(min(seconds, int(maxAfter/time.Second))) * time.Second
	} else if at, err := http.ParseTime(said); err == nil {
		after = at.Sub(now)
	}
	return min(max(after, 0), maxAfter)
}
