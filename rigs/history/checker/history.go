// The history of a run, as the rig writes it: one operation per line of JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
)

// Record is one request and its response, as a client saw them.
type Record struct {
	Object string `json:"object"` // order, payment or wallet
	ID     string `json:"id"`
	Call   int64  `json:"call"` // microseconds
	Return int64  `json:"return"`
	Input  Input  `json:"input"`
	// Absent where no response came, or one that leaves open what was done.
	Output *Output `json:"output"`
}

// Input is what the client asked for.
type Input struct {
	Act    string `json:"act"`
	Key    string `json:"key"`    // the idempotency key, or the reference of a transfer
	Amount int64  `json:"amount"` // cents
}

// Output is what the response said.
type Output struct {
	// Why it was refused: "status" for that of `Status`, "balance" for too little money; the model knows no other reasons.
	Refusal   string            `json:"refusal"`
	Status    string            `json:"status"`
	Total     int64             `json:"total"` // of all refunds of the payment, in cents
	Available int64             `json:"available"`
	Reserved  int64             `json:"reserved"`
	Keys      []string          `json:"keys"`      // of the refunds of a payment
	Transfers map[string]string `json:"transfers"` // the status of each reference, by the lines of the wallet
}

// forever is later than any time of a history: an operation without a known result may take effect until then.
const forever = math.MaxInt64

// end is the time until which the operation may take effect.
func (r Record) end() int64 {
	if r.Output == nil {
		return forever
	}
	return r.Return
}

// isRead says whether the operation changes nothing, so that a history without it still says the truth.
func (r Record) isRead() bool {
	switch r.Input.Act {
	case "status", "refunds", "balance", "lines":
		return true
	}
	return false
}

// partition is the history of one order, payment or wallet, in the order in which it was recorded.
type partition struct {
	object, id string
	records    []Record
}

func readHistory(path string) ([]partition, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var all []partition
	places := map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var record Record
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		name := record.Object + " " + record.ID
		place, isKnown := places[name]
		if !isKnown {
			place = len(all)
			places[name] = place
			all = append(all, partition{object: record.Object, id: record.ID})
		}
		all[place].records = append(all[place].records, record)
	}
	return all, lines.Err()
}
