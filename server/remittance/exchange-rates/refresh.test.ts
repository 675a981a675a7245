import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRatesWorld, type RatesWorld } from '../../../test/support/callers/rates.ts'
import { parseRate } from '../../kernel/money.ts'
import type { RateProvider, RatesReply } from './provider.ts'
import { findSlot, listSnapshots } from './queries.ts'
import { slotOf, snapshotCurrencies } from './rate-table.ts'
import { refreshRates } from './refresh.ts'

let world: RatesWorld
beforeEach(async () => {
  world = await openRatesWorld()
})
afterEach(() => world.close())

const snapshots = () => world.db.rows(listSnapshots, [100])
const slot = async () => (await world.db.rows(findSlot, [slotOf(world.clock.now())]))[0]

describe('the rate table', () => {
  test('rates are fetched at the first start, exact and with the time of their provider', async () => {
    await world.setRate('CDF', '2250.123457')
    expect(await world.refresh()).toBe(true)
    const rateTable = await world.card()
    expect(rateTable?.rates.get('CDF')).toBe(2_250_123_457n)
    expect([...(rateTable?.rates.keys() ?? [])].sort()).toEqual([...snapshotCurrencies].sort())
    expect(rateTable?.source).toBe('open-exchange-rates')
    const age = world.clock
      .now()
      .since(rateTable?.asOf as Temporal.Instant)
      .total('seconds')
    expect(Math.abs(age)).toBeLessThan(60)
    const [stored] = await snapshots()
    expect(stored?.rates.CDF).toBe('2250.123457')
    expect(String(stored?.fetched_at)).toBe('2026-11-21T10:00:00Z')
  })

  test('rates are refreshed at 00:00, 06:00, 12:00 and 18:00 UTC and not in between [R4.8]', async () => {
    await world.refresh()
    const renewed: string[] = []
    for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
      await world.forward({ minutes: 30 })
      if (await world.refresh()) renewed.push(String(world.clock.now()).slice(11, 16))
    }
    expect(renewed).toEqual(['12:00', '18:00', '00:00', '06:00'])
    expect(await world.asked()).toBe(5)
    expect(await snapshots()).toHaveLength(5)
  })

  test('a refresh that is not due costs one database read and no provider call', async () => {
    await world.refresh()
    const { statements } = world.db.counted
    for (let i = 0; i < 10; i += 1) expect(await world.refresh()).toBe(false)
    expect(world.db.counted.statements - statements).toBe(10)
    expect(await world.asked()).toBe(1)
  })

  test('rates are refreshed by exactly one of many processes', async () => {
    const processes = Array.from({ length: 4 }, () => world.process())
    for (let round = 1; round <= 3; round += 1) {
      const done = await Promise.all([...processes, ...processes].map(refreshRates))
      expect(done.filter(Boolean)).toHaveLength(1)
      expect(await world.asked()).toBe(round)
      expect(await snapshots()).toHaveLength(round)
      await world.forward({ hours: 6 })
    }
  })
})

describe('a provider that fails', () => {
  test('a failing provider leaves the rates unchanged and is retried with growing pauses', async () => {
    await world.refresh()
    const before = await world.card()
    await world.forward({ hours: 2 })
    await world.fault({ mode: '5xx' })
    const waits: number[] = []
    let waited = 0
    while (waits.length < 5) {
      if (await world.refresh()) {
        waits.push(waited)
        waited = 0
      }
      waited += 1
      world.clock.forward({ seconds: 1 })
    }
    const [first, ...later] = waits
    expect(first).toBe(0)
    for (const [i, seconds] of [10, 30, 60, 120].entries()) {
      expect(later[i]).toBeGreaterThanOrEqual(seconds * 0.9)
      expect(later[i]).toBeLessThanOrEqual(seconds * 1.1 + 1)
    }
    expect(await world.card()).toEqual(before)
    expect(await slot()).toMatchObject({ attempts: 5, failure: 'HTTP 502', finished_at: null })

    await world.fault({ mode: 'off' })
    await world.forward({ minutes: 10 })
    expect(await world.refresh()).toBe(true)
    expect((await world.card())?.id).not.toBe(before?.id)
    expect(await slot()).toMatchObject({ failure: null, finished_at: world.clock.now() })
    expect(await world.refresh()).toBe(false)
  })

  test('a provider outage in one slot does not delay the first attempt of the next', async () => {
    await world.fault({ mode: 'down' })
    await world.refresh()
    await world.forward({ minutes: 119, seconds: 55 })
    await world.refresh()
    await world.fault({ mode: 'off' })
    await world.forward({ seconds: 5 })
    expect(await world.refresh()).toBe(true)
    expect(await world.card()).toBeDefined()
  })

  test.each<[string, (now: Temporal.Instant) => RatesReply]>([
    ['lacks a required currency', (asOf) => ratesReply(asOf, { CDF: undefined })],
    ['has a time in the future', (now) => ratesReply(now.add({ minutes: 6 }))],
  ])('a provider reply that %s is not published', async (_name, respond) => {
    const provider = reporting(() => respond(world.clock.now()))
    expect(await refreshRates(world.process({ provider }))).toBe(true)
    expect(await world.card()).toBeUndefined()
    expect(await slot()).toMatchObject({
      attempts: 1,
      finished_at: null,
      failure: expect.stringMatching(/rate/),
    })
    await world.forward({ seconds: 12 })
    await world.refresh()
    expect(await world.card()).toBeDefined()
  })

  test('unchanged rates complete the slot while fresh and are retried once stale', async () => {
    const asOf = world.clock.now()
    const needs = world.process({ provider: reporting(() => ratesReply(asOf)) })
    await refreshRates(needs)
    await world.forward({ hours: 2 })
    await refreshRates(needs)
    expect(await slot()).toMatchObject({ attempts: 1, finished_at: world.clock.now() })
    await world.forward({ hours: 12 })
    await refreshRates(needs)
    expect(await slot()).toMatchObject({
      attempts: 1,
      finished_at: null,
      failure: expect.stringMatching(/fresh/),
    })
    expect(await snapshots()).toHaveLength(1)
    expect((await world.card())?.asOf).toEqual(asOf)
  })
})

