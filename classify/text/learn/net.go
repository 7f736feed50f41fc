package learn

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"notdone/classify/text"
)

// How vectors are fitted.
const (
	netPasses  = 12
	netBatch   = 64
	netRate    = 0.02
	netDecay   = 0.1  // of the projection and of the head
	ownDecay   = 0.05 // of what a word has beside its projection
	netDropout = 0.3
	minOwn     = 4 // a word of fewer examples has its projection alone
	maxSteps   = math.MaxInt8
)

// netWidth is the number of numbers a word and a pool have.
const netWidth = text.VectorSize

// netSample is a sample whose words are numbered.
type netSample struct {
	sentences [][]int32 // the last line behind them
	first     bool      // the first sentence is the message's first
	closing   int       // how many of the last sentences close the message
	notDone   bool
}

// net is the network that vectors are fitted with: the vector of a word is the projection
// of its vector in the language, plus what was learned of the word itself.
type net struct {
	language *Language
	number   map[uint32]int32 // of each word by its key
	keys     []uint32
	vectors  [][]float32 // in the language; nil is none
	common   []bool      // the word has something of its own

	projection, bias, head, shift, own parameters
	words                              []float32 // the vectors as they are now
}

// parameters are numbers that are fitted by Adam's method.
type parameters struct{ now, mean, square, slope []float32 }

