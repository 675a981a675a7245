import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../server.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await openSandbox({ cardGatewayMerchants: [] })
})
afterEach(() => sandbox.close())

const get = async (path: string) => {
  const response = await fetch(sandbox.url + path)
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) }
}
const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(sandbox.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as any }
}
const oxr = (query = '') => get(`/rates/oxr/api/latest.json?app_id=sandbox${query}`)
const era = (base = 'USD', key = 'sandbox') => get(`/rates/era/v6/${key}/latest/${base}`)

const bands: Record<string, [number, number]> = {
  UGX: [3400, 3900],
  NGN: [1300, 1700],
  KES: [125, 135],
  TZS: [2350, 2750],
  RWF: [1380, 1550],
  ZAR: [15.5, 19],
  GHS: [10, 16],
  CDF: [2000, 3000],
  EUR: [0.82, 0.98],
  CAD: [1.32, 1.46],
}

describe('simulated rates', () => {
  test('both rate providers return the same rates of more than forty currencies', async () => {
    const [first, second] = [await oxr(), await era()]
    expect(first.body).toMatchObject({ base: 'USD', timestamp: second.body.time_last_update_unix })
    expect(second.body).toMatchObject({ result: 'success', base_code: 'USD' })
    expect(first.body.rates).toEqual(second.body.conversion_rates)
    expect(Object.keys(first.body.rates).length).toBeGreaterThan(40)
  })

  test('rates drift a little with the clock, reproducibly, around their usual value', async () => {
    const seen = new Set<number>()
    for (let hours = 0; hours < 48; hours += 1) {
      await post('/sandbox/clock', { offset_seconds: hours * 3_600 })
      const { rates } = (await oxr()).body
      for (const [code, [least, most]] of Object.entries(bands)) {
        expect(rates[code]).toBeGreaterThan(least)
        expect(rates[code]).toBeLessThan(most)
      }
      seen.add(rates.UGX)
      const repeated = (await oxr()).body
      expect(repeated.rates).toEqual(rates)
    }
    expect(seen.size).toBeGreaterThan(40)
  })

  test('rates are dated at the full hour, or at the moment one was set', async () => {
    const clock = (await get('/sandbox/clock')).body
    const { timestamp } = (await oxr()).body
    expect(timestamp % 3_600).toBe(0)
    expect(Date.parse(clock.now) / 1000 - timestamp).toBeLessThan(3_601)
    await post('/sandbox/rates', { currency: 'UGX', rate: 3612.345679 })
    const { body, text } = await oxr('&symbols=UGX')
    expect(text).toContain('"rates":{"UGX":3612.345679}')
    expect(body.timestamp).toBeGreaterThanOrEqual(Math.floor(Date.parse(clock.now) / 1000))
  })

  test('a rate that was set stays until it is released', async () => {
    const before = (await oxr()).body.rates.CDF
    await post('/sandbox/rates', { currency: 'CDF', rate: '9999.5' })
    await post('/sandbox/clock', { offset_seconds: 86_400 })
    expect((await oxr()).body.rates.CDF).toBe(9999.5)
    await post('/sandbox/rates', { currency: 'CDF', rate: null })
    await post('/sandbox/clock', { offset_seconds: 0 })
    expect((await oxr()).body.rates.CDF).toBe(before)
  })

  test.each([
    { currency: 'ugx', rate: 1 },
    { currency: 'USD', rate: 2 },
    { currency: 'UGX', rate: 0 },
    { currency: 'UGX', rate: '1.2345678' },
    { currency: 'UGX' },
  ])('an invalid rate is refused: %j', async (wanted) => {
    expect((await post('/sandbox/rates', wanted)).status).toBe(400)
  })
})

describe('simulated refusals of rate providers', () => {
  test('refusals of Open Exchange Rates are objects with error and a message', async () => {
    const at = '/rates/oxr/api/latest.json'
    expect(await get(at)).toMatchObject({ status: 401, body: { error: true, message: 'missing_app_id' } })
    expect(await get(`${at}?app_id=x`)).toMatchObject({ status: 401, body: { message: 'invalid_app_id' } })
    expect(await oxr('&base=ZZZ')).toMatchObject({ status: 400, body: { message: 'invalid_base' } })
    expect(await oxr('&base=EUR')).toMatchObject({ status: 403, body: { message: 'not_allowed' } })
    expect((await oxr('&symbols=ZZZ')).body.rates).toEqual({})
  })

  test('refusals of ExchangeRate-API have a result and an error-type', async () => {
    expect(await era('USD', 'x')).toMatchObject({
      status: 403,
      body: { result: 'error', 'error-type': 'invalid-key' },
    })
    expect(await era('ZZZ')).toMatchObject({ status: 404, body: { 'error-type': 'unsupported-code' } })
  })

  test('a fault affects only the provider named, and requests are counted by route', async () => {
    await post('/sandbox/faults', { target: 'rates', mode: '5xx', operations: ['/era/'] })
    expect((await fetch(`${sandbox.url}/rates/era/v6/sandbox/latest/USD`)).status).toBe(502)
    expect((await oxr()).status).toBe(200)
    expect((await get('/sandbox/rates')).body.requests).toEqual({
      '/era/v6/:key/latest/:base': 1,
      '/oxr/api/latest.json': 1,
    })
  })
})
