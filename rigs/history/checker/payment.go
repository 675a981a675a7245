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

var paymentSteps = map[string]step[payment]{
	"create": func(p payment, in Input, _ *Output) []payment {
		return []payment{{status: "PENDING", amount: in.Amount}}
	},
	"charge": charge,
	"refund": refund,
	"void":   void,
	"status": func(p payment, _ Input, out *Output) []payment { return fits(p, out.Status == p.status) },
	"refunds": func(p payment, _ Input, out *Output) []payment {
		return fits(p, slices.Equal(out.Keys, p.refunds.keys()))
	},
}

// isPaid says whether the charge was successful, whatever happened later.
func (p payment) isPaid() bool {
	return p.isRefundable() || p.status == "REFUNDED" || p.status == "VOIDED"
}

func (p payment) isRefundable() bool {
	return p.status == "SUCCESS" || p.status == "PARTIALLY_REFUNDED"
}

// explains says whether the payment is as the refusal says. Refusals for other reasons, such as another operation in
// progress, say nothing about it.
func (p payment) explains(refusal *Output) bool {
	return refusal.Refusal != "status" || refusal.Status == p.status
}

func charge(p payment, _ Input, out *Output) []payment {
	if out != nil && out.Refusal != "" {
		return fits(p, p.explains(out))
	}
	if p.status != "PENDING" {
		return fits(p, out == nil || out.Status == "ENDED" || p.isPaid() == (out.Status == "SUCCESS"))
	}
	paid, failed := p, p
	paid.status, failed.status = "SUCCESS", "FAILED"
	switch {
	case out == nil:
		return []payment{p, paid, failed}
	case out.Status == "ENDED":
		// The payer's page does not say more.
		return []payment{paid, failed}
	case out.Status == "SUCCESS":
		return []payment{paid}
	}
	return []payment{failed}
}

func refund(p payment, in Input, out *Output) []payment {
	total, isRepeat := p.refunds.find(in.Key)
	switch {
	case out == nil && isRepeat:
		return []payment{p}
	case out == nil:
		return append([]payment{p}, p.refunding(in)...)
	case out.Refusal != "":
		return fits(p, p.explains(out))
	case isRepeat:
		// A repeat gets the response to the first request, even after other refunds.
		return fits(p, total == fmt.Sprint(out.Total))
	}
	after := p.refunding(in)
	if len(after) == 0 || after[0].refunded != out.Total {
		return nil
	}
	return after
}

// refunding returns the payment after one more refund, if it allows that.
func (p payment) refunding(in Input) []payment {
	if !p.isRefundable() || p.refunded+in.Amount > p.amount {
		return nil
	}
	p.refunded += in.Amount
	p.refunds = p.refunds.with(in.Key, p.refunded)
	p.status = "PARTIALLY_REFUNDED"
	if p.refunded == p.amount {
		p.status = "REFUNDED"
	}
	return []payment{p}
}

func void(p payment, in Input, out *Output) []payment {
	voided := p
	voided.status, voided.voidKey = "VOIDED", in.Key
	isRepeat := p.status == "VOIDED" && p.voidKey == in.Key
	switch {
	case out != nil && out.Refusal != "":
		return fits(p, p.explains(out))
	case isRepeat:
		return []payment{p}
	case out == nil && p.status == "SUCCESS":
		return []payment{p, voided}
	case out == nil:
		return []payment{p}
	}
	return fits(voided, p.status == "SUCCESS")
}
