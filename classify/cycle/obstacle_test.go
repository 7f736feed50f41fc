package cycle

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"notdone/classify/escapes"
	"notdone/model"
)

func TestObstaclesThatAreOne(t *testing.T) {
	for _, tt := range []struct {
		kind  model.ObstacleKind
		texts []string
	}{
		{model.KindAccess, []string{
			"I don't have access to vault/staging", "no access to vault/staging", "Please grant read access to vault/staging.",
			"I need access to the secrets vault (vault/staging) before I can continue.", "ACCESS TO `vault/staging` IS MISSING",
			"“vault/staging” is not accessible", "access to the staging vault", "I can't proceed: grant me access to 'vault/staging', please",
			"I couldn't deploy because I have no access to vault/staging",
		}},
		{model.KindPermission, []string{
			"No permission to push to acme/site.", "I do not have push permission for acme/site", "pushing to acme/site is not permitted",
			"cannot push to `acme/site`",
		}},
		{model.KindPermission, []string{"Permission denied: /srv/data/in.csv:12:4", "permission denied (/srv/data/in.csv:98:1)", "I may not open `/srv/data/in.csv`"}},
		{model.KindNetwork, []string{
			"cannot reach db replica (try 1)", "cannot reach db replica (try 5)", "The database replica is unreachable.",
			"connection to replica database timed out after 30s",
		}},
		{model.KindNetwork, []string{
			"dial tcp 10.0.0.9:5432: connection refused (request id 8f3a9c21d)", "dial tcp 10.0.0.9:5432: connection refused (request id 77aa10bcd)",
			"2026-11-20T07:30:00Z dial tcp 10.0.0.9:5432 timeout",
		}},
		{model.KindDecision, []string{"Should I use Redis or SQLite?", "Which one: SQLite or Redis?", "redis vs sqlite", "`Redis` or `SQLite`?", "Please decide between Redis and SQLite"}},
		{model.KindTool, []string{"docker: command not found", "`docker` is not installed"}},
		{model.KindAccess, []string{"No access to prod DB", "I don't have access to the production database."}},
		{model.KindRateLimit, []string{"429 Too Many Requests from api.example.com (request id req_8f3a9c21)", "Rate limit hit for api.example.com (req_77aa10bc)"}},
		{model.KindTool, []string{"worker pid 4242 exited with code 1", "worker pid 99 exited with code 1"}},
		{model.KindCredentials, []string{"The AWS credentials are missing", "no AWS credentials", "Login failed: no credentials for AWS"}},
		{model.KindEnvironment, []string{"/tmp/run-8f3a2b77/out is full", "/tmp/run-11c09de2/out is full"}},
		{model.KindRateLimit, []string{"OpenAI rate limit exceeded, retry in 20s", "OpenAI: too many requests, retry in 3m", "rate limited by openai after 41 calls"}},
		{model.KindBudget, []string{"Iteration budget exhausted (90/90)", "iteration budget exhausted (60/60)"}},
		{model.KindMissingInput, []string{"Waiting for 3 files", "waiting for 1 file", "Need the file."}},
		{model.KindDependency, []string{"waiting for #12", "Blocked until #12 is merged"}},
	} {
		want := ObstacleKey(tt.kind, tt.texts[0])
		for _, text := range tt.texts[1:] {
			if got := ObstacleKey(tt.kind, text); got != want {
				t.Errorf("ObstacleKey(%q) = %q, want that of %q: %q", text, got, tt.texts[0], want)
			}
		}
	}
}

func TestObstaclesThatDiffer(t *testing.T) {
	for _, tt := range []struct {
		kind  model.ObstacleKind
		texts []string
	}{
		{model.KindAccess, []string{"no access to vault/staging", "no access to vault/production", "no access to vault", "no write access to vault/staging", "no access"}},
		{model.KindPermission, []string{"no permission to push to acme/site", "no permission to read acme/site", "no permission to push to acme/api", "no permission to delete acme/site"}},
		{model.KindDecision, []string{"Redis or SQLite?", "Redis or Postgres?", "Should I delete the old branch?", "Which colour should the button have?"}},
		{model.KindNetwork, []string{"connection refused: localhost:5432", "connection refused: localhost:6379", "cannot reach db-1.example.com", "cannot reach db-2.example.com", "feed returns 404", "feed returns 500"}},
		{model.KindDependency, []string{"waiting for #12", "waiting for #13", "waiting for MIG-002", "waiting for MIG-003", "waiting for task job_a0000036", "waiting for task job_a0000037"}},
		{model.KindPermission, []string{"cannot write /etc/hosts", "cannot write /etc/passwd", "cannot write .env"}},
		{model.KindEnvironment, []string{"needs node v18.2", "needs node v20.1", "STRIPE_API_KEY is not set", "AWS_REGION is not set"}},
		{model.KindUnknown, []string{"缺少文件", "没有权限", ""}},
		{model.KindUnknown, []string{strings.Repeat("alphabet soup number ", 20) + " `" + strings.Repeat("x", 70) + "a` and `" + strings.Repeat("y", 70) + "`", "`" + strings.Repeat("x", 70) + "b` and `" + strings.Repeat("y", 70) + "`"}},
	} {
		seen := map[string]string{}
		for _, text := range tt.texts {
			key := ObstacleKey(tt.kind, text)
			if other, ok := seen[key]; ok {
				t.Errorf("ObstacleKey(%q) = ObstacleKey(%q) = %q", text, other, key)
			}
			seen[key] = text
		}
	}
}

