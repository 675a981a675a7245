// Parses paging and filters of the lists from the query, reporting all errors at once.

import { operatorCodes } from '../../kernel/operators.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { transferStatuses } from '../transfer/transfer.ts'

/** The raw query parameters, before validation. */
export type Query = Readonly<Record<string, unknown>>

export type Page = { page: number; limit: number; offset: number }

export type Filters = {
  status: string | undefined
  operator: string | undefined
  /** Whole UTC days, YYYY-MM-DD, both inclusive. */
  from: string | undefined
  to: string | undefined
}

type Faults = { fields: FieldFault[]; dates: FieldFault[] }

const usualLimit = 20
const maxLimit = 100

/** Parses the paging. A limit above 100 counts as 100. @throws Problem RMT-1005 */
export function readPage(query: Query): Page {
  return reading((faults) => pageOf(query, faults))
}

/** Parses paging and filters. @throws Problem RMT-1005, or RMT-1006 when only dates are wrong. */
export function readList(query: Query): Page & Filters {
  return reading((faults) => ({
    ...pageOf(query, faults),
    status: choice(query, 'status', transferStatuses, faults),
    operator: choice(query, 'operator', operatorCodes, faults),
    from: day(query, 'from', faults),
    to: day(query, 'to', faults),
  }))
}

function reading<Result>(read: (faults: Faults) => Result): Result {
  const faults: Faults = { fields: [], dates: [] }
  const result = read(faults)
  const all = [...faults.fields, ...faults.dates]
  if (all.length === 0) return result
  throw new Problem(
    faults.fields.length > 0 ? remittanceProblems.field_missing : remittanceProblems.date,
    {},
    {},
    all,
  )
}

function pageOf(query: Query, faults: Faults): Page {
  const page = whole(query, 'page', 1, faults)
  const limit = isFar(query.limit) ? maxLimit : Math.min(whole(query, 'limit', usualLimit, faults), maxLimit)
  return { page, limit, offset: (page - 1) * limit }
}

/** Whether a number has too many digits to be parsed, and so certainly exceeds the limit. */
function isFar(sent: unknown): boolean {
  return typeof sent === 'string' && /^[1-9]\d{9,99}$/.test(sent)
}

function given(query: Query, field: string): unknown {
  return query[field] === '' ? undefined : query[field]
}

function whole(query: Query, field: string, usual: number, faults: Faults): number {
  const sent = given(query, field)
  if (sent === undefined) return usual
  if (typeof sent === 'string' && /^[1-9]\d{0,8}$/.test(sent)) return Number(sent)
  faults.fields.push({ field, message: 'Must be a whole number of at least 1' })
  return usual
}

function choice(query: Query, field: string, known: readonly string[], faults: Faults): string | undefined {
  const sent = given(query, field)
  if (sent === undefined || sent === 'all') return undefined
  if (typeof sent === 'string' && known.includes(sent)) return sent
  faults.fields.push({ field, message: `Must be one of ${known.join(', ')}` })
  return undefined
}

function day(query: Query, field: string, faults: Faults): string | undefined {
  const sent = given(query, field)
  if (sent === undefined) return undefined
  try {
    if (typeof sent === 'string' && /^\d{4}-\d\d-\d\d$/.test(sent))
      return withinReach(Temporal.PlainDate.from(sent, { overflow: 'reject' })).toString()
  } catch {}
  faults.dates.push({ field, message: 'Not a date (YYYY-MM-DD)' })
  return undefined
}

/** Clamps distant dates, which the database cannot store and before or after which there is no data. */
function withinReach(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.with({ year: Math.min(Math.max(date.year, 1900), 9998) })
}
