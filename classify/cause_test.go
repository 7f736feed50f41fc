package classify

import (
	"fmt"
	"testing"

	"notdone/classify/text"
	"notdone/model"
)

// TestOneSentenceIsOneCauseWhateverItWasReadFrom: the obstacle of a sentence is the same as the
// reason of a block, as the end of a run, as an error, and as part of a longer message.
func TestOneSentenceIsOneCauseWhateverItWasReadFrom(t *testing.T) {
	messages := []string{"%s", "I could not complete this task. %s Please advise.", "I read the notes and opened the branch. %s I stopped there.", "## Status\n\nBlocked.\n\n- %s\n"}
	for _, sentence := range []string{
		"A human signature is required.", "I have no access to Vault.", "I need the production deploy key.", "Which region should I use?",
		"I cannot reach db-2.example.com.", "The landlord has not signed the lease.", "I could not push because the GitHub token has expired.",
		"I am waiting for a decision on the retention period.", "The customer's address is missing.",
	} {
		want := NewObstacle(sentence, "")
		for _, message := range messages {
			said := fmt.Sprintf(message, sentence)
			failed := model.Run{ID: "r1", Outcome: model.OutcomeFailed, Error: sentence, Ended: now}
			blocked := model.Run{ID: "r1", Outcome: model.OutcomeBlocked, Output: said, Ended: now}
			for road, o := range map[string]*model.Obstacle{
				"reason":      obstacleOfBlock(&Input{Case: &model.Case{Facts: model.Facts{ObstacleText: said, ObstacleKind: model.KindTool}}, Now: now}),
				"event":       obstacleOfBlock(&Input{Case: &model.Case{Events: []model.Event{{Kind: model.EventBlocked, Note: said}}}, Now: now}),
				"blocked run": obstacleOfBlock(&Input{Case: &model.Case{Runs: []model.Run{blocked}}, Now: now}),
				"error":       failureObstacle(&Input{Case: &model.Case{Runs: []model.Run{failed}}, Now: now}),
				"result":      spokenObstacle(&Input{Case: &model.Case{Result: said}, Now: now}),
			} {
				if o == nil {
					t.Errorf("%s %q: no obstacle", road, said)
				} else if o.Key != want.Key || o.Kind != want.Kind || o.Name != want.Name {
					t.Errorf("%s %q: %v %q %q, want %v %q %q", road, said, o.Kind, o.Key, o.Name, want.Kind, want.Key, want.Name)
				}
			}
		}
	}
}

// TestOtherSentencesDoNotJoinCauses: where no sentence of a reason both says and names what is in
// the way, all of them tell the reasons apart.
func TestOtherSentencesDoNotJoinCauses(t *testing.T) {
	seen := map[string]string{}
	for _, said := range []string{
		"Permission denied. The path is /etc/hosts.", "Permission denied. The path is /etc/passwd.", "Permission denied.",
		"I read the ticket. The moon.", "I read the ticket. The sun.",
		"The landlord's signature is missing. I asked him.", "The tenant's signature is missing. I asked him.",
	} {
		key := NewObstacle(said, "").Key
		if other, ok := seen[key]; ok {
			t.Errorf("%q and %q are %q", other, said, key)
		}
		seen[key] = said
	}
}

// TestKindOf: a message has one kind, whoever asks: that of the sentence that carries the obstacle.
func TestKindOf(t *testing.T) {
	for message, want := range map[string]model.ObstacleKind{
		"The host api.example.com could not be reached.":     model.KindNetwork,
		"I could not log in: the API key is missing.":        model.KindCredentials,
		"I am waiting for the build of the other team.":      model.KindDependency,
		"You have hit your usage limit, try again at 15:00.": model.KindRateLimit,
		"I fixed the login page; all tests pass.":            model.KindUnknown,
	} {
		r := text.Read(message)
		if got := KindOf(message, &r); got != want {
			t.Errorf("%q is of the kind %v, want %v", message, got, want)
		}
	}
}
