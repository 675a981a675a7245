// The month of a sample: what happens when. It is planned before anything is made, from a seed and the day, so that it can be read,
// counted and compared. Business follows the week: Saturdays are best, Sundays nearly idle.

import type { RefusalReason } from '../cards/transaction/decline-reasons.ts'
import type { CardFacts } from '../cards/transaction/transaction.ts'
import type { LocalCurrency } from '../kernel/money.ts'
import type { OperatorCode } from '../kernel/operators.ts'
import type { CollectionDecline } from '../operator-calls/collector.ts'
import type { DeclineReason } from '../operator-calls/operator.ts'
import { type Chance, chanceOf, goods, type Person, personOf } from './people.ts'

export type Sale = {
  kind: 'sale'
  key: string
  /** Minor units. */
  amount: bigint
  currency: LocalCurrency
  goods: string
  payer: Person
  /** The payment link that it is paid by. */
  link?: string
} & (
  | { by: 'card'; card: CardFacts; refusal?: RefusalReason }
  | { by: 'phone'; operator: OperatorCode; refusal?: CollectionDecline }
)

export type Transfer = {
  kind: 'transfer'
  key: string
  /** US cents. */
  amount: bigint
  operator: OperatorCode
  sender: Person
  receiver: Person
  outcome: 'succeeded' | 'reversed' | 'held' | DeclineReason
}

export type SampleEvent =
  | Sale
  | Transfer
  | { kind: 'top_up'; key: string; amount: bigint }
  | { kind: 'link'; key: string; body: Readonly<Record<string, unknown>> }
  | { kind: 'refund'; of: string; amount?: bigint; reason: string }
  | { kind: 'void'; of: string; reason: string }
  | { kind: 'dispute'; of: string; number: number; event: 'opened' | 'won' }
  | { kind: 'payout'; key: string; currency: LocalCurrency }
  | { kind: 'batch'; rows: readonly Omit<Transfer, 'kind' | 'outcome'>[]; step: 'upload' | 'confirm' }
  | { kind: 'end_of_day' }

/** `minute` of the day in Kinshasa. */
export type Planned = { minute: number; event: SampleEvent }
/** A day in Kinshasa, and what happens in its order. */
export type PlannedDay = { day: Temporal.PlainDate; events: Planned[] }

export const daysOfSample = 30
const zone = 'Africa/Kinshasa'

/** When an event happens. */
export const timeOf = (day: Temporal.PlainDate, minute: number): Temporal.Instant =>
  day
    .toZonedDateTime({ timeZone: zone, plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 } })
    .toInstant()

export const todayOf = (now: Temporal.Instant): Temporal.PlainDate =>
  now.toZonedDateTimeISO(zone).toPlainDate()

/** The payments of a day of the week, from Monday on. */
const salesOfWeekday = [4, 4, 5, 5, 7, 9, 2] as const
const transfersOfWeekday = [2, 2, 2, 2, 3, 3, 0] as const
const openMinute = 8 * 60
const closeMinute = 19 * 60

const operators = ['vodacom', 'airtel', 'orange'] as const
const prefixes: Partial<Record<OperatorCode, string>> = { vodacom: '82', airtel: '97', orange: '84' }
const personAt = (chance: Chance, operator: OperatorCode) => personOf(chance, prefixes[operator])

/** What each link asks for; `amounts` are what its payers choose, in dollars. */
const links = [
  {
    key: 'boutique',
    amounts: [24],
    body: {
      ...{ amount: 24, currency: 'USD', merchant_reference: 'PAGNE-WAX', max_uses: 200 },
      description: 'Pagne wax, 6 yards',
    },
  },
  {
    key: 'don',
    amounts: [5, 10, 20, 50],
    body: {
      ...{ kind: 'open', currency: 'USD', minimum: 5, merchant_reference: 'ECOLE-GOMA' },
      description: 'Don pour l’école de Goma',
    },
  },
  {
    key: 'loyer',
    amounts: [50],
    body: {
      ...{ kind: 'parts', currency: 'USD', total: 900, minimum_part: 50, merchant_reference: 'LOYER-2' },
      ...{ description: 'Loyer du trimestre', payer_label: 'Grâce Mukendi' },
    },
  },
] as const

/**
 * Plans the month that ends with this day.
 * @param seed the same seed and day make the same month.
 */
