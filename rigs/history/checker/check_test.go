package main

import (
	"strings"
	"testing"
	"time"
)

// at returns a completed operation that takes 10 microseconds.
func at(call int64, act, key string, amount int64, output Output) Record {
	return Record{Call: call, Return: call + 10, Input: Input{act, key, amount}, Output: &output}
}

// lost returns an operation whose response was lost.
func lost(call int64, act, key string, amount int64) Record {
	return Record{Call: call, Return: call + 10, Input: Input{act, key, amount}}
}

func status(call int64, key, status string) Record {
	return at(call, "status", key, 0, Output{Status: status})
}

var paid = []Record{
	at(0, "create", "", 1_000, Output{Status: "PENDING"}),
	at(20, "charge", "", 0, Output{Status: "SUCCESS"}),
}

func refunded(call int64, key string, amount, total int64) Record {
	return at(call, "refund", key, amount, Output{Total: total})
}

func funded(records ...Record) []Record {
	return append([]Record{at(0, "top-up", "a", 500, Output{Available: 500})}, records...)
}

func sent(call int64, reference string, amount int64) Record {
	return at(call, "transfer", reference, amount, Output{Status: "Submitted"})
}

func left(call, available, reserved int64) Record {
	return at(call, "balance", "", 0, Output{Available: available, Reserved: reserved})
}

var refusedForFunds = Output{Refusal: "balance"}

func TestHistories(t *testing.T) {
	for _, each := range []struct {
		name, object string
		records      []Record
		isGood       bool
	}{
		{"a paid payment", "payment", append(paid, status(40, "", "SUCCESS")), true},
		{"a status of before the charge", "payment", append(paid, status(40, "", "PENDING")), false},
		{"a status during the charge", "payment", append(paid, status(15, "", "PENDING")), true},
		{"a lost refund that was done later", "payment", append(paid, lost(40, "refund", "a", 400),
			status(60, "", "SUCCESS"), status(80, "", "PARTIALLY_REFUNDED")), true},
		{"a lost refund that was undone", "payment", append(paid, lost(40, "refund", "a", 400),
			status(60, "", "PARTIALLY_REFUNDED"), status(80, "", "SUCCESS")), false},
		{"a refund that was repeated", "payment", append(paid, refunded(40, "a", 400, 400), refunded(60, "b", 100, 500),
			refunded(80, "a", 400, 400)), true},
		{"a refund that was made twice", "payment", append(paid, refunded(40, "a", 400, 400), refunded(60, "a", 400, 800)), false},
		{"a lost refund that was made twice", "payment", append(paid, lost(40, "refund", "a", 400), refunded(60, "a", 400, 800)), false},
		{"a refund that the list has twice", "payment", append(paid, refunded(40, "a", 400, 400),
			at(60, "refunds", "", 0, Output{Keys: []string{"a", "a"}})), false},
		{"more refunds than were paid", "payment", append(paid, refunded(40, "a", 600, 600), refunded(60, "b", 600, 1_200)), false},
		{"a void after a refund", "payment", append(paid, refunded(40, "a", 400, 400), at(60, "void", "b", 0, Output{Status: "VOIDED"})), false},
		{"a refusal for a status that was not", "payment", append(paid,
			at(40, "refund", "a", 100, Output{Refusal: "status", Status: "VOIDED"})), false},
		{"a transfer in progress", "wallet", funded(sent(20, "r", 100), left(40, 400, 100)), true},
		{"a payout between two reads", "wallet", funded(sent(20, "r", 100), left(40, 400, 100), left(60, 400, 0),
			status(80, "r", "Successful")), true},
		{"a payout that was returned", "wallet", funded(sent(20, "r", 100), status(40, "r", "Reversed"), left(60, 500, 0)), true},
		{"a transfer reserved twice", "wallet", funded(lost(20, "transfer", "r", 100), sent(40, "r", 100), left(60, 300, 200)), false},
		{"an ended transfer that is submitted again", "wallet", funded(sent(20, "r", 100), status(40, "r", "Successful"),
			status(60, "r", "Submitted"), status(80, "r", "Successful")), false},
		{"money for one of two", "wallet", funded(sent(20, "r", 400), at(40, "transfer", "s", 400, refusedForFunds)), true},
		{"a refusal although there was money", "wallet", funded(at(20, "transfer", "r", 400, refusedForFunds)), false},
		{"a top-up that was made twice", "wallet", funded(at(20, "top-up", "a", 500, Output{Available: 1_000})), false},
		{"an order that was made twice", "order", []Record{at(0, "create", "", 0, Output{Status: "u1"}), at(20, "create", "", 0, Output{Status: "u2"})}, false},
	} {
		whole := partition{each.object, "one", each.records}
		report := check([]partition{whole}, time.Minute)
		if isGood := len(report.Faults)+len(report.Undecided) == 0; isGood != each.isGood {
			t.Errorf("%s: linearizable is %v, %+v", each.name, isGood, report)
		}
	}
}

func TestExplanationOmitsReadsThatDoNotMatter(t *testing.T) {
	records := append(paid, status(40, "", "SUCCESS"), refunded(60, "a", 400, 400), status(80, "", "PARTIALLY_REFUNDED"), refunded(100, "a", 400, 800))
	explanation := strings.Join(explain(partition{"payment", "one", records}, time.Minute), "\n")
	if strings.Contains(explanation, "status") || !strings.Contains(explanation, "fits nowhere: 0.000 to 0.000 refund a 4.00 → 8.00 refunded in all") {
		t.Error(explanation)
	}
}
