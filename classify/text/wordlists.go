package text

import (
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/classify/wordlist"
)

// wordFile holds the lists of words of a language that are no phrases. It is written as
// classFile is; lists of one name belong together in all languages.
const wordFile = "words.txt"

// The lists of words of all languages.
var (
	lists = readLists(tableFiles)

	fillers       = spellings("filler")          // say nothing about what happened and may stand anywhere
	regrets       = spellings("regret")          // mark their sentence as bad news
	accents       = accentLetters("accent")      // are written as plain letters
	writtenOut    = accentLetters("written-out") // are also written as these: "ä" as "ae"
	lookAlikes    = lettersOf("look-alike")      // are Cyrillic, Greek and other letters that look like Latin ones
	unreadLetters = letterSet("unread")          // are of languages that have no tables here
	variants      = lettersOf("variant")         // are written as another character that means the same
	askingEnds    = lists.Set("asking-end")      // end a question that may have no mark
	elided        = lists.Pairs("elided")        // stand before an apostrophe for a word, or for none: "j'ai" is "je ai"
	abbreviations = lists.Set("abbreviation")    // end in a full stop that ends no sentence

	// dangling words end no sentence: a message that stops at one was cut off. hanging
	// words end one now and then ("what you asked for"), but seldom without a stop after
	// sentences that have it.
	dangling, hanging = lists.Set("dangling"), lists.Set("hanging")

	// qualifiers tell of an error at the beginning of a sentence, or say of what kind the
	// thing is that they stand before, which none of errorParts is.
	qualifiers, errorParts = lists.Set("qualifier"), lists.Set("error-part")

	placeholders = lists.Set("placeholder") // are what programs write in the place of a text

	shells = lists.Set("shell") // are languages of code blocks that hold commands or calls

	// noBlocks say anywhere in a line that what it is over or tells of stops nothing.
	// leftHeads stand over what was not done, and leftKeys before it in one line, none of noneLeft says that it is nothing;
	// leftParts begin what is said of a part that is done in part.
	leftHeads, noneLeft = lists.Set("left-head"), lists.Set("left-none")
	leftKeys            = lists.Set("left-key")
	noBlocks            = spaced(lists["no-block"])
	leftParts           = lists["left-part"]

	// noneThen stand behind a word of noneLeft that is all a line says: "at this time". blockStems are in the words
	// for what is in the way.
	noneThen, blockStems = lists.Set("none-then"), lists["block-stem"]

	// backWords and backStarts begin a sentence that speaks of something before it: "this", "therefore".
	backWords, backStarts = lists.Set("back-word"), lists["back-start"]

	// whyKeys name a field for what is in the way, or for what is needed; whyStarts begin what
	// is to be done so that the work can go on.
	whyKeys, whyStarts = lists.Set("why-key"), lists["why-start"]

	completeWords = lists["complete-word"] // stand behind how many per cent of the work are done

	// contraryStarts begin a clause that says the contrary of the one before it, contraryEnds
	// end the one before.
	contraryStarts, contraryEnds = lists["contrary-start"], lists["contrary-end"]

	commitTypes   = lists["commit"]            // stand before the colon of a conventional commit
	stateWords    = lists.Set("state")         // stand before a colon and a state, not before what was changed
	statedKeys    = lists.Set("stated-key")    // name a field that states how the work ended
	severities    = lists.Set("severity")      // say in a review how bad something is
	statusKeys    = lists.Set("status-key")    // name one for the state of the work itself
	statedFlags   = lists.Set("stated-flag")   // name a field that holds true or false, and says done when true
	titlesBlocked = lists.Set("title-blocked") // are titles of reports of what is in the way; titlesOver in one say that it was
	titlesOver    = lists.Set("title-over")
	statedStarts  = lists["stated-start"] // begin a value that says blocked
	statedValues  = statedLabels()        // are the values that such a field has
)

// contractions are those whose parts the apostrophe does not show: "can't=can_not".
// endings are other ends of contractions, and the second word they stand for, which may
// be none: "'ll=will".
var contractions, endings = lists["contraction"], lists["ending"]

// spaced returns words with blanks for what stands between their parts.
func spaced(words []string) (out []string) {
	for _, w := range words {
		out = append(out, strings.ReplaceAll(w, "_", " "))
	}
	return out
}

// readLists returns the lists of words of all languages.
func readLists(files fs.FS) wordlist.Lists {
	out := wordlist.Lists{}
	for _, language := range languages {
		content, err := fs.ReadFile(files, path.Join("phrases", language, wordFile))
		if err != nil {
			continue // not every language has lists
		}
		if err := out.Add(string(content)); err != nil {
			panic(err) // the files are part of the program
		}
	}
	return out
}

// statedLabels returns the label that each stated value stands for.
func statedLabels() map[string]Label {
	out := map[string]Label{}
	for label, name := range labelNames {
		for _, value := range lists["stated-"+name] {
			out[value] = Label(label)
		}
	}
	return out
}

// accentLetters returns the plain letters of each letter of a list.
func accentLetters(list string) map[rune]string {
	out := map[rune]string{}
	for letter, plain := range lists.Pairs(list) {
		r, _ := utf8.DecodeRuneInString(letter)
		out[r] = plain
	}
	return out
}

// letterSet returns the letters of a list, small and capital.
func letterSet(list string) map[rune]bool {
	out := map[rune]bool{}
	for _, letters := range lists[list] {
		for _, r := range letters {
			out[r], out[unicode.ToUpper(r)] = true, true
		}
	}
	return out
}

// lettersOf returns the letter that each letter of a list stands for.
func lettersOf(list string) map[rune]rune {
	out := map[rune]rune{}
	for letter, plain := range lists.Pairs(list) {
		r, _ := utf8.DecodeRuneInString(letter)
		out[r], _ = utf8.DecodeRuneInString(plain)
	}
	return out
}
