// Reads the gateway's daily report (/reporting/v3/purchase-refund-details) for reconciliation.
import type { ReportLine, Unavailable } from '../../../cards/gateway/gateway.ts'
import type { Log } from '../../../platform/process/log.ts'
import { isObject, moneyIn } from '../../reply.ts'
import { unavailable } from '../authentication.ts'
import type { GatewayClient } from '../client.ts'
import { causeOf, isSuccess } from '../translate.ts'
import { type ReportPage, reportBody } from '../wire.ts'

const pageSize = 500
const maxPages = 1_000
/** Each line takes a few hundred bytes in each of five lists. */
const maxPageBytes = 8 * 1024 * 1024

const types: readonly [RegExp, ReportLine['type']][] = [
  [/^(purchase|sale|capture|charge)/i, 'charge'],
  [/^(refund|credit)/i, 'refund'],
]

/** Every charge and refund sent for settlement on a UTC day; those voided before are not included. */
export async function reportDay(
  { client, log }: { client: GatewayClient; log: Log },
  organizationId: string,
  date: string,
): Promise<{ kind: 'report'; lines: ReportLine[] } | Unavailable> {
  const lines: ReportLine[] = []
  for (let page = 0; page < maxPages; page++) {
    const reply = await client.call({
      operation: 'report',
      method: 'GET',
      path: `/reporting/v3/purchase-refund-details?${pageQuery(organizationId, date, page)}`,
      accept: 'application/json',
      maxReplyBytes: maxPageBytes,
    })
    // The gateway responds 404 for a day without transactions.
    if (reply.kind === 'reply' && reply.status === 404) return { kind: 'report', lines }
    if (!isSuccess(reply) || !isObject(reply.json)) return unavailable(reply, causeOf(reply))
    const body = reportBody.parse(reply.json)
    const read = body.settlements.map((settlement) => lineOf(settlement, body))
    const known = read.filter((line) => line !== undefined)
    const skipped = read.length - known.length
    if (skipped > 0) log.warn('card gateway report has unreadable lines', { count: skipped })
    lines.push(...known)
    if (body.requestDetails.length < pageSize) return { kind: 'report', lines }
  }
  return { kind: 'unavailable', cause: 'endless report' }
}

function pageQuery(organizationId: string, date: string, page: number): string {
  const day = Temporal.PlainDate.from(date)
  return new URLSearchParams({
    startTime: `${day}T00:00:00Z`,
    endTime: `${day.add({ days: 1 })}T00:00:00Z`,
    organizationId,
    paymentSubtype: 'ALL',
    viewBy: 'submissionDate',
    offset: String(page * pageSize),
    limit: String(pageSize),
  }).toString()
}

/** Undefined when id, type or amount cannot be read. */
function lineOf(settlement: ReportPage['settlements'][number], body: ReportPage): ReportLine | undefined {
  const { requestId: id, transactionType = '' } = settlement
  const type = types.find(([reason]) => reason.test(transactionType))?.[1]
  const amount = moneyIn(settlement.amount, settlement.currencyCode)
  if (!id || !type || !amount) return undefined
  const code = body.requestDetails.find(({ requestId }) => requestId === id)?.merchantReferenceNumber ?? ''
  const status = body.settlementStatuses.find(({ requestId }) => requestId === id)?.status ?? 'PENDING'
  return { id, code, type, amount, status }
}
