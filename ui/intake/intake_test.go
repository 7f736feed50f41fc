package intake_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/ui/intake"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.FixedZone("here", 2*3600))

func TestParseAt(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2h":                        "2026-03-14T14:00:00+02:00",
		"+90m":                      "2026-03-14T13:30:00+02:00",
		"3d":                        "2026-03-17T12:00:00+02:00",
		"12:30":                     "2026-03-14T12:30:00+02:00",
		"07:30":                     "2026-03-15T07:30:00+02:00",
		"12:00":                     "2026-03-15T12:00:00+02:00",
		"2026-03-20T08:00:00Z":      "2026-03-20T08:00:00Z",
		"2026-03-20T08:00:00+01:00": "2026-03-20T08:00:00+01:00",
		"-2h":                       "",
		"25:00":                     "",
		"tomorrow":                  "",
	} {
		got, err := intake.ParseAt(in, noon)
		if want == "" && err == nil || want != "" && (err != nil || got.Format(time.RFC3339) != want) {
			t.Errorf("ParseAt(%q) = %v, %v; want %q", in, got, err, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		task intake.Task
		want string // of the error; empty: it is fine
	}{
		"plain":           {intake.Task{Title: " Renew the certificate "}, ""},
		"everything":      {intake.Task{ID: "x", Title: "t", Body: "b", Priority: -3, At: "2h", Every: "1d", MaxAttempts: 1, Tags: []string{"a", "b"}}, ""},
		"no title":        {intake.Task{Title: " \t"}, "it has no title"},
		"two lines":       {intake.Task{Title: "a\nb"}, "more than one line"},
		"a long title":    {intake.Task{Title: strings.Repeat("x", 5000)}, "its title has 5000 bytes"},
		"a long body":     {intake.Task{Title: "t", Body: strings.Repeat("x", 1<<20+1)}, "its body has"},
		"negative":        {intake.Task{Title: "t", MaxAttempts: -1}, "at least 1"},
		"escape in an id": {intake.Task{Title: "t", ID: "a\x1b[2J"}, "control characters"},
		"a wide tag":      {intake.Task{Title: "t", Tags: []string{"a b"}}, "is no tag"},
		"an empty tag":    {intake.Task{Title: "t", Tags: []string{""}}, "is no tag"},
		"many tags":       {intake.Task{Title: "t", Tags: make([]string, 33)}, "33 tags"},
		"too often":       {intake.Task{Title: "t", Every: "59s"}, "too often"},
		"never":           {intake.Task{Title: "t", Every: "often"}, "is no duration"},
	} {
		_, err := tc.task.Check("ann", noon)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	n, err := (&intake.Task{Title: " Renew the certificate of the shop "}).Check("ann", noon)
	if err != nil || !strings.HasPrefix(n.ID, "renew-the-certificate-of-") || n.Title != "Renew the certificate of the shop" || n.By != "ann" {
		t.Errorf("%+v, %v", n, err)
	}
	other, err := (&intake.Task{Title: "更新証明書"}).Check("", noon)
	if err != nil || !strings.HasPrefix(other.ID, "task-") {
		t.Errorf("%+v, %v", other, err)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	var got []string
	in := "\ufeff{\"title\":\"a\",\"tags\":[\"x\"]}\r\n\n{\"title\":\"b\"}{}\n[1]\n{\"after\":\"a\"}\n{\"Titel\":1}\nnull\n" + strings.Repeat("x", 5<<20)
	err := intake.Lines(strings.NewReader(in), func(line int, task intake.Task, err error) {
		got = append(got, fmt.Sprint(line, " ", task.Title, task.Tags, " ", err))
	})
	want := []string{
		"1 a[x] <nil>", "3 b[] more than one object on the line", "4 [] the line is no JSON object (array)",
		"5 [] after is a string and should be a list of texts", `6 [] there is no field "Titel"; did you mean title?`,
		"7 [] <nil>", "8 [] it has more than 4194304 bytes",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := intake.Lines(failing{}, nil); !errors.Is(err, errTorn) {
		t.Error(err)
	}
}

var errTorn = errors.New("torn")

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errTorn }

// TestMeeting: what stands in the way of a wish, by the tasks that asked for it.
func TestMeeting(t *testing.T) {
	t.Parallel()
	row := func(id string, age int, state model.State, key string) *model.Row {
		r := &model.Row{}
		r.ID, r.State, r.Created = id, state, noon.Add(-time.Duration(age)*time.Hour)
		if key != "" {
			r.Obstacle = &model.Obstacle{Key: key, Text: "say " + key}
		}
		return r
	}
	for name, tc := range map[string]struct {
		rows []*model.Row
		want []string
	}{
		"nothing":              {nil, nil},
		"it is done":           {[]*model.Row{row("a", 1, model.StateDone, "")}, nil},
		"blocked":              {[]*model.Row{row("a", 1, model.StateBlocked, "k")}, []string{"a"}},
		"done in name":         {[]*model.Row{row("a", 1, model.StateFalseDone, "k")}, []string{"a"}},
		"failed at it":         {[]*model.Row{row("a", 1, model.StateFailed, "k")}, []string{"a"}},
		"failed, crashed":      {[]*model.Row{row("a", 1, model.StateFailed, "")}, nil},
		"queued again":         {[]*model.Row{row("a", 2, model.StateFailed, "k"), row("b", 1, model.StateQueued, "")}, nil},
		"done since":           {[]*model.Row{row("a", 2, model.StateFailed, "k"), row("b", 1, model.StateDone, "")}, nil},
		"three times":          {[]*model.Row{row("a", 3, model.StateFalseDone, "k"), row("c", 1, model.StateBlocked, "k"), row("b", 2, model.StateFailed, "k")}, []string{"c", "b", "a"}},
		"another obstacle":     {[]*model.Row{row("a", 2, model.StateFailed, "k"), row("b", 1, model.StateFailed, "l")}, []string{"b"}},
		"still blocked behind": {[]*model.Row{row("a", 2, model.StateBlocked, "k"), row("b", 1, model.StateQueued, "")}, []string{"a"}},
		"cancelled":            {[]*model.Row{row("a", 1, model.StateCancelled, "k")}, nil},
	} {
		var got []string
		if m := intake.FindObstacle(tc.rows); m != nil {
			got = m.IDs
			if !strings.Contains(m.Error(), "say ") || !strings.Contains(m.Error(), m.IDs[0]) {
				t.Errorf("%s: %s", name, m.Error())
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