func TestObstacleKeyReads(t *testing.T) {
	for _, tt := range []struct {
		kind       model.ObstacleKind
		text, want string
	}{
		{model.KindAccess, "I have no access to vault/staging.", "access:vault staging"},
		{model.KindPermission, "I may not push to main of git@github.com:acme/site.git", "permission:main push github.com/acme/site"},
		{model.KindPermission, "Permission denied", "permission:unspecified"},
		{model.KindUnknown, "", "unknown:unspecified"},
		{model.KindBudget, "elapsed 640s > limit 600s", "budget:elapsed"},
		{model.KindMissingInput, "feed URL returns 404", "missing-input:404 feed"},
		{model.KindDecision, "Redis or SQLite?", "decision:redis sqlite"},
	} {
		if got := ObstacleKey(tt.kind, tt.text); got != tt.want {
			t.Errorf("ObstacleKey(%v, %q) = %q, want %q", tt.kind, tt.text, got, tt.want)
		}
	}
	if a, b := ObstacleKey(model.KindAccess, "no x/y"), ObstacleKey(model.KindPermission, "no x/y"); a == b {
		t.Errorf("two kinds share the key %q", a)
	}
}

func TestCommon(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"permission:vault staging", "access:vault staging", true},
		{"unknown:vault staging", "credentials:vault staging", true},
		{"tool:docker", "environment:docker", true},
		{"permission:vault staging", "permission:vault prod", false},
		{"permission:api", "network:api", false},
		{"tool:docker", "unknown:docker", true},
		{"missing-input:api_key", "credentials:api_key", true},
		{"permission:write /etc/motd", "permission:/etc/motd", true},
		{"permission:write", "permission:push", false},
		{"decision:redis sqlite", "unknown:redis sqlite", false},
		{"permission:unspecified", "unknown:unspecified", false},
		{"permission:unspecified", "permission:unspecified", true},
		{"rule:no-output", "no-output", false},
		{"", "unknown:", false},
	} {
		if a, b := Common(tt.a), Common(tt.b); (a == b) != tt.same {
			t.Errorf("%q is %q, %q is %q, want the same: %v", tt.a, a, tt.b, b, tt.same)
		}
	}
}

func TestNames(t *testing.T) {
	for key, want := range map[string]bool{
		"permission:write": false, "permission:push merge": false, "unknown:unspecified": false, "": false,
		"permission:write /etc/motd": true, "access:vault": true,
	} {
		if got := Names(key); got != want {
			t.Errorf("%q: %v", key, got)
		}
	}
}

func checkKey(fatalf func(string, ...any), kind model.ObstacleKind, text string) {
	key := ObstacleKey(kind, text)
	object, ok := strings.CutPrefix(key, kind.String()+":")
	if !ok || object == "" || len(key) > 112 {
		fatalf("key %q of %q", key, text)
	}
	for _, r := range key {
		if !unicode.IsPrint(r) {
			fatalf("key %q holds %U", key, r)
		}
	}
	if again := ObstacleKey(kind, strings.ReplaceAll(text, " ", "  ")); again != key && len(text) < 900 {
		fatalf("with other spaces %q, want %q", again, key)
	}
}

func TestObstacleKeyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkKey(t.Fatalf, model.ObstacleKind(rapid.IntRange(0, 12).Draw(t, "kind")), rapid.String().Draw(t, "text"))
	})
}

func FuzzObstacleKey(f *testing.F) {
	for _, s := range []string{"no access to `a b`", "'x/y' or \"z\"", "dial tcp 10.0.0.9:5432", "\xff`", "git@x:y", "://", "a/", "'''", "no es o ac`es o ats b`s bc", "```\n```", "|---|---|", "{\"a\": \"\"}"} {
		f.Add(uint8(2), s)
	}
	f.Fuzz(func(t *testing.T, kind uint8, text string) {
		checkKey(t.Fatalf, model.ObstacleKind(kind%13), text)
		if e := NormalError(text); len(e) > 200 {
			t.Fatalf("error of %d bytes", len(e))
		}
		if said := Decisive(text); said == "" && strings.TrimSpace(escapes.Strip(text)) != "" {
			t.Fatalf("of %q nothing is decisive", text)
		}
	})
}

func TestNormalError(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"pid 3999050 exited with code 1", "pid 3999051 exited with code 1", true},
		{"pid 1 exited with code 1", "pid 1 exited with code 137", false},
		{"elapsed 640s > limit 600s", "elapsed 655s > limit 600s", true},
		{"pid 5 exited with code 1", "pid 6 killed by signal 9", false},
		{"Profile 'poster' does not exist", "profile 'writer' does not exist", false},
		{"open /tmp/a1b2c3d4e5/x: gone", "open /tmp/ffee1122aa/x: gone", true},
		{"", "  ", true},
	} {
		if got := NormalError(tt.a) == NormalError(tt.b); got != tt.same {
			t.Errorf("%q and %q: same is %v, want %v (%q, %q)", tt.a, tt.b, got, tt.same, NormalError(tt.a), NormalError(tt.b))
		}
	}
}

func BenchmarkObstacleKey(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ObstacleKey(model.KindAccess, "I can't proceed: please grant me read access to the secrets vault (vault/staging) before the deploy.")
	}
}

func BenchmarkDescribe(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		described("I can't proceed: please grant me read access to the secrets vault (vault/staging) before the deploy.")
	}
}
