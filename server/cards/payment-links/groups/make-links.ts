// Makes many links at once, all or none. The same rows again within 30 days are the links that were made first.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { LocalCurrency } from '../../../kernel/money.ts'
import type { PaymentMethod } from '../../../kernel/payment-method.ts'
import { type Fault, InvalidBody, Problem } from '../../../kernel/problem.ts'
import { signingProblems } from '../../../merchants/problems.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/database.ts'
import { placeLock } from '../../../platform/database/locks.ts'
import { writtenAmountFault } from '../../../platform/documents/written-amount.ts'
import { refuseOtherMethods } from '../../orders/create-order.ts'
import { amountField, cardAmount, cardCurrencies } from '../../transaction/amount.ts'
import { insertWithCodes, type LinkNeeds } from '../manage-links.ts'
import { type LinkOwner, openLinkReader } from '../new-link.ts'
import type { LinkRow, NewLink } from '../queries.ts'
import { linksOfBatch } from '../queries.ts'

export type BatchOfLinksNeeds = Omit<LinkNeeds, 'db'> & { db: Database }

const lockBatches = statement('lock_link_batches', `select ${placeLock('link batches', '$1')}`)
/** One of whose links was cancelled does not count: its merchant wants other links. */
// guard: repeated-link-batch
const findSame = statement<{ id: bigint }>(
  'find_link_batch_of_same_content',
  `select b.id from link_batch b
    where b.merchant_id = $1 and b.environment = $2 and b.content = $3 and b.created_at >= $4
      and not exists (select from payment_link l where l.batch = b.id and l.status = 'CANCELLED')
    order by b.id limit 1`,
)
const insertBatch = statement<{ id: bigint }>(
  'insert_link_batch',
  'insert into link_batch (merchant_id, environment, content, created_at) values ($1, $2, $3, $4) returning id',
)

export const maxRows = 5_000
/** Of a file, in bytes. */
export const maxFile = 2 * 1024 * 1024
const sameContentDays = 30
const rowsAtOnce = 500
const readAtOnce = 100
const maxFaults = 200

/**
 * @param bodies as of single links.
 * @throws InvalidBody that names row and field; Problem 403
 */
export async function makeLinks(
  needs: BatchOfLinksNeeds,
  owner: LinkOwner,
  bodies: readonly unknown[],
): Promise<{ links: LinkRow[]; isRepeat: boolean }> {
  const { db, clock } = needs
  const { rows, methods } = await checkLinks(needs, owner, bodies)
  const content = contentOf(rows, bodies)
  return db.transaction(async (sql) => {
    await sql.rows(lockBatches, [`${owner.id} ${owner.environment}`])
    const now = clock.now()
    const since = now.subtract({ hours: 24 * sameContentDays })
    const [same] = await sql.rows(findSame, [owner.id, owner.environment, content, since])
    if (same) return { links: await sql.rows(linksOfBatch, [same.id]), isRepeat: true }
    for (const wanted of methods) await refuseOtherMethods(sql, owner, wanted)
    const [made] = await sql.rows(insertBatch, [owner.id, owner.environment, content, now])
    return { links: await insertAll(sql, rows, made!.id), isRepeat: false }
  })
}

async function insertAll(sql: Tx, rows: readonly NewLink[], batch: bigint): Promise<LinkRow[]> {
  const links: LinkRow[] = []
  const sent = rows.map((row, at) => ({ ...row, batch: String(batch), batch_row: at + 1 }))
  for (let at = 0; at < sent.length; at += rowsAtOnce)
    links.push(...(await insertWithCodes(sql, sent.slice(at, at + rowsAtOnce))))
  return links
}

