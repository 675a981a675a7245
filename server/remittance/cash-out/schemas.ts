// Requests and responses about the fees that operators take for cashing out.
import { z } from 'zod'
import { amountOf, formatBasisPoints, formatRate, parseMoney, parseRate } from '../../kernel/money.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { InvalidBody } from '../../kernel/problem.ts'
import {
  dataResponse,
  dayText,
  environmentName,
  listResponse,
  named,
  twoPlaces,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { check, freeText, nested, reasonText } from '../../platform/http/body/body.ts'
import { dayField } from '../../platform/http/list-query.ts'
import { exampleTime } from '../http/endpoint-parts.ts'
import { stamp } from '../transfer/formats.ts'
import { operatorName } from '../transfer/schemas.ts'
import { type CashOutTable, dayOf } from './table.ts'

const dollars = z.string().regex(/^(0|[1-9]\d{0,6})(\.\d{1,2})?$/)
const rate = z.string().regex(/^[1-9]\d{0,6}(\.\d{1,6})?$/)

const tier = nested({
  up_to: dollars.meta({ description: 'The largest amount of this tier, in USD.' }),
  fee: dollars.meta({ description: 'In USD, on top of the percentage.' }),
  percent: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/)
    .meta({ description: 'Of the amount.' }),
})

const requestSchema = z.object({
  source: freeText({ min: 3, max: 200 }).meta({ description: 'Where the operator publishes the table.' }),
  first_day: dayField.meta({ description: 'The day from which it applies.' }),
  last_day: dayField.meta({
    description: 'Its last day. Later, quotes show no cash until a newer table is there.',
  }),
  cdf_low: rate.meta({ description: 'The fewest francs that agents pay for a dollar.' }),
  cdf_high: rate.meta({ description: 'The most that they pay.' }),
  tiers: z
    .array(tier)
    .min(1)
    .max(50)
    .meta({ description: 'In rising order. Above the last one, quotes show no cash.' }),
  reason: reasonText(),
})

const exampleTiers = [
  { up_to: '10.00', fee: '0.05', percent: '2.00' },
  { up_to: '2500.00', fee: '0.00', percent: '2.50' },
]
const exampleTable = {
  ...{ source: 'vodacom.cd/tarifs', first_day: '2026-11-21', last_day: '2027-05-31' },
  ...{ cdf_low: '2250', cdf_high: '2300', tiers: exampleTiers },
} as const

export const cashOutRequest = named('CashOutTableRequest', requestSchema, {
  ...exampleTable,
  reason: 'New tariff of the operator',
})

/** The table that a request describes. @throws InvalidBody */
export function readCashOutTable(body: unknown) {
  const { reason, tiers, cdf_low, cdf_high, ...dates } = check(requestSchema, body, 'body')
  const refuse = (loc: (string | number)[], msg: string, input: unknown): never => {
    throw new InvalidBody([{ type: 'value_error', loc: ['body', ...loc], msg: `Value error, ${msg}`, input }])
  }
  const cents = (text: string) => Number(parseMoney(text, 'USD')!.minor)
  const read = tiers.map(({ up_to, fee, percent }) => ({
    ...{ up_to_minor: cents(up_to), fee_minor: cents(fee), basis_points: Math.round(Number(percent) * 100) },
  }))
  for (const [index, { up_to_minor }] of read.entries())
    if (up_to_minor <= (read[index - 1]?.up_to_minor ?? 0))
      refuse(['tiers', index, 'up_to'], 'must be above the tier before it', tiers[index]!.up_to)
  const [low, high] = [parseRate(cdf_low)!, parseRate(cdf_high)!]
  if (high < low) refuse(['cdf_high'], 'must not be below cdf_low', cdf_high)
  if (dates.last_day < dates.first_day) refuse(['last_day'], 'must not be before first_day', dates.last_day)
  return { reason, table: { ...dates, tiers: read, cdf_low_micros: low, cdf_high_micros: high } }
}

const tableOfOperator = z.object({
  environment: environmentName,
  operator: operatorName,
  state: z.enum(['IN_USE', 'EXPIRED', 'MISSING']),
  table: z
    .object({
      source: z.string(),
      first_day: dayText,
      last_day: dayText,
      cdf_low: z.string(),
      cdf_high: z.string(),
      tiers: z.array(z.object({ up_to: twoPlaces, fee: twoPlaces, percent: twoPlaces })),
      created_by: z.string(),
      created_at: zonelessStamp,
    })
    .nullable(),
})

const exampleItem = {
  environment: 'production',
  operator: 'vodacom',
  state: 'IN_USE',
  table: { ...exampleTable, created_by: 'amina', created_at: exampleTime },
} as const

export const cashOutTablesResponse = listResponse('CashOutTables', tableOfOperator, exampleItem)
export const cashOutTableResponse = dataResponse('CashOutTableResponse', tableOfOperator, exampleItem)

export function renderCashOutTable(row: CashOutTable) {
  return {
    source: row.source,
    first_day: row.first_day,
    last_day: row.last_day,
    cdf_low: formatRate(row.cdf_low_micros),
    cdf_high: formatRate(row.cdf_high_micros),
    tiers: row.tiers.map(({ up_to_minor, fee_minor, basis_points }) => ({
      up_to: amountOf(BigInt(up_to_minor), 'USD'),
      fee: amountOf(BigInt(fee_minor), 'USD'),
      percent: formatBasisPoints(basis_points),
    })),
    created_by: row.created_by,
    created_at: stamp(row.created_at),
  }
}

/** Every operator of every environment, whether it has a table or not. */
export function renderCashOutTables(rows: readonly CashOutTable[], now: Temporal.Instant) {
  return environmentName.options.flatMap((environment) =>
    operatorCodes.map((operator) => {
      const row = rows.find((each) => each.environment === environment && each.operator === operator)
      const state = !row ? 'MISSING' : row.last_day < dayOf(now) ? 'EXPIRED' : 'IN_USE'
      return { environment, operator, state, table: row ? renderCashOutTable(row) : null } as const
    }),
  )
}
