package text

// promises: work announced. They count where nothing follows them.
var promises = []plain{
	{strong, []string{
		"^ let me|us @act",
		"now|next|first|ok|okay|then|so|good|great|perfect|excellent|right|alright|and|but let me|us @act",
		"let me now|first|try|start|continue|proceed|begin|quickly @act?",
		"@i will now|first|start|begin|proceed|continue|get|try|next|need_to|attempt",
		"next @i will|am_going_to|need_to|should|plan",
		"now @i will|need_to|am_going_to|have_to|can|should|want_to",
		"^ now|next|first @i will",
		"@i am|are now? running|starting|working|checking|looking|going|about|building|fetching|processing",
		"in|during the next|a_later|a_future|another session|run|iteration|turn|pass|heartbeat|cycle",
		"@i will|am_going_to ... next_session|next_run|tomorrow|later|next_iteration|shortly|as_soon_as|and_monitor|and_report|and_let_you_know|get_back_to_you",
		"get|getting right_on|started_on|to_work_on|back_to_you",
		"give|hold|bear me|on|with a|on|me moment|second|minute|few",
		"one moment|second|minute please?",
		"@i will have|be ... ready|done|finished|back_shortly|right_back|with_you",
		"time to run|test|check|write|implement|build|commit|create",
		"continuing|resuming|resume|continue|pick_up|picking_up on|in|at|after|with the? next|tomorrow|later|morning",
		"^ setting|building|running|creating|fetching|installing|starting|writing|analyzing|reading|preparing|generating ... now $",
		"^ working on|looking into|on_it|investigating|checking",
		"will report|update|notify|follow|keep|get|let|ping|come you|back|up|know|posted",
		"starting with|now|by|on the|task|step|this",
		"will be|get started|done|completed|handled|implemented|finished|addressed in|shortly|later|next|soon|tomorrow|by",
	}},
	{firm, []string{
		"@i will @act",
		"@i am|are going to @act",
		"@i should|need_to|have_to|must|want_to now|first? @act",
		"@i plan|intend|aim|propose|want to @act",
		"my|the next|first step|plan|task is|will_be|would_be to",
		"going to @act",
		"let me|us @act",
		"we can|should|need_to now|first|then|start @act?",
		"@i can now @act",
	}},
}
