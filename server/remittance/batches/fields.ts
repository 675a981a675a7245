// The fields of a row as they were uploaded: text by the names of a transfer's fields, sealed while they are stored.
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { readJson } from '../../platform/http/body/json.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { contentOf } from '../acceptance/repeated-reference.ts'
import { inboundSchema, readInbound } from '../acceptance/request.ts'
import { remittanceProblems } from '../transfer/problems.ts'

export type RowFields = Readonly<Record<string, string>>

/** What is wrong with a row; `field` is null where it is about the whole of it. */
export type RowFault = Readonly<{ code: string; field: string | null; message: string }>

/** A row of the file: `number` counts from 1. */
export type UploadedRow = { number: number; fields: RowFields; reference: string | null; faults: RowFault[] }

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

/** The fields as the body of a transfer: a spreadsheet has only texts, a transfer takes its amount as a number. */
export function bodyOf(fields: RowFields, reference: string): Record<string, unknown> {
  const number = fields.amount === undefined ? undefined : readJson(Buffer.from(fields.amount))
  const amount = number?.kind === 'value' ? number.value : fields.amount
  return { ...fields, reference, ...(amount !== undefined && { amount }) }
}

export const fieldFault = (
  field: string,
  message: string,
  code: string = remittanceProblems.field_missing.code,
): RowFault => ({ code, field, message })

/** Fields whose values begin with a plus sign when all is well. */
const numbers = new Set(['customer_number', 'sender_msisdn'])

/** A spreadsheet would execute such a value wherever the rows are exported to. */
export function formulasIn(fields: RowFields): RowFault[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    // guard: batch-formula
    const isFormula = numbers.has(field) ? /^[=@]/.test(value) : /^[=+@]|^-./.test(value)
    return isFormula ? [fieldFault(field, 'Begins like a formula of a spreadsheet')] : []
  })
}

const rowsAtOnce = 250

/** Hashes of rows as their transfers would be compared, however they are written. Other requests are served while they are computed. */
export async function digestsOfRows(rows: readonly UploadedRow[]): Promise<string[]> {
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

const schema = inboundSchema(() => true)
/** Whether a row may be sent today does not change what it asks for. */
const anyDay = { today: Temporal.PlainDate.from('2000-01-01'), overCap: () => false }

export function digestOf(fields: RowFields): string {
  const { request } = readInbound(schema, bodyOf(fields, fields.reference ?? ''), anyDay)
  // guard: batch-same-rows
  if (request) return contentOf(request).toString('hex')
  // Nothing can be sent as it is: its text has to do.
  const pairs = Object.entries(fields).filter(([, value]) => value !== '')
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted).normalize('NFC')).digest('hex')
}
