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
	SchemaVersion        number
	Phase, BatchID, Mode word
	StartedAt, UpdatedAt moment
	WavePlan             [][]word
	Lanes                []laneEntry
	Tasks                []taskEntry
	MergeResults         []mergeResult
	BlockedTaskIDs       []word
	LastError            struct{ Message word }
	Diagnostics          struct{ TaskExits map[string]taskExit }
}

// laneEntry is one lane of a batch.
type laneEntry struct {
	LaneNumber           number
	WorktreePath, Branch word
	TaskIDs              []word
}

// taskEntry is what a batch records of one task.
type taskEntry struct {
	TaskID, SessionName, Status, TaskFolder, ExitReason word
	RepoID, ResolvedRepoID, PacketTaskPath              word
	LaneNumber, PartialProgressCommits                  number
	StartedAt, EndedAt                                  moment
	PartialProgressBranch                               word
	ExitDiagnostic                                      struct{ Classification, ErrorMessage word }
}

type taskExit struct {
	Classification word
	Cost           *float64
}

type mergeResult struct {
	WaveIndex, FailedLane number
	Status, FailureReason word
}

// historyEntry is one batch in batch-history.json.
type historyEntry struct {
	BatchID, Status    word
	StartedAt, EndedAt moment
	Tasks              []historyTask
}

type historyTask struct {
	TaskID, TaskName, Status, ExitReason word
	Lane                                 number
	Tokens                               struct {
		Input, Output, CacheRead, CacheWrite int64
		CostUSD                              *float64
	}
}

// metaFile is batch-meta.json.
type metaFile struct {
	WavePlan  [][]word
	StartedAt moment
}

// manifest is one agent of a batch.
type manifest struct {
	Role, TaskID, Status word
	LaneNumber, PID      number
	StartedAt            moment
	Packet               struct{ TaskFolder word }
}

// registryFile is registry.json.
type registryFile struct{ Agents map[string]manifest }

// laneFile is the snapshot of a lane. While a worker runs it is written every second.
type laneFile struct {
	LaneNumber     number
	TaskID, Status word
	UpdatedAt      moment
	Worker         struct {
		CostUSD                                                      *float64
		InputTokens, OutputTokens, CacheReadTokens, CacheWriteTokens int64
	}
}

// lockFile is lock.json of the supervisor, which beats every 30 s.
type lockFile struct {
	PID       number
	BatchID   word
	Heartbeat moment
}

// mailFile is one message.
type mailFile struct {
	From, To, Type, Content word
	Timestamp               moment
}

// reviewerFile is .reviewer-state.json, which is there while a review runs.
type reviewerFile struct {
	Status, ReviewType, LastTool word
	ReviewStep                   number
	UpdatedAt                    moment
}

// parseJSON reads a file of a type above; nil: it is not whole.
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
