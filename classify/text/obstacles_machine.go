package text

import "notdone/model"

// machineObstacles: tools, surroundings and the network.
var machineObstacles = []row{
	{"command|binary|module|package|executable|tool|program not found|installed|available|recognized", model.KindTool, firm},
	{"none|no of? the|these|your|my? provided|available|given|supplied|listed|current|existing? functions|tools|function|tool", model.KindTool, strong},
	{"no|not|any|only|without functions|function|tools|tool|means|way|capability|functionality .. available|provided|that|to|for|capable|can|provided_here", model.KindTool, mild},
	{"functions|function|tools|tool ... @cannot|can_not|do_not|does_not|did_not|is_not|are_not|not", model.KindTool, firm},
	{"functions|function|tools|tool|none|not ... relevant|related|suitable|applicable|appropriate|useful|unrelated|irrelevant|insufficient", model.KindTool, firm},
	{"using the|these|any|only? provided|available|given functions|function|tools|tool", model.KindTool, mild},
	{"@ilack .. the|any|a|an? .. .. ability|capability|capabilities|tool|tools|function|functions|functionality|means|way", model.KindTool, strong},
	{"@lack .. ability|capability|capabilities|tool|tools|function|functions|functionality", model.KindTool, mild},
	{"not capable|equipped|designed|programmed|intended of|to|for", model.KindTool, mild},
	{"outside|beyond|not_within|exceeds the|my scope|capabilities|abilities|expertise|reach|knowledge", model.KindTool, firm},
	{"capabilities|tools|functions|function|i|abilities are|is|am limited to", model.KindTool, firm},
	{"is|are|was|were not installed|supported|available in|on|here|for|through|anymore", model.KindTool, mild},
	{"is|are not installed|available $", model.KindTool, mild},
	{"tool|tools|browser|mcp|server|plugin is|are|was|were not|unavailable|down|broken|disabled available|responding|working|enabled|connected|loaded", model.KindTool, firm},
	{"specialized|dedicated|separate|different|another|additional function|functions|tool|tools .. needed|required|necessary", model.KindTool, firm},
	{"would need|require a|an|some|other|different|additional|specific|access .. function|functions|tool|tools|api|functionality|database|access", model.KindTool, firm},
	{"i can only", model.KindTool, firm},
	{"unless ... tool|tools|function|functions", model.KindTool, mild},

	{"no space left|disk_full", model.KindEnvironment, firm},
	{"disk|filesystem|volume is full", model.KindEnvironment, firm},
	{"out of memory|disk|space|inodes", model.KindEnvironment, firm},
	{"@cannot|can_not be? built|started|run|tested|executed|launched|used|run in|on|within this|the|my environment|sandbox|container|machine|session", model.KindEnvironment, firm},
	{"environment|sandbox|container|machine|runtime|host|workspace does_not|did_not|lacks|is_missing|has_no|can_not|is_not|prevents|blocks|forbids|restricts|disallows|is_read_only", model.KindEnvironment, firm},
	{"not available|possible|supported|allowed in|on|within|from this|the|my|here environment|sandbox|container|machine|session|setup", model.KindEnvironment, firm},
	{"port .. in_use|occupied|taken", model.KindEnvironment, mild},
	{"daemon|server|database|service|docker|emulator|cluster|browser|container|postgres|redis is|are|was|were|does not|unavailable|down|unreachable running|responding|reachable|available|up|start|started|respond", model.KindEnvironment, firm},
	{"daemon|server|database|service|docker|site|api|backend|cluster|system is|are|was|were|seems|appears|being to_be? down|unavailable|unreachable|offline", model.KindEnvironment, firm},
	{"database|file|index|lock|repository|repo is|was locked|held|busy", model.KindEnvironment, firm},
	{"file|config|library|dependency|dependencies|version is|are|was|were missing|corrupt|corrupted|incompatible", model.KindEnvironment, mild},
	{"technical issue|issues|difficulties|problem|problems|error", model.KindEnvironment, firm},
	{"encountered|ran_into|hit|facing|experiencing|running_into a|an|some|technical|the|unexpected|internal? error|issue|issues|problem|problems|difficulties|errors", model.KindEnvironment, mild},

	{"connection|connections refused|reset|timed_out|error|failed|closed", model.KindNetwork, firm},
	{"network|internet|dns is|was|are|access|resolution|connection|connectivity unreachable|disabled|blocked|unavailable|down|failed|failing|off|restricted|missing|not_available|is_blocked|is_disabled|was_blocked|error|errors", model.KindNetwork, firm},
	{"no internet|network|connectivity|outbound", model.KindNetwork, firm},
	{"@ilack internet|network|web", model.KindNetwork, strong},
	{"could_not|can_not|failed_to resolve host|hostname|the_host|dns", model.KindNetwork, firm},
	{"request|connection|downloads|download|call|network|fetch|it|server|requests|push|clone|install timed|times|timing|keeps_timing out", model.KindNetwork, firm},
	{"timed out after|waiting|while|before|connecting|when", model.KindNetwork, mild},
	{"@icannot|@cannot connect", model.KindNetwork, firm},
	{"host|server|site|url|endpoint|api is_not|not|is_unreachable|unreachable reachable|responding|resolvable", model.KindNetwork, firm},
	{"proxy|firewall|gateway blocks|blocked|denies|denied|refuses|refused|rejects", model.KindNetwork, firm},
}

// policyObstacles: a rule of the house forbids what was asked.
var policyObstacles = []row{
	{"policy|policies|rules|regulations|guidelines|terms|rule|agreement|contract do_not|does_not|prohibit|prohibits|forbid|forbids|prevent|prevents|require|requires|state|states|disallow|restrict|are_strict|is_strict", model.KindPolicy, firm},
	{"against|violates|violate|per|due_to|according_to|under|because_of|violation_of our|the|company|my|this|store|airline|university|security|privacy|established|project|repository|org? policy|policies|rules|regulations|guidelines", model.KindPolicy, mild},
	{"must|have_to|need_to|required_to|programmed_to adhere|follow|comply|uphold|respect", model.KindPolicy, firm},
	{"is|are|am not eligible|entitled|qualified|qualify|refundable|covered|allowed|permitted", model.KindPolicy, firm},
	{"not|non eligible|refundable|cancellable|transferable|changeable|modifiable|returnable", model.KindPolicy, firm},
	{"@cannot|can_not be modified|changed|cancelled|canceled|refunded|exchanged|returned|altered|waived|processed|upgraded|added|removed|combined", model.KindPolicy, strong},
	{"modifications|changes|cancellations|refunds|exceptions|exchanges|upgrades are|is not allowed|permitted|possible|available", model.KindPolicy, strong},
	{"@icannot make|grant|offer|approve|waive|override|bypass|authorize|issue ... exception|exceptions|fee|fees|refund|discount|policy|compensation|rule|rules|it", model.KindPolicy, strong},
	{"no exception|exceptions", model.KindPolicy, firm},
	{"@lack .. authority", model.KindPolicy, strong},
	{"not .. authorized|able|allowed|permitted to .. make|share|disclose|grant|offer|discuss|provide", model.KindPolicy, firm},
	{"only .. account_holder|authorized|owner can|may|is", model.KindPolicy, mild},
	{"for security|privacy|legal|compliance|safety reasons|purposes", model.KindPolicy, weak},
}
