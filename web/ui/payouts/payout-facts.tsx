// The parts of a payout that merchants and admins see alike.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../display/amount.tsx'
import type { Fact } from '../display/facts.tsx'
import { operatorName } from '../display/operators.ts'
import { formatPhone } from '../display/phone.ts'
import type { Moment } from '../display/timeline.tsx'
import { reason } from '../language/reasons.ts'
import { payoutTexts } from './texts.ts'

/** A wallet, or the end of a bank account. */
type Target = Pick<schemas.PayoutTarget, 'operator' | 'number'> &
  Partial<Pick<schemas.PayoutTarget, 'subscriber_name' | 'account_last4' | 'bic' | 'holder'>>

/** "Vodacom +243 81 000 0001", or "TRMSCD3L •••• 7034" for a bank account. */
export function targetText({ operator, number, bic, account_last4 }: Target): string {
  if (operator === null || number === null) return `${bic} ••••\u00a0${account_last4}`
  return `${operatorName(operator)} ${formatPhone(number)}`
}

export const isBank = ({ operator }: Pick<Target, 'operator'>): boolean => operator === null

/** The owner's name; the wallet or account itself where none is known. */
export function targetName(target: Target): string {
  return target.holder ?? target.subscriber_name ?? targetText(target)
}

/** Wallet or account and name in one line. The digits come first, because a narrow field cuts the end. */
export function targetLine(target: Target): string {
  const [name, text] = [targetName(target), targetText(target)]
  return name === text ? text : `${text}, ${name}`
}

/** @param amount and `fee` as the service writes them: texts with two decimals */
export function sumText({ amount, fee, currency }: Pick<schemas.Payout, 'amount' | 'fee' | 'currency'>) {
  const hundredths = (text: string) => BigInt(text.replace('.', ''))
  const sum = String(hundredths(amount) + hundredths(fee)).padStart(3, '0')
  return formatMoney(`${sum.slice(0, -2)}.${sum.slice(-2)}`, currency)
}

/** What is paid, where to, and what became of it. */
export function payoutFacts(payout: schemas.Payout): Fact[] {
  const t = payoutTexts()
  const { amount, fee, currency, destination, reference, operator_reference, failure_code } = payout
  return [
    [t.amount, formatMoney(amount, currency)],
    [t.fee, formatMoney(fee, currency)],
    [t.total, sumText(payout)],
    [t.destination, targetText(destination)],
    [t.owner, destination.holder ?? destination.subscriber_name],
    [t.reference, reference, reference],
    ...(operator_reference
      ? [
          [
            isBank(destination) ? t.bankReference : t.operatorReference,
            operator_reference,
            operator_reference,
          ] as const,
        ]
      : []),
    ...(failure_code ? [[t.refusal, reason('transferFailure', failure_code)] as const] : []),
    ...(payout.decision_reason ? [[t.rejection, payout.decision_reason] as const] : []),
  ]
}

/** What keeps a payout from being sent, if anything: the cause of the hold that nothing has followed yet. */
export function holdOf({
  held_reason,
  state,
  history,
}: Pick<schemas.Payout, 'held_reason' | 'state'> & { history: readonly schemas.PayoutEvent[] }):
  | string
  | undefined {
  if (held_reason) return 'destination not active'
  const last = history.at(-1)
  return state === 'APPROVED' && last?.event === 'held' ? last.detail : undefined
}

const tones: Readonly<Record<string, Moment['tone']>> = {
  paid: 'good',
  declined: 'bad',
  refused: 'bad',
  returned: 'bad',
  rejected: 'bad',
  held: 'wait',
  blocked: 'wait',
}

/** The history as moments. @param detailOf what else is said of an event */
export function payoutMoments(
  { history, destination }: { history: readonly schemas.PayoutEvent[]; destination: Target },
  detailOf: (event: schemas.PayoutEvent) => string = () => '',
): Moment[] {
  const t = payoutTexts()
  const events = isBank(destination) ? { ...t.events, ...t.bankEvents } : t.events
  return history.map((event) => {
    const detail = detailOf(event)
    return {
      at: event.at,
      title: (event.event === 'held' && t.holds[event.detail]) || (events[event.event] ?? event.event),
      tone: tones[event.event] ?? 'plain',
      ...(detail && { detail }),
    }
  })
}
