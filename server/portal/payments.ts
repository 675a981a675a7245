// The portal's routes for payments: list, search and detail, each with its webhook deliveries, and where the money of a payment is.
import { z } from 'zod'
import { resultLink } from '../cards/checkout/checkout-addresses.ts'
import { readPaymentDetail } from '../cards/payments/detail.ts'
import { duplicatesAmong } from '../cards/payments/duplicates.ts'
import { paymentChoices } from '../cards/payments/list.ts'
import { paymentsToCheck } from '../cards/payments/payments-to-check.ts'
import {
  examplePaymentDetail,
  examplePaymentSummary,
  paymentDetailFields,
  paymentSummary,
  refundFields,
  voidFields,
} from '../cards/payments/schemas.ts'
import { toCheckQuery, toCheckResponse } from '../cards/payments/to-check-schemas.ts'
import { refundabilityOf } from '../cards/refund-requests/responses.ts'
import { exampleRefundable, refundable } from '../cards/refund-requests/schemas.ts'
import { amountOf } from '../cards/transaction/amount.ts'
import { cardProblems } from '../cards/transaction/problems.ts'
import { transactionByUuid } from '../cards/transaction/queries.ts'
import { currencyName } from '../cards/transaction/schemas.ts'
import { paymentSubject } from '../cards/transaction/webhooks.ts'
import type { LocalCurrency } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import { destinationsOf } from '../merchant-payouts/destinations/queries.ts'
import { examplePayout, payout, payoutTarget } from '../merchant-payouts/payouts/schemas.ts'
import { payoutById } from '../merchant-payouts/record/queries.ts'
import { renderPayout, renderTarget } from '../merchant-payouts/record/responses.ts'
import { schedulesOf } from '../merchant-payouts/schedule.ts'
import { preferences } from '../merchants/identity/preferences.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, dayText, examplePagination, twoPlaces, utcStamp } from '../platform/http/api.ts'
import { deliveryDetailSchema } from '../platform/http/delivery-record.ts'
import { dateInvalid } from '../platform/http/http.ts'
import { readQuery, sortedQuery } from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, utcSecond } from '../platform/time/clock.ts'
import { deliveriesAbout } from '../webhooks/delivery/deliveries.ts'
import { paymentsPage } from './lists/pages.ts'
import { foundPageOf } from './search.ts'

type Charge = {
  currency: LocalCurrency
  net_minor: bigint | null
  paid_at: Temporal.Instant | null
  available_on: string | null
  available_at: Temporal.Instant | null
}

// guard: money-path-owner
const findCharge = statement<Charge>(
  'find_money_path',
  `select t.currency, b.net_minor, b.created_at as paid_at, b.available_on::text as available_on, r.posted_at as available_at
     from card_transaction t
     left join operation o on o.card_transaction_id = t.id and o.kind = 'charge' and o.state = 'confirmed'
     left join ledger_posting p on p.key = 'charge:' || o.id
     left join balance_transaction b on b.id = p.id
     left join ledger_posting r on r.id = b.released_posting
    where t.merchant_id = $1 and t.environment = $2 and t.transaction_uuid = $3
    order by b.id limit 1`,
)

/** The first payout that could take the money along. One that was given back took nothing. */
const findPayout = statement<{ id: bigint }>(
  'find_payout_of_money_path',
  `select id from merchant_payout
    where merchant_id = $1 and environment = $2 and currency = $3 and created_at >= $4
      and state not in ('FAILED', 'RETURNED', 'CANCELLED')
    order by created_at, id limit 1`,
)

/** @throws Problem 404 */
async function moneyPath({ db }: { db: Sql }, session: Session, transactionUuid: string) {
  const { merchantId, environment } = session
  const [charge] = await db.rows(findCharge, [merchantId, environment, transactionUuid])
  if (!charge) throw new Problem(cardProblems.transaction_not_found)
  const { currency, net_minor, paid_at, available_on, available_at } = charge
  const [found] = available_at
    ? await db.rows(findPayout, [merchantId, environment, currency, available_at])
    : []
  const payout = found && (await payoutById(db, found.id))
  return {
    currency,
    net: net_minor === null ? null : amountOf(net_minor, currency),
    paid_at: paid_at && utcSecond(paid_at),
    available_on,
    available_at: available_at && utcSecond(available_at),
    payout: payout ? renderPayout(payout) : null,
    next_payout:
      payout || available_on === null ? null : await nextPayout(db, session, { currency, available_on }),
  }
}

const daysBetween = { daily: 1, weekly: 7 } as const

/** The first scheduled payout from the day on which the money is available; null where the merchant requests its payouts. */
async function nextPayout(
  db: Sql,
  session: Session,
  { currency, available_on }: { currency: LocalCurrency; available_on: string },
) {
  const [{ schedules }, destinations] = await Promise.all([
    schedulesOf(db, session),
    destinationsOf(db, session),
  ])
  const schedule = schedules.find((one) => one.currency === currency)
  if (!schedule || schedule.interval === 'manual' || schedule.next_run_on === null) return null
  const destination = destinations.find(({ public_id }) => public_id === schedule.destination_id)
  let day = Temporal.PlainDate.from(schedule.next_run_on)
  while (Temporal.PlainDate.compare(day, Temporal.PlainDate.from(available_on)) < 0)
    day = day.add({ days: daysBetween[schedule.interval] })
  return {
    on: day.toString(),
    destination: destination ? { destination_id: destination.public_id, ...renderTarget(destination) } : null,
  }
}

export type PaymentNeeds = { db: Sql; clock: Clock; secrets: Secrets; baseUrl: string }

