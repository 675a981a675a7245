// Checks rows of a batch as what they become would be checked, without sending any.
import { statement } from '../../platform/database/database.ts'
import { openFields, type RowFault } from '../fields.ts'
import type { Findings } from '../kind.ts'
import { changeBatch, lockBatch } from '../queries.ts'
import { sameContentSince } from '../upload.ts'
import { type ClaimedBatch, continueAt, inLanes, nextRound, type Round, type WorkNeeds } from './round.ts'

type UncheckedRow = {
  number: number
  reference: string | null
  subject: string | null
  fields_sealed: Buffer
  faults: RowFault[]
  tries: number
}
const findUnchecked = statement<UncheckedRow>(
  'find_unchecked_batch_rows',
  `select number, reference, subject, fields_sealed, faults, tries from batch_row
    where batch = $1 and state = 'UNCHECKED' and coalesce(next_at <= $2, true) order by number limit $3`,
)
const isUnchecked = statement(
  'find_unchecked_batch_row',
  `select from batch_row where batch = $1 and state = 'UNCHECKED' limit 1`,
)

const faultRows = statement(
  'fault_checked_batch_rows',
  `update batch_row r set state = 'FAULTY', faults = r.faults || jsonb_build_array(f.fault)
     from json_to_recordset($2) as f (number integer, fault jsonb)
    where r.batch = $1 and r.number = f.number and r.state = 'READY'`,
)

/** After so many times without a reply of an operator or a rate, a row is shown as it is. */
const maxTries = 3
const retrySeconds = 10

export async function checkRows(
  needs: WorkNeeds,
  batch: ClaimedBatch,
  { merchant, now }: Round,
): Promise<void> {
  const { db, clock, work } = needs
  const rows = await db.rows(findUnchecked, [batch.id, now, needs.rowsPerSecond])
  const checked = await inLanes(rows, needs.rowsPerSecond, async (row) => {
    const fields = openFields(needs.secrets, batch.batch_id, row)
    return checkedRow(row, await work.check(merchant, batch, { ...row, fields }), now)
  })
  await db.transaction(async (sql) => {
    const locked = await lockBatch(sql, batch.id)
    if (locked.state !== 'CHECKING') return
    await sql.rows(work.kind.statements.saveChecked, [
      batch.id,
      JSON.stringify(checked),
      sameContentSince(now),
    ])
    const [left] = await sql.rows(isUnchecked, [batch.id])
    if (left) return continueAt(sql, batch, nextRound(now))
    const together = (await work.checkTogether?.(sql, locked)) ?? []
    if (together.length > 0) await sql.rows(faultRows, [batch.id, JSON.stringify(together)])
    await changeBatch(sql, batch, { state: 'CHECKED', nextAt: null }, clock.now())
  })
}

function checkedRow(
  { number, faults: before, tries }: UncheckedRow,
  { errors, amount, fee, wouldHold: would_hold }: Findings,
  now: Temporal.Instant,
) {
  const known = new Set(before.map(({ field }) => field))
  const found = errors.filter(({ field }) => field === null || !known.has(field))
  const faults = [...before, ...found.map(({ retry: _, ...fault }) => fault)]
  const passing = found.filter(({ retry }) => retry !== 'never')
  const price = { amount: amount === null ? null : String(amount), fee: fee === null ? null : String(fee) }
  const row = { number, ...price, would_hold, tries: tries + 1, next_at: null }
  if (passing.length > 0 && passing.length === faults.length) {
    if (row.tries < maxTries) {
      const next_at = now.add({ seconds: retrySeconds * row.tries }).toString()
      return { ...row, state: 'UNCHECKED', faults: before, next_at }
    }
    // What an operator could not say is asked again when the row is sent. A row without a price cannot be confirmed.
    return { ...row, state: amount !== null ? 'READY' : 'FAULTY', faults }
  }
  return { ...row, state: faults.length === 0 ? 'READY' : 'FAULTY', faults }
}
