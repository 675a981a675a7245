// The state of a payment as its merchant has to see it: one that the cardholder disputes is not simply paid.
import { Badge } from '../../ui/display/badge.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { StatusMark } from '../../ui/rows/icons.tsx'
import { paymentMarks } from '../../ui/rows/marks.ts'
import { PaymentBadge } from '../account/status.tsx'
import type { Payment } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const texts = catalogue({
  fr: { disputed: 'Contesté', lost: 'Litige perdu' },
  en: { disputed: 'Disputed', lost: 'Dispute lost' },
})

type Shown = Pick<Payment, 'status' | 'disputed' | 'dispute'>

/** What a dispute makes of the state of its payment; undefined where the payment's own state says it all. */
function disputedText({ disputed, dispute }: Shown): string | undefined {
  const t = texts()
  if (disputed) return t.disputed
  return dispute?.state === 'LOST' || dispute?.state === 'ACCEPTED' ? t.lost : undefined
}

export function ShownBadge({ payment }: { payment: Shown }) {
  const text = disputedText(payment)
  return text === undefined ? <PaymentBadge status={payment.status} /> : <Badge tone="bad">{text}</Badge>
}

/** The same as a mark in a list. */
export function ShownMark({ payment }: { payment: Shown }) {
  const text = disputedText(payment)
  if (text !== undefined) return <StatusMark mark={payment.disputed ? 'alert' : 'back'}>{text}</StatusMark>
  return <StatusMark mark={paymentMarks[payment.status]}>{labelOf('payment', payment.status)}</StatusMark>
}
