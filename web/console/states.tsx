// The badge of the status of a payment, refund, void, payout, transfer or webhook.
import { Badge, type Tone } from '../ui/display/badge.tsx'
import { stateTexts } from '../ui/language/states.ts'

const tones: Record<string, Tone> = {
  PENDING: 'wait',
  SUCCESS: 'good',
  FAILED: 'bad',
  REFUNDED: 'plain',
  Submitted: 'wait',
  Successful: 'good',
  Failed: 'bad',
  Hold: 'wait',
  DELIVERED: 'good',
  DEAD: 'bad',
  REQUESTED: 'wait',
  APPROVED: 'wait',
  SENT: 'wait',
  PAID: 'good',
  RETURNED: 'bad',
}

/** The badge of a status; an unknown status is shown as it is. */
export function State({ of, is }: { of: keyof ReturnType<typeof stateTexts>; is: string }) {
  const label: Readonly<Record<string, string>> = stateTexts()[of]
  return <Badge tone={tones[is] ?? 'plain'}>{label[is] ?? is}</Badge>
}
