package text

// fillers say nothing about what happened and may stand anywhere.
var fillers = map[string]bool{
	"currently": true, "just": true, "actually": true, "also": true, "simply": true, "really": true, "therefore": true,
	"thus": true, "hence": true, "presently": true, "yet": true, "myself": true, "kindly": true, "apparently": true,
	"repeatedly": true, "basically": true, "obviously": true, "quite": true, "fully": true, "properly": true,
	"immediately": true, "consistently": true, "already": true, "unfortunately": true, "sadly": true, "regrettably": true,
	"lamentablemente": true, "tambien": true, "solo": true, "actualmente": true, "desafortunadamente": true,
}

// regrets mark their sentence as bad news.
var regrets = map[string]bool{
	"unfortunately": true, "sadly": true, "regrettably": true, "however": true, "lamentablemente": true,
	"desafortunadamente": true, "but": true, "except": true, "afraid": true, "sorry": true, "yet": true, "todavia": true, "aun": true, "apologize": true, "lamento": true, "embargo": true,
}

// subjectless are the verbs of which a terse message leaves "I" out after "do not".
var subjectless = [...]string{"have", "know", "see", "understand", "possess", "recall", "think", "want"}

// relatives open a clause about what was just named, where they follow a comma
// and nothing is asked.
var relatives = [...]string{"which", "who", "where", "when", "whose", "what"}

// copulas part what a sentence is about from what it says of it.
var copulas = [...]string{"is", "are", "was", "were", "stays", "remains"}

// proofs speak of trying out what was done.
var proofs = [...]string{
	"test", "tests", "tested", "testing", "untested", "suite", "verify", "verified", "verifying", "verification", "check", "checked", "checks",
	"validate", "validated", "validation", "confirm", "confirmed", "reproduce", "reproduced", "measure", "measured", "browser", "e2e", "lint", "preview",
}

// contractions are those whose parts the apostrophe does not show.
var contractions = map[string][2]string{
	"cannot": {"can", "not"}, "can't": {"can", "not"}, "won't": {"will", "not"}, "shan't": {"will", "not"},
	"ain't": {"is", "not"}, "let's": {"let", "us"}, "cant": {"can", "not"}, "dont": {"do", "not"}, "didnt": {"did", "not"},
	"couldnt": {"could", "not"}, "doesnt": {"does", "not"}, "isnt": {"is", "not"}, "wasnt": {"was", "not"},
	"wouldnt": {"would", "not"}, "havent": {"have", "not"}, "hasnt": {"has", "not"}, "gonna": {"going", "to"},
	"it's": {"it", "is"}, "that's": {"that", "is"}, "there's": {"there", "is"}, "what's": {"what", "is"}, "here's": {"here", "is"},
	"y'all": {"you", ""}, "lemme": {"let", "me"},
}

var endings = [...][2]string{{"n't", "not"}, {"'ll", "will"}, {"'ve", "have"}, {"'re", "are"}, {"'m", "am"}, {"'d", "would"}, {"'s", ""}}