export function planOf(seed: number, today: Temporal.PlainDate): PlannedDay[] {
  const chance = chanceOf(seed)
  const days = Array.from({ length: daysOfSample + 1 }, (_, n): PlannedDay => {
    const day = today.subtract({ days: daysOfSample - n })
    return { day, events: eventsOf(chance, day, n) }
  })
  addConsequences(days)
  for (const { events } of days) events.sort((a, b) => a.minute - b.minute)
  return days
}

function eventsOf(chance: Chance, day: Temporal.PlainDate, n: number): Planned[] {
  const weekday = day.dayOfWeek - 1
  const at = () => chance.whole(openMinute, closeMinute)
  const events: Planned[] = [{ minute: 75, event: { kind: 'end_of_day' } }]
  if (n % 10 === 0 && n < daysOfSample)
    events.push({ minute: 450, event: { kind: 'top_up', key: `top-up-${n}`, amount: 350_000n } })
  const link = links[n - 1]
  if (link) events.push({ minute: 470, event: { kind: 'link', key: link.key, body: link.body } })
  for (let count = salesOfWeekday[weekday]!; count > 0; count--) {
    const event = saleOf(chance, `${n}-${count}`, n)
    events.push({ minute: at(), event })
  }
  for (let count = transfersOfWeekday[weekday]!; count > 0; count--)
    events.push({ minute: at(), event: transferOf(chance, `${n}-${count}`) })
  if (day.dayOfWeek === 5 && n > 4)
    for (const currency of ['USD', 'CDF'] as const)
      events.push({ minute: 1_150, event: { kind: 'payout', key: `${n}-${currency}`, currency } })
  if (n === 20) events.push(...batchOf(chance))
  return events
}

const cards = [
  { type: 'Visa', scheme: 'VISA DEBIT', last4: '4242', issuer: 'RAWBANK', binCountry: 'CD' },
  { type: 'Visa', scheme: 'VISA CREDIT', last4: '1881', issuer: 'EQUITY BCDC', binCountry: 'CD' },
  { type: 'Mastercard', scheme: 'MASTERCARD DEBIT', last4: '4444', issuer: 'FBNBANK DRC', binCountry: 'CD' },
  { type: 'Mastercard', scheme: 'MASTERCARD CREDIT', last4: '0005', issuer: 'KBC BANK', binCountry: 'BE' },
] as const
const cardRefusals = [
  'INSUFFICIENT_FUND',
  'INSUFFICIENT_FUND',
  'GENERAL_DECLINE',
  'INVALID_CVN',
  'EXPIRED_CARD',
  'UNAUTHORIZED_CARD',
] as const satisfies readonly RefusalReason[]
const phoneRefusals = ['MM_INSUFFICIENT_FUNDS', 'MM_WRONG_PIN', 'MM_CANCELLED'] as const

/** About 2,800 francs for a dollar, rounded as shops do. */
const francsOf = (dollars: number) => BigInt(dollars * 2_800) * 100n

function saleOf(chance: Chance, key: string, n: number): Sale {
  const isRefused = chance.happens(11)
  if (n > 4 && chance.happens(14)) return linkSaleOf(chance, key, isRefused)
  const [title, price] = chance.one(goods)
  const dollars = price * chance.one([1, 1, 1, 2, 3])
  const paid = { kind: 'sale', key, goods: title } as const
  if (chance.happens(45)) {
    const operator = chance.one(operators)
    const inFrancs = chance.happens(70)
    return {
      ...{ ...paid, by: 'phone', operator, payer: personAt(chance, operator) },
      ...priceOf(dollars, inFrancs),
      ...(isRefused && { refusal: chance.one(phoneRefusals) }),
    }
  }
  const inFrancs = chance.happens(25)
  return { ...paid, ...byCard(chance, isRefused), ...priceOf(dollars, inFrancs) }
}

const priceOf = (dollars: number, inFrancs: boolean) =>
  inFrancs
    ? ({ amount: francsOf(dollars), currency: 'CDF' } as const)
    : ({ amount: BigInt(dollars) * 100n, currency: 'USD' } as const)

type ByCard = Pick<Extract<Sale, { by: 'card' }>, 'by' | 'payer' | 'card' | 'refusal'>

