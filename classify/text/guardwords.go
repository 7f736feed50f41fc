package text

// The weight of a guard is the share that it leaves of a phrase's weight.

// harmless: whole phrases that look like others and mean nothing. What they
// cover does not count.
var harmless = []plain{
	{0, []string{
		// An empty result is a result.
		"@cannot|did_not|not|no|could_not find|locate|detect|identify|see|discover|spot|turn_up any|a_single|evidence|anything|other|further|more|additional|new|issues|problems|errors|bugs|matches|matching",
		"@icannot find|locate|detect|identify|see|spot any|a_single|evidence|anything|other|further|more|additional|new|issues|problems|errors|bugs|matches|matching",
		"no|zero|0 .. errors|failures|failure|problems|issues|vulnerabilities|regressions|warnings|conflicts|blockers|obstacles|matches|results|records|failing|violations found|detected|reported|remaining|remain|introduced|left|identified|occurred|were",
		"no|without|zero|0|any|free_of|not_any .. permission|access|credential|network|authentication|rate|merge|blocking|build|lint|type|open? errors|error|problems|issues|failures|conflicts|blockers|obstacles|questions|denials",
		"no|zero|0|not_any ... was|were|found|are|is found|detected|reported|remaining|identified|introduced",
		"nothing is|was|remains|left|else|to blocked|blocking|failing|broken|missing|pending|outstanding|open|do|fix",
		"no longer|not_longer",
		"not|never|is_not|are_not|was_not blocked|failing|broken|missing|denied|stuck|required|needed|necessary|affected|a_problem|an_issue|a_blocker|related_to_my|caused_by",
		"unblocked|unblocks|unblocking",
		"no .. required|needed|necessary",
		"no|not|do_not|does_not need|require ... function|functions|tool|tools|permission|access|api",
		"function|method|it can_not|does_not|will_not|is_not ever? panic|allocate|throw|mutate|block|leak|recurse|nil|null|exported|inlined|reentrant|thread_safe|return_nil|return_null|return_an_error",
		"i will do my_best|our_best",
		// What is offered on top is not asked for.
		"if you want|would_like|like|prefer|wish|need|are_interested|are_looking more|further|additional|other|another|different|specific|to_know|a_different|any|for ... please? let_me_know|tell_me|specify|ask|feel_free|say",
		"i|we will not|never need|have|know|be_needed|go_into|bore|repeat|touch|change|affect",
		// Whoever is done waits for more to do, and tells others where to go on.
		"waiting|wait|awaiting|await|standing_by|stand_by|standby|ready|idle for|on? .. next|further|new|more|additional instruction|instructions|task|tasks|assignment|assignments|orders|work|message|messages|request|requests|prompt|job|jobs",
		"^ start|begin|kick_off|pick_up ... whenever|when you are|feel ready",
		"next step|steps|up ... start|begin|kick_off|pick_up ... whenever|when you are|feel ready",
		// Sayings.
		"can not|will_not wait to",
		"as you can|could",
		"could|can not agree|be_better|recommend_enough|be_easier|be_happier|emphasize_enough|stress_enough",
		"can not|could_not be_underestimated|overstate|help_but|go_wrong",
		"not only|necessarily|to_mention",
		"why not|can_not_we",
		"if not|or_not|whether_or_not",
		"no problem|worries|matter|doubt|wonder|need|sign|one|way_around $",
		"no doubt|wonder|matter|worries",
		"@cannot|can_not be? used|seen|changed|modified|bypassed|reached by|without|from|unless|via|outside|when|twice|again",
		"permission|permissions|credentials|access|token|error|errors|failure|rate_limit|timeout handling|handler|handlers|checks|check|checking|dialog|management|model|prompt|prompts|system|control|list|level|levels|settings|message|messages|page|banner|state|states|toast|case|cases|test|tests|path|paths|logic|mapping|boundary|boundaries|recovery",
		"access control|controls|log|logs|token_refresh|pattern|patterns|time|times|modifier|modifiers|point|points|layer|level",
		"rate limiter|limiters|limit_events|limit_handling|limits_table",
		"error|blocked|failed|pending|failing|denied|rejected state|states|status|statuses|handling|message|messages|column|columns|badge|tasks|task|issues|items|command|flag|label|field|type|count|list|icon|view|tab|section|filter",
		"let me know if|should|when|whenever|what_you_think|how_it_goes|your_thoughts",
		"i will be happy|glad|here|able",
		"let me summarize|summarise|provide_a_summary|create_a_summary|give_you_a_summary|recap|explain|show_you|clarify|break_it|break_this|provide|present",
		"i will explain|summarize|summarise|describe|outline|list|note|show_you|be_honest|provide_a|help_you|guide_you|assume|walk_you|give_you",
		"if you need|have|want|encounter|run_into|see|get|do_not|can_not|are_not",
	}},
}

