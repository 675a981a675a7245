// What the counters of a merchant's lists know of transfers: by status and operator, with what is paid out in US cents, and
// of failures by code.
import { countChange } from '../../platform/database/day-count.ts'

const kind = 'r.operator'

/** A held transfer is not priced: nothing is paid out for it yet. */
const amountAs = (status: string) =>
  `case when ${status} = 'Hold' then 0 else coalesce(r.receiver_minor, 0) end`

/** Counts transfers that the part `rows` of a statement has just made. */
export function countCreatedTransfers(rows: string): string {
  return countChange('transfer', rows, {
    after: { status: 'r.status', kind, amount: amountAs('r.status') },
  })
}

/** Counts transfers that the part `rows` has just moved. @param from,to SQL of their statuses. */
export function countMovedTransfers(rows: string, from: string, to: string): string {
  return countChange('transfer', rows, {
    before: { status: from, kind, amount: amountAs(from) },
    after: { status: to, kind, amount: amountAs(to) },
  })
}

/** Counts those of them that failed by their code. */
export function countTransferFailures(rows: string, to: string): string {
  const after = { status: to, kind: "coalesce(r.failure_code, '')" }
  return countChange('transfer_failure', rows, { after, where: `${to} = 'Failed'` })
}
