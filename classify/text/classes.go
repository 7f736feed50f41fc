package text

// classes are the alternatives that patterns name with @, parted by blanks.
// Words of one alternative are joined by _.
var classes = map[string]string{
	"i": "i we",
	// Whoever cannot, the form is one of these; "currently", "just" and other
	// fillers inside them are passed over.
	"cannot": "can_not could_not unable_to am_unable_to was_unable_to are_unable_to were_unable_to been_unable_to " +
		"am_not_able_to was_not_able_to are_not_able_to were_not_able_to not_been_able_to failed_to not_able_to will_not_be_able_to would_not_be_able_to",
	"icannot": "i_can_not i_could_not i_am_unable_to i_was_unable_to i_am_not_able_to i_was_not_able_to i_have_been_unable_to i_will_not_be_able_to " +
		"i_have_not_been_able_to i_failed_to we_can_not we_could_not we_are_unable_to we_were_unable_to i_will_be_unable_to i_remain_unable_to " +
		"i_still_can_not i_still_could_not i_am_still_unable_to i_was_still_unable_to i_had_been_unable_to i_am_still_not_able_to",
	"lack": "do_not_have did_not_have does_not_have do_not_possess lack lacks lacked lacking no missing insufficient have_no has_no had_no " +
		"has_not_been_given have_not_been_given have_not_been_granted was_not_given not_have without not_enough",
	"ilack": "i_do_not_have i_did_not_have i_lack i_lacked i_have_no i_had_no i_have_not_been_given i_was_not_given i_have_not_been_granted " +
		"we_do_not_have we_lack i_am_missing i_still_do_not_have i_still_lack i_was_not_granted i_do_not_possess",
	"need":   "need require needs requires needed required",
	"reach":  "access reach open read view see fetch download retrieve load browse visit log_in login log_into connect clone pull",
	"change": "push commit merge write create delete modify edit update deploy publish install save remove send upload release",
	"check":  "verify confirm test check validate reproduce determine tell know",
	"finish": "complete finish proceed continue fulfil fulfill accomplish do achieve deliver carry_out resolve solve fix run execute",
	"credential": "credentials credential password passwords login api_key api_keys token tokens secret secrets ssh_key key authentication " +
		"access_token personal_access_token certificate passphrase account",
	"grant": "permission permissions authorization authorisation privileges rights clearance access",
	"info":  "information details context input data inputs specifics parameters requirements clarification detail instructions",
	"limit": "limit limits quota budget cap allowance ceiling",
	"spent": "reached exceeded exhausted hit depleted used_up expired reached_its_end ran_out",
	"help": "help assist provide offer give support fulfill fulfil comply create write generate answer engage participate share discuss suggest " +
		"recommend advise encourage promote condone endorse respond produce facilitate continue complete do tell speculate make",
	"did": "added fixed implemented updated created removed refactored completed finished made changed built wrote written renamed replaced " +
		"moved converted migrated merged committed pushed deployed published released installed configured set_up resolved addressed corrected " +
		"applied introduced extended improved extracted deleted cleaned rewritten rewrote verified tested confirmed checked reviewed analyzed analysed " +
		"documented enabled disabled integrated cancelled canceled booked upgraded issued processed sent scheduled registered submitted generated " +
		"ensured opened rebased bumped restored reverted wired exposed modified saved closed summarized investigated identified found tracked " +
		"enrolled reserved refunded downgraded exchanged activated credited placed cut simplified adjusted " +
		"consolidated switched restructured reorganized ported trained solved cleaned_up handled prepared done " +
		"imported exported copied drafted posted uploaded downloaded sorted filtered compiled translated transcribed archived cleaned " +
		"labelled labeled tagged backed_up synced ordered paid shipped delivered rotated patched recorded merged_in split rolled_out rolled_back " +
		"narrowed traced measured compared counted collected gathered extracted mapped linked mounted provisioned sorted_out tidied paged swapped",
	"harm": "illegal unethical harmful dangerous offensive inappropriate violent violence hate weapons attack kill steal hurt abuse " +
		"discriminatory unlawful malicious self_harm suicide drugs",
	"someone": "human person someone somebody operator maintainer admin administrator representative specialist advisor supervisor colleague " +
		"agent human_agent team_member owner live_agent",
	"person": "someone somebody a_human human admin administrator maintainer operator owner manager supervisor reviewer person engineer " +
		"colleague technician one_of_you one_of_them of_the_contacts lawyer",
	"settled": "done pushed uploaded downloaded saved reached opened created approved signed submitted granted enabled confirmed decided reviewed filed executed sent booked paid ordered delivered " +
		"merged deployed released finished completed started installed replaced removed fixed resolved unlocked renewed verified checked made set touched " +
		"changed run tested migrated ported converted translated processed authorized provided supplied closed opened entered",
	"act": "sort filter choose pick type enter submit log enable disable press swipe fill reply call email ask answer switch restart reboot ping visit create write add implement fix update run test check start begin look investigate search find try build make explore examine analyze " +
		"analyse read review open verify monitor continue proceed work get set use install take go see inspect fetch gather prepare generate send " +
		"change modify refactor commit push deploy keep retry rerun re schedule handle need_to_check click scroll navigate scan debug trace " +
		"list query compare follow dig first now examine tackle move do book process calculate compute retrieve configure wait view collect " +
		"download query download extract clean remove delete download rename draft research report confirm validate look_into understand help_you_with launch",
}
