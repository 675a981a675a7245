// The contract test suite of the rate provider port, run by every adapter against its simulator.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RateProvider } from './provider.ts'

export type RateProviderWorld = {
  provider: RateProvider
  /** The same provider, called with an invalid key. */
  stranger: RateProvider
  /** The same provider at an address that does not respond. */
  unreachable: RateProvider
  now(): Temporal.Instant
  /** Makes the provider return this rate from now on. */
  publish(currency: string, rate: string): Promise<void>
  fault(mode: 'off' | 'down' | '5xx' | 'timeout' | 'slow' | 'lost-reply'): Promise<void>
  /** The number of calls to the provider so far. */
  requests(): Promise<number>
  close(): Promise<void>
}

/** Defines the suite for one adapter; `open` starts it with its simulator. */
export function describeRateProvider(name: string, open: () => Promise<RateProviderWorld>): void {
  describe(name, () => {
    let world: RateProviderWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())
    beforeEach(() => world.fault('off'))

    describe('rates', () => describeRates(() => world))
    describe('failures', () => describeTrouble(() => world))
  })
}

type World = () => RateProviderWorld

async function ratesOf(provider: RateProvider, currencies?: readonly string[]) {
  const reply = await provider.latest(currencies)
  if (reply.kind !== 'rates') throw new Error(reply.cause)
  return reply
}

function describeRates(world: World): void {
  test('exactly the requested currencies have a rate, each above zero', async () => {
    const wanted = ['UGX', 'NGN', 'KES', 'TZS', 'RWF', 'ZAR', 'GHS', 'CDF', 'EUR', 'CAD']
    const { rates } = await ratesOf(world().provider, wanted)
    expect([...rates.keys()].sort()).toEqual([...wanted].sort())
    for (const rate of rates.values()) expect(rate).toBeGreaterThan(0n)
  })

  test('without a list of currencies all rates are returned, with the dollar at one', async () => {
    const { rates } = await ratesOf(world().provider)
    expect(rates.size).toBeGreaterThan(40)
    expect(rates.get('USD')).toBe(1_000_000n)
  })

  test('rates are exact to the last digit the provider returns', async () => {
    await world().publish('UGX', '3612.345679')
    await world().publish('EUR', '0.860001')
    const { rates } = await ratesOf(world().provider, ['UGX', 'EUR'])
    expect(Object.fromEntries(rates)).toEqual({ UGX: 3_612_345_679n, EUR: 860_001n })
  })

  test('a currency unknown to the provider is absent from the rates', async () => {
    const { rates } = await ratesOf(world().provider, ['ZZZ', 'KES'])
    expect([...rates.keys()]).toEqual(['KES'])
    expect((await ratesOf(world().provider, ['ZZZ'])).rates.size).toBe(0)
  })

  test("rates carry the provider's own time, which is not in the future", async () => {
    const { asOf } = await ratesOf(world().provider, ['CDF'])
    const age = world().now().since(asOf).total('hours')
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(25)
  })

  test('every call queries the provider again', async () => {
    const before = await world().requests()
    await ratesOf(world().provider, ['CDF'])
    await ratesOf(world().provider, ['CDF'])
    expect(await world().requests()).toBe(before + 2)
  })
}

function describeTrouble(world: World): void {
  test('an invalid key is reported as unavailable with a cause that does not contain the key', async () => {
    const reply = await world().stranger.latest(['CDF'])
    expect(reply).toMatchObject({ kind: 'unavailable', cause: expect.stringMatching(/invalid/) })
    expect(JSON.stringify(reply)).not.toContain('stranger')
  })

  test('an unreachable provider is reported as unavailable, not thrown', async () => {
    expect(await world().unreachable.latest(['CDF'])).toMatchObject({ kind: 'unavailable' })
  })

  test.each(['down', '5xx', 'lost-reply'] as const)('a provider that is %s is unavailable', async (mode) => {
    await world().fault(mode)
    expect(await world().provider.latest(['CDF'])).toMatchObject({ kind: 'unavailable' })
  })

  test('a provider that does not reply in time is reported as unavailable', async () => {
    await world().fault('timeout')
    expect(await world().provider.latest(['CDF'])).toEqual({ kind: 'unavailable', cause: 'DEADLINE' })
  })

  test('the first call after an outage returns rates again', async () => {
    await world().fault('down')
    await world().provider.latest(['CDF'])
    await world().fault('off')
    expect((await ratesOf(world().provider, ['CDF'])).rates.has('CDF')).toBe(true)
  })
}
