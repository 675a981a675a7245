package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// at returns a completed operation that takes 10 microseconds.
func at(call int64, act, key string, amount int64, output Output) Record {
	return Record{Call: call, Return: call + 10, Input: Input{Act: act, Key: key, Amount: amount}, Output: &output}
}

// lost returns an operation whose response was lost.
func lost(call int64, act, key string, amount int64) Record {
	return Record{Call: call, Return: call + 10, Input: Input{Act: act, Key: key, Amount: amount}}
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

// payments returns the history of a paid payment that ends as the last reads say.
func payments(status string, keys []string, records ...Record) []Record {
	last := at(1_000, "refunds", "", 0, Output{Keys: keys})
	return append(append(slices.Clone(paid), records...), last, at(1_020, "status", "", 0, Output{Status: status}))
}

// wallets returns the history of a wallet with a top-up of 5.00 that ends with the money and the movements after it.
func wallets(available int64, movements []string, records ...Record) []Record {
	first := at(0, "top-up", "a", 500, Output{Available: 500})
	last := at(1_000, "lines", "", 0, Output{Available: available, Movements: append([]string{"top-up 500"}, movements...)})
	return append(append([]Record{first}, records...), last)
}

func sent(call int64, reference string, amount int64) Record {
	return at(call, "transfer", reference, amount, Output{Status: "Submitted"})
}

func left(call, available, reserved int64) Record {
	return at(call, "balance", "", 0, Output{Available: available, Reserved: reserved})
}

var (
	none       = []string{}
	reserved   = []string{"reserve r"}
	succeeded  = []string{"reserve r", "Successful r"}
	noFunds    = Output{Refusal: "balance"}
	wasVoided  = Output{Refusal: "status", Status: "VOIDED"}
	isVoided   = Output{Status: "VOIDED"}
	isEnded    = Output{Status: "ENDED"}
	paidAtPage = []Record{paid[0], at(20, "charge", "", 0, isEnded)}
)

// histories are linearizable if their names do not begin with "not: ".
var histories = map[string][]Record{
	"a paid payment":                        payments("SUCCESS", none, status(40, "", "SUCCESS")),
	"not: a status of before the charge":    payments("SUCCESS", none, status(40, "", "PENDING")),
	"a status during the charge":            payments("SUCCESS", none, status(15, "", "PENDING")),
	"a payment whose page says it ended":    append(paidAtPage, payments("SUCCESS", none)[2:]...),
	"a lost charge that failed":             {paid[0], lost(20, "charge", "", 0), status(1_000, "", "FAILED"), at(1_020, "refunds", "", 0, Output{})},
	"a lost refund that was never made":     payments("SUCCESS", none, lost(40, "refund", "a", 400)),
	"a lost refund that was made later":     payments("PARTIALLY_REFUNDED", []string{"a"}, lost(40, "refund", "a", 400), status(60, "", "SUCCESS"), status(80, "", "PARTIALLY_REFUNDED")),
	"not: a lost refund that was undone":    payments("SUCCESS", none, lost(40, "refund", "a", 400), status(60, "", "PARTIALLY_REFUNDED")),
	"a refund that was repeated":            payments("PARTIALLY_REFUNDED", []string{"a", "b"}, refunded(40, "a", 400, 400), refunded(60, "b", 100, 500), refunded(80, "a", 400, 400)),
	"not: a refund that was made twice":     payments("PARTIALLY_REFUNDED", []string{"a", "a"}, refunded(40, "a", 400, 400), refunded(60, "a", 400, 800)),
	"not: a lost refund, made twice":        payments("PARTIALLY_REFUNDED", []string{"a", "a"}, lost(40, "refund", "a", 400), refunded(60, "a", 400, 800)),
	"not: a refund that the list repeats":   payments("PARTIALLY_REFUNDED", []string{"a", "a"}, refunded(40, "a", 400, 400)),
	"not: an acknowledged refund is absent": payments("SUCCESS", none, refunded(40, "a", 400, 400)),
	"not: more refunds than were paid":      payments("REFUNDED", []string{"a", "b"}, refunded(40, "a", 600, 600), refunded(60, "b", 600, 1_200)),
	"two lost voids, one of them done":      payments("VOIDED", none, lost(40, "void", "a", 0), lost(60, "void", "b", 0), at(80, "refund", "c", 1, wasVoided)),
	"not: a void after a refund":            payments("VOIDED", []string{"a"}, refunded(40, "a", 400, 400), at(60, "void", "b", 0, isVoided)),
	"not: two voids":                        payments("VOIDED", none, at(40, "void", "a", 0, isVoided), at(60, "void", "b", 0, isVoided)),
	"not: a refusal for another status":     payments("SUCCESS", none, at(40, "refund", "a", 100, wasVoided)),

	"a transfer in progress":                wallets(400, reserved, sent(20, "r", 100), left(40, 400, 100)),
	"a payout between two reads":            wallets(400, succeeded, sent(20, "r", 100), left(40, 400, 100), left(60, 400, 0)),
	"a payout that was reversed":            wallets(500, append(succeeded, "Reversed r"), sent(20, "r", 100), status(40, "r", "Reversed"), left(60, 500, 0)),
	"not: money that is back too early":     wallets(500, append(succeeded, "Reversed r"), sent(20, "r", 100), left(40, 500, 0), status(60, "r", "Submitted")),
	"a lost transfer that was never made":   wallets(500, none, lost(20, "transfer", "r", 100), status(40, "r", "")),
	"a lost transfer that was repeated":     wallets(400, reserved, lost(20, "transfer", "r", 100), sent(40, "r", 100), left(60, 400, 100)),
	"not: a transfer reserved twice":        wallets(300, append(reserved, "reserve r"), lost(20, "transfer", "r", 100), sent(40, "r", 100)),
	"not: an ended transfer in progress":    wallets(400, succeeded, sent(20, "r", 100), status(40, "r", "Successful"), status(60, "r", "Submitted")),
	"not: a transfer that ends twice":       wallets(500, append(succeeded, "Failed r"), sent(20, "r", 100)),
	"money for one of two":                  wallets(100, reserved, sent(20, "r", 400), at(40, "transfer", "s", 400, noFunds)),
	"not: refused although there was money": wallets(500, none, at(20, "transfer", "r", 400, noFunds)),
	"a top-up that was repeated":            wallets(400, reserved, sent(20, "r", 100), at(40, "top-up", "a", 500, Output{Available: 500})),
	"not: a top-up that was made twice":     wallets(1_000, []string{"top-up 500"}, at(20, "top-up", "a", 500, Output{Available: 1_000})),

	"an order that was repeated":        {at(0, "create", "", 0, Output{Status: "u"}), at(20, "create", "", 0, Output{Status: "u"})},
	"not: an order that was made twice": {at(0, "create", "", 0, Output{Status: "u"}), at(20, "create", "", 0, Output{Status: "v"})},
}

// objectOf is the kind of object whose history this is.
func objectOf(records []Record) string {
	switch {
	case records[0].Input.Act == "top-up":
		return "wallet"
	case records[0].Input.Amount == 0:
		return "order"
	}
	return "payment"
}

func TestHistories(t *testing.T) {
	for name, records := range histories {
		whole := partition{object: objectOf(records), records: records}
		whole.last = lastOf(whole)
		result := decide(whole, time.Minute)
		if isGood := !strings.HasPrefix(name, "not: "); (result == porcupine.Ok) != isGood || result == porcupine.Unknown {
			t.Errorf("%s: %s", name, result)
		}
	}
}

func TestHistoryWithoutLastReadIsUndecided(t *testing.T) {
	report := check([]partition{{object: "payment", id: "one", records: paid}}, time.Minute)
	if len(report.Undecided) != 1 || len(report.Faults) != 0 {
		t.Errorf("%+v", report)
	}
}

func TestExplanationOmitsReadsThatDoNotMatter(t *testing.T) {
	records := payments("REFUNDED", []string{"a", "a"}, status(40, "", "SUCCESS"), refunded(60, "a", 400, 400), refunded(100, "a", 400, 800))
	whole := partition{object: "payment", records: records, last: &Last{status: "REFUNDED", wasPaid: true}}
	explanation := strings.Join(explain(whole, time.Minute), "\n")
	if strings.Contains(explanation, " status ") || !strings.Contains(explanation, "does not fit: 0.000 to 0.000 refund a 4.00 → 8.00 refunded in all") {
		t.Error(explanation)
	}
}
