package runlog

// classes says what a type or role word makes of a record: the name of its list.
var classes = lists.Index("class-")

// classOf looks a raw word up without allocating for words of usual length. A word of
// no class is "": the rest of the record decides.
func classOf(word []byte) string {
	if len(word) == 0 || len(word) > 40 {
		return ""
	}
	if k, ok := classes[string(word)]; ok {
		return k
	}
	return classes[normalizeWord(string(word))]
}

// statusWords are the values of a status field that end a run where nothing
// else in the record says what the status is of.
var statusWords = lists.Set("status-end")
