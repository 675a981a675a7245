// A provider of exchange rates, whose rates vary a little with each request.

import type { RateProvider, RatesReply } from '../../../server/remittance/exchange-rates/provider.ts'
import { usualRates } from '../../../server/remittance/exchange-rates/refresh.ts'
import { callUpstream, type Wire } from '../kernel/upstream.ts'

export function openSimulatedRates(wire: Wire): RateProvider {
  const { chance, faults, time } = wire
  const unavailable = { kind: 'unavailable', cause: 'no answer' } as const

  function quote(): RatesReply {
    if (faults.happens('rates unavailable')) return unavailable
    const factor = faults.happens('rates absurd') ? 30n : 99n + BigInt(chance.below(3))
    const asOf = Temporal.Instant.fromEpochMilliseconds(Math.floor(time.now()) - 60_000)
    return {
      kind: 'rates',
      asOf,
      rates: new Map(Object.entries(usualRates).map(([code, rate]) => [code, (rate * factor) / 100n])),
    }
  }

  return {
    source: 'simulation',
    latest: () =>
      callUpstream<RatesReply>(wire, {
        whom: 'operator',
        name: 'rates',
        detail: '',
        timeoutMs: 10_000,
        act: quote,
        unreached: unavailable,
        unknown: unavailable,
      }),
    close: async () => {},
  }
}
