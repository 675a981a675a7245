// Implements the collector port with deposits of pawaPay v2 and their refunds.
import { formatMoney, type LocalCurrency, type Money } from '../../../kernel/money.ts'
import type {
  Collection,
  CollectionCallback,
  CollectionRefund,
  CollectionReply,
  Collector,
} from '../../../operator-calls/collector.ts'
import type { CallbackRequest, ReversalReply } from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { collectionOfDuplicate } from '../collections.ts'
import type { CollectionSettings, PawapayConnection } from '../operator-settings.ts'
import { type CallbackNeeds, signatureFault } from './callback.ts'
import type { PawapayClient } from './client.ts'
import {
  collectionInquiryReply,
  collectionOutcome,
  collectionReply,
  declined,
  refundInquiryReply,
  refundOutcome,
  refundReply,
} from './collection-outcomes.ts'
import { openDepositTerms } from './deposit-terms.ts'
import { collectionBody, paymentIdOf, providerOf } from './wire.ts'

type Needs = CallbackNeeds & { timeoutMs: number }

export function openCollections(
  client: PawapayClient,
  { signedCallbacks }: PawapayConnection,
  settings: CollectionSettings,
  { timeoutMs, ...needs }: Needs,
): Collector {
  const deposits: Deposits = {
    inquire: async (collection) =>
      collectionInquiryReply(
        await client.get('inquire', `/v2/deposits/${paymentIdOf(collection.reference)}`),
        collection,
      ),
    inquireRefund: async ({ reference }) =>
      refundInquiryReply(
        await client.get('inquire refund', `/v2/refunds/${paymentIdOf(reference)}`),
        reference,
      ),
  }
  return {
    ...deposits,
    request: (collection) => request(client, deposits, collection),
    requestTimeoutMs: timeoutMs,
    refunds: 'part',
    refund: (refund) => requestRefund(client, deposits, refund),
    readCallback: (callback) => readCollectionCallback(callback, { ...needs, signedCallbacks }),
    idOf: paymentIdOf,
    terms: openDepositTerms(client, settings, needs.clock),
  }
}

type Deposits = {
  inquire(of: Parameters<typeof collectionInquiryReply>[1]): ReturnType<Collector['inquire']>
  inquireRefund(of: { reference: string }): ReturnType<Collector['inquireRefund']>
}

async function request(
  client: PawapayClient,
  deposits: Deposits,
  collection: Collection,
): Promise<CollectionReply> {
  const { reference, operator } = collection
  const provider = providerOf(operator)
  if (!provider) return declined('NO_PROVIDER', `pawaPay does not reach ${operator}`)
  const reply = await client.post('collect', '/v2/deposits', depositBody(collection, provider))
  const response = collectionReply(reply, reference)
  return response.kind === 'duplicate' ? collectionOfDuplicate(await deposits.inquire(collection)) : response
}

function depositBody(
  { reference, transactionUuid, amount, msisdn, description }: Collection,
  provider: string,
): object {
  return {
    depositId: paymentIdOf(reference),
    ...amountMembers(amount),
    payer: { type: 'MMO', accountDetails: { phoneNumber: msisdn, provider } },
    clientReferenceId: transactionUuid,
    customerMessage: description,
    metadata: [{ reference }],
  }
}

/** Some providers accept no decimals, not even zeros. */
function amountMembers(amount: Money<LocalCurrency>): { amount: string; currency: string } {
  return { amount: formatMoney(amount).replace(/\.00$/, ''), currency: amount.currency }
}

async function requestRefund(
  client: PawapayClient,
  deposits: Deposits,
  { reference, original, amount }: CollectionRefund,
): Promise<ReversalReply> {
  const reply = await client.post('refund', '/v2/refunds', {
    refundId: paymentIdOf(reference),
    depositId: paymentIdOf(original.reference),
    ...amountMembers(amount),
    metadata: [{ reference }],
  })
  const response = refundReply(reply, reference)
  // guard: pawapay-refunded-before
  if (response.kind === 'refused' && response.code === 'DEPOSIT_ALREADY_REFUNDED')
    return returnedBefore(await deposits.inquire(original))
  if (response.kind !== 'duplicate') return response
  const found = await deposits.inquireRefund({ reference })
  return found.kind === 'absent' || found.kind === 'unavailable'
    ? { kind: 'unknown', cause: 'duplicate of an unknown refund' }
    : found
}

/** Somebody has refunded the deposit under another id. A refusal would have the money paid out a second time. */
function returnedBefore({ kind }: Awaited<ReturnType<Deposits['inquire']>>): ReversalReply {
  return kind === 'reversed' ? { kind } : { kind: 'unknown', cause: 'refunded before, under another id' }
}

export async function readCollectionCallback(
  callback: CallbackRequest,
  { signedCallbacks, ...needs }: CallbackNeeds & { signedCallbacks: boolean },
): Promise<CollectionCallback> {
  const data = collectionBody.parse(parseJson(callback.body))
  const { refundId, depositId, metadata } = data
  if (refundId === undefined && depositId === undefined) return { kind: 'payout' }
  const fault = await signatureFault(signedCallbacks, needs, callback)
  if (fault) return { kind: 'forged', cause: fault }
  if (callback.method !== 'POST') return { kind: 'forged', cause: `sent by ${callback.method}` }
  const id = refundId ?? depositId ?? ''
  const { reference = id } = metadata
  if (paymentIdOf(reference) !== id) return { kind: 'unreadable', cause: 'no payment of ours' }
  if (refundId !== undefined) {
    const outcome = refundOutcome(data)
    return outcome?.kind === 'reversed' || outcome?.kind === 'refused'
      ? { kind: 'refund_report', reference, outcome }
      : unreadable
  }
  const outcome = collectionOutcome(data)
  return outcome ? { kind: 'report', reference, outcome } : unreadable
}

const unreadable = { kind: 'unreadable', cause: 'no outcome' } as const
