package terminal

import (
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// shouting shows the last word that it was sent.
type shouting string

func (s shouting) Init() tea.Cmd { return nil }

func (s shouting) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if word, ok := msg.(string); ok {
		return shouting(word), nil
	}
	return s, nil
}

func (s shouting) View() tea.View { return tea.NewView(string(s)) }

// The renderer of Bubble Tea as it is in go.mod rests, and draws after a rest. Here a rest
// lasts longer than the test.
func TestTheRendererRestsAndDraws(t *testing.T) {
	drawn, w := io.Pipe()
	screen := New(os.Stdin, os.Stdout)
	p := tea.NewProgram(screen.Model(shouting("one")), tea.WithInput(nil), tea.WithOutput(w), tea.WithoutSignals(), tea.WithWindowSize(20, 3),
		tea.WithFilter(screen.Filter(func(_ tea.Model, msg tea.Msg) tea.Msg { return msg })))
	screen.pacer = newPacer(p, false)
	screen.pacer.rest = time.Hour
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
		_ = w.Close() // it always succeeds
	}()
	seen, text := make([]byte, 4096), ""
	until := func(word string) {
		for !strings.Contains(text, word) {
			n, err := drawn.Read(seen)
			if err != nil {
				t.Fatalf("%q is not drawn: %v", word, err)
			}
			text += string(seen[:n])
		}
	}
	until("one")
	for _, word := range []string{"two", "six"} {
		for !screen.pacer.isResting() {
			time.Sleep(time.Millisecond)
		}
		p.Send(word)
		until(word)
	}
	go func() { _, _ = io.Copy(io.Discard, drawn) }()
	p.Quit()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func (p *pacer) isResting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ticker != nil && p.pause >= p.rest
}

// A message that changes nothing on the screen does not have the renderer look, and one that does
// only until it was drawn.
func TestTheRendererLooksForNewFramesOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		screen := New(os.Stdin, os.Stdout)
		p := newPacer(nil, false)
		p.ticker = time.NewTicker(time.Hour)
		p.timer = time.AfterFunc(time.Hour, p.slowDown)
		screen.pacer, p.rest = p, time.Hour
		m := screen.Model(shouting("one"))
		looks := func(msg tea.Msg, drawn bool) (n int) {
			screen.Filter(func(_ tea.Model, msg tea.Msg) tea.Msg { return msg })(m, msg)
			m, _ = m.Update(msg)
			_ = m.View()
			for end := time.After(restPause - time.Millisecond); ; n++ {
				select {
				case <-p.ticker.C:
					if drawn {
						p.pay(1)
					}
				case <-end:
					return n
				}
			}
		}
		looks("two", true)
		for _, c := range []struct {
			msg         tea.Msg
			drawn       bool
			least, most int
		}{{"two", false, 0, 0}, {"six", true, 1, 3}, {tea.BatchMsg{}, false, 0, 0}, {"ten", false, 4, 9}, {tea.ClearScreen(), true, 1, 3}} {
			if n := looks(c.msg, c.drawn); n < c.least || n > c.most {
				t.Errorf("%v: %d looks", c.msg, n)
			}
		}
	})
}

// What changes by itself is drawn over a thin line when earlier frames are paid for, an answer
// to a key at once.
func TestAThinLineIsPaidFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(nil, true)
		p.ticker = time.NewTicker(time.Hour)
		p.timer = time.AfterFunc(time.Hour, p.slowDown)
		drawnAfter := func(msg tea.Msg) time.Duration {
			began := time.Now()
			p.receive(msg)
			p.show()
			at := <-p.ticker.C
			time.Sleep(2 * activePause) // what is drawn was drawn
			return at.Sub(began)
		}
		const atOnce = 20 * time.Millisecond
		p.pay(20_000)
		if after := drawnAfter("the first rows"); after > atOnce {
			t.Errorf("at the start drawn after %v", after)
		}
		time.Sleep(time.Minute)
		if after := drawnAfter("one row"); after > atOnce {
			t.Errorf("with nothing to pay drawn after %v", after)
		}
		p.pay(thinRate)
		if after := drawnAfter("another row"); after < 900*time.Millisecond || after > 1100*time.Millisecond {
			t.Errorf("with a second to pay drawn after %v", after)
		}
		p.pay(100 * thinRate)
		if after := drawnAfter("a row after a whole screen"); after < longestPause/2 || after > longestPause+atOnce {
			t.Errorf("with much to pay drawn after %v", after)
		}
		p.pay(100 * thinRate)
		if after := drawnAfter(tea.KeyPressMsg{Code: 'j'}); after > atOnce {
			t.Errorf("a key drawn after %v", after)
		}
		p.pay(100 * thinRate)
		if after := drawnAfter("what the key asked for"); after > atOnce {
			t.Errorf("its answer drawn after %v", after)
		}
	})
}

// What was typed behind the key that quits keeps Bubble Tea's reader waiting. The context of the
// program ends instead.
func TestTheKeyThatQuitsEndsTheContext(t *testing.T) {
	t.Parallel()
	screen := New(os.Stdin, os.Stdout)
	ctx := screen.Context(t.Context())
	filter := screen.Filter(func(_ tea.Model, msg tea.Msg) tea.Msg { return msg })
	if msg := filter(shouting(""), "a word"); msg != "a word" || ctx.Err() != nil {
		t.Errorf("another message became %v, the context %v", msg, ctx.Err())
	}
	if msg := filter(shouting(""), tea.QuitMsg{}); msg != nil || ctx.Err() == nil {
		t.Errorf("the message that quits became %v, the context %v", msg, ctx.Err())
	}
}
