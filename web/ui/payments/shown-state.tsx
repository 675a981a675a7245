// The state of a payment as merchants and admins have to see it: one that the cardholder disputes is not simply paid.
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge, type Tone } from '../display/badge.tsx'
import { catalogue } from '../language/language.ts'
import { stateTexts } from '../language/states.ts'
import { StatusMark } from '../rows/icons.tsx'
import { paymentMarks } from '../rows/marks.ts'

const texts = catalogue({
  fr: { disputed: 'Contesté', lost: 'Litige perdu' },
  en: { disputed: 'Disputed', lost: 'Dispute lost' },
})

type Shown = Pick<schemas.AdminPaymentSummary, 'status' | 'disputed' | 'dispute'>

const tones: Partial<Record<Shown['status'], Tone>> = { PENDING: 'wait', SUCCESS: 'good', FAILED: 'bad' }

/** What a dispute makes of the state of its payment; undefined where the payment's own state says it all. */
function disputedText({ disputed, dispute }: Shown): string | undefined {
  const t = texts()
  if (disputed) return t.disputed
  return dispute?.state === 'LOST' || dispute?.state === 'ACCEPTED' ? t.lost : undefined
}

export function ShownBadge({ payment }: { payment: Shown }) {
  const text = disputedText(payment)
  if (text !== undefined) return <Badge tone="bad">{text}</Badge>
  return <Badge tone={tones[payment.status] ?? 'plain'}>{stateTexts().payment[payment.status]}</Badge>
}

/** The same as a mark in a list. */
export function ShownMark({ payment }: { payment: Shown }) {
  const text = disputedText(payment)
  if (text !== undefined) return <StatusMark mark={payment.disputed ? 'alert' : 'back'}>{text}</StatusMark>
  return <StatusMark mark={paymentMarks[payment.status]}>{stateTexts().payment[payment.status]}</StatusMark>
}
