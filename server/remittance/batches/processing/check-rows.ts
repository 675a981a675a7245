// Checks rows of a batch as their transfers would be checked, without accepting any.
import { statement } from '../../../platform/database/database.ts'
import { remittanceProblems } from '../../transfer/problems.ts'
import { bodyOf, openFields, type RowFault } from '../fields.ts'
import { unfilledFields } from '../profiles/profile.ts'
import { changeBatch, lockBatch } from '../queries.ts'
import { sentAs } from '../states.ts'
import { sameContentSince } from '../upload.ts'
import { type ClaimedBatch, continueAt, inLanes, nextRound, type Round, type WorkNeeds } from './round.ts'

type UncheckedRow = {
  number: number
  reference: string | null
  fields_sealed: Buffer
  faults: RowFault[]
  tries: number
}
const findUnchecked = statement<UncheckedRow>(
  'find_unchecked_batch_rows',
  `select number, reference, fields_sealed, faults, tries from batch_row
    where batch = $1 and state = 'UNCHECKED' and coalesce(next_at <= $2, true) order by number limit $3`,
)
const saveChecked = statement(
  'save_checked_batch_rows',
  `update batch_row r
      set state = c.state, faults = c.faults, amount_minor = c.amount, fee_minor = c.fee, tries = c.tries, next_at = c.next_at,
          would_hold = c.would_hold,
          repeats = (select e.batch_id from batch_row er join batch e on e.id = er.batch
                       left join transfer t on t.merchant_id = e.merchant_id and t.environment = e.environment and t.reference = er.sent_as
                      where er.digest = r.digest and er.batch <> r.batch and er.state in ('WAITING', 'SENDING', 'SENT')
                        and t.status is distinct from 'Failed' and e.confirmed_at > $3
                        and (e.merchant_id, e.environment) = (b.merchant_id, b.environment)
                      order by e.id desc limit 1)
     from batch b, json_to_recordset($2) as c (number integer, state text, faults jsonb, amount bigint, fee bigint, tries integer,
                                               next_at timestamptz, would_hold boolean)
    where r.batch = $1 and b.id = r.batch and r.number = c.number and r.state = 'UNCHECKED'`,
)
const isUnchecked = statement(
  'find_unchecked_batch_row',
  `select from batch_row where batch = $1 and state = 'UNCHECKED' limit 1`,
)

/** After so many times without a reply of an operator or a rate, a row is shown as it is. */
const maxTries = 3
const retrySeconds = 10

export async function checkRows(
  needs: WorkNeeds,
  batch: ClaimedBatch,
  { merchant, now }: Round,
): Promise<void> {
  const { db, clock } = needs
  const rows = await db.rows(findUnchecked, [batch.id, now, needs.rowsPerSecond])
  const checked = await inLanes(rows, async (row) => {
    const fields = openFields(needs.secrets, batch.batch_id, row)
    const body = bodyOf(fields, sentAs(batch.batch_id, row.reference ?? String(row.number), 1))
    const found = await needs.inbound.check(merchant, body, { skipNameCheck: false })
    // The row says what is wrong with its profile; the fields that this would have filled in are not faults, too.
    const unfilled = unfilledFields(fields)
    const errors = found.errors.filter(({ field }) => field === null || !unfilled.has(field))
    return checkedRow(row, { ...found, errors }, now)
  })
  await db.transaction(async (sql) => {
    const locked = await lockBatch(sql, batch.id)
    if (locked.state !== 'CHECKING') return
    await sql.rows(saveChecked, [batch.id, JSON.stringify(checked), sameContentSince(now)])
    const [left] = await sql.rows(isUnchecked, [batch.id])
    if (left) await continueAt(sql, batch, nextRound(now))
    else await changeBatch(sql, batch, { state: 'CHECKED', nextAt: null }, clock.now())
  })
}

type Found = Awaited<ReturnType<WorkNeeds['inbound']['check']>>

/** The wallet is compared with the sum of the batch, not with a single row. */
const ofBatch: string = remittanceProblems.balance_insufficient.code
const overLimit: string = remittanceProblems.over_limit.code

function checkedRow(
  { number, faults: before, tries }: UncheckedRow,
  { errors, quote, screening, limits }: Found,
  now: Temporal.Instant,
) {
  const known = new Set(before.map(({ field }) => field))
  const found = errors.filter(({ code, field }) => code !== ofBatch && !(field !== null && known.has(field)))
  const faults = [...before, ...found.map(({ retry: _, ...fault }) => fault)]
  const passing = found.filter(({ code, retry }) => retry !== 'never' && code !== overLimit)
  const price = { amount: quote ? String(quote.amount) : null, fee: quote ? String(quote.fee) : null }
  const would_hold = screening === 'hold' || limits === 'hold'
  const row = { number, ...price, would_hold, tries: tries + 1, next_at: null }
  if (passing.length > 0 && passing.length === faults.length) {
    if (row.tries < maxTries) {
      const next_at = now.add({ seconds: retrySeconds * row.tries }).toString()
      return { ...row, state: 'UNCHECKED', faults: before, next_at }
    }
    // What an operator could not say is asked again when the row is sent. A row without a price cannot be confirmed.
    return { ...row, state: quote ? 'READY' : 'FAULTY', faults }
  }
  return { ...row, state: faults.length === 0 ? 'READY' : 'FAULTY', faults }
}
