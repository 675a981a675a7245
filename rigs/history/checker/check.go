// Checks each partition with porcupine, and explains those that are not linearizable.
package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// Fault is a partition without a sequential explanation.
type Fault struct {
	Object      string   `json:"object"`
	ID          string   `json:"id"`
	Explanation []string `json:"explanation"`
}

// Report is what the rig reads.
type Report struct {
	Partitions map[string]int `json:"partitions"`
	Operations int            `json:"operations"`
	Faults     []Fault        `json:"faults"`
	// Partitions that were not read in the end, or that the search did not decide in time.
	Undecided []string `json:"undecided"`
}

func check(partitions []partition, patience time.Duration) Report {
	report := Report{Partitions: map[string]int{}, Faults: []Fault{}, Undecided: []string{}}
	for _, each := range partitions {
		report.Partitions[each.object]++
		report.Operations += len(each.records)
		switch decide(each, patience) {
		case porcupine.Illegal:
			report.Faults = append(report.Faults, Fault{each.object, each.id, explain(each, patience)})
		case porcupine.Unknown:
			report.Undecided = append(report.Undecided, each.object+" "+each.id)
		}
	}
	return report
}

func decide(each partition, patience time.Duration) porcupine.CheckResult {
	if each.last == nil {
		return porcupine.Unknown
	}
	return porcupine.CheckOperationsTimeout(models[each.object], operationsOf(complete(each)), patience)
}

func operationsOf(records []Record) []porcupine.Operation {
	var operations []porcupine.Operation
	for _, record := range records {
		operation := porcupine.Operation{Input: record.Input, Output: record.Output}
		operation.Call, operation.Return = record.Call, record.Return
		operations = append(operations, operation)
	}
	return operations
}

// explain returns the operations that contradict each other, and how far an order of them comes.
func explain(whole partition, patience time.Duration) []string {
	model := models[whole.object]
	part := withoutNeedless(whole, min(patience, 2*time.Second))
	records := byCall(complete(part))
	lines := []string{}
	for _, record := range records {
		// The response that acknowledges an effect says the same.
		if !record.Input.isEffect || record.Return == forever {
			lines = append(lines, describe(record, records[0].Call))
		}
	}
	_, info := porcupine.CheckOperationsVerbose(model, operationsOf(records), patience)
	longest := longestOf(info)
	state := model.Init()
	for _, operation := range longest {
		_, state = model.Step(state, operation.Input, operation.Output)
	}
	return append(lines, fmt.Sprintf("no order explains more than this state: %s; %s",
		model.DescribeState(state), nextOf(records, longest)))
}

// withoutNeedless leaves out each read and each refusal without which the rest still contradicts itself.
func withoutNeedless(whole partition, patience time.Duration) partition {
	for n := len(whole.records) - 1; n >= 0; n-- {
		if whole.records[n].isWrite() {
			continue
		}
		rest := whole
		rest.records = slices.Delete(slices.Clone(whole.records), n, n+1)
		if decide(rest, patience) == porcupine.Illegal {
			whole = rest
		}
	}
	return whole
}

func longestOf(info porcupine.LinearizationInfo) []porcupine.Operation {
	var longest []porcupine.Operation
	for _, parts := range info.PartialLinearizationsOperations() {
		for _, part := range parts {
			if len(part) > len(longest) {
				longest = part
			}
		}
	}
	return longest
}

// nextOf names the response that could not be placed: of the operations outside the order, the one that ended first.
func nextOf(records []Record, placed []porcupine.Operation) string {
	outputs := map[any]bool{}
	for _, operation := range placed {
		outputs[operation.Output] = true
	}
	var first *Record
	for n := range records {
		record := &records[n]
		if record.Output != nil && !outputs[record.Output] && (first == nil || record.Return < first.Return) {
			first = record
		}
	}
	if first == nil {
		return "no response is left"
	}
	return "the first response that does not fit: " + describe(*first, records[0].Call)
}

// describe is one line about an operation. Times are in seconds after the first operation.
func describe(record Record, start int64) string {
	seconds := func(at int64) string {
		if at == forever {
			return "the end"
		}
		return fmt.Sprintf("%.3f", float64(at-start)/1e6)
	}
	words := []string{seconds(record.Call), "to", seconds(record.Return), record.Input.Act, record.Input.Key}
	if record.Input.Amount != 0 {
		words = append(words, fmt.Sprintf("%.2f", float64(record.Input.Amount)/100))
	}
	if record.Input.isEffect {
		return strings.Join(append(words, "takes effect"), " ")
	}
	return strings.Join(append(words, "→", describeOutput(record)), " ")
}

func describeOutput(record Record) string {
	out := record.Output
	if out.Refusal != "" {
		return strings.TrimSpace("refused: " + out.Refusal + " " + out.Status)
	}
	switch record.Input.Act {
	case "refund":
		return fmt.Sprintf("%.2f refunded in all", float64(out.Total)/100)
	case "refunds":
		return fmt.Sprint(out.Keys)
	case "top-up", "balance":
		return fmt.Sprintf("%d available, %d reserved", out.Available, out.Reserved)
	case "lines":
		return fmt.Sprintf("%d available, %s", out.Available, strings.Join(out.Movements, ", "))
	}
	return out.Status
}