func newParameters(n int) parameters {
	return parameters{make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

// step moves the parameters against their slope, which it clears.
func (p *parameters) step(rate float64, steps int, decay float64) {
	const keepMean, keepSquare = 0.9, 0.999
	scale := float32(rate * math.Sqrt(1-math.Pow(keepSquare, float64(steps))) / (1 - math.Pow(keepMean, float64(steps))))
	for i, g := range p.slope {
		p.mean[i] = keepMean*p.mean[i] + (1-keepMean)*g
		p.square[i] = keepSquare*p.square[i] + (1-keepSquare)*g*g
		p.now[i] -= scale*p.mean[i]/(float32(math.Sqrt(float64(p.square[i])))+1e-7) + float32(rate*decay)*p.now[i]
		p.slope[i] = 0
	}
}

// FitVectors fits the vectors of words to samples, beginning with those of the language.
// It draws by fixed seeds: the same samples give the same vectors.
func FitVectors(samples []Sample, language *Language) *text.Vectors {
	n := &net{language: language, number: map[uint32]int32{}}
	rows := n.numberWords(samples)
	n.fit(rows)
	return n.quantise()
}

// wordOf returns the number of a token's word, a new one where it has none.
func (n *net) wordOf(t text.Token) int32 {
	key := t.Stem
	vector := n.language.words[t.Key]
	if vector != nil {
		key = t.Key
	}
	number, ok := n.number[key]
	if !ok {
		number = int32(len(n.keys))
		n.number[key] = number
		n.keys, n.vectors = append(n.keys, key), append(n.vectors, vector)
	}
	return number
}

func (n *net) numberWords(samples []Sample) []netSample {
	rows := make([]netSample, 0, len(samples))
	examples := map[int32]int{}
	for i := range samples {
		f := &samples[i].learned().Features
		if f.Stated {
			continue
		}
		row := netSample{notDone: samples[i].NotDone()}
		seen := map[int32]bool{}
		add := func(tokens []text.Token) {
			sentence := make([]int32, len(tokens))
			for k, t := range tokens {
				sentence[k] = n.wordOf(t)
				if !seen[sentence[k]] {
					seen[sentence[k]] = true
					examples[sentence[k]]++
				}
			}
			row.sentences = append(row.sentences, sentence)
		}
		for k := range f.Sentences {
			add(f.Sentences[k].Tokens)
			row.first = row.first || f.Sentences[k].First
			if f.Sentences[k].Closing {
				row.closing++
			}
		}
		add(f.LastLine)
		rows = append(rows, row)
	}
	n.common = make([]bool, len(n.keys))
	for number, count := range examples {
		n.common[number] = count >= minOwn
	}
	return rows
}

// fit fits all parameters to the rows, in batches drawn by a fixed seed.
func (n *net) fit(rows []netSample) {
	draw := rand.New(rand.NewPCG(1, 77)) //nolint:gosec // no secret: the same draws every time
	n.projection, n.bias = newParameters(n.language.size*netWidth), newParameters(netWidth)
	n.head, n.shift, n.own = newParameters(text.NumPools*netWidth), newParameters(1), newParameters(len(n.keys)*netWidth)
	n.words = make([]float32, len(n.keys)*netWidth)
	for i := range n.projection.now {
		n.projection.now[i] = float32(draw.NormFloat64() / 4)
	}
	for i := range n.head.now {
		n.head.now[i] = float32(draw.NormFloat64() / 10)
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	perPass := (len(rows) + netBatch - 1) / netBatch
	p := pass{net: n, slope: make([]float32, len(n.words)), touched: make([]bool, len(n.keys))}
	for step := range netPasses * perPass {
		if step%perPass == 0 {
			draw.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		at := step % perPass * netBatch
		batch := order[at:min(at+netBatch, len(order))]
		p.touch(rows, batch)
		for _, i := range batch {
			for k := range p.keep {
				p.keep[k] = 0
				if draw.Float64() >= netDropout {
					p.keep[k] = 1 / (1 - netDropout)
				}
			}
			p.learn(&rows[i])
		}
		p.follow(netRate*(1-0.9*float64(step)/float64(netPasses*perPass)), step+1)
	}
	for number := range n.keys {
		n.project(int32(number))
	}
}

// project works the vector of a word out.
func (n *net) project(word int32) {
	out := n.words[word*netWidth : (word+1)*netWidth]
	copy(out, n.own.now[word*netWidth:])
	for i, x := range n.vectors[word] {
		for k, weight := range n.projection.now[i*netWidth : (i+1)*netWidth] {
			out[k] += x * weight
		}
	}
}

// pass is the state of one batch.
type pass struct {
	*net
	slope   []float32 // of the vectors of words
	touched []bool    // the words of the batch
	list    []int32
	keep    [netWidth]float32 // what dropout leaves of each number

	bent   [][netWidth]float32 // of each sentence of a sample, and of its last line
	pooled [text.NumPools][netWidth]float32
	from   [text.NumPools][netWidth]int // the sentence that a pool has its number from; -1 is none or all
}

// touch notes the words of a batch and works their vectors out.
func (p *pass) touch(rows []netSample, batch []int) {
	p.list = p.list[:0]
	for _, i := range batch {
		for _, sentence := range rows[i].sentences {
			for _, word := range sentence {
				if !p.touched[word] {
					p.touched[word] = true
					p.list = append(p.list, word)
					p.project(word)
				}
			}
		}
	}
}

// judge returns the exponent that the network gives a sample.
func (p *pass) judge(row *netSample) float32 {
	p.bent = p.bent[:0]
	for _, sentence := range row.sentences {
		var h [netWidth]float32
		for _, word := range sentence {
			for k, x := range p.words[word*netWidth : (word+1)*netWidth] {
				h[k] += x
			}
		}
		share := text.SentenceShare(len(sentence))
		for k := range h {
			h[k] = text.Softsign(h[k]*share + p.bias.now[k])
		}
		p.bent = append(p.bent, h)
	}
	p.pool(row)
	z := p.shift.now[0]
	for pool := range p.pooled {
		for k, x := range p.pooled[pool] {
			z += p.head.now[pool*netWidth+k] * x * p.keep[k]
		}
	}
	return z
}

// pool pools the sentences of a sample.
func (p *pass) pool(row *netSample) {
	sentences := p.bent[:len(row.sentences)-1]
	p.pooled = [text.NumPools][netWidth]float32{}
	raise := func(pool, k, from int, x float32) {
		if p.from[pool][k] < 0 || x > p.pooled[pool][k] {
			p.pooled[pool][k], p.from[pool][k] = x, from
		}
	}
	for pool := range p.from {
		for k := range p.from[pool] {
			p.from[pool][k] = -1
		}
	}
	for i := range sentences {
		for k, x := range sentences[i] {
			raise(text.PoolGreatest, k, i, x)
			if i >= len(sentences)-row.closing {
				raise(text.PoolClosing, k, i, x)
			}
			if i == 0 && row.first {
				raise(text.PoolFirst, k, i, x)
			}
			p.pooled[text.PoolMean][k] += x / float32(len(sentences))
		}
	}
	for k, x := range p.bent[len(sentences)] {
		raise(text.PoolEnd, k, len(sentences), x)
	}
}

// learn adds the slopes of one sample.
func (p *pass) learn(row *netSample) {
	z := p.judge(row)
	slope := float32(1/(1+math.Exp(-float64(z)))) / netBatch
	if row.notDone {
		slope -= 1.0 / netBatch
	}
	p.shift.slope[0] += slope
	back := make([][netWidth]float32, len(p.bent))
	for pool := range p.pooled {
		for k, x := range p.pooled[pool] {
			at := pool*netWidth + k
			p.head.slope[at] += slope * x * p.keep[k]
			g := slope * p.head.now[at] * p.keep[k]
			switch {
			case pool == text.PoolMean:
				for i := range back[:len(back)-1] {
					back[i][k] += g / float32(len(back)-1)
				}
			case p.from[pool][k] >= 0:
				back[p.from[pool][k]][k] += g
			}
		}
	}
	for i, sentence := range row.sentences {
		share := text.SentenceShare(len(sentence))
		for k := range back[i] {
			h := p.bent[i][k]
			flat := 1 - max(h, -h)
			back[i][k] *= flat * flat // the slope of a softsign
			p.bias.slope[k] += back[i][k]
			back[i][k] *= share
		}
		for _, word := range sentence {
			for k, g := range back[i] {
				p.slope[int(word)*netWidth+k] += g
			}
		}
	}
}

// follow moves all parameters against their slopes.
func (p *pass) follow(rate float64, steps int) {
	for _, word := range p.list {
		p.touched[word] = false
		slope := p.slope[word*netWidth : (word+1)*netWidth]
		for i, x := range p.vectors[word] {
			for k, g := range slope {
				p.projection.slope[i*netWidth+k] += x * g
			}
		}
		for k, g := range slope {
			if at := int(word)*netWidth + k; p.common[word] {
				p.own.square[at] += g * g
				p.own.now[at] -= float32(2*rate)*g/(float32(math.Sqrt(float64(p.own.square[at])))+1e-4) + float32(rate*ownDecay)*p.own.now[at]
			}
		}
		clear(slope)
	}
	p.projection.step(rate, steps, netDecay)
	p.bias.step(rate, steps, 0)
	p.head.step(rate, steps, netDecay)
	p.shift.step(rate, steps, 0)
}

// quantise returns the vectors of all words of the language and of the samples.
func (n *net) quantise() *text.Vectors {
	for _, key := range slices.Sorted(maps.Keys(n.language.words)) {
		if _, ok := n.number[key]; !ok {
			n.number[key] = int32(len(n.keys))
			n.keys, n.vectors, n.common = append(n.keys, key), append(n.vectors, n.language.words[key]), append(n.common, false)
		}
	}
	n.own.now = append(n.own.now, make([]float32, len(n.keys)*netWidth-len(n.own.now))...)
	n.words = make([]float32, len(n.keys)*netWidth)
	head := text.VectorHead{Shift: n.shift.now[0], Bias: [netWidth]float32(n.bias.now)}
	var kept []uint32
	for _, key := range slices.Sorted(maps.Keys(n.number)) {
		word := n.number[key]
		if key == 0 || n.vectors[word] == nil && !n.common[word] {
			continue
		}
		kept = append(kept, key)
		n.project(word)
		for k := range head.Unit {
			x := n.words[int(word)*netWidth+k]
			head.Unit[k] = max(head.Unit[k], max(x, -x)/maxSteps)
		}
	}
	for pool := range head.Weights {
		head.Weights[pool] = [netWidth]float32(n.head.now[pool*netWidth : (pool+1)*netWidth])
	}
	of := make([]text.WordVector, len(kept))
	for i, key := range kept {
		for k := range of[i] {
			of[i][k] = int8(math.Round(float64(n.words[int(n.number[key])*netWidth+k] / head.Unit[k])))
		}
	}
	return text.NewVectors(head, kept, of)
}
