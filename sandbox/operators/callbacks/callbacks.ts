// Delivers callbacks in the format of the payout's protocol, and retries with growing gaps until the receiver accepts.
import type { CallbackWork, CollectionCallbackWork } from '../books/agenda.ts'
import { collectionReportOf } from '../collections/callbacks.ts'
import type { CallbackMessage, CallbackReport, Operators, Protocol } from '../operators.ts'
import { withStatus } from './callback-faults.ts'

export async function deliverCallback(operators: Operators, work: CallbackWork): Promise<void> {
  const report = reportOf(operators, work)
  const protocol = operators.protocols.find(({ name }) => name === report?.payout.protocol)
  if (!report || !protocol) return
  await deliver(operators, protocol, work, await protocol.writeCallback(operators, report))
}

export async function deliverCollectionCallback(
  operators: Operators,
  work: CollectionCallbackWork,
): Promise<void> {
  const report = collectionReportOf(operators, work)
  const protocol = operators.protocols.find(({ name }) => name === report?.collection.protocol)
  if (!report || !protocol) return
  await deliver(operators, protocol, work, protocol.writeCollectionCallback(operators, report))
}

async function deliver(
  operators: Operators,
  protocol: Protocol,
  work: CallbackWork | CollectionCallbackWork,
  message: CallbackMessage | null,
): Promise<void> {
  const result = message ? await send(operators, message) : 'no callback URL'
  if (operators.closing.aborted && typeof result === 'string') throw new Error('closed while calling back')
  operators.book.addAttempt({
    payoutId: work.kind === 'callback' ? work.payoutId : work.collectionId,
    said: work.said,
    isForged: work.isForged,
    url: message?.url ?? null,
    result,
    at: operators.clock.now(),
  })
  const accepts = protocol.accepts ?? ((status: number) => status >= 200 && status < 300)
  const isDelivered = typeof result === 'number' && accepts(result)
  // A forged callback is not retried.
  if (message && !isDelivered && !work.isForged) retry(operators, work)
}

function reportOf(operators: Operators, work: CallbackWork): CallbackReport | null {
  const payout = operators.book.payoutById(work.payoutId)
  const reversal = work.reversalId ? operators.book.reversalById(work.reversalId) : null
  if (!payout) return null
  const { said: reportedStatus, isForged } = work
  return {
    payout: reversal ? payout : withStatus(payout, reportedStatus),
    reversal,
    said: reportedStatus,
    isForged,
  }
}

/** The receiver's HTTP status, or why there was none. */
async function send(operators: Operators, message: CallbackMessage): Promise<number | string> {
  const { method, url, headers, body } = message
  const timeout = AbortSignal.timeout(operators.settings.callbackTimeoutMs)
  const signal = AbortSignal.any([timeout, operators.closing])
  try {
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function retry(operators: Operators, work: CallbackWork | CollectionCallbackWork): void {
  const { retryGapsMs, giveUpAfterMs } = operators.settings
  const gap = retryGapsMs[Math.min(work.attempt, retryGapsMs.length) - 1] ?? giveUpAfterMs
  const firstTriedAt = work.firstTriedAt ?? operators.clock.trueNow()
  if (operators.clock.trueNow() + gap - firstTriedAt > giveUpAfterMs) return
  operators.agenda.add(gap, { ...work, attempt: work.attempt + 1, firstTriedAt })
}
