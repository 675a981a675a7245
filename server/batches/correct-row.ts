// Corrects a faulty row of a batch before it is confirmed. Only that row is checked again.
import { move } from '../kernel/moves.ts'
import { Problem } from '../kernel/problem.ts'
import { statement, type Tx } from '../platform/database/database.ts'
import type { RecordAct } from './change-batch.ts'
import { openFields, sealFields, type UploadedRow } from './fields.ts'
import type { BatchKind } from './kind.ts'
import { batchProblems as problems } from './problems.ts'
import { type BatchRow, changeBatch, findSameContent, lockBatch, lockUploads } from './queries.ts'
import { batchMoves } from './states.ts'
import { type BatchNeeds, type BatchPerson, repeated, sameContentSince } from './upload.ts'

type StoredRow = { number: number; state: string; reference: string | null; fields_sealed: Buffer | null }
const findRow = statement<StoredRow>(
  'find_batch_row',
  'select number, state, reference, fields_sealed from batch_row where batch = $1 and number = $2',
)
const findReference = statement<{ number: number }>(
  'find_batch_row_of_reference',
  'select number from batch_row where batch = $1 and reference = $2 and number <> $3 limit 1',
)
// guard: corrected-row-checked
const correctOne = statement(
  'correct_batch_row',
  `update batch_row
      set reference = $3, subject = $7, fields_sealed = $4, digest = $5, alike = $8, profiles = $9, faults = $6, state = 'UNCHECKED', amount_minor = null, fee_minor = null,
          tries = 0, next_at = null
    where batch = $1 and number = $2 and state = 'FAULTY'`,
)
const hashRows = statement<{ fingerprint: Buffer }>(
  'hash_rows_of_batch',
  `select sha256(convert_to(string_agg(encode(digest, 'hex'), ',' order by digest), 'UTF8')) as fingerprint
     from batch_row where batch = $1`,
)
/** With who corrected it, who cannot confirm it any more. */
// guard: batch-corrector-recorded
const saveCorrection = statement(
  'save_correction_of_batch',
  `update batch
      set fingerprint = $2,
          correctors = case when $3 = any(correctors) then correctors else correctors || $3::text end,
          corrected_by = case when $4 = any(corrected_by) then corrected_by else corrected_by || $4::text end
    where id = $1`,
)

/** What was uploaded of a row, for whoever corrects it. @throws Problem 404 */
export async function readFields({ db, secrets }: BatchNeeds, batch: BatchRow, number: number) {
  const [row] = await db.rows(findRow, [batch.id, number])
  if (!row?.fields_sealed) throw new Problem(problems.batch_row_unknown)
  return openFields(secrets, batch.batch_id, { number, fields_sealed: row.fields_sealed })
}

type Correction = { number: number; fields: unknown; person: BatchPerson }

/** @throws Problem 400, 404, 409 */
export async function correctRow(
  needs: BatchNeeds,
  { kind, found }: { kind: BatchKind; found: BatchRow },
  { number, fields, person }: Correction,
  record: RecordAct,
): Promise<BatchRow> {
  const { db, clock, secrets, wake } = needs
  const { merchant_id: merchantId, environment } = found
  const { correctedRow } = await import('./read-file.ts')
  const sent = correctedRow(kind.file, fields, number)
  const { rows } = await kind.fill(needs, { merchantId, environment }, [sent])
  const row = rows[0]!
  const corrected = await db.transaction(async (sql) => {
    await sql.rows(lockUploads, [`${merchantId} ${environment}`])
    const batch = await lockBatch(sql, found.id)
    const state = move(batchMoves, batch.state, 'corrected')
    if (!state) throw new Problem(problems.batch_state, { state: batch.state })
    const [before] = await sql.rows(findRow, [batch.id, number])
    if (!before) throw new Problem(problems.batch_row_unknown)
    if (before.state !== 'FAULTY') throw new Problem(problems.batch_row_state, { state: before.state })
    await store(sql, batch, { ...row, ...(await referenceOf(sql, batch, row)) })
    const [hashed] = await sql.rows(hashRows, [batch.id])
    const fingerprint = hashed!.fingerprint
    const since = sameContentSince(clock.now())
    const [same] = await sql.rows(findSameContent, [
      ...[merchantId, environment, [fingerprint], since],
      batch.id,
    ])
    // guard: corrected-batch-repeated
    if (same) throw repeated(same.batch_id)
    await sql.rows(saveCorrection, [batch.id, fingerprint, person.id, person.name])
    // A worker that checks other rows now keeps its lease.
    await changeBatch(sql, batch, { state, nextAt: batch.next_at ?? clock.now() })
    record(sql, batch)
    return lockBatch(sql, batch.id)
  })
  wake()
  return corrected

  async function store(sql: Tx, { id }: BatchRow, corrected: UploadedRow): Promise<void> {
    const sealed = sealFields(secrets, found.batch_id, corrected)
    const digest = Buffer.from(kind.digestOf(corrected.fields), 'hex')
    const alike = kind.alikeOf?.(sent.fields) ?? null
    const { reference, subject = null, profiles = [], faults } = corrected
    const values = [id, number, reference, sealed, digest, JSON.stringify(faults), subject]
    await sql.rows(correctOne, [...values, alike, JSON.stringify(profiles)])
  }
}

/** The same reference as that of another row would be sent as one. */
async function referenceOf(sql: Tx, { id }: BatchRow, { reference, number, faults }: UploadedRow) {
  const [other] = reference === null ? [] : await sql.rows(findReference, [id, reference, number])
  // guard: corrected-reference-twice
  if (!other) return {}
  const { repeatedValue } = await import('./read-file.ts')
  return { reference: null, faults: [...faults, repeatedValue('reference', other.number)] }
}
