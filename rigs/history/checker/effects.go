// Splits writes into effects and responses, so that the search is short.
//
// All attempts of a write with one key have one effect together. It comes after the first attempt was sent, and before
// the first response that acknowledges one; without such a response it may come until the end. Whether it came at all, the
// last reads show: an effect that they do not show cannot come before them. The responses are then like reads. This says
// the same as trying each attempt for the effect, and each attempt without a result at all times.
package main

import (
	"slices"
	"strings"
)

// Last is what was read last of a payment or a wallet; of an order, what its first response says.
type Last struct {
	status    string
	wasPaid   bool // by any read: a payment that was paid once stays so
	keys      []string
	movements []string
}

// complete returns what the search has to place: effects, reads, and responses that say something about the state.
func complete(each partition) []Record {
	var operations []Record
	for _, record := range each.records {
		if record.Output != nil && record.Output.Refusal != "busy" && record.Output.Refusal != "other" {
			record.Input.last = each.last
			operations = append(operations, record)
		}
	}
	return append(operations, effectsOf(each)...)
}

// effectsOf returns the effects of all writes, and the ends of transfers.
func effectsOf(each partition) []Record {
	effects := map[string]Record{}
	isAcknowledged := map[string]bool{}
	var names []string
	for _, record := range byCall(each.records) {
		if !record.isWrite() {
			continue
		}
		name := record.Input.Act + " " + record.Input.Key
		effect, isKnown := effects[name]
		if !isKnown {
			names = append(names, name)
			effect = Record{Call: record.Call, Return: forever, Input: record.Input, Output: &Output{}}
			effect.Input.isEffect, effect.Input.last = true, each.last
		}
		if record.Output != nil {
			isAcknowledged[name] = true
			effect.Return = min(effect.Return, record.Return)
		}
		effects[name] = effect
	}
	var made []Record
	for _, name := range names {
		if isAcknowledged[name] || each.last.shows(effects[name].Input) {
			made = append(made, effects[name])
		}
	}
	return append(withOneVoid(made, isAcknowledged), endsOf(made, each.last)...)
}

// withOneVoid keeps the voids that were acknowledged, or else the first: a payment is voided once, and it does not matter
// for which of several requests without a result.
func withOneVoid(effects []Record, isAcknowledged map[string]bool) []Record {
	isVoid := func(record Record) bool { return record.Input.Act == "void" }
	hasAcknowledged := slices.ContainsFunc(effects, func(record Record) bool {
		return isVoid(record) && isAcknowledged["void "+record.Input.Key]
	})
	first := slices.IndexFunc(effects, isVoid)
	var kept []Record
	for n, record := range effects {
		isFirst := n == first && !hasAcknowledged
		if !isVoid(record) || isFirst || isAcknowledged["void "+record.Input.Key] {
			kept = append(kept, record)
		}
	}
	return kept
}

// endsOf returns the ends of transfers. No client asks for them: a worker pays, and the operator reports.
func endsOf(effects []Record, last *Last) []Record {
	var ends []Record
	for _, movement := range last.movements {
		act, reference, _ := strings.Cut(movement, " ")
		for _, effect := range effects {
			if effect.Input.Act == "transfer" && effect.Input.Key == reference && act != "reserve" {
				effect.Input.Act, effect.Return = act, forever
				ends = append(ends, effect)
			}
		}
	}
	return ends
}

// shows says whether the effect of a write was there in the end.
func (l *Last) shows(in Input) bool {
	switch in.Act {
	case "create":
		return false
	case "charge":
		return l.status != "PENDING"
	case "refund":
		return slices.Contains(l.keys, in.Key)
	case "void":
		return l.status == "VOIDED"
	}
	return slices.Contains(l.movements, movementOf(in))
}

// lastOf returns what was read last, or nil if that is not enough.
func lastOf(each partition) *Last {
	last := &Last{}
	seen := map[string]bool{"order": each.object == "order"}
	for _, record := range byCall(each.records) {
		out := record.Output
		if out == nil || out.Refusal != "" {
			continue
		}
		last.wasPaid = last.wasPaid || isPaid(out.Status)
		switch act := record.Input.Act; {
		case act == "status", act == "create" && last.status == "":
			last.status = out.Status
		case act == "refunds":
			last.keys = out.Keys
		case act == "lines":
			last.movements = out.Movements
		}
		seen[record.Input.Act] = true
	}
	if seen["order"] || seen["lines"] || (seen["status"] && seen["refunds"]) {
		return last
	}
	return nil
}

func byCall(records []Record) []Record {
	return slices.SortedStableFunc(slices.Values(records), func(a, b Record) int { return int(a.Call - b.Call) })
}
