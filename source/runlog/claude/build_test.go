package claude

import (
	"fmt"
	"strings"
	"time"
)

// script writes a log, a record a method, each a second after the one before.
type script struct {
	strings.Builder
	stream bool
	at     time.Time
	n      int
	extra  string // members of every record
}

var begin = time.Date(2030, 1, 2, 9, 0, 0, 0, time.UTC)

func transcript() *script {
	return &script{at: begin, extra: `"isSidechain":false,"userType":"external","cwd":"/srv/app","sessionId":"s-1","version":"2.1.9","gitBranch":"main"`}
}

func stream() *script {
	s := &script{at: begin, stream: true, extra: `"parent_tool_use_id":null,"session_id":"s-1"`}
	return s.raw(`{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"s-1","tools":["Read","Bash"],"model":"m-1","permissionMode":"default","claude_code_version":"2.1.9"}`)
}

// side makes what follows a subagent's.
func (s *script) side() *script {
	s.extra = strings.NewReplacer(`"isSidechain":false`, `"isSidechain":true,"agentId":"a-1"`, `"parent_tool_use_id":null`, `"parent_tool_use_id":"t0"`).Replace(s.extra)
	return s
}

// main ends what side began.
func (s *script) main() *script {
	s.extra = strings.NewReplacer(`"isSidechain":true,"agentId":"a-1"`, `"isSidechain":false`, `"parent_tool_use_id":"t0"`, `"parent_tool_use_id":null`).Replace(s.extra)
	return s
}

// with adds members to every record that follows.
func (s *script) with(members string) *script {
	s.extra += "," + members
	return s
}

func (s *script) raw(record string) *script {
	s.WriteString(record + "\n")
	return s
}

func (s *script) rec(typ, members string) *script {
	s.at = s.at.Add(time.Second)
	s.n++
	stamp := ""
	if !s.stream {
		stamp = fmt.Sprintf(`,"uuid":"u%d","timestamp":%q`, s.n, s.at.Format("2006-01-02T15:04:05.000Z"))
	}
	return s.raw(fmt.Sprintf(`{"parentUuid":null,%s,"type":%q,%s%s}`, s.extra, typ, members, stamp))
}

func (s *script) prompt(text string) *script {
	return s.rec("user", fmt.Sprintf(`"message":{"role":"user","content":%q}`, text))
}

func (s *script) result(id, text string) *script { return s.answer(id, text, false) }
func (s *script) fail(id, text string) *script   { return s.answer(id, text, true) }

func (s *script) answer(id, text string, failed bool) *script {
	return s.rec("user", fmt.Sprintf(`"message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%q,"is_error":%v}]},"toolUseResult":{"stdout":%q}`, id, text, failed, text))
}

// message is one record of the model: what it says in JSON blocks, and why it stopped.
func (s *script) message(id, blocks, stop string) *script {
	if stop != "null" {
		stop = `"` + stop + `"`
	}
	return s.rec("assistant", fmt.Sprintf(`"message":{"id":%q,"type":"message","role":"assistant","model":"m-1","content":[%s],"stop_reason":%s,"usage":{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":4,"service_tier":"standard"}}`, id, blocks, stop))
}

func (s *script) say(text string) *script {
	return s.message(fmt.Sprint("m", s.n), fmt.Sprintf(`{"type":"text","text":%q}`, text), "null")
}

func (s *script) end(text string) *script {
	return s.message(fmt.Sprint("m", s.n), fmt.Sprintf(`{"type":"text","text":%q}`, text), "end_turn")
}

func (s *script) call(id, tool, input string) *script {
	return s.message("m"+id, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, id, tool, input), "tool_use")
}

func (s *script) bash(id, command string) *script {
	return s.call(id, "Bash", fmt.Sprintf(`{"command":%q,"description":"call %s"}`, command, id))
}

// turned is the mark behind a turn of a transcript.
func (s *script) turned() *script { return s.rec("system", `"subtype":"turn_duration","durationMs":9`) }

// done is the terminal record of a stream.
func (s *script) done(members string) *script {
	return s.raw(`{"type":"result",` + members + `,"duration_ms":9,"session_id":"s-1","uuid":"r"}`)
}

const success = `"subtype":"success","is_error":false,"num_turns":2`
