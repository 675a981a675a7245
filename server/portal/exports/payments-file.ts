// The CSV export of payments: its query, columns and totals.
import {
  type ListedPayment,
  paymentChoices,
  paymentList,
  renderPaymentSummary,
} from '../../cards/payments/list.ts'
import { searchPayments } from '../../cards/payments/search.ts'
import { amountOf, type CardCurrency } from '../../cards/transaction/amount.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { readFilter } from '../../platform/http/lists/list-query.ts'
import { searched } from '../found-page.ts'
import type { PaymentNeeds } from '../payments/payments.ts'
import { addTo, onlyCurrency, openTotals, type Sheet, type Sums, sumsText } from './export.ts'

/** Exports all payments that match a query, newest first. @throws InvalidBody */
export function paymentsFile({ db, clock }: PaymentNeeds, session: Session, query: unknown) {
  const { q, ...filter } = readFilter(paymentChoices, query)
  const pieces =
    q === undefined
      ? paymentList.pieces(db, session, filter)
      : searched((how) => searchPayments(db, session, q, { filter, ...how }))
  return { pieces, sheet: paymentSheet(clock.now()) }
}

const columns = [
  'created_at',
  'transaction_uuid',
  'merchant_reference',
  'status',
  'amount',
  'currency',
  'commission_amount',
  'merchant_amount',
  'customer_name',
  'card_type',
  'card_last4',
  'origin',
  'finalised_at',
  'refunded_amount',
]

function paymentSheet(now: Temporal.Instant): Sheet<ListedPayment> {
  const totals = openTotals(4)
  return {
    columns,
    line(payment) {
      const { currency, amount_minor, commission_minor, merchant_minor, refunded_minor } = payment
      const item = renderPaymentSummary(payment, now)
      const [amounts, commissions, earnings, refunds] = totals.of(item.status) as [Sums, Sums, Sums, Sums]
      addTo(amounts, currency, amount_minor)
      addTo(commissions, currency, commission_minor)
      addTo(earnings, currency, merchant_minor)
      addTo(refunds, currency, refunded_minor)
      return [
        item.created_at,
        item.transaction_uuid,
        item.merchant_reference,
        item.status,
        item.amount,
        item.currency,
        amountOf(commission_minor, currency),
        amountOf(merchant_minor, currency),
        item.customer_name,
        item.card_type,
        item.card_last4,
        item.origin,
        item.finalised_at,
        amountOf(refunded_minor, currency),
      ]
    },
    totals() {
      const text = (sums: Sums) =>
        sumsText(sums, (minor, currency) => formatMoney(money(minor, currency as CardCurrency)))
      return totals.lines(({ rows, status, sums }) => {
        const [amounts, commissions, earnings, refunds] = sums as [Sums, Sums, Sums, Sums]
        return [
          'TOTAL',
          String(rows),
          '',
          status,
          text(amounts),
          onlyCurrency(amounts),
          text(commissions),
          text(earnings),
          '',
          '',
          '',
          '',
          '',
          text(refunds),
        ]
      })
    },
  }
}
