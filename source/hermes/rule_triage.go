package hermes

import (
	"notdone/classify"
	"notdone/model"
)

// triageAuxUnavailable is Hermes' rule of that name: a task in triage cannot
// leave it because no model is configured that could specify it. Without a
// configuration nothing is known of models.
func triageAuxUnavailable(in *classify.Input, r *record) []classify.Observation {
	if r.status != stTriage || !r.release.parks || !r.limits.known || r.limits.triage.usable() {
		return nil
	}
	slot := "auxiliary.triage_specifier"
	if r.limits.triage.auto {
		slot = "auxiliary.kanban_decomposer"
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: in.Now, Last: in.Now,
		Message:  "in triage, and no model is configured that could take it out: neither " + slot + " nor a main model",
		Evidence: []model.Evidence{{Where: configName}},
		Clears:   "a main model, or " + slot + ", is configured",
	})
}
