package cycle

import (
	_ "embed"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
)

var (
	//go:embed testdata/joined.txt
	joinedFile string
	//go:embed testdata/apart.txt
	apartFile string
	//go:embed testdata/varied.txt
	variedFile string
	//go:embed testdata/names.txt
	namesFile string
	//go:embed testdata/kinds.txt
	kindsFile string
)

// groups returns the groups of lines of a file that blank lines part.
func groups(content string) (all [][]string) {
	for group := range strings.SplitSeq(content, "\n\n") {
		var lines []string
		for line := range strings.Lines(group) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' || strings.HasPrefix(line, "#1") {
				lines = append(lines, line)
			}
		}
		if lines != nil {
			all = append(all, lines)
		}
	}
	return all
}

// described is an obstacle without the help of package text.
func described(sentence string) model.Obstacle {
	return Describe(sentence, func(string) model.ObstacleKind { return model.KindUnknown }).Obstacle
}

func causeOf(sentence string) string { return described(sentence).Key }

func TestParaphrasesAreOneCause(t *testing.T) {
	pairs := 0
	for _, group := range groups(joinedFile) {
		for _, s := range group[1:] {
			pairs++
			if a, b := causeOf(group[0]), causeOf(s); a != b {
				t.Errorf("%q is %q, and %q is %q", group[0], a, s, b)
			}
		}
	}
	if pairs < 120 {
		t.Errorf("only %d pairs", pairs)
	}
}

func TestObjectsAreCausesOfTheirOwn(t *testing.T) {
	pairs := 0
	for _, group := range groups(apartFile) {
		seen := map[string]string{}
		for _, s := range group {
			pairs += len(seen)
			key := causeOf(s)
			if other, ok := seen[key]; ok {
				t.Errorf("%q and %q are %q", other, s, key)
			}
			seen[key] = s
		}
	}
	if pairs < 120 {
		t.Errorf("only %d pairs", pairs)
	}
}

func TestKinds(t *testing.T) {
	examples := map[model.ObstacleKind]int{}
	for _, group := range groups(kindsFile) {
		for _, line := range group {
			name, sentence, _ := strings.Cut(line, ":")
			want, err := model.ParseObstacleKind(name)
			if err != nil {
				t.Fatal(err)
			}
			examples[want]++
			if got := described(strings.TrimSpace(sentence)).Kind; got != want {
				t.Errorf("%q is %v, want %v", sentence, got, want)
			}
		}
	}
	for k := model.KindUnknown; k <= model.KindPolicy; k++ {
		if examples[k] < 10 {
			t.Errorf("only %d examples of %v", examples[k], k)
		}
	}
}

func TestFewObstaclesAreOfAnUnknownKind(t *testing.T) {
	var all, unknown []string
	for _, group := range groups(variedFile) {
		for _, sentence := range group {
			if all = append(all, sentence); described(sentence).Kind == model.KindUnknown {
				unknown = append(unknown, sentence)
			}
		}
	}
	if len(all) < 100 || len(unknown) > len(all)/20 {
		t.Errorf("%d of %d are unknown: %q", len(unknown), len(all), unknown)
	}
}

func TestNamesReadAsAPersonWrites(t *testing.T) {
	names := map[string]string{
		"I have no permission for the \x1b[31mred\x1b[0m folder": "no permission for the red folder",
		strings.Repeat("漢字", 60):                                 strings.Repeat("漢字", 39) + "漢…",
		"":                                                       "",
	}
	for line := range strings.Lines(namesFile) {
		if sentence, name, ok := strings.Cut(strings.TrimSpace(line), " => "); ok {
			names[sentence] = name
		}
	}
	for sentence, want := range names {
		if got := ObstacleName(sentence); got != want {
			t.Errorf("%q is called %q, want %q", sentence, got, want)
		}
	}
}

// objects are things that tasks stand still for, none of which is another.
var objects = []string{
	"landlord", "tenant", "vault/staging", "vault/production", "ledger", "brochure", "api.example.com", "db-2.example.com",
	"OPS-41", "OPS-42", "#12", "#13", "/srv/data/in.csv", "/srv/data/out.csv", "anna@example.com", "bert@example.com", "invoice 5512",
	"invoice 5513", "Mapbox", "Stripe", "warehouse", "user manual", "passport", "STRIPE_API_KEY", "AWS_REGION", "account 4471", "account 4472",
	"the Q3 figures", "the Q4 figures", "chapter 3", "chapter 4", "v1.2 of the client", "v1.3 of the client", "the October rent", "the November rent",
	"Mietvertrag", "Kündigung", "契約書", "領収書", "合同", "发票", "договор", "счёт",
}

// frameSentences state obstacles about what stands in the place of %s.
var frameSentences = []string{
	"no access to %s", "needs the signature for %s", "%s returns 404", "waiting for %s", "cannot reach %s", "the token for %s expired",
	"a decision on %s is needed", "please provide %s", "rate limit of %s exceeded", "the policy forbids %s", "the tool for %s is missing",
	"%s is unclear", "disk full at %s", "budget for %s exhausted", "should I delete %s?", "the landlord has not answered about %s",
	"I cannot go on: %s is missing",
}

// wrappings stand around a sentence and say nothing about its obstacle; # is a number.
var wrappings = []string{
	"%s", "blocked: %s", "BLOCKED - %s", "Reason: %s", "[ERROR] %s", "2026-03-0#T1#:20:31Z %s", "t_1f2e3d#c: %s", "%s (attempt #)", "%s (# times)",
	"%s, please advise", "%s. Please help.", "%s - thanks!", "%s [run #]", "(retry # of 9) %s", "**%s**", "“%s”", "- %s", "%s (request id 8f3a9c2#d)",
	"%s (since 10:4#)", "%s; sorry", "Status: blocked - %s", "task t_1f2e3d#c blocked: %s", "Hi team, %s", "%s!", "   %s\n", "> %s", "%s (took #20 s)", "🚫 %s",
}

func TestWhatStandsAroundMakesNoDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sentence := strings.ReplaceAll(rapid.SampledFrom(frameSentences).Draw(t, "sentence"), "%s", rapid.SampledFrom(objects).Draw(t, "object"))
		said := sentence
		for range rapid.IntRange(1, 3).Draw(t, "times") {
			wrapping := rapid.SampledFrom(wrappings).Draw(t, "wrapping")
			wrapping = strings.ReplaceAll(wrapping, "#", string(rune('1'+rapid.IntRange(0, 8).Draw(t, "number"))))
			said = strings.Replace(wrapping, "%s", said, 1)
		}
		if a, b := causeOf(sentence), causeOf(Decisive(said)); a != b {
			t.Fatalf("%q is %q, and %q is %q", sentence, a, said, b)
		}
		if a, b := causeOf(sentence), causeOf(strings.ToTitle(sentence)); a != b && !strings.Contains(sentence, "v1.") {
			t.Fatalf("%q is %q, in capitals %q", sentence, a, b)
		}
	})
}

func TestAnotherObjectIsAnotherCause(t *testing.T) {
	for _, frame := range frameSentences {
		seen := map[string]string{}
		for _, object := range objects {
			key := causeOf(strings.ReplaceAll(frame, "%s", object))
			if other, ok := seen[key]; ok {
				t.Errorf("%q is %q for %q and %q", frame, key, other, object)
			}
			seen[key] = object
		}
	}
}
