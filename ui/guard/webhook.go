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

// Webhook posts findings to a URL. The URL and the headers may hold secrets, so errors name
// only the host.
type Webhook struct {
	client  *http.Client
	url     string
	host    string // the part of the URL that messages may name
	headers map[string]string
}

// postLimit is the time limit of a request, and maxAfter the longest Retry-After that is obeyed.
const (
	postLimit = 10 * time.Second
	maxAfter  = time.Hour
)

// NewWebhook returns a Webhook for a URL and headers. The URL and the value of a header may be
// "env:NAME" for the value of an environment variable, or "file:PATH" for the first line of a
// file. A nil transport stands for http.DefaultTransport.
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

// secret resolves "env:NAME" and "file:PATH"; it returns any other text unchanged.
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

// answer is the result of a delivery.
type answer struct {
	did   string        // what was done, for the operator
	err   error         // nil: it was delivered
	final bool          // another try would fail as well
	heard bool          // the receiver answered with an error; false: it could not be reached
	after time.Duration // the shortest pause before the next try; 0: the usual one
}

// post posts a finding. Its key is the Idempotency-Key of the request.
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

// retryAfter parses the header Retry-After: seconds or a date. The result is between 0, also for
// any other text, and maxAfter.
func retryAfter(said string, now time.Time) time.Duration {
	after := time.Duration(0)
	if seconds, err := strconv.Atoi(said); err == nil {
		after = time.Duration(min(seconds, int(maxAfter/time.Second))) * time.Second
	} else if at, err := http.ParseTime(said); err == nil {
		after = at.Sub(now)
	}
	return min(max(after, 0), maxAfter)
}
