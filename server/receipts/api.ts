// Public routes of receipts: the keys that verify them, and the state of a payment or transfer today.

import { z } from 'zod'
import { cellOfCode } from '../kernel/cell.ts'
import { Problem } from '../kernel/problem.ts'
import { anyone } from '../platform/http/access.ts'
import { endpoint, page } from '../platform/http/endpoint.ts'
import { byParam } from '../platform/http/place.ts'
import { requestProblems } from '../platform/http/problems.ts'
import { type KeyNeeds, publishedKeys } from './keys.ts'
import { receiptNotFound, receiptSubject } from './receipt-codes.ts'
import type { ReceiptFacts, ReceiptSubject } from './receipt-facts.ts'
import { type ReceiptStateResponse, receiptKeysResponse, receiptStateResponse } from './schemas.ts'

export type ReceiptNeeds = KeyNeeds & {
  /** Whether real money is paid on this deployment. */
  production: boolean
  /** Read what a receipt states today. */
  readPayment(transactionId: bigint): Promise<ReceiptFacts>
  readTransfer(transferId: bigint): Promise<ReceiptFacts>
  readLink(linkId: bigint): Promise<ReceiptFacts>
}

const keysPath = '/.well-known/receipt-keys'

/** A key is published two days before it signs, so an hour in a cache delays nobody. */
const cachedKeys = 'public, max-age=3600'

export const receiptRoutes = [
  endpoint({
    id: 'readReceiptState',
    method: 'GET',
    path: '/api/v1/receipts/:code',
    place: byParam('code', cellOfCode),
    priority: 'status',
    access: anyone,
    limitedAs: 'receipt',
    summary: 'Read the state of a receipt today',
    description:
      'For anyone who has the code: whether the payment still stands, or was refunded since the receipt was issued. It never names the payer, and of the number that received a transfer only the last four digits.',
    tag: 'Receipts',
    params: { code: z.string().meta({ examples: ['K7Q2M9XW4T'] }) },
    responses: { 200: receiptStateResponse },
    problems: [receiptNotFound, requestProblems.rate_limited],
    handle: async (needs: ReceiptNeeds, { reply, params }) => {
      reply.header('cache-control', 'no-store')
      return stateOf(needs, params.code)
    },
  }),
  endpoint({
    id: 'readReceiptKeys',
    method: 'GET',
    path: `${keysPath}.json`,
    priority: 'list',
    access: anyone,
    limitedAs: 'receipt',
    summary: 'Read the keys that verify receipts',
    description:
      'A JWK set. Keep it: with it, receipts verify without a network. A production deployment publishes the keys of real receipts here, and those of test receipts at `/.well-known/receipt-keys.sandbox.json`.',
    tag: 'Receipts',
    responses: { 200: receiptKeysResponse },
    problems: [requestProblems.rate_limited],
    handle: async (needs: ReceiptNeeds, { reply }) => {
      reply.header('cache-control', cachedKeys)
      // A verifier that trusts every key it finds here must not accept a test receipt, which anyone can obtain.
      // guard: published-receipt-keys
      const own = needs.production ? 'production' : 'sandbox'
      return { keys: await publishedKeys(needs, own) }
    },
  }),
]

/** The keys of test receipts, which a production deployment publishes elsewhere than those of real ones. */
export const sandboxKeysPage = page({
  method: 'GET',
  path: `${keysPath}.sandbox.json`,
  ...{ priority: 'list', limitedAs: 'receipt' },
  handle: async (needs: KeyNeeds, { reply }) => {
    reply.header('cache-control', cachedKeys)
    return { keys: await publishedKeys(needs, 'sandbox') }
  },
})

/** @throws Problem 404, the same for a malformed code as for one that was never issued. */
async function stateOf(needs: ReceiptNeeds, typed: string): Promise<ReceiptStateResponse> {
  const found = await receiptSubject(needs.db, typed)
  if (!found) throw new Problem(receiptNotFound)
  const { subject, code } = found
  const { kind, facts } = await factsOf(needs, subject)
  return {
    status: 'success',
    data: {
      code,
      kind,
      environment: facts.environment,
      state: facts.state,
      merchant: facts.merchant,
      amount: facts.amount,
      currency: facts.currency,
      reference: facts.reference,
      paid_at: stamp(facts.paidAt),
      returned_amount: facts.returnedAmount,
      returned_at: facts.returnedAt && stamp(facts.returnedAt),
      time_zone: facts.timeZone,
      recipient: facts.recipient && {
        operator: facts.recipient.operator,
        number_end: facts.recipient.numberEnd,
      },
      parts:
        facts.parts?.map((part) => ({
          amount: part.amount,
          returned_amount: part.returnedAmount,
          paid_at: stamp(part.paidAt),
          code: part.code,
        })) ?? null,
      as_of: stamp(needs.clock.now()),
    },
  }
}

async function factsOf(needs: ReceiptNeeds, subject: ReceiptSubject) {
  if ('transactionId' in subject)
    return { kind: 'payment', facts: await needs.readPayment(subject.transactionId) } as const
  if ('transferId' in subject)
    return { kind: 'transfer', facts: await needs.readTransfer(subject.transferId) } as const
  return { kind: 'payment_link', facts: await needs.readLink(subject.linkId) } as const
}

const stamp = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'second' })
