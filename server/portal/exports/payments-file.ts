// The CSV export of payments: its query, columns and totals.
import {
  type ListedPayment,
  leftOf,
  paymentChoices,
  paymentList,
  renderPaymentSummary,
} from '../../cards/payments/list.ts'
import { searchPayments } from '../../cards/payments/search.ts'
import { amountOf } from '../../cards/transaction/amount.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { readFilter } from '../../platform/http/lists/list-query.ts'
import { searched } from '../found-page.ts'
import type { PaymentNeeds } from '../payments/payments.ts'
import {
  addTo,
  type DayOf,
  dayIn,
  onlyCurrency,
  openTotals,
  type Sheet,
  type Sums,
  sumsText,
  utc,
} from './export.ts'

/** Exports all payments that match a query, newest first. @throws InvalidBody */
export function paymentsFile({ db, clock }: PaymentNeeds, session: Session, query: unknown, zone: string) {
  const { q, ...filter } = readFilter(paymentChoices, query)
  const pieces =
    q === undefined
      ? paymentList.pieces(db, session, filter)
      : searched((how) => searchPayments(db, session, q, { filter, ...how }))
  return { pieces, sheet: paymentSheet(clock.now(), dayIn(zone)) }
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
  'disputed_amount',
  'net_amount',
  'day',
]

type SixSums = [Sums, Sums, Sums, Sums, Sums, Sums]

const text = (sums: Sums) =>
  sumsText(sums, (minor, currency) => formatMoney(money(minor, currency as LocalCurrency)))

function paymentSheet(now: Temporal.Instant, dayOf: DayOf): Sheet<ListedPayment> {
  const totals = openTotals(6)
  return {
    columns,
    line(payment) {
      const { currency, amount_minor, commission_minor, merchant_minor, refunded_minor } = payment
      const [item, { disputed, net }] = [renderPaymentSummary(payment, now), leftOf(payment)]
      const [amounts, commissions, earnings, refunds, disputes, nets] = totals.of(item.status) as SixSums
      addTo(amounts, currency, amount_minor)
      addTo(commissions, currency, commission_minor)
      addTo(earnings, currency, merchant_minor)
      addTo(refunds, currency, refunded_minor)
      addTo(disputes, currency, disputed)
      addTo(nets, currency, net)
      return [
        utc(item.created_at),
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
        utc(item.finalised_at),
        amountOf(refunded_minor, currency),
        amountOf(disputed, currency),
        amountOf(net, currency),
        dayOf(payment.created_at),
      ]
    },
    totals() {
      return totals.lines(({ rows, status, sums }) => {
        const [amounts, commissions, earnings, refunds, disputes, nets] = sums as SixSums
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
          text(disputes),
          text(nets),
          '',
        ]
      })
    },
  }
}
