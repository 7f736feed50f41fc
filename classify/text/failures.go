package text

import "notdone/model"

// failures: endings at a limit or in an error of the service that runs the agent.
var failures = []row{
	{"rate limit|limits|limited|limiting exceeded|reached|hit|error|errors|by|at", model.KindRateLimit, strong},
	{"rate limit|limits|limited $", model.KindRateLimit, firm},
	{"exceed|exceeded|exceeds|hit|hitting|reached|due_to|because_of ... rate limit|limits|limiting", model.KindRateLimit, strong},
	{"too many requests", model.KindRateLimit, strong},
	{"usage limit|cap|quota @spent|has_been|was|is", model.KindRateLimit, strong},
	{"hit|reached|exceeded your|my|our .. limit|limits|quota|cap", model.KindRateLimit, strong},
	{"hit|reached|exceeded the|its? usage|session|weekly|daily|hourly|monthly|message|plan|api limit|limits|quota|cap", model.KindRateLimit, strong},
	{"limit .. will? resets|reset at|on|in", model.KindRateLimit, strong},
	{"quota .. @spent|is|was|has|error", model.KindRateLimit, strong},
	{"resource|server|model|api|service|provider is|was|has_been|been? overloaded|exhausted", model.KindRateLimit, firm},
	{"overloaded error", model.KindRateLimit, strong},
	{"api error", model.KindNetwork, strong},
	{"429|529|503|502|500|504 too|error|type|overloaded|internal|service|bad|gateway|status|server|rate|resource", model.KindRateLimit, firm},
	{"error|status|code|http 429|529|503|502|500|504", model.KindRateLimit, firm},
	{"internal server error", model.KindNetwork, firm},
	{"stream|response|request|connection .. disconnected|interrupted|aborted|cancelled|closed|lost|reset before|by|during|while|mid|prematurely", model.KindNetwork, firm},

	{"turn|turns|iteration|iterations|step|steps|token|tokens|time|context|budget|tool_call|tool_calls|call|calls|thinking|cost|spend|retry|session|run @limit .. @spent", model.KindBudget, strong},
	{"hit|reached|reaching|exceeded|exhausted|spent|used|hitting|at my|the|its|our|a|maximum|all? .. turn|iteration|step|token|time|context|tool_call|cost|turns|iterations|tokens|steps limit|budget|limits|cap|allowance|allowed|available", model.KindBudget, strong},
	{"max|maximum number|of? number? .. turns|iterations|steps|attempts|retries|tokens|rounds|tool_calls .. @spent|has", model.KindBudget, strong},
	{"@spent|reached|exceeded|hit the|my? max|maximum number_of|of|allowed? turns|iterations|steps|attempts|retries|tokens|rounds|tool_calls", model.KindBudget, strong},
	{"ran|run|running|runs out of time|tokens|context|budget|turns|steps|iterations|attempts|credits|memory|room|space|quota|retries", model.KindBudget, strong},
	{"budget|context|tokens|turns|credits|iterations|retries|attempts is|are|was|were|has_been|have_been? exhausted|depleted|exceeded|used_up|spent|gone", model.KindBudget, strong},
	{"prompt|context|input|conversation|request is|was|has_become? too long|large", model.KindBudget, strong},
	{"context window|length is|was? exceeded|full|exhausted|overflow|limit", model.KindBudget, strong},
	{"credit|account balance is? too low|insufficient|exhausted|empty", model.KindBudget, strong},
	{"insufficient credits|credit|funds|balance|quota", model.KindBudget, strong},
	{"out of credits|quota", model.KindBudget, strong},
	{"execution|agent|task|run|session|process|worker|job|it timed|timeout out|exceeded|after", model.KindBudget, firm},
	{"^ timed out|timeout", model.KindBudget, firm},
	{"i have used|spent all|up|the ... turns|iterations|tokens|budget|steps|time|context", model.KindBudget, strong},
	{"stopped|stopping|ending|ended early|here|because|due|before ... limit|budget|time|context|turns|tokens|finishing|completion|iterations", model.KindBudget, firm},

	{"request|run|task|session|execution|operation|agent|turn|process|interrupted|process was|has_been|were|by interrupted|aborted|cancelled|canceled|killed|terminated|user", model.KindUnknown, firm},
	{"fatal|unhandled|uncaught|internal|unexpected error|exception", model.KindUnknown, firm},
	{"process|agent|worker|session exited|crashed|died|terminated|killed .. with|code|unexpectedly|by|signal", model.KindUnknown, firm},
	{"^ error|fatal|panic", model.KindUnknown, firm},
	{"deadline exceeded|reached", model.KindBudget, firm},
	{"reached|hit the|a|my? .. limit", model.KindBudget, mild},
	{"no response|output|result|answer requested|generated|from|received|produced", model.KindUnknown, mild},
	{"segmentation fault", model.KindUnknown, firm},
	{"exit code|status 1|2|126|127|128|137|139|255", model.KindUnknown, mild},
}
