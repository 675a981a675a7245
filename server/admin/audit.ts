// The audit log: every admin action, in a chain of hashes that reveals any later change.

import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { withoutCardNumbers } from '../kernel/card-number.ts'
import {
  type ControlSql,
  type ControlTx,
  commonStatement,
  type Database,
} from '../platform/database/database.ts'
import { type Listed, placesListed } from '../platform/database/over-cells.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type Admin, actorOf } from './access.ts'
import { type ChainEnd, chainEnd, faultOfBooks } from './audit-books.ts'

/**
 * A row of the audit log, by its number and its hash in hexadecimal digits, and the cell whose log it is, or 0 for control. Without a
 * cell it is of the first, which is the only one of most deployments.
 */
export type AuditHead = { cell?: number; seq: string; hash: string }

const heads = channel('likuta:audit-head')

const publishHead = (head: AuditHead): void => heads.publish(head)

/** As operators give it to `likuta audit verify`: `41:<hash>`, with the cell before a slash unless it is the first. */
const renderHead = ({ cell = 1, seq, hash }: AuditHead): string =>
  `${cell === 1 ? '' : `${cell}/`}${seq}:${hash}`

/** Writes a line for each head that this process makes. @returns a function that ends it. */
export function logAuditHeads(log: Log): () => void {
  const note = (head: unknown) => {
    log.info('audit log extended', { audit_head: renderHead(head as AuditHead) })
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
  sql.afterCommit(() => publishHead({ cell: sql.cell, seq: String(end.seq), hash: end.hash.toString('hex') }))
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

/** `cell` is that of the row that fails, or 0 for control, in a deployment with several cells. */
export type AuditVerdict = { rows: number; broken?: { cell?: number; seq: string; reason: string } }

/**
 * Verifies the whole log, which may grow meanwhile, and returns the first row that fails. Control and each cell have a chain of their own.
 * @param known a head that was logged when it was written: its chain must contain it.
 */
export async function verifyAudit(
  listed: Listed,
  secrets: Secrets,
  known?: AuditHead,
): Promise<AuditVerdict> {
  const places = placesListed(listed)
  const isOnly = places.all.length === 1
  const knownCell = known && (known.cell ?? 1)
  if (!isOnly && known && !places.all.some(({ cell }) => cell === knownCell))
    return {
      rows: 0,
      broken: { cell: knownCell ?? 1, seq: known.seq, reason: 'is of a cell that does not exist' },
    }
  let rows = 0
  const ends: ChainEnd[] = []
  for (const sql of places.all) {
    const chain = await verifyChain(sql, secrets, isOnly || sql.cell === knownCell ? known : undefined)
    rows += chain.rows
    if (chain.broken) return { rows, broken: isOnly ? chain.broken : { cell: sql.cell, ...chain.broken } }
    ends.push(chain.end)
  }
  const reason = await faultOfBooks(places, ends)
  return reason ? { rows, broken: { seq: String((ends[0]?.seq ?? 0n) + 1n), reason } } : { rows }
}

type Chain = { rows: number } & (
  | { broken: { seq: string; reason: string } }
  | { broken?: undefined; end: ChainEnd }
)

async function verifyChain(sql: ControlSql, secrets: Secrets, known: AuditHead | undefined): Promise<Chain> {
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
    const end = await chainEnd(sql)
    const hasGrown = (end.seq ?? 0n) > previous.seq
    if (hasGrown && (await sql.rows(readRows, [previous.seq, 1])).length > 0) continue
    const isShort = known !== undefined && previous.seq < BigInt(known.seq)
    const reason = isShort
      ? `ends before row ${known.seq}, which was logged`
      : faultAtEnd(secrets, previous, end)
    return reason ? { rows, broken: { seq: String(previous.seq + 1n), reason } } : { rows, end }
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
  end: ChainEnd,
): string | undefined {
  const heads = secrets.codes('audit-head', headText(last.seq, last.hash))
  const isWhole = last.seq === 0n ? !end.hash : heads.some(({ code }) => end.hash?.equals(code))
  // guard: audit-log-end
  if (!isWhole) return `row ${last.seq + 1n} and what followed it are missing`
  return undefined
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
