// Whether new rates may become the card by themselves. Rates that jump are more often a provider's mistake than the
// market's, and a conversion by a mistake cannot be taken back.
import { type RateTable, snapshotCurrencies } from './rate-table.ts'

type Rates = ReadonlyMap<string, bigint>

/** Millionths by which a rate may differ from the last good one: a tenth. */
const mostMoved = 100_000n
/** And the first rates of all from what they were about when this was written: a factor of two. */
export const usualRates: Record<(typeof snapshotCurrencies)[number], bigint> = {
  UGX: 3_600_000_000n,
  NGN: 1_450_000_000n,
  KES: 129_200_000n,
  TZS: 2_490_000_000n,
  RWF: 1_455_000_000n,
  ZAR: 16_800_000n,
  GHS: 11_200_000n,
  CDF: 2_250_000_000n,
  EUR: 860_000n,
  CAD: 1_380_000n,
}

export type Judgement =
  | { kind: 'published' }
  /** Not later than the card: the provider has nothing new. */
  | { kind: 'unchanged' }
  /** With the rates they moved away from. */
  | { kind: 'quarantined'; movedFrom: Rates }

/** @param card the last good one; undefined before there is any. @param told.rates hold every currency of a snapshot. */
export function judge(
  rateTable: RateTable | undefined,
  latest: { asOf: Temporal.Instant; rates: Rates },
): Judgement {
  if (rateTable && Temporal.Instant.compare(latest.asOf, rateTable.asOf) <= 0) return { kind: 'unchanged' }
  const movedFrom = new Map<string, bigint>()
  for (const currency of snapshotCurrencies) {
    const [last, now] = [rateTable?.rates.get(currency), latest.rates.get(currency) as bigint]
    const expected = last ?? usualRates[currency]
    if (last === undefined ? isUnheardOf(expected, now) : movedTooFar(expected, now))
      movedFrom.set(currency, expected)
  }
  return movedFrom.size === 0 ? { kind: 'published' } : { kind: 'quarantined', movedFrom }
}

function movedTooFar(from: bigint, to: bigint): boolean {
  const distance = to > from ? to - from : from - to
  return distance * 1_000_000n > from * mostMoved
}

function isUnheardOf(from: bigint, to: bigint): boolean {
  return to * 2n < from || to > from * 2n
}

/** Currencies a snapshot lacks; with any, it is none. */
export function missingFrom(rates: Rates): string[] {
  return snapshotCurrencies.filter((currency) => !rates.has(currency))
}
