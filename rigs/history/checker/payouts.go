// The ends of transfers. No client asks for them: a worker pays, and the operator reports. They become operations of
// the history, within the time that the clients' reads leave for them.
package main

import (
	"fmt"
	"math"
	"strings"
)

// ranks orders the statuses of a transfer by time.
var ranks = map[string]int{"Submitted": 1, "Successful": 2, "Failed": 2, "Reversed": 3}

// sight is a status that a client has read.
type sight struct {
	status         string
	call, returned int64
}

// withPayouts adds the ends of all transfers whose end was read in the end.
func withPayouts(records []Record) []Record {
	sent := map[string]Record{}
	seen := map[string][]sight{}
	var references []string
	for _, record := range records {
		if reference := record.Input.Key; record.Input.Act == "transfer" {
			if before, isKnown := sent[reference]; !isKnown {
				references = append(references, reference)
				sent[reference] = record
			} else if record.Call < before.Call {
				sent[reference] = record
			}
		}
		for reference, status := range statusesRead(record) {
			seen[reference] = append(seen[reference], sight{status, record.Call, record.Return})
		}
	}
	for _, reference := range references {
		records = append(records, endsOf(sent[reference], seen[reference])...)
	}
	return records
}

// statusesRead returns the transfers that a response shows, with their statuses.
func statusesRead(record Record) map[string]string {
	if record.Output == nil || record.Output.Refusal != "" {
		return nil
	}
	if record.Input.Act == "status" {
		return map[string]string{record.Input.Key: record.Output.Status}
	}
	return record.Output.Transfers
}

// endsOf returns the changes that lead from the acceptance to the last status.
func endsOf(sent Record, seen []sight) []Record {
	var last sight
	for _, each := range seen {
		if each.call >= last.call {
			last = each
		}
	}
	acts := map[string][]string{"Successful": {"Successful"}, "Failed": {"Failed"}, "Reversed": {"Successful", "Reversed"}}
	var ends []Record
	for _, act := range acts[last.status] {
		call, returned := window(sent.Call, ranks[act], seen)
		// No client has asked for it: the output only says that it has happened.
		end := Record{Object: sent.Object, ID: sent.ID, Call: call, Return: returned, Output: &Output{}}
		end.Input = Input{Act: act, Key: sent.Input.Key, Amount: sent.Input.Amount}
		ends = append(ends, end)
	}
	return ends
}

// window returns from when until when a transfer can have reached a rank. The model implies both; without them a search
// would try each end at each time.
func window(sent int64, rank int, seen []sight) (call, returned int64) {
	call, returned = sent, forever
	for _, each := range seen {
		switch has := ranks[each.status]; {
		case has >= rank:
			returned = min(returned, each.returned)
		case has > 0:
			call = max(call, each.call)
		}
	}
	if call > returned {
		// A client has read an older status after a newer one. That is for the search to find.
		return sent, max(sent, returned)
	}
	return call, returned
}

func splitStatus(value string) (status string, cost int64) {
	status, number, _ := strings.Cut(value, "/")
	if number != "" {
		if _, err := fmt.Sscan(number, &cost); err != nil {
			return status, math.MinInt64
		}
	}
	return status, cost
}
