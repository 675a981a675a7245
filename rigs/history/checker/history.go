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
	// For the search, see effects.go.
	isEffect bool
	last     *Last
}

// Output is what the response said.
type Output struct {
	// Why it was refused: "status" for that of `Status`, "balance" for too little money; the model knows no other reasons.
	Refusal   string   `json:"refusal"`
	Status    string   `json:"status"`
	Total     int64    `json:"total"` // of all refunds of the payment, in cents
	Available int64    `json:"available"`
	Reserved  int64    `json:"reserved"`
	Keys      []string `json:"keys"`      // of the refunds of a payment
	Movements []string `json:"movements"` // of a wallet, oldest first
}

// forever is later than any time of a history.
const forever = math.MaxInt64

// isWrite says whether the operation changes something, or may have.
func (r Record) isWrite() bool {
	switch r.Input.Act {
	case "status", "refunds", "balance", "lines":
		return false
	}
	return r.Output == nil || r.Output.Refusal == ""
}

// partition is the history of one order, payment or wallet, in the order in which it was recorded.
type partition struct {
	object, id string
	records    []Record
	last       *Last // absent if it was not read in the end
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
	for n := range all {
		all[n].last = lastOf(all[n])
	}
	return all, lines.Err()
}
