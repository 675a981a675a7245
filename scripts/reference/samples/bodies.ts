// What samples send: JSON, the text of a CSV file, or a piece of a file; and the headers beside the credentials.
import type { Operation } from '../document.ts'

/** The body of a raw request: JSON of a value, the text of a CSV file, or the bytes of the file with this name. */
export type RawBody = { type: string } & ({ json: unknown } | { csv: string } | { file: string })

type Row = Readonly<Record<string, string | number>>

const commonFields = {
  currency: 'USD',
  sender_profile: 'HEAD-OFFICE',
  reason_of_transaction: 'Salary',
  source_of_funds: 'Business income',
} as const
const transferRows: readonly Row[] = [
  { reference: 'EMP-001-2026-11', beneficiary: 'EMP-001', amount: 1, ...commonFields },
  { reference: 'EMP-002-2026-11', beneficiary: 'EMP-002', amount: 1, ...commonFields },
]
const refundRows: readonly Row[] = [
  { merchant_reference: 'INV-2041', amount: 10, reason: 'The concert was cancelled' },
  { merchant_reference: 'INV-2042', amount: 12.5, reason: 'The concert was cancelled' },
]

const rowsOfFiles: Readonly<Record<string, readonly Row[]>> = {
  uploadBatch: transferRows,
  uploadBatchInPortal: transferRows,
  uploadRefundBatch: refundRows,
  uploadRefundBatchInPortal: refundRows,
  uploadRefundBatchAsAdmin: refundRows,
}

/** The rows that the SDK's method for an upload takes. */
export function rowsOf({ id, body }: Operation): unknown {
  return rowsOfFiles[id] ?? (body?.example as { rows?: unknown } | undefined)?.rows
}

/** @throws Error for a file without an example */
export function rawBodyOf({ id, body, file }: Operation): RawBody | undefined {
  if (body) return { type: 'application/json', json: body.example ?? {} }
  if (file === undefined) return undefined
  if (file !== 'text/csv') return { type: file, file: 'statuts.pdf' }
  const rows = rowsOfFiles[id]
  if (!rows) throw new Error(`the file of ${id} has no example`)
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
  return { type: file, csv: lines.map((line) => line.join(',')).join('\n') }
}

/** Whether a repeat of the call needs a key, which must be new for each call. */
export const hasIdempotencyKey = ({ parameters }: Operation): boolean =>
  parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key')

/** Required headers of a call, with their examples: of the first piece of a file, that it begins at 0. */
export const requiredHeaders = ({ parameters }: Operation): [name: string, value: string][] =>
  parameters
    .filter((each) => each.in === 'header' && each.required)
    .map(({ name, example }) => [name, name === 'Upload-Offset' ? '0' : String(example)])
