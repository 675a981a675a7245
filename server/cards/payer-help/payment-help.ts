// "I paid, what happened?": what became of the payments that a payer describes, and what to do now. Whoever asks may be a stranger, so the
// response names nobody, and holds only what fits everything that the payer knows.
import type { Environment } from '../../kernel/environment.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Attempt, findByCard, findByPhone, type Known, knownValues } from './queries.ts'
import { type TryNeeds, takeTry } from './tries.ts'

export const helpStates = [
  'PAID',
  'CHECKING',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
  'RETURNING',
  'RETURNED',
  'REFUNDING',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VOIDED',
] as const
export type HelpState = (typeof helpStates)[number]

/** What became of one payment. The contact and the time zone are the merchant's. */
export type PaymentHelp = {
  state: HelpState
  /** When the payer was debited; null if that did not happen or is not known. */
  paidAt: Temporal.Instant | null
  contact: string | null
  timeZone: string
}

export type HelpNeeds = TryNeeds & { cells: Cells; environments: readonly Environment[] }

/** @throws Problem 429 for the eleventh try of an address within an hour. */
export async function findHelp(needs: HelpNeeds, known: Known, address: string): Promise<PaymentHelp[]> {
  await takeTry(needs, address)
  const attempts = await attemptsOf(needs, known)
  return informative(attempts).map(({ attempt, state }) => ({
    state,
    paidAt: debitedAt(attempt, state),
    contact: attempt.support,
    timeZone: attempt.time_zone,
  }))
}

/** Cards are known by four digits, numbers by three. A cell that does not respond leaves what the others know. */
async function attemptsOf({ cells, environments }: HelpNeeds, known: Known): Promise<Attempt[]> {
  // A payer asks about real money.
  // guard: help-environment
  const environment = environments.includes('production') ? 'production' : 'sandbox'
  const find = known.last.length === 4 ? findByCard : findByPhone
  const values = knownValues(environment, known)
  const found = await Promise.allSettled(cells.all.map((db) => db.rows(find, values)))
  const attempts = found.flatMap((cell) => (cell.status === 'fulfilled' ? cell.value : []))
  // "Nothing was found" would be a lie about a cell that was not read.
  if (attempts.length === 0) for (const cell of found) if (cell.status === 'rejected') throw cell.reason
  return attempts.sort((a, b) => Temporal.Instant.compare(b.created_at, a.created_at))
}

const unpaid: readonly HelpState[] = ['DECLINED', 'EXPIRED', 'CANCELLED']

/** Of one payment: what took money or may have, or else the last attempt. */
function informative(attempts: readonly Attempt[]) {
  const all = attempts.map((attempt) => ({ attempt, state: stateOf(attempt) }))
  const ofPayment = Map.groupBy(all, ({ attempt }) => attempt.transaction_id)
  return [...ofPayment.values()].flatMap((tries) => {
    const debited = tries.filter(({ state }) => !unpaid.includes(state))
    return debited.length > 0 ? debited : tries.slice(0, 1)
  })
}

function stateOf(attempt: Attempt): HelpState {
  const { collection_state: collection, status } = attempt
  // guard: late-money-in-help
  if (attempt.is_back) return 'RETURNED'
  if (attempt.late_at) return 'RETURNING'
  if (attempt.is_checking) return 'CHECKING'
  if (collection === 'DECLINED' || collection === 'EXPIRED') return collection
  if (collection !== null && collection !== 'APPROVED') return 'CHECKING'
  // The payment may have been made with another card since.
  // guard: other-card-in-help
  if (!attempt.is_own) return status === 'EXPIRED' || status === 'CANCELLED' ? status : 'DECLINED'
  if (status === 'SUCCESS') return attempt.is_refund_pending ? 'REFUNDING' : 'PAID'
  if (status === 'PENDING') return 'CHECKING'
  return status === 'FAILED' ? 'DECLINED' : status
}

function debitedAt({ late_at, finalised_at }: Attempt, state: HelpState): Temporal.Instant | null {
  if (unpaid.includes(state) || state === 'CHECKING') return null
  return late_at ?? finalised_at
}
