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

// classes are the type, event, kind and role words that logs share. They come
// from Claude Code and its stream-json, Codex rollouts and codex exec, Gemini
// CLI, OpenCode, pi, and from what chat APIs call their messages.
var classes = map[string]class{
	"assistant": classSaid, "agent": classSaid, "ai": classSaid, "gemini": classSaid, "bot": classSaid,
	"agent_message": classSaid, "assistant_message": classSaid, "final_answer": classSaid, "final": classSaid,
	"answer": classSaid, "completion": classSaid, "text": classSaid, "output": classSaid, "response": classSaid, "reply": classSaid,

	"user": classPrompt, "human": classPrompt, "input": classPrompt, "instruction": classPrompt, "instructions": classPrompt,
	"user_message": classAsked, "prompt": classAsked, "prompt_sent": classAsked, "want": classAsked, "wish": classAsked,

	"tool_call": classCall, "tool_use": classCall, "function_call": classCall, "custom_tool_call": classCall,
	"local_shell_call": classCall, "web_search_call": classCall, "mcp_tool_call_begin": classCall,
	"exec_command_begin": classCall, "patch_apply_begin": classCall, "tool_execution_start": classCall,
	"action": classCall, "command": classCall, "tool_call_raw": classCall,

	"tool_result": classResult, "function_call_output": classResult, "custom_tool_call_output": classResult, "tool_output": classResult,
	"tool": classResult, "function": classResult, "observation": classResult, "exec_command_end": classResult,
	"patch_apply_end": classResult, "mcp_tool_call_end": classResult, "tool_execution_end": classResult,
	"tool_execute": classResult, "bash_execution": classResult, "tool_response": classResult,

	"command_execution": classItem, "file_change": classItem, "mcp_tool_call": classItem, "web_search": classItem,

	"error": classError, "fatal": classError, "exception": classError, "panic": classError,

	"result": classEnd, "end": classEnd, "exit": classEnd, "ended": classEnd, "exited": classEnd, "finished": classEnd, "finish": classEnd,
	"completed": classEnd, "complete": classEnd, "done": classEnd, "success": classEnd, "succeeded": classEnd, "failed": classEnd,
	"failure": classEnd, "blocked": classEnd, "aborted": classEnd, "cancelled": classEnd, "canceled": classEnd, "crashed": classEnd,
	"timeout": classEnd, "killed": classEnd, "refused": classEnd,
	"turn_completed": classEnd, "turn_ended": classEnd, "turn_failed": classEnd, "turn_aborted": classEnd, "turn_complete": classEnd,
	"task_complete": classEnd, "task_completed": classEnd, "task_failed": classEnd, "task_finished": classEnd,
	"task_blocked": classEnd, "task_done": classEnd, "task_end": classEnd,
	"run_end": classEnd, "run_ended": classEnd, "run_completed": classEnd, "run_complete": classEnd, "run_failed": classEnd,
	"run_finished": classEnd, "run_aborted": classEnd, "run_blocked": classEnd,
	"job_completed": classEnd, "job_failed": classEnd, "job_finished": classEnd,
	"session_end": classEnd, "session_ended": classEnd, "session_completed": classEnd, "session_failed": classEnd,
	"agent_end": classEnd, "agent_exited": classEnd, "agent_killed": classEnd, "agent_timeout": classEnd, "agent_crashed": classEnd,
	"agent_completed": classEnd, "agent_failed": classEnd, "final_result": classEnd, "final_output": classEnd, "loop_stop": classEnd,

	"thread_started": classStart, "turn_started": classStart, "task_started": classStart, "session_meta": classStart,
	"session": classStart, "session_start": classStart, "session_started": classStart, "run_start": classStart,
	"run_started": classStart, "agent_start": classStart, "agent_started": classStart, "init": classStart, "start": classStart,
	"started": classStart, "turn_context": classStart,

	"message": classMessage, "msg": classMessage,
	"status": classState, "state": classState, "run": classState, "task": classState, "job": classState,
	"outcome": classState, "report": classState, "summary": classState, "exit_summary": classState,
	"event_msg": classWrap, "response_item": classWrap, "item_started": classWrap, "item_updated": classWrap,
	"item_completed": classWrap, "event": classWrap,

	"system": classIgnore, "developer": classIgnore, "reasoning": classIgnore, "thinking": classIgnore,
	"progress": classIgnore, "stream_event": classIgnore, "stream_error": classIgnore, "info": classIgnore, "warning": classIgnore,
}

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
var statusWords = map[string]bool{
	"failed": true, "failure": true, "blocked": true, "done": true, "success": true, "succeeded": true, "error": true,
	"errored": true, "completed": true, "complete": true, "finished": true, "refused": true, "cancelled": true,
	"canceled": true, "aborted": true, "interrupted": true, "timeout": true, "timed_out": true, "crashed": true,
	"killed": true, "ok": true, "passed": true, "needs_input": true, "rate_limited": true, "exhausted": true, "partial": true,
}
