package terminal

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
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

func (s shouting) View() tea.View {
	v := tea.NewView(string(s))
	v.AltScreen = true
	return v
}

// The renderer of Bubble Tea as it is in go.mod rests, and what changes is drawn after a rest. Here
// a rest lasts longer than the test.
func TestTheRendererRestsAndFramesAreDrawn(t *testing.T) {
	drawn, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := New(os.Stdin, w)
	p := tea.NewProgram(screen.Model(shouting("one")), tea.WithInput(nil), tea.WithOutput(screen.Output()), tea.WithoutSignals(), tea.WithWindowSize(20, 3),
		tea.WithColorProfile(colorprofile.TrueColor), tea.WithFilter(screen.Filter(func(_ tea.Model, msg tea.Msg) tea.Msg { return msg })))
	screen.pacer = newPacer(p, false)
	screen.pacer.rest = time.Hour
	ctx, stop := context.WithCancel(t.Context())
	var painting sync.WaitGroup
	painting.Go(func() { screen.pacer.run(ctx, screen.paint) })
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
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
	var rest sync.WaitGroup
	rest.Go(func() { _, _ = io.Copy(io.Discard, drawn) })
	p.Quit()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	stop()
	painting.Wait()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	rest.Wait()
	if strings.Count(text, "one") != 1 || strings.Contains(text, "t\x1b") {
		t.Errorf("written: %q", text)
	}
}

func (p *pacer) isResting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ticker != nil && p.pause >= p.rest
}

// The renderer looks only when it may have something to write, until it has written it: neither for
// frames nor for keys.
func TestTheRendererRarelyLooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		screen := New(os.Stdin, os.Stdout)
		p := newPacer(nil, false)
		p.ticker = time.NewTicker(time.Hour)
		p.timer = time.AfterFunc(time.Hour, p.slowDown)
		screen.pacer, p.rest = p, time.Hour
		m := screen.Model(shouting("one"))
		looks := func(msg tea.Msg, writes bool) (n int) {
			screen.Filter(func(_ tea.Model, msg tea.Msg) tea.Msg { return msg })(m, msg)
			m, _ = m.Update(msg)
			_ = m.View()
			for end := time.After(restPause - time.Millisecond); ; n++ {
				select {
				case <-p.ticker.C:
					if writes {
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
			writes      bool
			least, most int
		}{
			{"two", false, 0, 0},
			{"six", true, 0, 0},
			{tea.BatchMsg{}, false, 0, 0},
			{tea.KeyPressMsg{Code: 'j'}, false, 0, 0},
			{tea.ClearScreen(), true, 1, 3},
			{tea.ClearScreen(), false, 4, 9},
		} {
			if n := looks(c.msg, c.writes); n < c.least || n > c.most {
				t.Errorf("%v: %d looks", c.msg, n)
			}
		}
	})
}

// What changes by itself is drawn over a thin line when earlier frames are paid for, an answer
// to a key at once; frames that follow each other at once are one.
func TestAThinLineIsPaidFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(nil, true)
		painted := make(chan time.Time)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go p.run(ctx, func() { painted <- time.Now() })
		drawnAfter := func(msg tea.Msg) time.Duration {
			began := time.Now()
			p.receive(msg)
			p.tell()
			return (<-painted).Sub(began)
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
		p.tell()
		synctest.Wait()
		if after := drawnAfter(tea.KeyPressMsg{Code: 'j'}); after > atOnce {
			t.Errorf("a key while a frame waits drawn after %v", after)
		}
		p.pay(100 * thinRate)
		if after := drawnAfter("what the key asked for"); after > atOnce {
			t.Errorf("its answer drawn after %v", after)
		}
		p.receive(tea.KeyPressMsg{Code: 'k'})
		began := time.Now()
		p.tell()
		if after := (<-painted).Sub(began); after != 0 {
			t.Errorf("what a key changes waits for %v", after)
		}
		time.Sleep(echoPause)
		p.tell()
		synctest.Wait()
		p.tell()
		<-painted
		select {
		case <-painted:
			t.Error("two frames that follow each other at once are drawn twice")
		case <-time.After(time.Minute):
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
