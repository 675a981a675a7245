// Order routes for merchants: create an order, read the status of a payment.

import type { z } from 'zod'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { SignedNeeds } from '../../merchants/identity/signed-endpoint.ts'
import { coalescingBatch, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import type { Database } from '../../platform/database/database.ts'
import { keys } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { isFresh, replayingAtomically } from '../../platform/http/idempotency.ts'
import { paidWith } from '../transaction/paid-with.ts'
import { cardProblems, ofAddresses, ofAmounts, cardProblems as problems } from '../transaction/problems.ts'
import { findStatuses, type StatusRow } from '../transaction/queries.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import type { Orders } from './create-order.ts'
import { exampleOrderBody, orderBody, orderResponse, statusResponse, statusSchema } from './schemas.ts'

export type CardRoutes = SignedNeeds & { orders: Orders; statuses: Statuses }

export const orderRoutes = [
  endpoint({
    id: 'createOrder',
    method: 'POST',
    path: '/api/v1/payment/orders',
    priority: 'order',
    access: keys('charge'),
    summary: 'Create an order',
    description: `Send the customer to \`data.links\` within 20 minutes. The outcome is sent as the signed payment webhook.

Two orders with the same reference are two payments, unless they share an \`Idempotency-Key\`. An address in the United
States or Canada requires its state and postal code.`,
    tag: 'Orders',
    body: named('OrderRequest', orderBody, exampleOrderBody),
    responses: { 200: orderResponse },
    problems: [...ofAmounts, ...ofAddresses, problems.payment_method_not_enabled, problems.order_failed],
    repeatable: true,
    failure: problems.order_failed,
    handle: async ({ signedRequests, idempotency, orders }: CardRoutes, { request }) => {
      const { body, headers } = await signedRequests.authenticateFor(
        request,
        (merchant) =>
          replayingAtomically(idempotency, request, merchant, (sql) =>
            orders.create(merchant, jsonBody(request), { sql }),
          ),
        isFresh,
      )
      return respond(200, body, headers)
    },
  }),
  endpoint({
    id: 'readPaymentStatus',
    method: 'POST',
    path: '/api/v1/payment/status',
    priority: 'status',
    access: keys('read', 'charge'),
    openToSuspended: true,
    summary: 'Read the status of a payment',
    tag: 'Orders',
    body: named('StatusRequest', statusSchema, { transaction_uuid: exampleUuid }),
    responses: { 200: statusResponse },
    problems: [problems.transaction_not_found],
    handle: ({ signedRequests, statuses }: CardRoutes, { request }) =>
      signedRequests.authenticateFor(request, (merchant) => statuses.read(merchant, jsonBody(request))),
  }),
]

type StatusResponse = z.output<typeof statusResponse>

type Statuses = {
  /**
   * Returns the status of a transaction, or 'stale' when the merchant has changed since it was read.
   * @throws Problem 404 when the transaction does not exist or belongs to another merchant.
   */
  read(merchant: Merchant, body: unknown): Promise<StatusResponse | 'stale'>
}

export function openStatuses({ db }: { db: Database }): Statuses {
  const find = coalescingBatch<string, StatusRow | undefined>(async (uuids) => {
    const rows = new Map(
      (await db.rows(findStatuses, [toSentKeys(uuids)])).map((row) => [row.transaction_uuid, row]),
    )
    return uuids.map((uuid) => rows.get(uuid))
  })
  return {
    async read(merchant, body) {
      const { transaction_uuid } = check(statusSchema, body, 'body')
      const row = await find(transaction_uuid)
      // guard: payment-status-owner
      if (!row || row.merchant_id !== merchant.id) throw new Problem(cardProblems.transaction_not_found)
      if (row.version !== merchant.version) return 'stale'
      return { status: 'success', data: renderStatus(row) }
    },
  }
}

function renderStatus(row: StatusRow): StatusResponse['data'] {
  const amount =
    row.amount_minor === null || row.currency === null
      ? ''
      : formatMoney(money(row.amount_minor, row.currency))
  return {
    amount,
    currency: row.currency ?? '',
    merchant_reference: row.merchant_reference,
    message: row.message,
    transaction_uuid: row.transaction_uuid,
    transaction_status: row.status,
    card_type: row.card_type,
    card_last4: row.card_last4,
    card_expiry_date: row.card_expiry_date,
    card_bin_country: row.card_bin_country,
    card_issuer: row.card_issuer,
    card_scheme: row.card_scheme,
    ...paidWith(row),
  }
}