const byCard = (chance: Chance, isRefused: boolean): ByCard => ({
  by: 'card',
  payer: personOf(chance),
  card: { ...chance.one(cards), expiry: `${String(chance.whole(1, 12)).padStart(2, '0')}-2031` },
  ...(isRefused && { refusal: chance.one(cardRefusals) }),
})

function linkSaleOf(chance: Chance, key: string, isRefused: boolean): Sale {
  const { key: link, amounts, body } = chance.one([links[0], links[0], links[1], links[2]])
  const dollars = chance.one<number>(amounts)
  return {
    ...{ kind: 'sale', key, link, goods: body.description },
    ...byCard(chance, isRefused),
    ...priceOf(dollars, false),
  }
}

function transferOf(chance: Chance, key: string): Transfer {
  const operator = chance.one(operators)
  const refused = chance.happens(9)
  return {
    ...{ kind: 'transfer', key, operator, amount: BigInt(chance.whole(4, 36) * 500) },
    ...{ sender: personOf(chance), receiver: personAt(chance, operator) },
    outcome: refused
      ? chance.one(['RECIPIENT_NOT_FOUND', 'RECIPIENT_LIMIT_REACHED', 'REFUSED_BY_OPERATOR'] as const)
      : 'succeeded',
  }
}

/** Salaries: twenty transfers by file, uploaded in the morning and confirmed by somebody else before noon. */
function batchOf(chance: Chance): Planned[] {
  const rows = Array.from({ length: 20 }, (_, n) => {
    const operator = chance.one(operators)
    const amount = BigInt(chance.whole(8, 20) * 1_000)
    return {
      key: `SALAIRE-${n + 1}`,
      operator,
      amount,
      sender: personOf(chance),
      receiver: personAt(chance, operator),
    }
  })
  return [
    { minute: 540, event: { kind: 'batch', rows, step: 'upload' } },
    { minute: 660, event: { kind: 'batch', rows, step: 'confirm' } },
  ]
}

/** What follows from some payments: refunds, voids and disputes; and a transfer that was reversed, and one that is held. */
function addConsequences(days: PlannedDay[]): void {
  const of = (n: number, wanted: (sale: Sale) => boolean) =>
    days[n]!.events.find(
      (each): each is Planned & { event: Sale } => each.event.kind === 'sale' && wanted(each.event),
    )
  const isPaid = (sale: Sale) => sale.by === 'card' && sale.refusal === undefined && !sale.link
  const add = (n: number, minute: number, event: SampleEvent) => days[n]!.events.push({ minute, event })
  const paid = paidOn(days, isPaid)
  for (const [at, reason] of [
    [2, 'Article épuisé'],
    [11, 'Commande annulée par le client'],
    [17, 'Article retourné'],
    [23, 'Livré trop tard'],
  ] as const) {
    const n = paid(at)
    const sale = of(n, isPaid)!.event
    add(n + 2, 600, {
      kind: 'refund',
      of: sale.key,
      reason,
      ...(at === 17 && { amount: (sale.amount / 200n) * 100n }),
    })
  }
  const voided = paid(14)
  const { minute, event } = of(voided, isPaid)!
  add(voided, Math.min(minute + 20, 1_170), { kind: 'void', of: event.key, reason: 'Commandé deux fois' })
  const won = of(paid(6), isPaid)!.event.key
  add(12, 605, { kind: 'dispute', of: won, number: 1, event: 'opened' })
  add(24, 605, { kind: 'dispute', of: won, number: 1, event: 'won' })
  add(28, 605, { kind: 'dispute', of: of(paid(19), isPaid)!.event.key, number: 2, event: 'opened' })
  const held = [days[26]!, days[27]!]
    .flatMap(({ events }) => events)
    .filter(({ event }) => event.kind === 'transfer')
  for (const [index, outcome] of (['held', 'reversed'] as const).entries()) {
    const transfer = held[index]?.event
    if (transfer?.kind === 'transfer') transfer.outcome = outcome
  }
}

/** The first day from `n` on with such a payment, each day once. */
function paidOn(days: readonly PlannedDay[], wanted: (sale: Sale) => boolean) {
  const used = new Set<number>()
  return (n: number): number => {
    let at = n
    while (used.has(at) || !days[at]!.events.some(({ event }) => event.kind === 'sale' && wanted(event)))
      at += 1
    used.add(at)
    return at
  }
}
