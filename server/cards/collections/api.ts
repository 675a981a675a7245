// Routes of merchants' servers that ask payers on the phone, without our page.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { formatMoney } from '../../kernel/money.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { type SignedNeeds, signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { keys } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, respond } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { isFresh, replaying, storedKeyOf } from '../../platform/http/idempotency.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { maskedNumber } from '../transaction/paid-with.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type CollectNeeds, collect } from './collection.ts'
import { type CollectionRow, collectionAmount, collectionOfKey, ownCollection } from './queries.ts'
import { collectionResponse, collectionSchema, exampleCollectionId } from './schemas.ts'

export const collectionRoutes = [
  endpoint({
    id: 'createCollection',
    method: 'POST',
    path: '/api/v1/payment/collections',
    priority: 'charge',
    access: keys('charge'),
    summary: 'Ask a payer on the phone',
    description: `Asks the payer of an order to approve it with the PIN of a mobile-money wallet. The order must exist, and its merchant must offer
mobile money. One attempt runs at a time, by card or by phone; the outcome is sent as the payment webhook.`,
    tag: 'Orders',
    repeatable: true,
    body: named('CollectionRequest', collectionSchema, {
      transaction_uuid: exampleUuid,
      customer_number: '+243970000021',
    }),
    responses: { 200: collectionResponse },
    problems: [
      problems.no_wallet,
      problems.payment_method_not_enabled,
      problems.number_not_allowed,
      problems.merchant_suspended,
      signingProblems.environment_wrong,
      problems.transaction_not_found,
      problems.transaction_paid,
      problems.transaction_finished,
      problems.payment_running,
      problems.transaction_expired,
      problems.transaction_cancelled,
      problems.link_has_no_use_left,
      problems.amount_exceeds_remaining,
      problems.rest_too_small,
      problems.link_was_cancelled,
      problems.prompts_too_many,
      problems.link_declined_too_often,
      problems.link_busy,
      problems.operator_unavailable,
    ],
    handle: async (needs: CollectNeeds & NewCollectionNeeds, { request }) => {
      const { body, headers } = await needs.signedRequests.authenticateFor(
        request,
        (merchant) =>
          replaying(needs.idempotency, request, merchant, () => createCollection(needs, merchant, request)),
        isFresh,
      )
      return respond(200, body, headers)
    },
  }),
  signedEndpoint({
    id: 'readCollection',
    method: 'GET',
    path: '/api/v1/payment/collections/:collection_id',
    priority: 'status',
    access: keys('charge', 'read'),
    openToSuspended: true,
    summary: 'Read a collection',
    tag: 'Orders',
    params: { collection_id: z.string().meta({ examples: [exampleCollectionId] }) },
    responses: { 200: collectionResponse },
    problems: [problems.collection_not_found],
    work: async (needs: CollectNeeds, { owner, params }) =>
      rendered(needs, await ownCollection(needs.db, owner, params.collection_id)),
  }),
]

type NewCollectionNeeds = SignedNeeds & {
  /** Reads an order with those that are read at the same time. @throws Problem 404 */
  payments: { read(uuid: string): Promise<TransactionRow> }
}

/** Asks the payer, or returns the collection that the same call has begun; 'stale' when the merchant has changed since it was read. */
async function createCollection(
  needs: CollectNeeds & NewCollectionNeeds,
  merchant: Merchant,
  request: FastifyRequest,
) {
  const body = check(collectionSchema, jsonBody(request), 'body')
  const phone = readPhone(body.customer_number)
  const operator = body.operator ?? phone?.operator
  if (!phone || !operator) throw new Error('a checked number has an operator')
  const transaction = await needs.payments.read(body.transaction_uuid)
  // guard: collected-order-owner
  if (transaction.merchant_id !== merchant.id || transaction.environment !== merchant.environment)
    throw new Problem(problems.transaction_not_found)
  // guard: collecting-merchant-version
  if (transaction.merchant_version !== merchant.version) return 'stale'
  const key = storedKeyOf(request, needs.secrets)
  const payer = { operator, msisdn: phone.digits, key, isByServer: true }
  const begun = await collectionOfKey(needs.db, transaction, key)
  const collection = begun ?? (await collect(needs, transaction, payer)).collection
  return rendered(needs, { ...collection, transaction_uuid: transaction.transaction_uuid })
}

async function rendered(
  needs: { operatorFor: OperatorFor },
  row: CollectionRow & { transaction_uuid: string },
) {
  return { status: 'success' as const, data: await renderCollection(needs, row) }
}

/** A collection as merchants read it. */
export async function renderCollection(
  { operatorFor }: { operatorFor: OperatorFor },
  row: CollectionRow & { transaction_uuid: string },
) {
  const stamp = (at: Temporal.Instant | null) => (at === null ? null : utcSecond(at))
  const collector = operatorFor(row.environment, row.operator)?.collections
  const terms = await collector?.terms(row.operator, row.currency).catch(() => undefined)
  const approvalHint = terms?.approvalHint ?? null
  return {
    collection_id: row.collection_id,
    transaction_uuid: row.transaction_uuid,
    state: row.state,
    operator: row.operator,
    customer_number: maskedNumber(row.number_end),
    amount: formatMoney(collectionAmount(row)),
    currency: row.currency,
    approval_hint: approvalHint && { fr: approvalHint.fr.join(' '), en: approvalHint.en.join(' ') },
    expires_at: stamp(row.expires_at),
    created_at: utcSecond(row.created_at),
    completed_at: stamp(row.completed_at),
    reason_code: row.reason_code === '' ? null : row.reason_code,
  }
}
