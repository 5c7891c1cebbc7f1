package report

// Shard is one of Of audits that together are that of all the inputs.
type Shard struct {
	Index int `json:"index"` // from 1
	Of    int `json:"of"`
}

// jsonShard is what a merge needs to know of a shard.
type jsonShard struct {
	Shard
	Inputs   string     `json:"inputs"`   // the same in all shards of one audit
	Logs     []shardLog `json:"logs"`     // of each log, in order
	Problems []int      `json:"problems"` // the unit of each problem
}

// shardLog is the unit of the inputs that a log lies in, and how many findings
// it has.
type shardLog struct {
	Unit     int `json:"unit"`
	Findings int `json:"findings"`
}
