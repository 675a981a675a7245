// The sequential behaviour of a card payment: charged once, then refunded or voided.
package main

import (
	"fmt"
	"slices"
)

type payment struct {
	status   string // empty until it is created
	amount   int64
	refunded int64
	refunds  table  // the key of each refund, and what was refunded with it in all
	voidKey  string // the key of the void
}

var paymentEffects = map[string]effect[payment]{
	"create": func(p payment, in Input) (payment, bool) {
		return payment{status: "PENDING", amount: in.Amount}, p.status == ""
	},
	"charge": func(p payment, in Input) (payment, bool) {
		charged := p
		charged.status = "FAILED"
		if in.last.wasPaid {
			charged.status = "SUCCESS"
		}
		return charged, p.status == "PENDING"
	},
	"refund": refund,
	"void": func(p payment, in Input) (payment, bool) {
		voided := p
		voided.status, voided.voidKey = "VOIDED", in.Key
		return voided, p.status == "SUCCESS"
	},
}

var paymentResponses = map[string]response[payment]{
	"create": func(p payment, _ Input, _ *Output) bool { return p.status != "" },
	"charge": chargeResponse,
	"refund": func(p payment, in Input, out *Output) bool {
		// A repeat gets the response to the first request, even after other refunds.
		total, isRefunded := p.refunds.find(in.Key)
		return p.refuses(out) || isRefunded && total == fmt.Sprint(out.Total)
	},
	"void": func(p payment, in Input, out *Output) bool {
		return p.refuses(out) || p.status == "VOIDED" && p.voidKey == in.Key
	},
	"status":  func(p payment, _ Input, out *Output) bool { return out.Status == p.status },
	"refunds": func(p payment, _ Input, out *Output) bool { return slices.Equal(out.Keys, p.refunds.keys()) },
}

// isPaid says whether the charge was successful, whatever happened later.
func isPaid(status string) bool {
	return slices.Contains([]string{"SUCCESS", "PARTIALLY_REFUNDED", "REFUNDED", "VOIDED"}, status)
}

// refuses says whether the response is a refusal because of the status that the payment has.
func (p payment) refuses(out *Output) bool { return out.Refusal != "" && out.Status == p.status }

func chargeResponse(p payment, _ Input, out *Output) bool {
	if out.Refusal != "" {
		return p.refuses(out)
	}
	// The payer's page says only that the payment has ended.
	return p.status != "PENDING" && (out.Status == "ENDED" || isPaid(p.status) == (out.Status == "SUCCESS"))
}

func refund(p payment, in Input) (payment, bool) {
	_, isRefunded := p.refunds.find(in.Key)
	isRefundable := p.status == "SUCCESS" || p.status == "PARTIALLY_REFUNDED"
	p.refunded += in.Amount
	p.refunds = p.refunds.with(in.Key, p.refunded)
	p.status = "PARTIALLY_REFUNDED"
	if p.refunded == p.amount {
		p.status = "REFUNDED"
	}
	return p, isRefundable && !isRefunded && p.refunded <= p.amount
}
