// The sequential behaviour of a wallet: its money moves in the order of its lines, a transfer reserves its cost once, and
// ends once.
package main

import (
	"fmt"
	"slices"
	"strings"
)

type wallet struct {
	available int64
	reserved  int64
	moved     int   // how many movements it has had
	topUps    table // the key of each top-up, and the balance after it
	transfers table // the reference of each transfer, and its status with its cost
}

var walletEffects = map[string]effect[wallet]{
	"top-up": func(w wallet, in Input) (wallet, bool) {
		w.available += in.Amount
		w.topUps = w.topUps.with(in.Key, w.balance())
		return w.moving(in, true)
	},
	"transfer": func(w wallet, in Input) (wallet, bool) {
		_, isKnown := w.transfers.find(in.Key)
		hasFunds := w.available >= in.Amount
		w.available -= in.Amount
		w.reserved += in.Amount
		w.transfers = w.transfers.with(in.Key, fmt.Sprintf("Submitted/%d", in.Amount))
		return w.moving(in, !isKnown && hasFunds)
	},
	"Successful": func(w wallet, in Input) (wallet, bool) { return w.ending(in, "Submitted") },
	"Failed":     func(w wallet, in Input) (wallet, bool) { return w.ending(in, "Submitted") },
	"Reversed":   func(w wallet, in Input) (wallet, bool) { return w.ending(in, "Successful") },
}

var walletResponses = map[string]response[wallet]{
	"top-up": func(w wallet, in Input, out *Output) bool {
		after, _ := w.topUps.find(in.Key)
		return after == balanceIn(out)
	},
	"transfer": func(w wallet, in Input, out *Output) bool {
		_, isKnown := w.transfers.find(in.Key)
		if out.Refusal == "balance" {
			return !isKnown && w.available < in.Amount
		}
		return isKnown
	},
	"status": func(w wallet, in Input, out *Output) bool {
		status, _ := w.statusOf(in.Key)
		return status == out.Status
	},
	"balance": func(w wallet, _ Input, out *Output) bool { return w.balance() == balanceIn(out) },
	"lines": func(w wallet, in Input, out *Output) bool {
		return w.available == out.Available && slices.Equal(out.Movements, in.last.movements[:w.moved])
	},
}

func (w wallet) balance() string { return fmt.Sprintf("%d/%d", w.available, w.reserved) }

func balanceIn(out *Output) string {
	return wallet{available: out.Available, reserved: out.Reserved}.balance()
}

// ending moves the money of a transfer whose status changes: a payout is debited, a failure or a reversal is returned.
func (w wallet) ending(in Input, from string) (wallet, bool) {
	status, cost := w.statusOf(in.Key)
	if from == "Submitted" {
		w.reserved -= cost
	}
	if in.Act != "Successful" {
		w.available += cost
	}
	w.transfers = w.transfers.with(in.Key, fmt.Sprintf("%s/%d", in.Act, cost))
	return w.moving(in, status == from)
}

// moving allows a movement only where the lines have it.
func (w wallet) moving(in Input, isAllowed bool) (wallet, bool) {
	all := in.last.movements
	isNext := w.moved < len(all) && all[w.moved] == movementOf(in)
	w.moved++
	return w, isAllowed && isNext
}

// movementOf is the movement that an act causes, as the rig writes it.
func movementOf(in Input) string {
	switch in.Act {
	case "top-up":
		return fmt.Sprintf("top-up %d", in.Amount)
	case "transfer":
		return "reserve " + in.Key
	}
	return in.Act + " " + in.Key
}

// statusOf returns an empty status for a reference without a transfer.
func (w wallet) statusOf(reference string) (status string, cost int64) {
	value, _ := w.transfers.find(reference)
	status, number, _ := strings.Cut(value, "/")
	fmt.Sscan(number, &cost)
	return status, cost
}
