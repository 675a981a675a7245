// The audit log: what people with power did, in a chain that shows where anyone laid hands on it.
import { withoutCardNumbers } from '../kernel/card-number.ts'
import type { Sql } from '../platform/database/database.ts'
import { statement } from '../platform/database/database.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { type Admin, actorOf } from './access.ts'

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

/** Writers of the chain go one by one; only what admins do passes here. */
const lockChain = statement('lock_audit_chain', `select pg_advisory_xact_lock(hashtext('likuta audit log'))`)
const findLast = statement<{ seq: bigint; hash: Buffer }>(
  'find_last_audit_row',
  'select seq, hash from audit_log order by seq desc limit 1',
)
/** With the new end of the chain. */
const insertRow = statement(
  'insert_audit_row',
  `with inserted as (
     insert into audit_log (seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning seq)
   insert into audit_head (seq, hash) select seq, $11 from inserted
   on conflict (single) do update set seq = excluded.seq, hash = excluded.hash`,
)
/** Top-ups that a second person approved, which adjustment.ts books; `topup:admin:` has them in an index. */
const approvedTopUps = 'topup:admin:adjustment:'

/** What the books say people did, each beside the acts of the log that must tell of it. */
const comparedWithBooks = [
  ['refunds', 'select count(*) from card_refund', ['refund.requested']],
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
  ['paused operators', `select count(*) from lane_pause`, ['operator.paused', '-operator.resumed']],
] as const satisfies readonly [what: string, count: string, actions: readonly string[]][]

type ChainEnd = {
  seq: bigint | null
  hash: Buffer | null
  /** How many of each are in the books, and how many acts of each name are in the log. */
  books: Record<string, string>
  logged: Record<string, string>
}

const readChainEnd = statement<ChainEnd>(
  'read_audit_end',
  `select (select seq from audit_head) as seq, (select hash from audit_head) as hash,
          json_build_object(${comparedWithBooks.map(([what, count]) => `'${what}', (${count})::text`).join(', ')}) as books,
          coalesce((select json_object_agg(action, acts::text)
                      from (select action, count(*) as acts from audit_log group by action) a), '{}') as logged`,
)
const readRows = statement<AuditRow>(
  'read_audit_rows',
  `select seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash
     from audit_log where seq > $1 order by seq limit $2`,
)

const beginning = Buffer.alloc(32)
/** Whose key is kept at a rotation, so that older rows can still be read. */
export const auditPurpose = 'audit-log'
/** The act after which rows made with older keys are forged. */
export const keysRotated = 'keys.rotated'
const changed = 'was changed after it was written'
const pageRows = 1_000

/** Writes what an admin does, in the transaction that does it. `detail` names what changed, without secrets. */
export async function audit(
  sql: Sql,
  secrets: Secrets,
  entry: {
    admin: Admin
    action: string
    subject: string
    detail: Record<string, unknown>
    now: Temporal.Instant
  },
): Promise<void> {
  await sql.rows(lockChain)
  const [last] = await sql.rows(findLast)
  const row = {
    seq: (last?.seq ?? 0n) + 1n,
    // What is hashed must be what is read back, and the database keeps microseconds.
    at: entry.now.round({ smallestUnit: 'microsecond' }),
    actor: actorOf(entry.admin),
    address: entry.admin.address,
    action: entry.action,
    subject: entry.subject,
    // A reason is anybody's words, and what is in the log stays there.
    detail: JSON.stringify(entry.detail, withoutCards),
    request_id: entry.admin.requestId,
    previous_hash: last?.hash ?? beginning,
  }
  const hash = secrets.mac(auditPurpose, textOf(row))
  await sql.rows(insertRow, [...Object.values(row), hash, headOf(secrets, row.seq, hash)])
}

/** In the texts, not in the JSON: there the name of a control character ends in digits, and a number may not become text. */
function withoutCards(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutCardNumbers(value) : value
}

