package text

// Keys of words that stand for a class, apart from the hashes of all others.
const (
	keyNumber uint32 = iota + 1
	keyCode          // inline code
	keyName          // a path, an address, an identifier, or what is too long for a word
)
