package taskplane

import (
	"bytes"
	"encoding/json"
	"slices"

	"notdone/source/logsource"
)

// The types here are the files of a batch (persistence.ts, process-registry.ts).
type (
	word   = logsource.Text
	number = logsource.Number
	moment = logsource.Moment
)

// newestSchema is the newest batch-state.json whose fields are known.
const newestSchema = 4

// batchFile is batch-state.json.
type batchFile struct {
	SchemaVersion                                number
	Phase, BatchID, BaseBranch, OrchBranch, Mode word
	StartedAt, UpdatedAt, EndedAt                moment
	WavePlan                                     [][]word
	Lanes                                        []laneEntry
	Tasks                                        []taskEntry
	MergeResults                                 []mergeResult
	BlockedTaskIDs                               []word `json:"blockedTaskIds"`
	LastError                                    struct{ Code, Message word }
	Diagnostics                                  struct {
		TaskExits map[string]taskExit
	}
}

// laneEntry is one lane of a batch.
type laneEntry struct {
	LaneNumber                          number
	LaneSessionID, WorktreePath, Branch word
	TaskIDs                             []word
}

// taskEntry is what a batch records of one task.
type taskEntry struct {
	TaskID                                      word
	LaneNumber                                  number
	SessionName, Status, TaskFolder, ExitReason word
	StartedAt, EndedAt                          moment
	DoneFileFound                               bool
	RepoID, ResolvedRepoID                      word
	PartialProgressCommits                      number
	PartialProgressBranch                       word
	PacketTaskPath, ActiveSegmentID             word
	SegmentIDs                                  []word
	ExitDiagnostic                              *exitDiagnostic
}

// exitDiagnostic is why a task ended, as Taskplane classifies it (diagnostics.ts).
type exitDiagnostic struct {
	Classification, ErrorMessage word
	TokensUsed, LastKnownStep    number
	LastKnownCheckbox            word
	PartialProgressBranch        word
	PartialProgressCommits       number
}

type taskExit struct {
	Classification word
	Cost           *float64
}

type mergeResult struct {
	WaveIndex     number
	Status        word
	FailedLane    number
	FailureReason word
}

// historyEntry is one batch in batch-history.json.
type historyEntry struct {
	BatchID            word
	Status             word
	StartedAt, EndedAt moment
	Tasks              []struct {
		TaskID, TaskName, Status, ExitReason word
		Wave, Lane                           number
		Tokens                               struct {
			Input, Output, CacheRead, CacheWrite int64
			CostUSD                              *float64
		}
	}
}

// metaFile is batch-meta.json.
type metaFile struct {
	BatchID, BaseBranch, OrchBranch word
	WavePlan                        [][]word
	StartedAt                       moment
}

// manifest is one agent of a batch.
type manifest struct {
	AgentID, Role, TaskID, Status, Cwd word
	LaneNumber, PID                    number
	StartedAt                          moment
	Packet                             *struct{ TaskFolder word }
}

// registryFile is registry.json.
type registryFile struct {
	UpdatedAt moment
	Agents    map[string]manifest
}

// exitFile is events-exit.json, of the newest iteration only.
type exitFile struct{ Error word }

// laneFile is the snapshot of a lane. While a worker runs it is written every second.
type laneFile struct {
	LaneNumber     number
	TaskID, Status word
	Worker         *struct {
		CostUSD                                                      *float64
		InputTokens, OutputTokens, CacheReadTokens, CacheWriteTokens int64
	}
	UpdatedAt moment
}

// lockFile is lock.json of the supervisor, which beats every 30 s.
type lockFile struct {
	PID       number
	BatchID   word
	Heartbeat moment
}

// mailFile is one message.
type mailFile struct {
	ID, From, To, Type, Content word
	Timestamp                   moment
}

// reviewerFile is .reviewer-state.json, which is there while a review runs.
type reviewerFile struct {
	Status, ReviewType, LastTool word
	ReviewStep                   number
	UpdatedAt                    moment
}

// parsers read files that are written at once. Nil is none that can be read.
var parsers = map[role]func(raw []byte) any{
	roleBatch:    parseJSON[batchFile],
	roleHistory:  parseJSON[[]historyEntry],
	roleMeta:     parseJSON[metaFile],
	roleRegistry: parseJSON[registryFile],
	roleManifest: parseJSON[manifest],
	roleExit:     parseJSON[exitFile],
	roleLane:     parseJSON[laneFile],
	roleLock:     parseJSON[lockFile],
	roleMail:     parseJSON[mailFile],
	roleReviewer: parseJSON[reviewerFile],
	roleStatus:   func(raw []byte) any { return parseStatus(raw) },
	rolePrompt:   func(raw []byte) any { return parsePrompt(raw) },
	roleReview:   func(raw []byte) any { return parseReview(raw) },
}

func parseJSON[T any](raw []byte) any {
	v := new(T)
	if logsource.Decode(json.NewDecoder(bytes.NewReader(raw)), v) != nil {
		return nil
	}
	return v
}

// waveOf returns the wave of a task, from 0; -1: it is in none.
func (b *batch) waveOf(id string) int {
	return slices.IndexFunc(b.File.WavePlan, func(wave []word) bool { return slices.Contains(wave, word(id)) })
}
