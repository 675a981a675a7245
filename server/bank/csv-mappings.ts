// How the CSV of each of our banks names its columns, which admins set once for an account.

import { z } from 'zod'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import type { Environment } from '../kernel/environment.ts'
import { type LocalCurrency, localCurrencies, sortedCurrencies } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import { type ControlDatabase, type ControlSql, controlStatement } from '../platform/database/database.ts'
import { admins } from '../platform/http/access.ts'
import { dataResponse, environmentName, listResponse, named, utcStamp } from '../platform/http/api.ts'
import { check, text } from '../platform/http/body/body.ts'
import { endpoint, succeeded } from '../platform/http/endpoint.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, utcSecond } from '../platform/time/clock.ts'
import {
  type CsvMapping,
  type DateForm,
  dateForms,
  type MappedColumn,
  mappedColumns,
} from './files/csv-mapping.ts'
import { bankProblems } from './problems.ts'
import type { BankRules } from './rules.ts'

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
const mappingSchema = z.object({ mapping: nullable })

const exampleMapping = {
  columns: { date: 'Date opération', debit: 'Débit', credit: 'Crédit', text: 'Libellé' },
  date_form: 'DD/MM/YYYY',
  decimal_mark: ',',
} as const
const mappingBody = named('BankCsvMappingBody', mappingSchema, { mapping: exampleMapping })

const accountSchema = z
  .object({
    environment: environmentName,
    currency: z.enum(sortedCurrencies),
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
const mappingResponse = dataResponse('BankCsvMappingResponse', accountSchema, example)
const mappingsResponse = listResponse('BankCsvMappingsResponse', accountSchema, example)

type MappingRow = {
  account: string
  currency: LocalCurrency
  columns: CsvMapping['columns']
  date_form: DateForm
  decimal_mark: '.' | ','
  set_by: string
  set_at: Temporal.Instant
}

const listMappings = controlStatement<MappingRow>(
  'list_bank_csv_mappings',
  'select account, currency, columns, date_form, decimal_mark, set_by, set_at from bank_csv_mapping order by account, currency',
)
const setMappingRow = controlStatement(
  'set_bank_csv_mapping',
  `insert into bank_csv_mapping (account, currency, columns, date_form, decimal_mark, set_by, set_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (account, currency) do update
     set columns = excluded.columns, date_form = excluded.date_form, decimal_mark = excluded.decimal_mark,
         set_by = excluded.set_by, set_at = excluded.set_at`,
)
const removeMappingRow = controlStatement(
  'remove_bank_csv_mapping',
  'delete from bank_csv_mapping where account = $1 and currency = $2',
)

type MappingNeeds = { db: ControlDatabase; clock: Clock; secrets: Secrets; rules: BankRules }
export type NewMapping = { columns: CsvMapping['columns']; date_form: DateForm; decimal_mark: '.' | ',' }

const environments = ['production', 'sandbox'] as const

const ownAccounts = ({ bankAccounts }: BankRules) =>
  environments.flatMap((environment) =>
    localCurrencies.flatMap((currency) => {
      const account = bankAccounts[environment][currency]?.account
      return account === undefined ? [] : [{ environment, currency, account }]
    }),
  )

/** The mappings of our accounts, for the reader of files. */
export async function csvMappings(sql: ControlSql): Promise<CsvMapping[]> {
  const rows = await sql.rows(listMappings)
  return rows.map(({ account, currency, columns, date_form, decimal_mark }) => ({
    account,
    currency,
    columns,
    dateForm: date_form,
    decimalMark: decimal_mark,
  }))
}

/** Each of our accounts with its mapping, or null. */
export async function accountsWithMappings({ db, rules }: Pick<MappingNeeds, 'db' | 'rules'>) {
  const rows = await db.rows(listMappings)
  return ownAccounts(rules).map(({ environment, currency, account }) => {
    const row = rows.find((one) => one.account === account && one.currency === currency)
    return {
      environment,
      currency,
      account_last4: account.slice(-4),
      mapping: row
        ? { columns: row.columns, date_form: row.date_form, decimal_mark: row.decimal_mark }
        : null,
      set_by: row?.set_by ?? null,
      set_at: row ? utcSecond(row.set_at) : null,
    }
  })
}

type OfAccount = { environment: Environment; currency: LocalCurrency }

/** Sets or removes (null) the mapping of an account. @throws Problem 404 if we have no such account. */
export async function setCsvMapping(
  needs: MappingNeeds,
  { environment, currency }: OfAccount,
  { mapping, admin }: { mapping: NewMapping | null; admin: Admin },
) {
  const { db, clock, secrets, rules } = needs
  const account = rules.bankAccounts[environment][currency]?.account
  if (account === undefined) throw new Problem(bankProblems.own_account_unknown)
  const now = clock.now()
  await db.transaction(async (sql) => {
    if (mapping) {
      const { columns, date_form, decimal_mark } = mapping
      const values = [JSON.stringify(columns), date_form, decimal_mark, admin.name, now]
      await sql.rows(setMappingRow, [account, currency, ...values])
    } else await sql.rows(removeMappingRow, [account, currency])
    const subject = `${environment} ${currency}`
    const detail = mapping ? { columns: JSON.stringify(mapping.columns) } : {}
    const action = mapping ? 'bank_csv_mapping.set' : 'bank_csv_mapping.removed'
    audit(sql, secrets, { admin, action, subject, detail, now })
  })
  const accounts = await accountsWithMappings(needs)
  return accounts.find((one) => one.environment === environment && one.currency === currency)!
}

const admin = { tag: 'Admin: bank' } as const
const account = {
  environment: z.enum(['sandbox', 'production']).meta({ examples: ['sandbox'] }),
  currency: z.enum(localCurrencies).meta({ examples: ['USD'] }),
}

export const csvMappingRoutes = [
  endpoint({
    ...admin,
    id: 'listBankCsvMappings',
    method: 'GET',
    path: '/api/v1/admin/bank/csv-mappings',
    priority: 'list',
    access: admins('money'),
    summary: "List the column mappings of our banks' CSV",
    description: 'One item for each of our accounts.',
    responses: { 200: mappingsResponse },
    handle: async (needs: MappingNeeds) => succeeded({ items: await accountsWithMappings(needs) }),
  }),
  endpoint({
    ...admin,
    id: 'setBankCsvMapping',
    method: 'PUT',
    path: '/api/v1/admin/bank/csv-mappings/:environment/:currency',
    priority: 'list',
    access: admins('move_money'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: "Set the column mapping of a bank's CSV",
    description:
      'Files whose header has these columns are then imported as statements of this account; null removes the mapping.',
    params: account,
    headers: adminStepUpHeader,
    body: mappingBody,
    responses: { 200: mappingResponse },
    problems: [stepUpProblem, bankProblems.own_account_unknown],
    handle: async (needs: MappingNeeds, { request, params }) => {
      const { mapping } = check(mappingSchema, jsonBody(request), 'body')
      const wanted = z.object(account).safeParse(params)
      if (!wanted.success) throw new Problem(bankProblems.own_account_unknown)
      const data = await setCsvMapping(needs, wanted.data, { mapping, admin: adminOf(request) })
      return succeeded(data)
    },
  }),
]