/** A completed payment keeps its receipt after a refund or void. */
const withReceipt = new Set(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'])

/** @throws Problem 404 */
async function paymentDetail(needs: PaymentNeeds, session: Session, transactionUuid: string) {
  const { db, clock, secrets, baseUrl } = needs
  const { id, detail } = await readPaymentDetail(needs, session, transactionUuid)
  const transaction = await transactionByUuid(db, transactionUuid)
  const at = { requests: detail.refund_requests, now: clock.now() }
  return {
    ...detail,
    possible_duplicate: (await duplicatesAmong(db, [{ id }])).has(id),
    receipt_link: withReceipt.has(detail.status) ? resultLink(baseUrl, secrets, transactionUuid) : null,
    refundable: await refundabilityOf(db, session, transaction, at),
    deliveries: await deliveriesAbout(db, session, paymentSubject(id)),
  }
}

const paymentsResponse = dataResponse('Payments', foundPageOf(paymentSummary), {
  items: [{ ...examplePaymentSummary, allowed_actions: [] }],
  pagination: examplePagination,
})

const portalPaymentDetail = z.object({
  ...paymentDetailFields,
  allowed_actions: z.array(z.literal('checkout')),
  refunds: z.array(z.object(refundFields)),
  voids: z.array(z.object(voidFields)),
  receipt_link: z
    .string()
    .nullable()
    .meta({ description: 'The page of the signed receipt, to share with the customer; null without one.' }),
  refundable,
  deliveries: z.array(deliveryDetailSchema),
})

const paymentResponse = dataResponse('PaymentDetail', portalPaymentDetail, {
  ...examplePaymentDetail,
  allowed_actions: [],
  receipt_link: `https://pay.example/api/v1/payment/${examplePaymentDetail.transaction_uuid}/result?sig=b2lJ`,
  refundable: exampleRefundable,
  deliveries: [],
})

const moneyPathResponse = dataResponse(
  'MoneyPath',
  z.object({
    currency: currencyName,
    net: twoPlaces
      .nullable()
      .meta({ description: 'The amount less our fee; null for a payment that was not made.' }),
    paid_at: utcStamp.nullable(),
    available_on: dayText
      .nullable()
      .meta({ description: 'The day in UTC on which the money becomes, or became, available.' }),
    available_at: utcStamp
      .nullable()
      .meta({ description: 'When it became available; null while it is pending.' }),
    payout: payout
      .nullable()
      .meta({ description: 'The first payout in this currency since the money is available.' }),
    next_payout: z.object({ on: dayText, destination: payoutTarget.nullable() }).nullable().meta({
      description: 'The first scheduled payout from the day on which it is available, until one was made.',
    }),
  }),
  {
    currency: 'USD',
    net: '24.61',
    paid_at: '2026-11-21T09:31:10Z',
    available_on: '2026-11-23',
    available_at: null,
    payout: null,
    next_payout: { on: '2026-11-30', destination: examplePayout.destination },
  },
)

const portal = { tag: 'Portal: payments', method: 'GET', priority: 'list' } as const
const path = {
  id: z
    .string()
    .meta({ description: 'The `transaction_uuid`.', examples: ['LKT-20261121-093000-7K2M9QXA-CD'] }),
}

async function toCheck({ db, clock }: PaymentNeeds, session: Session, query: unknown) {
  const { time_zone: zone } = await preferences({ db }, session)
  const { date } = readQuery(toCheckQuery, query)
  const now = clock.now()
  const day = date ? Temporal.PlainDate.from(date) : now.toZonedDateTimeISO(zone).toPlainDate()
  return paymentsToCheck(db, session, { day, zone, now })
}

export const paymentRoutes = [
  userEndpoint({
    ...portal,
    id: 'listPaymentsToCheck',
    path: '/api/v1/merchant/payments-to-check',
    access: users('payments'),
    summary: 'List what to check in the payments of a day',
    description: 'Payments that may have been made twice, and money that came too late.',
    query: toCheckQuery,
    responses: { 200: toCheckResponse },
    problems: [dateInvalid],
    work: async (needs: PaymentNeeds, { session, request }) => toCheck(needs, session, request.query),
  }),
  userEndpoint({
    ...portal,
    id: 'listPayments',
    path: '/api/v1/merchant/payments',
    access: users('payments'),
    summary: 'List payments',
    description:
      '`q` searches; at most the newest thousand matches are examined. In another order, with a payment method or with `after`, the newest 50,000 are; oldest first, the oldest.',
    query: sortedQuery(paymentChoices),
    responses: { 200: paymentsResponse },
    work: async (needs: PaymentNeeds, { session, request }) => paymentsPage(needs, session, request.query),
  }),
  userEndpoint({
    ...portal,
    id: 'readPayment',
    path: '/api/v1/merchant/payments/:id',
    access: users('payments'),
    summary: 'Retrieve a payment with its history',
    params: path,
    responses: { 200: paymentResponse },
    problems: [cardProblems.transaction_not_found],
    work: async (needs: PaymentNeeds, { session, params }) => paymentDetail(needs, session, params.id),
  }),
  userEndpoint({
    ...portal,
    id: 'readMoneyPath',
    path: '/api/v1/merchant/payments/:id/money',
    access: users('money'),
    summary: 'Retrieve where the money of a payment is',
    description: 'Pending, available, or paid out to a wallet or bank account.',
    params: path,
    responses: { 200: moneyPathResponse },
    problems: [cardProblems.transaction_not_found],
    work: async (needs: PaymentNeeds, { session, params }) => moneyPath(needs, session, params.id),
  }),
]
