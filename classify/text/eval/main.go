// Command eval is being written.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

type counts struct{ tp, fp, fn, tn int }

func (c *counts) add(want, got bool) {
	switch {
	case want && got:
		c.tp++
	case want:
		c.fn++
	case got:
		c.fp++
	default:
		c.tn++
	}
}

func (c counts) String() string {
	p, r := float64(c.tp)/float64(max(1, c.tp+c.fp)), float64(c.tp)/float64(max(1, c.tp+c.fn))
	return fmt.Sprintf("F1 %.3f P %.3f R %.3f FPR %.3f (%d/%d)", 2*p*r/max(1e-9, p+r), p, r, float64(c.fp)/float64(max(1, c.fp+c.tn)), c.tp+c.fn, c.fp+c.tn)
}

func main() {
	own, err := learn.Load("classify/text/train/own.jsonl", "own")
	if err != nil {
		panic(err)
	}
	dev, err := learn.Load(os.Args[1], "dev")
	if err != nil {
		panic(err)
	}
	so, sd := learn.Prepare(own), learn.Prepare(dev)
	modes := []struct {
		name string
		f    func(s *learn.Sample, sum float64, f text.Fusion) bool
	}{
		{"rules", func(s *learn.Sample, sum float64, f text.Fusion) bool { return s.Features.Rules > 0 }},
		{"terms", func(s *learn.Sample, sum float64, f text.Fusion) bool { return sum > 0 }},
		{"both ", func(s *learn.Sample, sum float64, f text.Fusion) bool {
			return f.Exponent(s.Features.Rules, s.Features.Done, sum) > 0
		}},
	}
	res := map[string]map[string]*counts{}
	note := func(mode, src string, want, got bool) {
		groups := []string{src, "all"}
		if src != "own" && !strings.HasPrefix(src, "xstest") && !strings.HasPrefix(src, "coconot") {
			groups = append(groups, "agent")
		}
		for _, g := range groups {
			if res[g] == nil {
				res[g] = map[string]*counts{}
			}
			if res[g][mode] == nil {
				res[g][mode] = &counts{}
			}
			res[g][mode].add(want, got)
		}
	}
	all := append(append([]learn.Sample{}, sd...), so...)
	srcs := map[string]bool{}
	for i := range all {
		srcs[all[i].Source] = true
	}
	for src := range srcs {
		var train []learn.Sample
		for i := range all {
			if all[i].Source != src && (all[i].Source == "own" || all[i].Shippable) {
				train = append(train, all[i])
			}
		}
		fitted := learn.Terms(train)
		fu := learn.Fuse(train, learn.LeftOut(train, "own"))
		fmt.Fprintln(os.Stderr, src, len(fitted), fu)
		for i := range all {
			if s := &all[i]; s.Source == src {
				for _, m := range modes {
					note(m.name, src, s.NotDone(), m.f(s, s.Sum(fitted), fu))
				}
			}
		}
	}
	var names []string
	for n := range res {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		for _, m := range modes {
			fmt.Printf("%-26s %s %v\n", n, m.name, *res[n][m.name])
		}
	}
}
