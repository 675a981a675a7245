// Reads the gateway's chargeback report (/reporting/v3/chargeback-details). It has no pages: the caller asks for short periods.

import { reasonOfCode } from '../../../cards/gateway/dispute-reasons.ts'
import type {
  DisputeLine,
  DisputeReport,
  Unavailable,
  UnreadableDispute,
} from '../../../cards/gateway/gateway.ts'
import type { Log } from '../../../platform/process/log.ts'
import { isObject, moneyIn } from '../../reply.ts'
import { unavailable } from '../authentication.ts'
import type { GatewayClient } from '../client.ts'
import { causeOf, isSuccess } from '../translate.ts'
import { type DisputeDetails, disputesBody } from '../wire.ts'

const maxReportBytes = 8 * 1024 * 1024

/**
 * What the words of a line mean, the first that matches. The public reference names the members of a line but not their values;
 * these are the words that processors use. A line that matches none is not applied, and a person reads it.
 */
const kinds: readonly [RegExp, DisputeLine['kind']][] = [
  [/revers|withdraw|\bwon\b|representment accepted/i, 'won'],
  [/\blost\b|upheld|representment (declined|rejected)/i, 'lost'],
  [/retrieval|inquiry|pre-?dispute/i, 'inquiry'],
  [/chargeback/i, 'opened'],
]

/** Every case that was opened or has changed between two times. */
export async function reportDisputes(
  { client, log }: { client: GatewayClient; log: Log },
  organizationId: string,
  [from, to]: [from: Temporal.Instant, to: Temporal.Instant],
): Promise<DisputeReport | Unavailable> {
  const second = (time: Temporal.Instant) => time.toString({ smallestUnit: 'second' })
  const period = new URLSearchParams({ startTime: second(from), endTime: second(to), organizationId })
  const reply = await client.call({
    operation: 'disputes',
    method: 'GET',
    path: `/reporting/v3/chargeback-details?${period}`,
    accept: 'application/json',
    maxReplyBytes: maxReportBytes,
  })
  // The gateway responds 404 for a period without chargebacks.
  if (reply.kind === 'reply' && reply.status === 404) return { kind: 'report', lines: [], unreadable: [] }
  if (!isSuccess(reply) || !isObject(reply.json)) return unavailable(reply, causeOf(reply))
  const rows = disputesBody.parse(reply.json).chargebackDetails
  const unreadable = rows.filter((row) => lineOf(row) === undefined).map(unreadableOf)
  if (unreadable.length > 0)
    log.warn('card gateway dispute report has unreadable lines', { count: unreadable.length })
  return { kind: 'report', lines: rows.map(lineOf).filter((line) => line !== undefined), unreadable }
}

/** Longer than any case number, and than all that one needs to know in order to find the line. */
const longestCase = 100
const longestDetail = 400

function unreadableOf(row: DisputeDetails): UnreadableDispute {
  const { trackingNumber, requestId, merchantReferenceNumber, time } = row
  const words = [row.natureOfDispute, row.action, row.actionDescription, row.sign]
  const facts = [
    ...words,
    [row.amount, row.currencyCode].filter(Boolean).join(' '),
    requestId && `payment ${requestId}`,
    merchantReferenceNumber && `reference ${merchantReferenceNumber}`,
    time && `at ${time}`,
  ]
  return {
    caseNumber: (trackingNumber || requestId || merchantReferenceNumber || 'unknown').slice(0, longestCase),
    detail: facts.filter(Boolean).join(', ').slice(0, longestDetail),
  }
}

/** Undefined when case, amount, time or meaning cannot be read. */
function lineOf(row: DisputeDetails): DisputeLine | undefined {
  const { trackingNumber: caseNumber, reasonCode = '' } = row
  const amount = moneyIn(row.amount?.replace(/^[+-]/, ''), row.currencyCode)
  const at = timeOf(row.time)
  const kind = kindOf(row)
  // guard: readable-dispute-line
  if (!caseNumber || !amount || amount.minor <= 0n || !at || !kind) return undefined
  const respondBy = timeOf(row.responseDueTime)
  return {
    caseNumber,
    kind,
    paymentId: row.requestId ?? '',
    code: row.merchantReferenceNumber ?? '',
    amount,
    reasonCode,
    reason: reasonOfCode(reasonCode),
    ...(respondBy && { respondBy }),
    at,
  }
}

function kindOf({
  natureOfDispute = '',
  action = '',
  actionDescription = '',
  sign,
  preDisputeFlag,
}: DisputeDetails): DisputeLine['kind'] | undefined {
  const words = `${natureOfDispute} ${action} ${actionDescription}`
  const kind = kinds.find(([pattern]) => pattern.test(words))?.[1]
  if (kind !== 'opened') return kind
  // Money that comes back is not a new chargeback, whatever the words are.
  if (sign === '+') return 'won'
  return preDisputeFlag === 'Y' ? 'inquiry' : 'opened'
}

/** A time, or a day, which begins at midnight UTC. */
function timeOf(text: string | undefined): Temporal.Instant | undefined {
  try {
    if (text === undefined) return undefined
    return Temporal.Instant.from(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
  } catch {
    return undefined
  }
}
