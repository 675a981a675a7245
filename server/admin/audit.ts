// The audit log: every admin action, in a chain of hashes that reveals any later change.

import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { withoutCardNumbers } from '../kernel/card-number.ts'
import {
  type ControlTx,
  commonStatement,
  controlStatement,
  type Database,
  type Sql,
  statement,
} from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type Admin, actorOf } from './access.ts'

/** A row of the audit log, by its number and its hash in hexadecimal digits. */
export type AuditHead = { seq: string; hash: string }

const heads = channel('likuta:audit-head')

const publishHead = (head: AuditHead): void => heads.publish(head)

/** Writes a line for each head that this process makes. @returns a function that ends it. */
export function logAuditHeads(log: Log): () => void {
  const note = (head: unknown) => {
    const { seq, hash } = head as AuditHead
    log.info('audit log extended', { audit_head: `${seq}:${hash}` })
  }
  subscribe(heads.name, note)
  return () => void unsubscribe(heads.name, note)
}

/** What an audited act needs. */
export type AuditNeeds = { db: Database; clock: Clock; secrets: Secrets }

export type AuditRow = {
  seq: bigint
  at: Temporal.Instant
  actor: string
  address: string
  action: string
  subject: string
  detail: string
  request_id: string
  previous_hash: Buffer
  hash: Buffer
}

/** Serializes writers of the chain, and finds its last row. */
// guard: audit-chain-lock
const lockChain = commonStatement<{ seq: bigint; hash: Buffer }>(
  'lock_audit_chain',
  'select seq, hash from locked_audit_end()',
)
/** Inserts rows and moves the stored end of the chain to the last of them. */
const insertRows = commonStatement(
  'insert_audit_rows',
  `with inserted as (
     insert into audit_log (seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash)
     select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                          $8::text[], $9::bytea[], $10::bytea[])
     returning seq)
   insert into audit_head (seq, hash) select max(seq), $11 from inserted
   on conflict (single) do update set seq = excluded.seq, hash = excluded.hash`,
)
/** Top-ups that a second admin approved, posted by adjustment.ts; the index on `topup:admin:` covers them. */
const approvedTopUps = 'topup:admin:adjustment:'

/** Counts from the books, each with the audit actions whose count must match. A minus marks an action that undoes one. */
type Compared = readonly (readonly [what: string, count: string, actions: readonly string[]])[]

