// `from` and `to` of a list: whole days of UTC, both counted.
import { z } from 'zod'
import { refused } from './body.ts'

const day = z
  .string()
  .optional()
  .transform((sent, context) => {
    if (sent === undefined || sent === '') return undefined
    const found = dayOf(sent)
    if (found) return found
    context.addIssue({ code: 'custom', ...refused('date_parsing', 'Not a date (YYYY-MM-DD)') })
    return z.NEVER
  })

export const dayFields = { from: day, to: day }

export type DayRange = { from?: Temporal.PlainDate | undefined; to?: Temporal.PlainDate | undefined }

function dayOf(text: string): Temporal.PlainDate | undefined {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Temporal.PlainDate.from(text, { overflow: 'reject' }) : undefined
  } catch {
    return undefined
  }
}

/** From the first instant to the first that is too late, as the database reads them; without end where none is asked. */
export function boundsOf({ from, to }: DayRange): [from: string, before: string] {
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime('UTC').toInstant().toString()
  return [from ? startOf(from) : '-infinity', to ? startOf(to.add({ days: 1 })) : 'infinity']
}
