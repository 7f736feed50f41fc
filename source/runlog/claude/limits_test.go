package claude

import (
	"testing"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

func TestResumes(t *testing.T) {
	zone := time.FixedZone("there", 2*3600)
	at := time.Date(2030, 3, 6, 9, 30, 0, 0, time.UTC) // a Wednesday, 11:30 there
	for _, c := range []struct{ text, want string }{
		{"Claude AI usage limit reached|1900000000", "2030-03-17T17:46:40Z"},
		{"Claude AI usage limit reached|1900000000000", "2030-03-17T17:46:40Z"},
		{"5-hour limit reached ∙ resets 2pm", "2030-03-06T12:00:00Z"},
		{"You've hit your limit · resets 11am", "2030-03-07T09:00:00Z"},
		{"You've hit your session limit · resets 6:30pm (UTC)", "2030-03-06T18:30:00Z"},
		{"You've hit your limit · resets 12am (UTC)", "2030-03-07T00:00:00Z"},
		{"You've hit your limit · resets 12pm (UTC)", "2030-03-06T12:00:00Z"},
		{"resets 3pm (America/New_York)", "2030-03-06T20:00:00Z"},
		{"You've hit your weekly limit · resets Mar 9, 3am (UTC)", "2030-03-09T03:00:00Z"},
		{"resets Jan 2 at 5:15pm (UTC)", "2030-01-02T17:15:00Z"},
		{"resets Dec 31, 2031, 9am (UTC)", "2031-12-31T09:00:00Z"},
		{"Weekly limit reached · resets Mon 12:00 AM (UTC)", "2030-03-11T00:00:00Z"},
		{"resets Wednesday at 9am (UTC)", "2030-03-13T09:00:00Z"},
		{"limit reached, resets at 14:00", "2030-03-06T12:00:00Z"},
		{"limit reached, resets in 2h 15m", "2030-03-06T11:45:00Z"},
		{"limit reached, resets in 3 days", "2030-03-09T09:30:00Z"},
		{"resets 2pm (Nowhere/Atall)", "2030-03-06T12:00:00Z"},
		{"resets 25pm", ""},
		{"resets 77:99", ""},
		{"limit reached|99", ""},
		{"limit reached", ""},
		{"it resets soon", ""},
	} {
		got := ""
		if r := parseReset(c.text, at, zone); !r.IsZero() {
			got = r.Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	if r := parseReset("resets 2pm", time.Time{}, zone); !r.IsZero() {
		t.Errorf("without a time of its own the line says %v", r)
	}
}

func TestUsageLimits(t *testing.T) {
	apiError := func(s *script, text string) *script {
		return s.rec("assistant", `"isApiErrorMessage":true,"error":"rate_limit","message":{"model":"<synthetic>","content":[{"type":"text","text":"`+text+`"}]}`)
	}
	two := begin.Add(5 * time.Hour)
	for _, c := range []struct {
		name string
		log  *script
		want time.Time
		word string
	}{
		{"transcript", apiError(transcript().prompt("x"), "You've hit your session limit · resets 2pm (UTC)").turned(), two, "rate_limit"},
		{"without a code", transcript().prompt("x").rec("assistant", `"isApiErrorMessage":true,"message":{"model":"<synthetic>","content":[{"type":"text","text":"5-hour limit reached ∙ resets 2pm"}]}`), two, "usage_limit"},
		{"stream with an epoch", stream().say("x").done(`"subtype":"success","is_error":true,"result":"Claude AI usage limit reached|1900000000"`), time.Unix(1900000000, 0), "usage_limit"},
		{"stream that tells it before", stream().raw(`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1900000000,"rateLimitType":"five_hour"},"session_id":"s-1"}`).done(`"subtype":"success","is_error":true,"result":"You've hit your limit · resets 2pm"`), time.Unix(1900000000, 0), "usage_limit"},
		{"stream that tells it twice", apiError(stream(), "You've hit your limit").done(`"subtype":"success","is_error":true,"result":"stopped"`), time.Time{}, "rate_limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log.String(), runlog.Options{}).Summary()
			if s.Outcome != model.OutcomeRateLimited || s.Word != c.word || !s.Work.Resumes.Equal(c.want) || !s.Terminal || s.Error == "" {
				t.Errorf("%v, word %q, resumes %v, error %q", s.Outcome, s.Word, s.Work.Resumes, s.Error)
			}
		})
	}
	after := feed(apiError(transcript().prompt("x"), "You've hit your limit · resets 2pm").turned().prompt("again").end("Done.").String(), runlog.Options{}).Summary()
	if !after.Work.Resumes.IsZero() || after.Outcome != model.OutcomeCompleted {
		t.Errorf("the next turn still resumes at %v: %v", after.Work.Resumes, after.Outcome)
	}
	if s := feed(transcript().prompt("x").end("The API's usage limit is documented: limit reached, resets 2pm.").String(), runlog.Options{}).Summary(); s.Outcome != model.OutcomeCompleted || !s.Work.Resumes.IsZero() {
		t.Errorf("prose about limits: %v, %v", s.Outcome, s.Work.Resumes)
	}
}

func TestZone(t *testing.T) {
	log := transcript().prompt("x").rec("assistant", `"isApiErrorMessage":true,"message":{"content":[{"type":"text","text":"limit reached · resets 2pm"}]}`).String()
	s := feed(log, runlog.Options{Zone: time.FixedZone("there", -3600)}).Summary()
	if want := begin.Add(6 * time.Hour); !s.Work.Resumes.Equal(want) {
		t.Errorf("resumes %v, want %v", s.Work.Resumes, want)
	}
}
