// The audit log: what people with power did, in a chain that shows where anyone laid hands on it.
import type { Sql } from '../platform/database.ts'
import { statement } from '../platform/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Admin } from './access.ts'

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
const lockChain = statement('lock_audit_chain', `select pg_advisory_xact_lock(hashtext('mosolo audit log'))`)
const findLast = statement<{ seq: bigint; hash: Buffer }>(
  'find_last_audit_row',
  'select seq, hash from audit_log order by seq desc limit 1',
)
const insertRow = statement(
  'insert_audit_row',
  `insert into audit_log (seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const saveHead = statement(
  'save_audit_head',
  `insert into audit_head (seq, hash) values ($1, $2)
   on conflict (single) do update set seq = excluded.seq, hash = excluded.hash`,
)
/** What the books say admins did with money, to compare with what the log says. */
const readEnd = statement<{ seq: bigint | null; hash: Buffer | null; acts: bigint; logged: bigint }>(
  'read_audit_end',
  `select (select seq from audit_head) as seq, (select hash from audit_head) as hash,
          (select count(*) from card_refund) + (select count(*) from card_void) as acts,
          (select count(*) from audit_log where action in ('refund.requested', 'void.requested')) as logged`,
)
const readRows = statement<AuditRow>(
  'read_audit_rows',
  `select seq, at, actor, address, action, subject, detail, request_id, previous_hash, hash
     from audit_log where seq > $1 order by seq limit $2`,
)

const beginning = Buffer.alloc(32)
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
    actor: entry.admin.name,
    address: entry.admin.address,
    action: entry.action,
    subject: entry.subject,
    detail: JSON.stringify(entry.detail),
    request_id: entry.admin.requestId,
    previous_hash: last?.hash ?? beginning,
  }
  const hash = hashOf(secrets, row)
  await sql.rows(insertRow, [...Object.values(row), hash])
  await sql.rows(saveHead, [row.seq, headOf(secrets, row.seq, hash)])
}

function hashOf(secrets: Secrets, row: Omit<AuditRow, 'hash'>): Buffer {
  const { seq, at, actor, address, action, subject, detail, request_id, previous_hash } = row
  const parts = [seq, at, actor, address, action, subject, detail, request_id, previous_hash.toString('hex')]
  return secrets.mac('audit-log', JSON.stringify(parts.map(String)))
}

/** The code over the end of the chain: without the key nobody can make one for a shorter chain. */
function headOf(secrets: Secrets, seq: bigint, hash: Buffer): Buffer {
  return secrets.mac('audit-head', `${seq} ${hash.toString('hex')}`)
}

export type AuditVerdict = { rows: number; broken?: { seq: string; reason: string } }

/** Walks the whole chain and names the first row that is not as it was written. */
export async function verifyAudit(sql: Sql, secrets: Secrets): Promise<AuditVerdict> {
  let previous = { seq: 0n, hash: beginning }
  let rows = 0
  for (;;) {
    const page = await sql.rows(readRows, [previous.seq, pageRows])
    for (const row of page) {
      const reason = faultOf(secrets, previous, row)
      if (reason) return { rows, broken: { seq: String(row.seq), reason } }
      previous = { seq: row.seq, hash: row.hash as Buffer<ArrayBuffer> }
      rows += 1
    }
    if (page.length < pageRows) return verifyEnd(sql, secrets, previous, rows)
  }
}

async function verifyEnd(
  sql: Sql,
  secrets: Secrets,
  last: { seq: bigint; hash: Buffer },
  rows: number,
): Promise<AuditVerdict> {
  const [end] = await sql.rows(readEnd)
  const expected = headOf(secrets, last.seq, last.hash)
  const whole = rows === 0 ? end?.hash === null : end?.hash?.equals(expected)
  const seq = String(last.seq + 1n)
  if (!whole) return { rows, broken: { seq, reason: `row ${seq} and what followed it are missing` } }
  if (end?.acts !== end?.logged)
    return { rows, broken: { seq, reason: 'refunds or voids stand in the books that are not in the log' } }
  return { rows }
}

function faultOf(
  secrets: Secrets,
  previous: { seq: bigint; hash: Buffer },
  row: AuditRow,
): string | undefined {
  if (row.seq !== previous.seq + 1n) return `row ${previous.seq + 1n} is missing`
  if (!row.previous_hash.equals(previous.hash)) return 'does not follow the row before it'
  if (!row.hash.equals(hashOf(secrets, row))) return 'was changed after it was written'
  return undefined
}
