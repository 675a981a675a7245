// The dispute report of the simulated gateway: lines may be late, missing from one reading, doubled, and in any order.
import type { DisputeLine } from '../../../../server/cards/gateway/gateway.ts'
import { money } from '../../../../server/kernel/money.ts'
import type { Wire } from '../../kernel/upstream.ts'
import type { BookedCharge, CardBooks } from './books.ts'

const lateMs = 2 * 3_600_000

/** What the report of a period shows now. */
export function disputeLines(
  { time, chance, faults }: Pick<Wire, 'time' | 'chance' | 'faults'>,
  { disputes }: CardBooks,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): DisputeLine[] {
  const isIn = (at: Temporal.Instant) =>
    Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, to) <= 0
  return disputes
    .filter(({ line, visibleAt }) => isIn(line.at) && visibleAt <= time.now())
    .filter(() => !faults.happens('gateway omits a dispute for now'))
    .flatMap(({ line }) => (faults.happens('gateway reports a dispute twice') ? [line, line] : [line]))
    .map((line) => ({ line, order: chance.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ line }) => line)
}

/** Books a line about the dispute of a payment, if the gateway has captured it. */
export function disputeCharge(
  wire: Pick<Wire, 'time' | 'chance' | 'faults'>,
  books: CardBooks,
  code: string,
  kind: DisputeLine['kind'],
): void {
  const charge = books.charges.find((one) => one.code === code && one.state === 'captured')
  if (charge) bookDispute(wire, books, { caseNumber: `case-${charge.paymentId}`, kind, charge })
}

/** Books a line about a case. The gateway does not compare it with the refunds of the payment. */
function bookDispute(
  { time, chance, faults }: Pick<Wire, 'time' | 'chance' | 'faults'>,
  { disputes }: CardBooks,
  { caseNumber, kind, charge }: { caseNumber: string; kind: DisputeLine['kind']; charge: BookedCharge },
): void {
  const isLate = faults.happens('gateway reports a dispute late')
  const now = time.now()
  disputes.push({
    visibleAt: isLate ? now + chance.spread(1_000, lateMs) : now,
    line: {
      caseNumber,
      kind,
      paymentId: charge.paymentId,
      code: charge.code,
      amount: money(charge.amountMinor, charge.currency),
      reasonCode: '10.4',
      reason: '',
      respondBy: Temporal.Instant.fromEpochMilliseconds(Math.floor(now) + 14 * 24 * 3_600_000),
      at: Temporal.Instant.fromEpochMilliseconds(Math.floor(now)),
    },
  })
}