const booksOfCell = [
  ['refunds', 'select count(*) from card_refund', ['refund.requested']],
  ['refund requests', 'select count(*) from refund_request', ['refund_request.created']],
  [
    'decided refund requests',
    `select count(*) from refund_request where state in ('APPROVED', 'REJECTED', 'WITHDRAWN')`,
    ['refund_request.approved', 'refund_request.rejected', 'refund_request.withdrawn'],
  ],
  ['voids', 'select count(*) from card_void', ['void.requested']],
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
type ChainEnd = { seq: bigint | null; hash: Buffer | null; books: Counts; logged: Counts }

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
const readRows = commonStatement<AuditRow>(
  'read_audit_rows',
  `select seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash
     from audit_log where seq > $1 order by seq limit $2`,
)

const beginning = Buffer.alloc(32)
/** The purpose of the key for row hashes. Retired keys are kept, so that older rows can still be verified. */
export const auditPurpose = 'audit-log'
/** The action that marks a key rotation: rows after it that use an older key are forged. */
export const keysRotated = 'keys.rotated'
const changed = 'was changed after it was written'
const pageRows = 1_000

/** An admin action. `detail` tells what changed, without secrets. */
type AuditEntry = {
  admin: Admin
  action: string
  subject: string
  detail: Record<string, unknown>
  now: Temporal.Instant
}

/** The entries of transactions that have not committed yet. */
const entriesOf = new WeakMap<ControlTx, AuditEntry[]>()

/**
 * Records an admin action in the transaction that performs it. The entries of a transaction are written together as its
 * last statements: every admin action waits for the lock of the chain, so it is held for no other work.
 */
export function audit(sql: ControlTx, secrets: Secrets, entry: AuditEntry): void {
  const others = entriesOf.get(sql)
  if (others) {
    others.push(entry)
    return
  }
  const entries = [entry]
  entriesOf.set(sql, entries)
  // guard: audit-lock-last
  sql.beforeCommit(() => append(sql, secrets, entries))
}

async function append(sql: ControlTx, secrets: Secrets, entries: readonly AuditEntry[]): Promise<void> {
  const [last] = await sql.rows(lockChain)
  const rows = chained(secrets, last, entries)
  const end = rows.at(-1)!
  await sql.rows(insertRows, [
    ...columns.map((column) => rows.map((row) => row[column])),
    headOf(secrets, end.seq, end.hash),
  ])
  // guard: audit-head-logged
  sql.afterCommit(() => publishHead({ seq: String(end.seq), hash: end.hash.toString('hex') }))
}

const columns = [
  'seq',
  'at',
  'actor',
  'address',
  'action',
  'subject',
  'detail',
  'request_id',
  'previous_hash',
  'hash',
] as const

/** Makes the rows of the entries, each with a hash over itself and the row before it. */
function chained(
  secrets: Secrets,
  last: { seq: bigint; hash: Buffer } | undefined,
  entries: readonly AuditEntry[],
) {
  let previous = last ?? { seq: 0n, hash: beginning }
  return entries.map((entry) => {
    const row = {
      seq: previous.seq + 1n,
      // The database stores microseconds, and the hash must cover the value that will be read back.
      at: entry.now.round({ smallestUnit: 'microsecond' }),
      actor: actorOf(entry.admin),
      address: entry.admin.address,
      action: entry.action,
      subject: entry.subject,
      // An admin may type a card number into a reason, and audit rows can never be changed.
      // guard: audit-user
      detail: JSON.stringify({ ...entry.detail, ...personOf(entry.admin) }, withoutCards),
      request_id: entry.admin.requestId,
      previous_hash: previous.hash,
    }
    const hash = secrets.mac(auditPurpose, textOf(row))
    previous = { seq: row.seq, hash }
    return { ...row, at: row.at.toString(), hash }
  })
}

/**
 * Names the user who was signed in: of a merchant, which has no name of its own for people, or of ours. Marks an admin's act against a
 * merchant that they are a user of.
 */
const personOf = ({ user, isOwnMerchant }: Admin) => ({
  ...(user && {
    user: user.email,
    user_role: user.role,
    ...(user.device !== undefined && { user_device: user.device }),
  }),
  // guard: own-merchant-mark
  ...(isOwnMerchant && { own_merchant: true }),
})

/** Applied to string values, not to the JSON text, where digits of an escape or a number could look like a card number. */
function withoutCards(name: string, value: unknown): unknown {
  // Our own ids, also in lists: the digits of one in about a thousand would pass for a card number.
  if (typeof value !== 'string' || (/(^|_)(id|key)$|^\d+$/.test(name) && uuid.test(value))) return value
  return withoutCardNumbers(value)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the text that a row's hash covers. */
function textOf(row: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actor, address, action, subject, detail, request_id, previous_hash } = row
  const parts = [seq, at, actor, address, action, subject, detail, request_id, previous_hash.toString('hex')]
  return JSON.stringify(parts.map(String))
}

/** Returns the code over the end of the chain; without the key nobody can make one for a truncated chain. */
function headOf(secrets: Secrets, seq: bigint, hash: Buffer): Buffer {
  return secrets.mac('audit-head', headText(seq, hash))
}

const headText = (seq: bigint, hash: Buffer) => `${seq} ${hash.toString('hex')}`

export type AuditVerdict = { rows: number; broken?: { seq: string; reason: string } }

/**
 * Verifies the whole chain, which may grow meanwhile, and returns the first row that fails.
 * @param known a head that was logged when it was written: the chain must contain it.
 */
export async function verifyAudit(sql: Sql, secrets: Secrets, known?: AuditHead): Promise<AuditVerdict> {
  let previous = { seq: 0n, hash: beginning, age: 0 }
  let rows = 0
  for (;;) {
    const page = await sql.rows(readRows, [previous.seq, pageRows])
    for (const row of page) {
      const age = ageOf(secrets, row)
      const reason = faultOf(previous, row, age) ?? faultAgainst(known, row)
      if (reason !== undefined || age === undefined)
        return { rows, broken: { seq: String(row.seq), reason: reason ?? changed } }
      // A rotation was recorded: from here on, rows made with retired keys are forged.
      const youngest = row.action === keysRotated ? age : previous.age
      previous = { seq: row.seq, hash: row.hash as Buffer<ArrayBuffer>, age: youngest }
      rows += 1
    }
    if (page.length === pageRows) continue
    const [chainEnd] = await sql.rows(readChainEnd)
    const hasGrown = (chainEnd?.seq ?? 0n) > previous.seq
    if (hasGrown && (await sql.rows(readRows, [previous.seq, 1])).length > 0) continue
    const isShort = known !== undefined && previous.seq < BigInt(known.seq)
    const reason = isShort
      ? `ends before row ${known.seq}, which was logged`
      : (faultAtEnd(secrets, previous, chainEnd) ?? (await faultOfBooks(sql, chainEnd)))
    return reason ? { rows, broken: { seq: String(previous.seq + 1n), reason } } : { rows }
  }
}

/** Whoever holds an older end of the chain and can write to the database could replace the newest rows; the log shows it. */
function faultAgainst(known: AuditHead | undefined, { seq, hash }: AuditRow): string | undefined {
  // guard: audit-logged-head
  const differs = known !== undefined && String(seq) === known.seq && hash.toString('hex') !== known.hash
  return differs ? 'is not the row that was logged' : undefined
}

/** Checks what the rows cannot show: whether the chain was truncated. */
function faultAtEnd(
  secrets: Secrets,
  last: { seq: bigint; hash: Buffer },
  chainEnd: ChainEnd | undefined,
): string | undefined {
  const heads = secrets.codes('audit-head', headText(last.seq, last.hash))
  const isWhole = last.seq === 0n ? !chainEnd?.hash : heads.some(({ code }) => chainEnd?.hash?.equals(code))
  // guard: audit-log-end
  if (!isWhole) return `row ${last.seq + 1n} and what followed it are missing`
  return undefined
}

/**
 * Checks whether the log matches the books. They are no snapshot with each other, but each count was correct between the two ends of the
 * log: an act and its row commit together, and none is undone.
 */
async function faultOfBooks(sql: Sql, begun: ChainEnd | undefined): Promise<string | undefined> {
  const [[cell], [control]] = await Promise.all([sql.rows(countBooksOfCell), sql.rows(countBooksOfControl)])
  const [ended] = await sql.rows(readChainEnd)
  const [least, most] = [begun?.logged ?? {}, ended?.logged ?? {}]
  const books = { ...cell?.books, ...control?.books }
  return (
    faultBetween([...booksOfCell, ...booksOfControl], books, { least, most }) ??
    faultBetween(booksBesideLog, begun?.books ?? {}, { least, most: least })
  )
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

/** Returns the age of the key that made the row's hash; undefined if none of our keys did. */
function ageOf(secrets: Secrets, row: AuditRow): number | undefined {
  // guard: audit-row-code
  return secrets.codes(auditPurpose, textOf(row)).find(({ code }) => code.equals(row.hash))?.age
}

function faultOf(
  previous: { seq: bigint; hash: Buffer; age: number },
  row: AuditRow,
  age: number | undefined,
): string | undefined {
  // guard: audit-row-order
  if (row.seq !== previous.seq + 1n) return `row ${previous.seq + 1n} is missing`
  // guard: audit-row-chain
  if (!row.previous_hash.equals(previous.hash)) return 'does not follow the row before it'
  if (age === undefined) return changed
  return age < previous.age ? 'was written with a key that had been retired' : undefined
}
