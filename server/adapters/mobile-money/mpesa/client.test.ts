import { afterEach, describe, expect, test } from 'vitest'
import { closedPort } from '../testing.ts'
import { bearerOf, closeAll, connect, facing, granted, payout, standing } from './testing.ts'

afterEach(closeAll)

describe('M-Pesa sessions', () => {
  test('one M-Pesa session serves many calls', async () => {
    const { gateway, mpesa, calls } = await facing(() => ({ status: 200, body: granted() }))
    await Promise.all([mpesa.pay(payout), mpesa.pay(payout), mpesa.pay(payout)])
    expect(calls().map(bearerOf)).toEqual(['s-1', 's-1', 's-1'])
    expect(gateway.received).toHaveLength(4)
  })

  test('a new M-Pesa session is opened when the old one has expired', async () => {
    const { mpesa, clock, calls } = await facing(() => ({ status: 200, body: granted() }))
    await mpesa.pay(payout)
    clock.forward({ seconds: 601 })
    await mpesa.pay(payout)
    expect(calls().map(bearerOf)).toEqual(['s-1', 's-2'])
  })

  test.each([
    ['401 without a code', { status: 401 }],
    ['INS-989', { status: 400, body: { output_ResponseCode: 'INS-989' } }],
  ])('a session that the gateway dropped (%s) is reopened and the payment sent once more', async (_n, no) => {
    const { mpesa, calls } = await facing((requested) =>
      bearerOf(requested) === 's-1' ? no : { status: 200, body: granted() },
    )
    expect((await mpesa.pay(payout)).kind).toBe('pending')
    expect(calls().map(bearerOf)).toEqual(['s-1', 's-2'])
    expect(calls()[0]?.body).toEqual(calls()[1]?.body)
  })

  test('without a valid session a payment is certainly not made', async () => {
    const twice = await facing(() => ({ status: 401 }))
    expect((await twice.mpesa.pay(payout)).kind).toBe('unreached')
    expect(twice.calls()).toHaveLength(2)
    for (const reply of [
      { status: 400, body: { output_ResponseCode: 'INS-989' } },
      { status: 200, body: { output_ResponseCode: 'INS-0' } },
      { status: 200, body: { output_ResponseCode: 'INS-0', output_SessionID: 'x'.repeat(5_000) } },
      { status: 503, body: { output_ResponseCode: 'INS-0', output_SessionID: 's-1' } },
    ]) {
      const gateway = await standing(() => reply)
      expect((await connect(gateway.url).pay(payout)).kind).toBe('unreached')
      expect(gateway.received).toHaveLength(1)
    }
  })

  test('the gateway is up when a session can be opened', async () => {
    const { mpesa } = await facing(() => ({ status: 500 }))
    expect(await mpesa.health()).toEqual({ kind: 'up' })
    expect((await connect(closedPort).health()).kind).toBe('down')
  })
})
