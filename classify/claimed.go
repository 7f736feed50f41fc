package classify

// claim is what a message claims to have done that takes more than words.
type claim struct {
	tests    bool // tests that passed
	acts     bool // something that reached beyond a text
	change   bool // something that was changed
	needless bool // it says too that nothing had to change, or what others did
}

// claims reads what the message claims. It is asked only where the structure
// already knows that something is missing.
func (in *Input) claims() claim {
	said := in.finalWords()
	c := claim{change: changed.MatchString(said), acts: acted.MatchString(said), needless: unchanged.MatchString(said)}
	if at := testsPass.FindStringIndex(said); at != nil {
		from, to := sentence(said, at[0])
		c.tests = !testsNot.MatchString(said[from:to])
	}
	return c
}
