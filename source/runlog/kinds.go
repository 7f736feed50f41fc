package runlog

// class is what a type or role word makes of a record.
type class uint8

const (
	classNone   class = iota // unknown: the rest of the record decides
	classIgnore              // known to say nothing
	classPrompt
	classAsked // a prompt that is surely the operator's own, not instructions around it
	classSaid
	classCall
	classResult
	classItem // a thing done, in one record with what came of it
	classError
	classEnd
	classStart
	classMessage // its role decides
	classState   // its status decides
	classWrap    // the type of what it holds decides
)

// classWords are the type, event, kind and role words that logs share. They come
// from Claude Code and its stream-json, Codex rollouts and codex exec, Gemini
// CLI, OpenCode, pi, and from what chat APIs call their messages.
var classWords = map[class]string{
	classSaid: `assistant agent ai gemini bot agent_message assistant_message final_answer final answer completion text
		output response reply`,
	classPrompt: "user human input instruction instructions",
	classAsked:  "user_message prompt prompt_sent want wish",
	classCall: `tool_call tool_use function_call custom_tool_call local_shell_call web_search_call mcp_tool_call_begin
		exec_command_begin patch_apply_begin tool_execution_start action command tool_call_raw`,
	classResult: `tool_result function_call_output custom_tool_call_output tool_output tool function observation
		exec_command_end patch_apply_end mcp_tool_call_end tool_execution_end tool_execute bash_execution
		tool_response`,
	classItem:  "command_execution file_change mcp_tool_call web_search",
	classError: "error fatal exception panic",
	classEnd: `result end exit ended exited finished finish completed complete done success succeeded failed failure blocked
		aborted cancelled canceled crashed timeout killed refused turn_completed turn_ended turn_failed turn_aborted
		turn_complete task_complete task_completed task_failed task_finished task_blocked task_done task_end run_end
		run_ended run_completed run_complete run_failed run_finished run_aborted run_blocked job_completed job_failed
		job_finished session_end session_ended session_completed session_failed agent_end agent_exited agent_killed
		agent_timeout agent_crashed agent_completed agent_failed final_result final_output loop_stop`,
	classStart: `thread_started turn_started task_started session_meta session session_start session_started run_start
		run_started agent_start agent_started init start started turn_context`,
	classMessage: "message msg",
	classState:   "status state run task job outcome report summary exit_summary",
	classWrap:    "event_msg response_item item_started item_updated item_completed event",
	classIgnore:  "system developer reasoning thinking progress stream_event stream_error info warning",
}

var classes = Table(classWords)

// classOf looks a raw word up without allocating for words of usual length.
func classOf(word []byte) class {
	if len(word) == 0 || len(word) > 40 {
		return classNone
	}
	if k, ok := classes[string(word)]; ok {
		return k
	}
	return classes[normalizeWord(string(word))]
}

// statusWords are the values of a status field that end a run where nothing
// else in the record says what the status is of.
var statusWords = wordSet(`failed failure blocked done success succeeded error errored completed complete finished refused cancelled canceled
	aborted interrupted timeout timed_out crashed killed ok passed needs_input rate_limited exhausted partial`)