// negations turn the phrase that follows them closely into its opposite.
var negations = []plain{
	{0, []string{
		"no|without|zero|never|nothing|neither|nor|avoid|avoids|avoiding|prevent|prevents|preventing|rather_than|instead_of|none",
		"is_not|are_not|was_not|were_not|not|does_not|do_not|did_not|nobody|unable|unable_to|not_able_to",
		"only|almost|nearly|partially|partly|roughly|about|half",
		"free of|in_case|to_avoid|ruled_out|rule_out",
	}},
}

// overcome: what stood in the way no longer does.
var overcome = []plain{
	{0.5, []string{"so @i", "so as_you"}},
	{0.35, []string{"but|and the? answer is|but_here_is"}},
	{0.1, []string{
		"now works|work|passes|pass|succeeds|working|passing|resolved|fixed|builds|runs|green|connects|compiles|available|possible",
		"is|are|was|were|been|got now|since? fixed|resolved|solved|sorted|worked_around|cleared|restored|unblocked|corrected|addressed|mitigated",
		"fixes|fixed|fixing|resolves|resolved|resolving|solves|solved|addresses|addressed|addressing|handles|handled|handling|repaired|eliminated|eliminates|corrects|corrected",
		"^ fix|resolve|solve|address|handle|repair|eliminate|correct|prevent|avoid",
		"worked around|work_around|workaround",
		"as agreed|intended|wanted|planned|designed",
		"by design",
		"on purpose",
		"so @i|it|that instead? @did|used|switched|fell|ran|rebased|retried|rewrote|changed|went|worked|had|took|am_now|tried",
		"@i then|instead|eventually|finally|ended_up|switched|fell_back|retried|rebased|worked_around|overcame",
		"so|and|but instead",
		"instead of ... @i did|@did|used|went|took",
		"instead @i @did|used|ran|wrote|switched",
		"but|and|then after|then|now|eventually|finally|retrying|switching|this|the|a|with|once ... works|worked|succeeded|passed|passes|passing|successful|resolved|fixed|merged|went_through|did_the_trick|fine|completed",
		"after .. @did|retrying|retry|retries|switching|rebasing|restarting|reinstalling|setting|granting|enabling|adding|updating|waiting|fixing|which|that ... works|worked|succeeded|passed|passes|passing|successful|merged|went_through|fine|completed|pushed|green",
		"on|at the second|third|next|retry|last attempt|try|retry|run",
		"retried and|successfully|it|with",
		"which|that has|have|is|was now|since|been fixed|resolved|corrected|merged",
		"then|now|finally|eventually|ultimately succeeded|worked|passed|works|passes|merged",
		"second|next|third attempt|try|run succeeded|worked|passed",
	}},
}

// subjects: what follows is said of a program, its users or a rule.
var subjects = []plain{
	{0.2, []string{
		"users|user|people|customers|clients|client|visitors|members|anyone|developers|they|he|she|someone|nobody|others|callers|caller|attackers",
		"returns|return|returned|throws|throw|raises|raise|shows|show|displays|display|logs|log|prints|print|reports|emits|responds|sees|see",
		"when|whenever|where|causing|caused|causes|cause|leading|led|resulting|because|since|meaning|even_though|so_that|while|unless|until",
		"would .. fail|fails|failed|block|break|crash|hang|throw|reject|refuse|lose|lock|deadlock|leak",
		"bug|bugs|regression|vulnerability|defect is|was|that|where|when|in|lets|let|made|makes",
		"simulates|simulate|simulating|simulated|mocks|mocking|emulates|reproduces|triggers|handles|handle|handling|covers|covering",
		"detects|detect|checks|check|check_for|guards|guard|validates|rejects|denies|blocks|marks|mark|flags|treats|retries|catches|catch",
		"you|who|they|which",
		"means|mean that?",
		"previously|before|formerly|used_to|earlier|may|might",
		"function|method|class|test|tests|endpoint|route|query|parser|script|hook|component|commands|flag|test_case|workflow",
	}},
}

// conditions: what follows is supposed, up to the next comma.
var conditions = []plain{
	{0.1, []string{
		"before it|this|that|everything|any|the ... is|was|were|has|had|finished|done|completed",
		"if|in_case|should_you|unless|whether|suppose|assuming|provided_that|once|whenever|as_long_as|in_the_event",
	}},
	// What is promised for an answer waits for the answer.
	{0.1, []string{"tell|give|send|get|grant|show me|us ... and", "please confirm|approve|choose|decide|reply|answer|advise ... and"}},
	// What was so only at first.
	{0.1, []string{"initially|at_first|originally|previously|earlier i|we|the|it|my|this"}},
	// A concession: the main clause says how it went.
	{0.2, []string{"while|although|though|even_though i|we|this|it", "^ please? note|caveat|fyi|heads_up|caveats|limitation that? i|we|the|it"}},
}

// asides: headings over what the work leaves out.
var asides = []plain{
	{1, []string{
		"limitations|limitation|caveats|trade_offs|tradeoffs|non_goals|disclaimer",
		"known issues|problems|gaps|bugs",
		"out of scope",
		"outside the? scope",
		"not included|covered|in_scope|part_of_this",
		"future|further|possible|optional|later work|improvements|ideas|follow_ups",
		"limitaciones|limites|fuera_de_alcance",
	}},
}