test('rates that are stale on arrival are published with their time, and newer ones fetched soon', async () => {
  const old = world.clock.now().subtract({ hours: 13 })
  await refreshRates(world.process({ provider: reporting(() => ratesReply(old)) }))
  expect((await world.card())?.asOf).toEqual(old)
  expect(await slot()).toMatchObject({ finished_at: null, failure: expect.stringMatching(/fresh/) })
  await world.forward({ seconds: 12 })
  await world.refresh()
  expect((await world.card())?.source).toBe('open-exchange-rates')
  expect(await slot()).toMatchObject({ finished_at: world.clock.now() })
})

describe('a process that dies', () => {
  test('a process that dies during a refresh leaves the slot to another after a minute', async () => {
    const provider = reporting(() => {
      throw new Error('killed')
    })
    await expect(refreshRates(world.process({ provider }))).rejects.toThrow('killed')
    await world.forward({ seconds: 59 })
    expect(await world.refresh()).toBe(false)
    await world.forward({ seconds: 1 })
    expect(await world.refresh()).toBe(true)
    expect(await world.card()).toBeDefined()
  })

  test('a process whose slot was taken over writes nothing when its provider reply arrives late', async () => {
    const requesting = Promise.withResolvers<void>()
    const reply = Promise.withResolvers<RatesReply>()
    const slow: RateProvider = {
      ...reporting(() => reply.promise),
      latest() {
        requesting.resolve()
        return reply.promise
      },
    }
    const late = refreshRates(world.process({ provider: slow }))
    await requesting.promise
    await world.forward({ seconds: 61 })
    await world.refresh()
    const rateTable = await world.card()
    reply.resolve(ratesReply(world.clock.now().add({ seconds: 1 })))
    await late
    expect(await world.card()).toEqual(rateTable)
    expect(await snapshots()).toHaveLength(1)
  })
})

describe('rates that jump', () => {
  test('rates that jump are quarantined and the published rates stay', async () => {
    await world.setRate('UGX', '3600')
    await world.setRate('EUR', '0.86')
    await world.refresh()
    const before = await world.card()
    await world.setRate('UGX', '3960.01')
    await world.setRate('EUR', '0.77')
    await world.forward({ hours: 2 })
    expect(await world.refresh()).toBe(true)
    expect(await world.card()).toEqual(before)
    const [reserved] = await snapshots()
    expect(reserved).toMatchObject({ state: 'QUARANTINED', moved_from: { UGX: '3600', EUR: '0.86' } })
    expect(reserved?.rates).toMatchObject({ UGX: '3960.01', EUR: '0.77' })
    // The slot is complete; the next refresh is compared with the last published rates again.
    expect(await world.refresh()).toBe(false)
    await world.setRate('UGX', '3950')
    await world.setRate('EUR', '0.8')
    await world.forward({ hours: 6 })
    await world.refresh()
    expect((await world.card())?.rates.get('UGX')).toBe(3_950_000_000n)
  })

  test('the very first rates are compared with the usual ones', async () => {
    await world.setRate('EUR', '86')
    await world.refresh()
    expect(await world.card()).toBeUndefined()
    expect(await snapshots()).toMatchObject([{ state: 'QUARANTINED', moved_from: { EUR: '0.86' } }])
  })

  test('the same jumped rates fetched twice are quarantined once', async () => {
    await world.refresh()
    const wrong = ratesReply(world.clock.now().add({ hours: 1 }), { CDF: '22.5' })
    const needs = world.process({ provider: reporting(() => wrong) })
    for (const hours of [2, 6]) {
      await world.forward({ hours })
      expect(await refreshRates(needs)).toBe(true)
      expect(await slot()).toMatchObject({ finished_at: world.clock.now() })
    }
    expect((await snapshots()).filter(({ state }) => state === 'QUARANTINED')).toHaveLength(1)
  })
})

function reporting(respond: () => RatesReply | Promise<RatesReply>): RateProvider {
  return { source: 'spoken', latest: async () => respond(), close: async () => {} }
}

function ratesReply(asOf: Temporal.Instant, changes: Record<string, string | undefined> = {}): RatesReply {
  const texts: Record<string, string | undefined> = {
    UGX: '3600',
    NGN: '1450',
    KES: '129.2',
    TZS: '2490',
    RWF: '1455',
    ZAR: '16.8',
    GHS: '11.2',
    CDF: '2250',
    EUR: '0.86',
    CAD: '1.38',
    ...changes,
  }
  const known = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const rates = new Map(known.map(([code, text]) => [code, parseRate(text) as bigint]))
  return { kind: 'rates', asOf, rates }
}
