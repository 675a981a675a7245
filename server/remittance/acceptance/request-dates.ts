// The dates in the body of an inbound transfer.
import { lastResults } from '../../kernel/last-results.ts'
import type { FieldFault } from '../../kernel/problem.ts'

/** Each date is read twice, for its form and for its meaning. */
export const readDate = lastResults(parseDate, 8)

function parseDate(sent: unknown): Temporal.PlainDate | undefined {
  if (typeof sent !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(sent.trim())) return undefined
  try {
    return Temporal.PlainDate.from(sent.trim(), { overflow: 'reject' })
  } catch {
    return undefined
  }
}

type DateFault = FieldFault & { problem: 'date' }

const adultYears = 18
const earliestYear = 1900

/** What the dates of a transfer mean together: ages, and the validity of the sender's document. */
export function dateFaults(body: Record<string, unknown>, today: Temporal.PlainDate): DateFault[] {
  const faults: DateFault[] = []
  const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0
  const refuse = (field: string, message: string) => faults.push({ field, problem: 'date', message })
  for (const field of ['sender_birthdate', 'receiver_birthdate']) {
    const born = readDate(body[field])
    if (born && (born.year < earliestYear || isAfter(born, today))) refuse(field, 'Not a date of birth')
    else if (born && field === 'sender_birthdate' && isAfter(born.add({ years: adultYears }), today))
      refuse(field, 'The sender is under 18')
  }
  const issued = readDate(body.document_issue_date)
  const expires = readDate(body.document_expiration_date)
  if (issued && isAfter(issued, today)) refuse('document_issue_date', 'Not issued yet')
  if (issued && expires && isAfter(issued, expires))
    refuse('document_issue_date', 'After document_expiration_date')
  if (expires && isAfter(today, expires)) refuse('document_expiration_date', 'The document has expired')
  return faults
}
