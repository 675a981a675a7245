// How the CSV of each of our banks names its columns, which admins set once for an account.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import type { CsvMapping, DateForm } from '../files/csv-mapping.ts'
import { bankProblems } from '../problems.ts'
import type { BankRules } from '../rules.ts'

type MappingRow = {
  account: string
  currency: LocalCurrency
  columns: CsvMapping['columns']
  date_form: DateForm
  decimal_mark: '.' | ','
  set_by: string
  set_at: Temporal.Instant
}

const listMappings = statement<MappingRow>(
  'list_bank_csv_mappings',
  'select account, currency, columns, date_form, decimal_mark, set_by, set_at from bank_csv_mapping order by account, currency',
)
const setMappingRow = statement(
  'set_bank_csv_mapping',
  `insert into bank_csv_mapping (account, currency, columns, date_form, decimal_mark, set_by, set_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (account, currency) do update
     set columns = excluded.columns, date_form = excluded.date_form, decimal_mark = excluded.decimal_mark,
         set_by = excluded.set_by, set_at = excluded.set_at`,
)
const removeMappingRow = statement(
  'remove_bank_csv_mapping',
  'delete from bank_csv_mapping where account = $1 and currency = $2',
)

export type MappingNeeds = { db: Database; clock: Clock; secrets: Secrets; rules: BankRules }
export type NewMapping = { columns: CsvMapping['columns']; date_form: DateForm; decimal_mark: '.' | ',' }

const environments = ['production', 'sandbox'] as const

const ownAccounts = ({ bankAccounts }: BankRules) =>
  environments.flatMap((environment) =>
    (['USD', 'CDF'] as const).flatMap((currency) => {
      const account = bankAccounts[environment][currency]?.account
      return account === undefined ? [] : [{ environment, currency, account }]
    }),
  )

/** The mappings of our accounts, for the reader of files. */
export async function csvMappings(sql: Sql): Promise<CsvMapping[]> {
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
