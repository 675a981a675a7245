// Payment links that are paid in parts or with amounts that their payers choose: what remains, what is due next, and which amount a
// payment may have.

import { formatMoney, type LocalCurrency, type Money, money } from '../../kernel/money.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { OrderResponse, Orders } from '../orders/create-order.ts'
import { minAmounts } from '../transaction/amount.ts'
import { closedToCharge, statusAt } from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { LinkRow } from './queries.ts'

/** `rest`: too little would be left. `taken`: others have paid or are paying it. */
export type AmountFault = 'missing' | 'wrong' | 'low' | 'high' | 'rest' | 'taken'

/** The amount that the payer chose: one that the page offers, or another one in a field of its own. */
export type TypedAmount = { part?: string; amount?: string }

/** The choice whose amount is in a field of its own. */
export const otherPart = 'other'

/** What is left to pay; null for an open amount. */
export const remainingOf = ({ amount_minor, paid_minor }: Pick<LinkRow, 'amount_minor' | 'paid_minor'>) =>
  amount_minor === null ? null : amount_minor - paid_minor

type Scheduled = Pick<LinkRow, 'schedule' | 'amount_minor' | 'paid_minor' | 'currency'>

/** Whether what is left is too little for a payment: such a link counts as fully paid. */
export const isPaidOff = ({ amount_minor, paid_minor, currency }: Omit<Scheduled, 'schedule'>): boolean =>
  amount_minor !== null && amount_minor - paid_minor < minAmounts[currency].minor

/** The first day of the schedule whose sum is not paid yet, with what is missing of it; null once all is paid. */
export function nextDueOf(link: Scheduled): { due_on: string; minor: bigint } | null {
  const { schedule, paid_minor } = link
  // guard: due-of-unpayable-rest
  if (isPaidOff(link)) return null
  let sum = 0n
  for (const { due_on, amount_minor } of schedule) {
    sum += BigInt(amount_minor)
    if (sum > paid_minor) return { due_on, minor: sum - paid_minor }
  }
  return null
}

/** What is missing of all that is due until a day, that day included; negative if more was paid. */
export const missingUntil = (
  { schedule, paid_minor }: Pick<LinkRow, 'schedule' | 'paid_minor'>,
  day: string,
): bigint =>
  schedule
    .filter(({ due_on }) => due_on <= day)
    .reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), -paid_minor)

/** Whether a day of the schedule has passed where the merchant is. */
export const isOverdue = (due_on: string, timeZone: string, now: Temporal.Instant): boolean =>
  due_on < now.toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** What a payer owes now: all that is due until today, since the first of its days, or else what is due next. */
export function dueNow(
  link: Scheduled & { time_zone: string },
  now: Temporal.Instant,
): { due_on: string; minor: bigint; isLate: boolean } | null {
  const next = nextDueOf(link)
  if (!next || !isOverdue(next.due_on, link.time_zone, now)) return next && { ...next, isLate: false }
  const today = now.toZonedDateTimeISO(link.time_zone).toPlainDate().toString()
  return { due_on: next.due_on, minor: missingUntil(link, today), isLate: true }
}

/** What a new part may take: what remains, without the parts that are being paid now. */
export const roomOf = ({ amount_minor, paid_minor, running_minor }: LinkRow) =>
  (amount_minor ?? 0n) - paid_minor - running_minor

/**
 * Refuses an amount that a link does not take now. Several orders may fit at first: which of them are paid is decided when their charges
 * reserve their amounts.
 * @throws InvalidBody; Problem 409.
 */
export function checkPart(link: LinkRow, { minor, currency }: Money<LocalCurrency>): void {
  const refuse = (field: string, type: string, msg: string, input: string): never => {
    throw new InvalidBody([{ type, loc: ['body', field], msg, input }])
  }
  const shown = (of: bigint) => formatMoney(money(of, link.currency))
  if (link.kind === 'single') throw new Problem(cardProblems.link_has_fixed_amount)
  if (currency !== link.currency)
    refuse('currency', 'literal_error', `Input should be '${link.currency}'`, currency)
  const input = shown(minor)
  const room = link.kind === 'parts' ? roomOf(link) : null
  // guard: part-above-remaining
  if (room !== null && minor > room) throw new Problem(cardProblems.amount_exceeds_remaining)
  if (link.min_minor !== null && minor < link.min_minor && minor !== room)
    refuse(
      'amount',
      'greater_than_equal',
      `Input should be greater than or equal to ${shown(link.min_minor)}`,
      input,
    )
  if (link.max_minor !== null && minor > link.max_minor)
    refuse(
      'amount',
      'less_than_equal',
      `Input should be less than or equal to ${shown(link.max_minor)}`,
      input,
    )
  const min = minAmounts[link.currency].minor
  // guard: unpayable-rest
  if (room !== null && room !== minor && room - minor < min)
    refuse('amount', 'rest_too_small', `Value error, the rest would be below ${shown(min)}`, input)
}

/**
 * Creates the order of one part, or of an amount that the payer has chosen elsewhere.
 * @throws InvalidBody; Problem 403, 409, 410.
 */
export async function orderPart(
  { orders, clock }: { orders: Orders; clock: Clock },
  { merchant, link, body, sql }: { merchant: Merchant; link: LinkRow; body: unknown; sql: Sql | undefined },
): Promise<OrderResponse> {
  const status = statusAt(link, clock.now())
  if (status !== 'ACTIVE') throw closedToCharge(status)
  const form = {
    ...{ linkId: link.id, linkExpiresAt: link.expires_at, paymentMethods: link.payment_methods },
    checkAmount: (amount: Money<LocalCurrency>) => checkPart(link, amount),
  }
  const order = await orders.create(merchant, body, { sql, form })
  if (order === 'stale') throw new Problem(signingProblems.merchant_unknown)
  return order
}
