package claude

import (
	"testing"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

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
