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
import { offersMobileMoney } from '../cards/transaction/paid-with.ts'
import { type Currency, formatMoney, formatRate, money } from '../kernel/money.ts'
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
import { type Column, dayIn, exportQuery, sendExport, utc } from './export-file.ts'
import { transferChoices } from './lists/pages.ts'
import type { PaymentNeeds } from './payments.ts'
import { searched } from './search.ts'
import type { TransferNeeds } from './transfers.ts'

/** Exports all movements that match a query, newest first. @throws InvalidBody */
function balanceFile({ db }: { db: Sql }, session: Session, query: unknown, zone: string) {
  return { pieces: allMovements(db, session, query), sheet: balanceSheet(zone) }
}

function balanceSheet(zone: string) {
  const sum = (of: 'amount' | 'fee' | 'net') => (view: View) => [view.currency, view[`${of}_minor`]] as const
  const view = (row: MovementRow) => ({ ...row, ...renderMovement(row), day: dayIn(zone, row.created_at) })
  type View = ReturnType<typeof view>
  const columns: Column<View>[] = [
    ['created_at', ({ created_at }) => created_at],
    ['id', ({ id }) => id],
    ['type', ({ type }) => type, 'status'],
    ['amount', ({ amount }) => amount, sum('amount')],
    ['fee', ({ fee }) => fee, sum('fee')],
    ['net', ({ net }) => net, sum('net')],
    ['currency', ({ currency }) => currency, 'currency'],
    ['available_on', ({ available_on }) => available_on],
    ['source', ({ source }) => source],
    ['merchant_reference', ({ merchant_reference }) => merchant_reference],
    ['description', ({ description }) => description],
    ['day', ({ day }) => day],
  ]
  return { view, columns, status: ({ type }: View) => type, format: moneyText }
}

const moneyText = (minor: bigint, currency: string) => formatMoney(money(minor, currency as Currency))

/** Exports all payments that match a query, newest first. @throws InvalidBody */
async function paymentsFile({ db, clock }: PaymentNeeds, session: Session, query: unknown, zone: string) {
  const { q, ...filter } = readFilter(paymentChoices, query)
  const pieces =
    q === undefined
      ? ofMethod(paymentList.pieces(db, session, filter), filter.method)
      : searched((how) => searchPayments(db, session, q, { filter, ...how }))
  // guard: columns-of-card-merchants
  const columns = (await offersMobileMoney(db, session.merchantId)) ? paidWithColumns : []
  return { pieces, sheet: paymentSheet(clock.now(), zone, columns) }
}

/** All payments are read, because no index has their method. */
async function* ofMethod(pieces: AsyncIterable<ListedPayment[]>, method: string | undefined) {
  for await (const piece of pieces)
    yield method === undefined ? piece : piece.filter(({ payment_method }) => payment_method === method)
}

type PaymentView = { row: ListedPayment; item: ReturnType<typeof renderPaymentSummary> }

/** Only merchants with mobile money have them, so that the files of all others stay as they are. */
const paidWithColumns: readonly Column<PaymentView>[] = [
  ['payment_method', ({ item }) => item.payment_method ?? null],
  ['operator', ({ item }) => item.operator ?? null],
  ['customer_number', ({ item }) => item.customer_number ?? null],
]

function paymentSheet(now: Temporal.Instant, zone: string, paidWith: readonly Column<PaymentView>[]) {
  const view = (row: ListedPayment) => ({ row, item: renderPaymentSummary(row, now), left: leftOf(row) })
  type View = ReturnType<typeof view>
  /** A column of amounts, with their sums. */
  const sums = (name: string, minorOf: (view: View) => bigint | null): Column<View> => [
    name,
    (view) => amountOf(minorOf(view), view.row.currency),
    (view) => [view.row.currency, minorOf(view)],
  ]
  const columns: Column<View>[] = [
    ['created_at', ({ item }) => utc(item.created_at)],
    ['transaction_uuid', ({ item }) => item.transaction_uuid],
    ['merchant_reference', ({ item }) => item.merchant_reference],
    ['status', ({ item }) => item.status, 'status'],
    ['amount', ({ item }) => item.amount, ({ row }) => [row.currency, row.amount_minor]],
    ['currency', ({ item }) => item.currency, 'currency'],
    sums('commission_amount', ({ row }) => row.commission_minor),
    sums('merchant_amount', ({ row }) => row.merchant_minor),
    ['customer_name', ({ item }) => item.customer_name],
    ['card_type', ({ item }) => item.card_type],
    ['card_last4', ({ item }) => item.card_last4],
    ...paidWith,
    ['origin', ({ item }) => item.origin],
    ['finalised_at', ({ item }) => utc(item.finalised_at)],
    sums('refunded_amount', ({ row }) => row.refunded_minor),
    sums('disputed_amount', ({ left }) => left.disputed),
    sums('net_amount', ({ left }) => left.net),
    ['day', ({ row }) => dayIn(zone, row.created_at)],
  ]
  return { view, columns, status: ({ item }: View) => item.status, format: moneyText }
}

/** Exports all transfers that match a query, newest first. @throws InvalidBody */
function transfersFile({ db }: TransferNeeds, session: Session, query: unknown, zone: string) {
  const { q, ...filter } = readFilter(transferChoices, query)
  const pieces =
    q === undefined
      ? transferList.pieces(db, session, filter)
      : searched((how) => searchTransfers(db, session, q, { filter, ...how }))
  return { pieces, sheet: transferSheet(zone) }
}

const hundredths = (minor: bigint | null) => (minor === null ? null : formatHundredths(minor))

function transferSheet(zone: string) {
  const view = (row: ListedTransfer) => ({ row, item: transferSummary(row) })
  type View = ReturnType<typeof view>
  const columns: Column<View>[] = [
    ['created_at', ({ item }) => utc(item.created_at)],
    ['transaction_id', ({ item }) => item.transaction_id],
    ['reference', ({ item }) => item.reference],
    ['status', ({ item }) => item.status, 'status'],
    [
      'amount',
      ({ row }) => hundredths(row.amount_hundredths),
      ({ row }) => [row.currency, row.amount_hundredths],
    ],
    ['currency', ({ item }) => item.currency, 'currency'],
    [
      'receiver_amount',
      ({ row }) => hundredths(row.receiver_minor),
      ({ row }) => ['USD', row.receiver_minor],
    ],
    ['fee', ({ row }) => hundredths(row.fee_minor), ({ row }) => ['USD', row.fee_minor]],
    ['operator', ({ item }) => item.operator],
    ['customer_number', ({ item }) => item.customer_number],
    ['subscriber_name', ({ item }) => item.subscriber_name],
    ['receiver_currency', () => 'USD', 'USD'],
    ['rate', ({ row }) => (row.rate_micros === null ? null : formatRate(row.rate_micros))],
    ['day', ({ row }) => dayIn(zone, row.created_at)],
  ]
  return { view, columns, status: ({ item }: View) => item.status, format: formatHundredths }
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
