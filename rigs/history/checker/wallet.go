// The sequential behaviour of a wallet: a transfer reserves its cost once, and ends once.
package main

import (
	"fmt"
	"maps"
)

type wallet struct {
	available int64
	reserved  int64
	topUps    table // the key of each top-up, and the balance after it
	transfers table // the reference of each transfer, and its status with its cost
}

var walletSteps = map[string]step[wallet]{
	"top-up":   topUp,
	"transfer": transfer,
	// What clients do not do themselves; see payouts.go.
	"Successful": func(w wallet, in Input, _ *Output) []wallet { return w.ending(in.Key, "Submitted", "Successful") },
	"Failed":     func(w wallet, in Input, _ *Output) []wallet { return w.ending(in.Key, "Submitted", "Failed") },
	"Reversed":   func(w wallet, in Input, _ *Output) []wallet { return w.ending(in.Key, "Successful", "Reversed") },
	"status": func(w wallet, in Input, out *Output) []wallet {
		status, _ := w.statusOf(in.Key)
		return fits(w, status == out.Status)
	},
	"balance": func(w wallet, _ Input, out *Output) []wallet {
		return fits(w, w.available == out.Available && w.reserved == out.Reserved)
	},
	"lines": func(w wallet, _ Input, out *Output) []wallet {
		return fits(w, w.available == out.Available && maps.Equal(w.statuses(), out.Transfers))
	},
}

func topUp(w wallet, in Input, out *Output) []wallet {
	before, isRepeat := w.topUps.find(in.Key)
	funded := w
	funded.available += in.Amount
	funded.topUps = w.topUps.with(in.Key, balance(funded.available, funded.reserved))
	switch {
	case out == nil && isRepeat:
		return []wallet{w}
	case out == nil:
		return []wallet{w, funded}
	case out.Refusal != "":
		return []wallet{w}
	case isRepeat:
		return fits(w, before == balance(out.Available, out.Reserved))
	}
	return fits(funded, funded.available == out.Available && funded.reserved == out.Reserved)
}

func balance(available, reserved int64) string { return fmt.Sprintf("%d/%d", available, reserved) }

func transfer(w wallet, in Input, out *Output) []wallet {
	_, isRepeat := w.transfers.find(in.Key)
	hasFunds := w.available >= in.Amount
	reserving := w
	reserving.available -= in.Amount
	reserving.reserved += in.Amount
	reserving.transfers = w.transfers.with(in.Key, fmt.Sprintf("Submitted/%d", in.Amount))
	switch {
	case out != nil && out.Refusal == "balance":
		return fits(w, !isRepeat && !hasFunds)
	case out != nil && out.Refusal != "", isRepeat:
		return []wallet{w}
	case out == nil:
		return append([]wallet{w}, fits(reserving, hasFunds)...)
	}
	return fits(reserving, hasFunds)
}

// ending moves the money of a transfer whose status changes: a payout is debited, a failure or a reversal is returned.
func (w wallet) ending(reference, from, to string) []wallet {
	status, cost := w.statusOf(reference)
	if status != from {
		return nil
	}
	if from == "Submitted" {
		w.reserved -= cost
	}
	if to != "Successful" {
		w.available += cost
	}
	w.transfers = w.transfers.with(reference, fmt.Sprintf("%s/%d", to, cost))
	return []wallet{w}
}

// statusOf returns an empty status for a reference without a transfer.
func (w wallet) statusOf(reference string) (status string, cost int64) {
	value, _ := w.transfers.find(reference)
	return splitStatus(value)
}

func (w wallet) statuses() map[string]string {
	statuses := map[string]string{}
	for _, reference := range w.transfers.keys() {
		statuses[reference], _ = w.statusOf(reference)
	}
	return statuses
}
