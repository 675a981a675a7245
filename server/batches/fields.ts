// The fields of a row as they were uploaded: text by the names of columns, sealed while they are stored.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Secrets } from '../platform/secrets.ts'
import { batchProblems } from './problems.ts'

export type RowFields = Readonly<Record<string, string>>

/** What is wrong with a row; `field` is null where it is about the whole of it. */
export type RowFault = Readonly<{ code: string; field: string | null; message: string }>

/**
 * A saved profile of which fields were copied into a row, as it was then. `changers` are the users who have changed it since a batch with it
 * was confirmed by another; they cannot confirm the row.
 */
export type CopiedProfile = Readonly<{
  kind: string
  code: string
  id: string
  changed_at: string
  changed_by: string | null
  is_confirmed: boolean
  changers: readonly { id: string; email: string }[]
}>

/** A row of the file: `number` counts from 1, and `subject` is what it is about, if the kind knows one. */
export type UploadedRow = {
  number: number
  fields: RowFields
  reference: string | null
  faults: RowFault[]
  subject?: string | undefined
  profiles?: readonly CopiedProfile[]
}

/** The encryption context of the fields of a row. */
export const fieldsContext = (batchId: string, number: number): string => `batch:${batchId}:${number}`

export const sealFields = (secrets: Secrets, batchId: string, { number, fields }: UploadedRow): Buffer =>
  secrets.seal(JSON.stringify(fields), fieldsContext(batchId, number))

export function openFields(
  secrets: Secrets,
  batchId: string,
  { number, fields_sealed }: { number: number; fields_sealed: Buffer },
): RowFields {
  return JSON.parse(secrets.open(fields_sealed, fieldsContext(batchId, number)))
}

export const fieldFault = (
  field: string,
  message: string,
  code: string = batchProblems.batch_file.code,
): RowFault => ({ code, field, message })

/**
 * A spreadsheet would execute such a value wherever the rows are exported to. A negative number is none.
 * @param numbers fields whose values begin with a plus sign when all is well
 */
export function formulasIn(fields: RowFields, numbers: ReadonlySet<string> = new Set()): RowFault[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    // guard: batch-formula
    const isFormula = numbers.has(field) ? /^[=@]/.test(value) : /^[=+@]|^-./.test(value)
    return isFormula && !/^-\d+(\.\d+)?$/.test(value)
      ? [fieldFault(field, 'Begins like a formula of a spreadsheet')]
      : []
  })
}

const rowsAtOnce = 250

/** Hashes of rows, however they are written. Other requests are served while they are computed. */
export async function digestsOfRows(
  rows: readonly UploadedRow[],
  digestOf: (fields: RowFields) => string,
): Promise<string[]> {
  const digests: string[] = []
  for (const [at, { fields }] of rows.entries()) {
    if (at % rowsAtOnce === 0) await setImmediate()
    digests.push(digestOf(fields))
  }
  return digests
}

/** A hash of all rows, in whatever order, as `hash_rows_of_batch` computes it after a correction. */
export const fingerprintOf = (digests: readonly string[]): Buffer =>
  createHash('sha256').update(digests.toSorted().join()).digest()

/** A hash of the text of a row, for one that cannot be read as it is. */
export function digestOfText(fields: RowFields): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== '')
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted).normalize('NFC')).digest('hex')
}
