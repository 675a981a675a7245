// A month of UTC, as the regulatory reports name it.
import { refused, text } from '../../platform/http/body/body.ts'

export type Month = { name: string; from: Temporal.Instant; to: Temporal.Instant }

/** `2026-11` */
export const monthField = text({ max: 7 })
  .refine(isMonth, refused('date_parsing', 'Input should be a month written as YYYY-MM'))
  .meta({ pattern: '^\\d{4}-\\d\\d$', examples: ['2026-11'] })

function isMonth(sent: string): boolean {
  const [, year = '', month = ''] = /^(2\d{3})-(\d\d)$/.exec(sent) ?? []
  return year !== '' && Number(month) >= 1 && Number(month) <= 12
}

/** @param name as `monthField` accepts it */
export function monthOf(name: string): Month {
  const first = Temporal.PlainDate.from(`${name}-01`)
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime('UTC').toInstant()
  return { name, from: at(first), to: at(first.add({ months: 1 })) }
}
