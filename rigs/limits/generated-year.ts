// A year of transfers, generated from a seed: what ordinary people send, and among it the patterns that limits should find. Every
// transfer of a pattern knows which one it belongs to.
import { type Dice, diceOf } from '../screening/seeded.ts'

export const patterns = ['structuring', 'mule number', 'burst', 'recycled number'] as const
export type Pattern = (typeof patterns)[number]

export type YearTransfer = {
  at: Temporal.Instant
  /** US cents. */
  amount: bigint
  sender: number
  /** The wallet's number, digits with country code. */
  number: string
  /** Who the number belongs to, as the sender says. */
  beneficiary: string
  planted?: { pattern: Pattern; instance: number }
}

export type Year = { transfers: YearTransfer[]; instances: Record<Pattern, number> }

const start = Temporal.Instant.from('2025-11-01T00:00:00Z')
const dayCount = 365

export type YearOptions = { seed: string; senders: number; perPattern: number }

/** The transfers of the year in the order of their times. */
export function generatedYear({ seed, senders, perPattern }: YearOptions): Year {
  const ordinary = Array.from({ length: senders }, (_, person) => ordinaryYear(seed, person)).flat()
  const planted = patterns.flatMap((pattern, kind) =>
    Array.from({ length: perPattern }, (_, instance) => {
      const dice = diceOf(seed, pattern, instance)
      // Planted people are nobody of the others.
      const firstSender = senders + (kind * perPattern + instance) * 100
      const begins = start.add({ hours: 24 * (5 + dice.below(dayCount - 45)) + dice.below(24) })
      return plant[pattern]({ dice, firstSender, begins, number: numberOf(800_000 + firstSender) }).map(
        (transfer) => ({ ...transfer, planted: { pattern, instance } }),
      )
    }).flat(),
  )
  const transfers = [...ordinary, ...planted, ...formerOwners(planted)].sort((one, other) =>
    Temporal.Instant.compare(one.at, other.at),
  )
  const instances = Object.fromEntries(patterns.map((each) => [each, perPattern])) as Year['instances']
  return { transfers, instances }
}

const numberOf = (person: number) => `24381${String(1_000_000 + person).padStart(7, '0')}`
const dollars = (amount: number) => BigInt(amount) * 100n

/** What the former owners of recycled numbers got, up to three months before. */
function formerOwners(planted: readonly YearTransfer[]): YearTransfer[] {
  const received = planted.filter((each) => each.planted?.pattern === 'recycled number')
  return [...Map.groupBy(received, ({ number }) => number).values()].flatMap((transfers) => {
    const sorted = transfers.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
    const [{ at, number, sender }] = sorted as [YearTransfer]
    const relative = Math.floor(sender / 100) * 100 + 99
    return [720, 1_440, 2_160].flatMap((hours): YearTransfer[] => {
      const before = at.subtract({ hours })
      if (Temporal.Instant.compare(before, start) < 0) return []
      return [
        { at: before, amount: dollars(40), sender: relative, number, beneficiary: `Owner of ${number}` },
      ]
    })
  })
}

/**
 * One to three relatives get 20 to 300 dollars once or twice a month. One person in fifty is a trader, who pays a dozen suppliers every
 * week; one number in forty is that of a school, to which many people send at the beginning of a term.
 */
function ordinaryYear(seed: string, person: number): YearTransfer[] {
  const dice = diceOf(seed, 'person', person)
  const isTrader = dice.below(50) === 0
  const relatives = isTrader ? 12 : 1 + dice.below(3)
  const numbers = Array.from({ length: relatives }, (_, n) => numberOf(person * 12 + n))
  const count = isTrader ? 150 + dice.below(100) : 8 + dice.below(20)
  const sent = Array.from({ length: count }, () => {
    const number = dice.pick(numbers)
    const amount = dollars(isTrader ? 100 + dice.below(900) : 20 + dice.below(280))
    return { at: anyTime(dice), amount, sender: person, number, beneficiary: `Owner of ${number}` }
  })
  return dice.below(8) === 0 ? [...sent, ...schoolFees(dice, person)] : sent
}

function anyTime(dice: Dice): Temporal.Instant {
  return start.add({ hours: 24 * dice.below(dayCount) + 6 + dice.below(16), seconds: dice.below(3_600) })
}

/** Three terms; fees are paid within two weeks. */
function schoolFees(dice: Dice, sender: number): YearTransfer[] {
  const number = numberOf(700_000 + dice.below(6))
  return [10, 130, 310].map((day) => ({
    at: start.add({ hours: 24 * (day + dice.below(14)) + 7 + dice.below(12), seconds: dice.below(3_600) }),
    amount: dollars(80 + dice.below(120)),
    ...{ sender, number, beneficiary: 'A school' },
  }))
}

type Planting = { dice: Dice; firstSender: number; begins: Temporal.Instant; number: string }

const plant: Record<Pattern, (planting: Planting) => YearTransfer[]> = {
  /** One person splits a large sum into transfers just below 1,000 dollars, within a week, to several numbers. */
  structuring({ dice, firstSender, begins }) {
    const numbers = Array.from({ length: 4 }, (_, n) => numberOf(900_000 + firstSender + n))
    return Array.from({ length: 7 + dice.below(6) }, () => {
      const number = dice.pick(numbers)
      return {
        at: begins.add({ minutes: dice.below(6 * 24 * 60) }),
        amount: dollars(900 + dice.below(99)),
        ...{ sender: firstSender, number, beneficiary: `Owner of ${number}` },
      }
    })
  },
  /** Many people send to one number within two days. */
  'mule number'({ dice, firstSender, begins, number }) {
    return Array.from({ length: 12 + dice.below(18) }, (_, n) => ({
      at: begins.add({ minutes: dice.below(2 * 24 * 60) }),
      amount: dollars(60 + dice.below(190)),
      ...{ sender: firstSender + n, number, beneficiary: `Owner of ${number}` },
    }))
  },
  /** Thirty transfers from one person to one number within eight seconds. */
  burst({ dice, firstSender, begins, number }) {
    return Array.from({ length: 30 }, () => ({
      at: begins.add({ milliseconds: dice.below(8_000) }),
      amount: dollars(10 + dice.below(40)),
      ...{ sender: firstSender, number, beneficiary: `Owner of ${number}` },
    }))
  },
  /** A number whose owner got a little every month belongs to somebody else, who soon gets large sums from strangers. */
  'recycled number'({ dice, firstSender, begins, number }) {
    return Array.from({ length: 4 + dice.below(5) }, (_, n) => ({
      at: begins.add({ minutes: dice.below(10 * 24 * 60) }),
      amount: dollars(200 + dice.below(300)),
      ...{ sender: firstSender + n, number, beneficiary: `New owner of ${number}` },
    }))
  },
}
