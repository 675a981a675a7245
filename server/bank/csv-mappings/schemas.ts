// Shapes of the mappings of banks' CSV columns.
import { z } from 'zod'
import { environmentName, named, success, utcStamp } from '../../platform/http/api.ts'
import { text } from '../../platform/http/body/body.ts'
import { dateForms, type MappedColumn, mappedColumns } from '../files/csv-mapping.ts'

const name = text({ min: 1, max: 100 })
const columns = z
  .strictObject(
    Object.fromEntries(mappedColumns.map((column) => [column, name.optional()])) as Record<
      MappedColumn,
      z.ZodOptional<typeof name>
    >,
  )
  .superRefine((named, context) => {
    const given = Object.values(named).flatMap((one) => (one === undefined ? [] : [one.trim().toLowerCase()]))
    const isComplete =
      named.date !== undefined &&
      (named.amount === undefined
        ? named.debit !== undefined && named.credit !== undefined
        : named.debit === undefined && named.credit === undefined)
    const message = isComplete
      ? 'Value error, two columns have the same name'
      : 'Value error, name the date, and either the amount or debit and credit'
    if (!isComplete || new Set(given).size < given.length) context.addIssue({ code: 'custom', message })
  })
  .meta({
    description:
      "The bank's names of the columns: `date`, and `amount` (negative for money that left) or `debit` and `credit`; the others where the bank has them.",
  })

/** A mapping as admins write it. */
export const mappingShape = z.object({
  columns,
  date_form: z.enum(dateForms),
  decimal_mark: z.enum([',', '.']),
})
const nullable = mappingShape.nullable().meta({ description: 'Null for an account without a mapping.' })
export const mappingSchema = z.object({ mapping: nullable })

const exampleMapping = {
  columns: { date: 'Date opération', debit: 'Débit', credit: 'Crédit', text: 'Libellé' },
  date_form: 'DD/MM/YYYY',
  decimal_mark: ',',
} as const
export const mappingBody = named('BankCsvMappingBody', mappingSchema, { mapping: exampleMapping })

const account = z
  .object({
    environment: environmentName,
    currency: z.enum(['CDF', 'USD']),
    account_last4: z.string(),
    mapping: nullable,
    set_by: z.string().nullable(),
    set_at: utcStamp.nullable(),
  })
  .meta({ id: 'BankCsvMapping' })
const example = {
  environment: 'production',
  currency: 'USD',
  account_last4: '0195',
  mapping: exampleMapping,
  set_by: 'amina',
  set_at: '2026-11-23T09:30:00Z',
} as const
export const mappingResponse = named('BankCsvMappingResponse', success(account), {
  status: 'success',
  data: example,
})
export const mappingsResponse = named(
  'BankCsvMappingsResponse',
  success(z.object({ items: z.array(account) })),
  { status: 'success', data: { items: [example] } },
)
