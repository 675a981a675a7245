// What a beneficiary pays an operator to draw money as cash: tables that operators publish and the operator team copies.
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { type ControlSql, commonStatement } from '../../platform/database/database.ts'
import { singleFlight } from '../../platform/process/concurrency.ts'

/** A fee in US cents and in hundredths of a percent, for amounts up to `up_to_minor`. */
export type CashOutTier = Readonly<{ up_to_minor: number; fee_minor: number; basis_points: number }>

export type CashOutTable = {
  environment: Environment
  operator: OperatorCode
  source: string
  /** YYYY-MM-DD, as is `last_day`. */
  first_day: string
  last_day: string
  tiers: readonly CashOutTier[]
  /** Millionths of francs for a dollar. */
  cdf_low_micros: bigint
  cdf_high_micros: bigint
  created_by: string
  created_at: Temporal.Instant
}

const columns = `environment, operator, source, first_day::text, last_day::text, tiers, cdf_low_micros, cdf_high_micros, created_by, created_at`

/** The latest table of every operator that has begun, whether it is still valid or not. */
const listLatest = commonStatement<CashOutTable>(
  'list_latest_cash_out_tables',
  `select distinct on (environment, operator) ${columns} from cash_out_table where first_day <= $1
    order by environment, operator, first_day desc, id desc`,
)
export const insertCashOutTable = commonStatement<CashOutTable>(
  'insert_cash_out_table',
  `insert into shared.cash_out_table (environment, operator, source, first_day, last_day, tiers, cdf_low_micros, cdf_high_micros, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
)

export const dayOf = (now: Temporal.Instant): string => now.toZonedDateTimeISO('UTC').toPlainDate().toString()

export const latestCashOutTables = (sql: ControlSql, now: Temporal.Instant): Promise<CashOutTable[]> =>
  sql.rows(listLatest, [dayOf(now)])

const cacheMs = 1_000

/** Returns a cached reader of the table that applies to an operator today; undefined where none does. */
export function openCashOutTables(sql: ControlSql, now: () => Temporal.Instant) {
  const latest = singleFlight(() => latestCashOutTables(sql, now()), { maxAgeMs: cacheMs })
  return async (environment: Environment, operator: OperatorCode): Promise<CashOutTable | undefined> => {
    const table = (await latest()).find((row) => row.environment === environment && row.operator === operator)
    // guard: cash-out-table-date
    return table && table.last_day >= dayOf(now()) ? table : undefined
  }
}

/** What a beneficiary holds after cashing out: US cents, and whole francs at the lowest and the highest rate of agents. */
export type Cash = Readonly<{
  operator: OperatorCode
  fee_minor: number
  cdf_low: number
  cdf_high: number
  /** YYYY-MM-DD: the day of the operator's table. */
  as_of: string
}>

const million = 1_000_000n

/**
 * What is left of an amount as cash; undefined if the table has no tier for it or the fee would take all of it.
 * @param cents that arrive in the wallet, in dollars.
 */
export function cashOf({ tiers, ...table }: CashOutTable, cents: bigint): Cash | undefined {
  const tier = tiers.find(({ up_to_minor }) => cents <= BigInt(up_to_minor))
  if (!tier) return undefined
  // Rounded up, so that the beneficiary never holds less than was shown.
  const share = (cents * BigInt(tier.basis_points) + 9_999n) / 10_000n
  const fee = BigInt(tier.fee_minor) + share
  if (fee >= cents) return undefined
  // guard: cash-rounded-down
  const francs = (rate: bigint) => Number(((cents - fee) * rate) / (100n * million))
  return {
    operator: table.operator,
    fee_minor: Number(fee),
    cdf_low: francs(table.cdf_low_micros),
    cdf_high: francs(table.cdf_high_micros),
    as_of: table.first_day,
  }
}
