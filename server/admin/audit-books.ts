// Compares the audit log with the books: every act of these kinds is counted in both.
import {
  type ControlSql,
  commonStatement,
  controlStatement,
  statement,
} from '../platform/database/database.ts'
import type { PlacesListed } from '../platform/database/over-cells.ts'

/** Top-ups that a second admin approved, posted by adjustment.ts; the index on `topup:admin:` covers them. */
const approvedTopUps = 'topup:admin:adjustment:'

/** Counts from the books, each with the audit actions whose count must match. A minus marks an action that undoes one. */
type Compared = readonly (readonly [what: string, count: string, actions: readonly string[]])[]

/** Nobody has asked for what a sample has of a table that refers to payments. */
const withoutSamples = (table: string) =>
  `select (select count(*) from ${table})
        - (select count(*) from merchant m join card_transaction t on t.merchant_id = m.id join ${table} r on r.transaction_id = t.id
            where m.sample_of is not null)`

const booksOfCell = [
  ['refunds', withoutSamples('card_refund'), ['refund.requested']],
  ['refund requests', 'select count(*) from refund_request', ['refund_request.created']],
  [
    'decided refund requests',
    `select count(*) from refund_request where state in ('APPROVED', 'REJECTED', 'WITHDRAWN')`,
    ['refund_request.approved', 'refund_request.rejected', 'refund_request.withdrawn'],
  ],
  ['voids', withoutSamples('card_void'), ['void.requested']],
  [
    'reviews of transfers',
    'select count(*) from transfer_review',
    ['transfer.released', 'transfer.rejected'],
  ],
  ['reversals of transfers', 'select count(*) from transfer_reversal', ['transfer.reversal_requested']],
  ['adjustments', 'select count(*) from wallet_adjustment', ['adjustment.requested']],
  [
    'decided adjustments',
    `select count(*) from wallet_adjustment where state <> 'PENDING'`,
    ['adjustment.approved', 'adjustment.rejected'],
  ],
  [
    'booked adjustments',
    `select (select count(*) from wallet_entry where kind = 'ADJUSTMENT' and posting_key like 'adjustment:%')
          + (select count(*) from wallet_entry
              where posting_key like 'topup:admin:%' and posting_key like '${approvedTopUps}%')`,
    ['adjustment.approved'],
  ],
  [
    'booked top-ups',
    `select count(*) from wallet_entry
      where posting_key like 'topup:admin:%' and posting_key not like '${approvedTopUps}%'`,
    ['wallet.topped_up'],
  ],
  [
    'decided payouts',
    `select count(*) from merchant_payout where decided_by is not null`,
    ['payout.approved', 'payout.rejected'],
  ],
  ['payout batches', 'select count(*) from payout_batch', ['payout_batch.created']],
  [
    'decided payout batches',
    `select count(*) from payout_batch where state <> 'WAITING'`,
    ['payout_batch.approved', 'payout_batch.rejected'],
  ],
] as const satisfies Compared
const booksOfControl = [
  ['approvals', 'select count(*) from approval', ['approval.requested']],
  [
    'decided approvals',
    `select count(*) from approval where state in ('APPROVED', 'REJECTED', 'WITHDRAWN')`,
    ['approval.approved', 'approval.rejected', 'approval.withdrawn'],
  ],
] as const satisfies Compared
/** These fall too, so they are counted in one snapshot with the audit rows. */
const booksBesideLog = [
  ['paused operators', 'select count(*) from queue_pause', ['operator.paused', '-operator.resumed']],
] as const satisfies Compared

/** Counts by what they count, or by the audit action. */
type Counts = Readonly<Record<string, string>>
export type ChainEnd = { seq: bigint | null; hash: Buffer | null; books: Counts; logged: Counts }

const countsOf = (compared: Compared): string =>
  `json_build_object(${compared.map(([what, count]) => `'${what}', (${count})::text`).join(', ')}) as books`

const countBooksOfCell = statement<{ books: Counts }>(
  'count_audited_of_cell',
  `select ${countsOf(booksOfCell)}`,
)
const countBooksOfControl = controlStatement<{ books: Counts }>(
  'count_audited_of_control',
  `select ${countsOf(booksOfControl)}`,
)
const readChainEnd = commonStatement<ChainEnd>(
  'read_audit_end',
  `select (select seq from audit_head) as seq, (select hash from audit_head) as hash, ${countsOf(booksBesideLog)},
          coalesce((select json_object_agg(action, acts::text)
                      from (select action, count(*) as acts from audit_log group by action) a), '{}') as logged`,
)

/** Where the log of a place ends, and what it counts. */
export async function chainEnd(sql: ControlSql): Promise<ChainEnd> {
  const [end] = await sql.rows(readChainEnd)
  return end ?? { seq: null, hash: null, books: {}, logged: {} }
}

/**
 * Checks whether the logs of all places match the books of all cells and of control: an act is logged where it was committed. They are no
 * snapshot with each other, but each count was correct between the two ends of the log: an act and its row commit together, and none is
 * undone.
 * @param begun the ends of the logs before, in the order of the places.
 */
export async function faultOfBooks(
  { all, control, cells }: PlacesListed,
  begun: readonly ChainEnd[],
): Promise<string | undefined> {
  const counted = await Promise.all([
    control.rows(countBooksOfControl),
    ...cells.map((sql) => sql.rows(countBooksOfCell)),
  ])
  const ended = await Promise.all(all.map(chainEnd))
  const loggedIn = (ends: readonly ChainEnd[]) => summed(ends.map(({ logged }) => logged))
  const [least, most] = [loggedIn(begun), loggedIn(ended)]
  const books = summed(counted.flatMap((rows) => rows.map((row) => row.books)))
  return (
    faultBetween([...booksOfCell, ...booksOfControl], books, { least, most }) ??
    faultBetween(booksBesideLog, begun[0]?.books ?? {}, { least, most: least })
  )
}

function summed(counts: readonly Counts[]): Counts {
  const sums: Record<string, string> = {}
  for (const [what, count] of counts.flatMap((each) => Object.entries(each)))
    sums[what] = String(Number(sums[what] ?? 0) + Number(count))
  return sums
}

function faultBetween(
  compared: Compared,
  books: Counts,
  logged: { least: Counts; most: Counts },
): string | undefined {
  for (const [what, , actions] of compared) {
    const stand = Number(books[what])
    // guard: audit-book-totals
    if (stand > countOf(logged.most, actions)) return `${what} in the books are missing from the audit log`
    if (stand < countOf(logged.least, actions)) return `${what} in the audit log are missing from the books`
  }
  return undefined
}

/** The number of acts, less those of the actions that are marked with a minus. */
function countOf(logged: Counts, actions: readonly string[]): number {
  return actions.reduce((sum, action) => {
    const isUndoing = action.startsWith('-')
    const count = Number(logged[isUndoing ? action.slice(1) : action] ?? 0)
    return sum + (isUndoing ? -count : count)
  }, 0)
}
