// The portal's CSV exports of payments, transfers and balance transactions: their routes, columns and totals.

import { allMovements, type MovementRow, renderMovement } from '../balances/movements.ts'
import { filterSchema } from '../balances/schemas.ts'
import {
  type ListedPayment,
  leftOf,
  paymentChoices,
  paymentList,
  renderPaymentSummary,
} from '../cards/payments/list.ts'
import { searchPayments } from '../cards/payments/search.ts'
import { amountOf } from '../cards/transaction/amount.ts'
import { type Currency, formatMoney, formatRate, type LocalCurrency, money } from '../kernel/money.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import type { Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { filterQuery, readFilter } from '../platform/http/list-query.ts'
import { formatHundredths } from '../remittance/transfer/formats.ts'
import {
  type ListedTransfer,
  searchTransfers,
  transferList,
  transferSummary,
} from '../remittance/transfer-views/search.ts'
import {
  addTo,
  type DayOf,
  dayIn,
  exportQuery,
  onlyCurrency,
  openTotals,
  type Sheet,
  type Sums,
  sendExport,
  sumsText,
  utc,
} from './export-file.ts'
import type { PaymentNeeds } from './payments.ts'
import { searched } from './search.ts'
import { type TransferNeeds, transferChoices } from './transfers.ts'

/** Exports all movements that match a query, newest first. @throws InvalidBody */
export function balanceFile({ db }: { db: Sql }, session: Session, query: unknown, zone: string) {
  return { pieces: allMovements(db, session, query), sheet: balanceSheet(dayIn(zone)) }
}

const balanceColumns = [
  'created_at',
  'id',
  'type',
  'amount',
  'fee',
  'net',
  'currency',
  'available_on',
  'source',
  'merchant_reference',
  'description',
  'day',
]

function balanceSheet(dayOf: DayOf): Sheet<MovementRow> {
  const totals = openTotals(3)
  return {
    columns: balanceColumns,
    line(row) {
      const item = renderMovement(row)
      const [amounts, fees, nets] = totals.of(item.type) as [Sums, Sums, Sums]
      addTo(amounts, row.currency, row.amount_minor)
      addTo(fees, row.currency, row.fee_minor)
      addTo(nets, row.currency, row.net_minor)
      const { created_at, id, type, amount, fee, net, currency, available_on, source } = item
      const { merchant_reference: reference, description } = row
      return [
        ...[created_at, id, type, amount, fee, net, currency, available_on, source],
        ...[reference, description, dayOf(row.created_at)],
      ]
    },
    totals() {
      const text = (sums: Sums) =>
        sumsText(sums, (minor, currency) => formatMoney(money(minor, currency as Currency)))
      return totals.lines(({ rows, status: type, sums }) => {
        const [amounts, fees, nets] = sums as [Sums, Sums, Sums]
        return [
          'TOTAL',
          String(rows),
          type,
          text(amounts),
          text(fees),
          text(nets),
          onlyCurrency(amounts),
          '',
          '',
          '',
          '',
          '',
        ]
      })
    },
  }
}

/** Exports all payments that match a query, newest first. @throws InvalidBody */
export function paymentsFile({ db, clock }: PaymentNeeds, session: Session, query: unknown, zone: string) {
  const { q, ...filter } = readFilter(paymentChoices, query)
  const pieces =
    q === undefined
      ? paymentList.pieces(db, session, filter)
      : searched((how) => searchPayments(db, session, q, { filter, ...how }))
  return { pieces, sheet: paymentSheet(clock.now(), dayIn(zone)) }
}

const paymentColumns = [
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
    columns: paymentColumns,
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

/** Exports all transfers that match a query, newest first. @throws InvalidBody */
export function transfersFile({ db }: TransferNeeds, session: Session, query: unknown, zone: string) {
  const { q, ...filter } = readFilter(transferChoices, query)
  const pieces =
    q === undefined
      ? transferList.pieces(db, session, filter)
      : searched((how) => searchTransfers(db, session, q, { filter, ...how }))
  return { pieces, sheet: transferSheet(dayIn(zone)) }
}

const transferColumns = [
  'created_at',
  'transaction_id',
  'reference',
  'status',
  'amount',
  'currency',
  'receiver_amount',
  'fee',
  'operator',
  'customer_number',
  'subscriber_name',
  'receiver_currency',
  'rate',
  'day',
]

const hundredths = (minor: bigint | null) => (minor === null ? null : formatHundredths(minor))

function transferSheet(dayOf: DayOf): Sheet<ListedTransfer> {
  const totals = openTotals(3)
  return {
    columns: transferColumns,
    line(transfer) {
      const [amounts, paidOut, fees] = totals.of(transfer.status) as [Sums, Sums, Sums]
      addTo(amounts, transfer.currency, transfer.amount_hundredths)
      addTo(paidOut, 'USD', transfer.receiver_minor)
      addTo(fees, 'USD', transfer.fee_minor)
      const record = transferSummary(transfer)
      return [
        utc(record.created_at),
        record.transaction_id,
        record.reference,
        record.status,
        hundredths(transfer.amount_hundredths),
        record.currency,
        hundredths(transfer.receiver_minor),
        hundredths(transfer.fee_minor),
        record.operator,
        record.customer_number,
        record.subscriber_name,
        'USD',
        transfer.rate_micros === null ? null : formatRate(transfer.rate_micros),
        dayOf(transfer.created_at),
      ]
    },
    totals() {
      const text = (sums: Sums) => sumsText(sums, formatHundredths)
      return totals.lines(({ rows, status, sums }) => {
        const [amounts, paidOut, fees] = sums as [Sums, Sums, Sums]
        return [
          'TOTAL',
          String(rows),
          '',
          status,
          text(amounts),
          onlyCurrency(amounts),
          text(paidOut),
          text(fees),
          '',
          '',
          '',
          'USD',
          '',
          '',
        ]
      })
    },
  }
}

const exported = {
  tag: 'Portal',
  method: 'GET',
  priority: 'list',
  access: users('export'),
  responses: { 200: { description: 'A CSV file that ends with lines of totals.', type: 'text/csv' } },
  // A HEAD request would produce the whole file only to discard it.
  exposeHeadRoute: false,
} as const

export const exportRoutes = [
  endpoint({
    ...exported,
    id: 'exportPayments',
    path: '/api/v1/merchant/payments.csv',
    summary: 'Export payments as CSV',
    query: exportQuery(filterQuery(paymentChoices)),
    handle: async (needs: PaymentNeeds, call) => sendExport(needs, call, 'payments.csv', paymentsFile),
  }),
  endpoint({
    ...exported,
    id: 'exportTransfers',
    path: '/api/v1/merchant/transfers.csv',
    summary: 'Export transfers as CSV',
    query: exportQuery(filterQuery(transferChoices)),
    handle: async (needs: TransferNeeds, call) => sendExport(needs, call, 'transfers.csv', transfersFile),
  }),
  endpoint({
    ...exported,
    id: 'exportBalanceTransactions',
    path: '/api/v1/merchant/balance-transactions.csv',
    summary: 'Export balance transactions as CSV',
    query: exportQuery(filterSchema),
    handle: async (needs: { db: Sql }, call) =>
      sendExport(needs, call, 'balance-transactions.csv', balanceFile),
  }),
]