/** What the code of a row is made over. */
function textOf(row: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actor, address, action, subject, detail, request_id, previous_hash } = row
  const parts = [seq, at, actor, address, action, subject, detail, request_id, previous_hash.toString('hex')]
  return JSON.stringify(parts.map(String))
}

/** The code over the end of the chain: without the key nobody can make one for a shorter chain. */
function headOf(secrets: Secrets, seq: bigint, hash: Buffer): Buffer {
  return secrets.mac('audit-head', headText(seq, hash))
}

const headText = (seq: bigint, hash: Buffer) => `${seq} ${hash.toString('hex')}`

export type AuditVerdict = { rows: number; broken?: { seq: string; reason: string } }

/** Walks the whole chain, which may grow meanwhile, and names the first row that is not as it was written. */
export async function verifyAudit(sql: Sql, secrets: Secrets): Promise<AuditVerdict> {
  let previous = { seq: 0n, hash: beginning, age: 0 }
  let rows = 0
  for (;;) {
    const page = await sql.rows(readRows, [previous.seq, pageRows])
    for (const row of page) {
      const age = ageOf(secrets, row)
      const reason = faultOf(previous, row, age)
      if (reason !== undefined || age === undefined)
        return { rows, broken: { seq: String(row.seq), reason: reason ?? changed } }
      // From here on the keys that were retired then write no more.
      const youngest = row.action === keysRotated ? age : previous.age
      previous = { seq: row.seq, hash: row.hash as Buffer<ArrayBuffer>, age: youngest }
      rows += 1
    }
    if (page.length === pageRows) continue
    const [chainEnd] = await sql.rows(readChainEnd)
    const hasGrown = (chainEnd?.seq ?? 0n) > previous.seq
    if (hasGrown && (await sql.rows(readRows, [previous.seq, 1])).length > 0) continue
    const reason = faultAtEnd(secrets, previous, chainEnd)
    return reason ? { rows, broken: { seq: String(previous.seq + 1n), reason } } : { rows }
  }
}

/** What the chain alone cannot show: that it was cut short, or that something was done without it. */
function faultAtEnd(
  secrets: Secrets,
  last: { seq: bigint; hash: Buffer },
  chainEnd: ChainEnd | undefined,
): string | undefined {
  const heads = secrets.codes('audit-head', headText(last.seq, last.hash))
  const isWhole = last.seq === 0n ? !chainEnd?.hash : heads.some(({ code }) => chainEnd?.hash?.equals(code))
  if (!isWhole) return `row ${last.seq + 1n} and what followed it are missing`
  const { books = {}, logged = {} } = chainEnd ?? {}
  for (const [what, , actions] of comparedWithBooks) {
    const acts = actions.reduce((sum, action) => sum + signedCount(logged, action), 0)
    const stand = Number(books[what])
    if (stand > acts) return `${what} stand in the books that are not in the log`
    if (stand < acts) return `${what} stand in the log that are not in the books`
  }
  return undefined
}

/** An act that undoes another one is written with a minus. */
function signedCount(logged: Record<string, string>, action: string): number {
  const isUndoing = action.startsWith('-')
  const count = Number(logged[isUndoing ? action.slice(1) : action] ?? 0)
  return isUndoing ? -count : count
}

/** Of the key a row was written with; undefined where no key of ours wrote what it says. */
function ageOf(secrets: Secrets, row: AuditRow): number | undefined {
  return secrets.codes(auditPurpose, textOf(row)).find(({ code }) => code.equals(row.hash))?.age
}

function faultOf(
  previous: { seq: bigint; hash: Buffer; age: number },
  row: AuditRow,
  age: number | undefined,
): string | undefined {
  if (row.seq !== previous.seq + 1n) return `row ${previous.seq + 1n} is missing`
  if (!row.previous_hash.equals(previous.hash)) return 'does not follow the row before it'
  if (age === undefined) return changed
  return age < previous.age ? 'was written with a key that had been retired' : undefined
}
