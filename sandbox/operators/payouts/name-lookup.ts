// Inquiries, which move no money but are recorded, so that tests can check that they were made.
import type { Payout, ProtocolName } from '../books/book.ts'
import type { Operators } from '../operators.ts'
import type { Subscriber } from './subscribers.ts'

/** The subscriber, if there is a wallet. */
export function lookUp(
  operators: Operators,
  protocol: ProtocolName,
  subscriber: Subscriber,
): (Subscriber & { name: NonNullable<Subscriber['name']> }) | null {
  const { msisdn, name } = subscriber
  const outcome = name ? 'found' : 'no_wallet'
  const at = operators.clock.now()
  operators.book.addRequest({ protocol, kind: 'lookup', reference: null, msisdn, outcome, at })
  return name ? { ...subscriber, name } : null
}

/** Records that the payer inquired about a payout, found or not, and returns the payout. */
export function inquire(
  operators: Operators,
  protocol: ProtocolName,
  reference: string,
  payout: Payout | null,
): Payout | null {
  operators.book.addRequest({
    protocol,
    kind: 'inquiry',
    reference: payout?.reference ?? reference,
    msisdn: payout?.msisdn ?? null,
    outcome: payout?.status ?? 'absent',
    at: operators.clock.now(),
  })
  return payout
}
