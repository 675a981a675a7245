// Finds out how a collection ended, by inquiries: in the queue of its operator, as long as it takes. The payer is never asked again.

import type { ClaimedOperation } from '../../ledger/claim.ts'
import {
  type CollectionInquiryReply,
  type Collector,
  isFinalCollection,
} from '../../operator-calls/collector.ts'
import type { ConnectedCollector, OperatorFor } from '../../operator-calls/operator.ts'
import { usableConnection } from '../../operator-calls/payout-call.ts'
import { isPastHorizon } from '../../operator-calls/reschedule.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { releaseCollection } from './claim-collection.ts'
import { type CollectionContext, collectionAmount, payingNumber } from './queries.ts'
import { type EndedCollection, type RecordNeeds, recordCollectionOutcome } from './record-collection.ts'

export type ResolveNeeds = RecordNeeds & {
  secrets: Secrets
  operatorFor: OperatorFor
  /** Reads collections with the next batch. */
  readCollection: (operation: string) => Promise<CollectionContext>
  /** Delay of the first inquiry after a missing reply. Each later delay doubles, up to a limit. */
  inquiryAfterSeconds: number
  /** The age from which a call that the operator does not know was never made. */
  inquiryHorizonSeconds: number
  wake: () => void
}

export async function resolveCollection(needs: ResolveNeeds, operation: ClaimedOperation): Promise<void> {
  const context = await needs.readCollection(operation.id)
  const { collection, transaction } = context
  const subject = { operation: operation.id, transaction_uuid: transaction.transaction_uuid }
  const collector = await usableConnection(needs, operation, {
    operator: collectorOf(needs, context),
    code: collection.operator,
    alert: async (kind, problem) =>
      needs.log.error('collection needs a decision', {
        ...subject,
        reason: `${kind}: the collection ${problem}`,
      }),
  })
  if (!collector) return
  const reply = await inquireAbout(needs, collector, context)
  needs.log.info('collection inquiry completed', {
    ...subject,
    state: reply.kind,
    attempt: operation.attempts,
    ...('cause' in reply && { reason: reply.cause }),
  })
  if (isFinalCollection(reply)) await recordCollectionOutcome(needs, context, explained(reply, context))
  else if (reply.kind === 'absent' && !operation.acknowledged && isPastHorizon(needs, operation))
    await releaseUnsent(needs, context)
  else await keepWaiting(needs, operation, context, reply)
  needs.wake()
}

/** An inquiry that only confirms a decline takes the reason from the callback that reported it. */
function explained(reply: EndedCollection, { collection }: CollectionContext): EndedCollection {
  const { reported_reason: reason, reported_code: code, reported_message: message } = collection
  // guard: reported-reason
  const isVague = reply.kind === 'declined' && reply.reason === 'MM_DECLINED'
  return isVague && reason
    ? { ...reply, reason, code: code ?? reply.code, message: message ?? reply.message }
    : reply
}

/** Money in at the operator, if its connection is configured for it. */
export function collectorOf(
  { operatorFor }: Pick<ResolveNeeds, 'operatorFor'>,
  { collection }: CollectionContext,
): ConnectedCollector | undefined {
  return operatorFor(collection.environment, collection.operator)?.collections
}

/** The same, if the payer was asked through this account: any other one knows nothing of the collection. */
export function askingCollector(
  needs: Pick<ResolveNeeds, 'operatorFor'>,
  context: CollectionContext,
): ConnectedCollector | undefined {
  const collector = collectorOf(needs, context)
  // guard: collecting-account
  return collector?.connectionId === context.collection.sent_by ? collector : undefined
}

export function inquireAbout(
  { secrets }: Pick<ResolveNeeds, 'secrets'>,
  collector: Collector,
  { collection, transaction }: CollectionContext,
): Promise<CollectionInquiryReply> {
  return collector.inquire({
    reference: collection.operation,
    transactionUuid: transaction.transaction_uuid,
    operator: collection.operator,
    ...(collection.number_sealed !== null && { msisdn: payingNumber(secrets, collection) }),
    amount: collectionAmount(collection),
    ...(collection.upstream_id && { upstreamId: collection.upstream_id }),
  })
}

async function releaseUnsent(
  { db, clock, log }: ResolveNeeds,
  { collection }: CollectionContext,
): Promise<void> {
  const { operation, card_transaction_id: transactionId } = collection
  const end = {
    now: clock.now(),
    reason: 'MM_DECLINED',
    cause: 'the operator never received it',
    isCertain: false,
  } as const
  await db.transaction((sql) => releaseCollection(sql, { operation, transactionId }, end))
  log.warn('collection was never received by the operator', { operation })
}

/** Once the prompt has lapsed, nobody knows how it ended until the operator says so; until then, the payer is being asked. */
async function keepWaiting(
  needs: ResolveNeeds,
  operation: ClaimedOperation,
  { collection }: CollectionContext,
  reply: Exclude<CollectionInquiryReply, { kind: 'approved' | 'declined' | 'reversed' }>,
): Promise<void> {
  const now = needs.clock.now()
  const lapsesAt = earliest(collection.expires_at, reply.kind === 'pending' ? reply.expiresAt : undefined)
  const isPrompted = lapsesAt !== undefined && Temporal.Instant.compare(lapsesAt, now) > 0
  const isPending = reply.kind === 'pending'
  await needs.collectionStore.wait({
    now,
    operation: operation.id,
    event: isPrompted && (isPending || collection.state === 'PROMPTED') ? 'prompted' : 'contact_lost',
    cause: 'cause' in reply ? reply.cause : reply.kind,
    acknowledged: isPending,
    ...(isPending && { upstreamId: reply.upstreamId, expiresAt: reply.expiresAt }),
    nextCheckAt: nextInquiryAt(needs, operation, now, isPrompted ? lapsesAt : undefined),
    leaseToken: operation.lease_token,
  })
}

function earliest(...moments: (Temporal.Instant | null | undefined)[]): Temporal.Instant | undefined {
  return moments
    .filter((at) => at !== null && at !== undefined)
    .toSorted(Temporal.Instant.compare)
    .at(0)
}

const longestPauseSeconds = 600

/** The pause doubles with each attempt. The end of the prompt is asked about when it is due. */
function nextInquiryAt(
  { inquiryAfterSeconds }: ResolveNeeds,
  { attempts }: ClaimedOperation,
  now: Temporal.Instant,
  lapsesAt: Temporal.Instant | undefined,
): Temporal.Instant {
  const seconds = Math.min(inquiryAfterSeconds * 2 ** Math.min(attempts - 1, 10), longestPauseSeconds)
  return earliest(now.add({ seconds }), lapsesAt) as Temporal.Instant
}
