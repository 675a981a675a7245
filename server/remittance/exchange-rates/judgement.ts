// Decides whether new exchange rates are published automatically or quarantined for an admin. A jump is more often an
// error of the provider than of the market, and a conversion at a wrong rate cannot be undone.
import { type RateTable, snapshotCurrencies } from './rate-table.ts'

type Rates = ReadonlyMap<string, bigint>

/** The most a rate may differ from the last published one, in millionths: 10%. */
const maxMoved = 100_000n
/** Approximate rates when this was written. The very first rates may differ from them by a factor of two. */
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
  /** Not newer than the current table: the provider has nothing new. */
  | { kind: 'unchanged' }
  /** `movedFrom`: the last rates of the currencies that moved too far. */
  | { kind: 'quarantined'; movedFrom: Rates }

/**
 * Judges new rates against the last published ones.
 * @param rateTable the last published rates; undefined before there are any.
 * @param latest the new rates, which must hold every currency of a snapshot.
 */
export function judge(
  rateTable: RateTable | undefined,
  latest: { asOf: Temporal.Instant; rates: Rates },
): Judgement {
  if (rateTable && Temporal.Instant.compare(latest.asOf, rateTable.asOf) <= 0) return { kind: 'unchanged' }
  const movedFrom = new Map<string, bigint>()
  for (const currency of snapshotCurrencies) {
    const [last, now] = [rateTable?.rates.get(currency), latest.rates.get(currency) as bigint]
    const expected = last ?? usualRates[currency]
    if (last === undefined ? isFarFromUsual(expected, now) : movedTooFar(expected, now))
      movedFrom.set(currency, expected)
  }
  return movedFrom.size === 0 ? { kind: 'published' } : { kind: 'quarantined', movedFrom }
}

function movedTooFar(from: bigint, to: bigint): boolean {
  const distance = to > from ? to - from : from - to
  return distance * 1_000_000n > from * maxMoved
}

function isFarFromUsual(from: bigint, to: bigint): boolean {
  return to * 2n < from || to > from * 2n
}

/** The required currencies that are missing. Rates with a missing currency cannot become a snapshot. */
export function missingFrom(rates: Rates): string[] {
  return snapshotCurrencies.filter((currency) => !rates.has(currency))
}
