// Reversals, which the API has in common for payouts and collections: each is a transaction of its own.
import type { RefundInquiryReply } from '../../../operator-calls/collector.ts'
import type { Reversal, ReversalReply } from '../../../operator-calls/operator.ts'
import { outcomeOfDuplicate } from '../call.ts'
import { type GsmaClient, inquire } from './client.ts'
import { reversalBody } from './requests.ts'
import { reversalOutcome, reversalReply } from './translate.ts'

/** Returns money of a transaction, of a payout or a collection, to the wallet or the account that it left. */
export async function reverse(client: GsmaClient, reversal: Reversal): Promise<ReversalReply> {
  const { reference, callbackUrl, original, amount } = reversal
  const expected = { amount, isReversal: true, originalReference: original.upstreamId }
  const reply = await client.call({
    operation: 'reversal',
    method: 'POST',
    path: `/transactions/${encodeURIComponent(original.upstreamId)}/reversals`,
    reference,
    callbackUrl,
    body: reversalBody(reversal),
  })
  const response = reversalReply(reply, expected)
  if (response.kind !== 'repeated') return response
  return reversalOutcome(outcomeOfDuplicate(await inquire(client, { reference }, expected)))
}

export async function inquireReversal(
  client: GsmaClient,
  { reference, original, amount }: Pick<Reversal, 'reference'> & Partial<Reversal>,
): Promise<RefundInquiryReply> {
  const expected = {
    isReversal: true,
    ...(amount && { amount }),
    ...(original && { originalReference: original.upstreamId }),
  }
  const found = await inquire(client, { reference }, expected)
  if (found.kind === 'absent' || found.kind === 'unavailable') return found
  const outcome = reversalOutcome(found)
  if (outcome.kind === 'reversed' || outcome.kind === 'refused' || outcome.kind === 'pending') return outcome
  return { kind: 'unavailable', cause: 'transaction of another type' }
}