/** Reads every row, so that all faults are named at once. Other requests are served meanwhile. @throws InvalidBody; Problem 403 */
export async function checkLinks(needs: BatchOfLinksNeeds, owner: LinkOwner, bodies: readonly unknown[]) {
  if (!needs.environments.includes(owner.environment)) throw new Problem(signingProblems.environment_wrong)
  const rows: NewLink[] = []
  const methods = new Map<string, readonly PaymentMethod[]>()
  const faults: Fault[] = []
  const read = openLinkReader(needs, owner)
  for (const [index, body] of bodies.entries()) {
    if (faults.length >= maxFaults) break
    if (index % readAtOnce === 0) await setImmediate()
    try {
      const link = read(body)
      rows.push(link.row)
      if (link.methods) methods.set(link.methods.join(), link.methods)
    } catch (error) {
      faults.push(...faultsOf(error, index, body))
    }
  }
  if (faults.length > 0) throw new InvalidBody(faults)
  return { rows, methods: [...methods.values()] }
}

/** The faults of a row, with its index in their place. */
function faultsOf(error: unknown, index: number, body: unknown): Fault[] {
  const loc = ['body', 'rows', index]
  if (error instanceof InvalidBody)
    return error.faults.map((fault) => ({ ...worded(fault), loc: [...loc, ...fault.loc.slice(1)] }))
  if (!(error instanceof Problem)) throw error
  // A single link is refused with 400 for its currency or an amount, which its refusal does not name.
  const { field, input } = faultyAmount(body as Record<string, unknown>)
  return [{ type: 'value_error', loc: [...loc, ...field], msg: `Value error, ${error.message}`, input }]
}

/** Says of an amount that is a text what is wrong with how it is written. */
function worded(fault: Fault): Fault {
  const isAmount = (amountNames as readonly unknown[]).includes(fault.loc.at(-1))
  if (!isAmount || typeof fault.input !== 'string') return fault
  return { ...fault, msg: `Value error, ${writtenAmountFault(fault.input)}` }
}

/** Rows that ask the same person for the same thing twice, as a file has them that was copied together. @throws InvalidBody */
export function refuseRepeated(bodies: readonly unknown[]): void {
  const first = new Map<string, number>()
  const faults: Fault[] = []
  for (const [index, body] of bodies.entries()) {
    const { merchant_reference: reference, group, description } = body as Record<string, unknown>
    if (typeof reference !== 'string') continue
    const key = JSON.stringify([reference, group, description])
    const row = first.get(key)
    // guard: payer-twice-in-a-file
    if (row !== undefined) {
      const msg = `Value error, is the reference of row ${row + 1}, too`
      faults.push({
        type: 'value_error',
        loc: ['body', 'rows', index, 'merchant_reference'],
        msg,
        input: reference,
      })
    } else first.set(key, index)
  }
  if (faults.length > 0) throw new InvalidBody(faults.slice(0, maxFaults))
}

const amountNames = ['amount', 'minimum', 'maximum', 'total', 'minimum_part'] as const

/** The first amount of a link that its currency does not allow, or the currency if no link may have it. */
function faultyAmount(body: Record<string, unknown>): { field: (string | number)[]; input: unknown } {
  const { currency } = body
  const known = cardCurrencies.find((name) => name === currency)
  if (!known) return { field: ['currency'], input: currency }
  const schedule = Array.isArray(body.schedule) ? body.schedule : []
  const amounts = [
    ...amountNames.map((name) => ({ field: [name], input: body[name] })),
    ...schedule.map(({ amount }, at) => ({ field: ['schedule', at, 'amount'], input: amount })),
  ]
  return amounts.find(({ input }) => isRefused(input, known)) ?? { field: ['currency'], input: currency }
}

function isRefused(sent: unknown, currency: LocalCurrency): boolean {
  const decimal = amountField.optional().safeParse(sent ?? undefined).data
  if (decimal === undefined) return false
  try {
    cardAmount(decimal, currency)
    return false
  } catch {
    return true
  }
}

/** A hash of the rows in any order. A row that names no end gets one that depends on the moment, which does not count. */
function contentOf(rows: readonly NewLink[], bodies: readonly unknown[]): Buffer {
  const digests = rows.map(({ created_at: _, created_by: __, expires_at: end, ...row }, at) => {
    const { expires_at: named } = bodies[at] as { expires_at?: unknown }
    return createHash('sha256')
      .update(JSON.stringify([row, named ? end : null]).normalize('NFC'))
      .digest('hex')
  })
  return createHash('sha256').update(digests.sort().join()).digest()
}
