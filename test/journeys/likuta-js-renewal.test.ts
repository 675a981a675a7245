// likuta.js renews the card fields before their 900 seconds end, with the clocks of the service, the gateway and the browser moved.
import assert from 'node:assert/strict'
import { afterEach, describe, expect, test } from 'vitest'
import {
  assertPaidOnce,
  openCheckouts,
  openPage as openOrder,
  payer,
  transactionsOf,
  world,
} from '../support/browser/likuta-checkout.ts'
import { waitFor } from '../support/browser/likuta-shop.ts'
import { eventually } from '../support/http/eventually.ts'

openCheckouts()
afterEach(() => expect(payer.complaints).toEqual([]))

/** A page that keeps what likuta.js reports. */
const openPage = () =>
  openOrder(undefined, (page) =>
    page.addInitScript(() => {
      const made: unknown[] = []
      const original = { value: undefined as any }
      Object.assign(globalThis, { events: made })
      Object.defineProperty(window, 'Likuta', {
        set(value) {
          original.value = value
        },
        get: () => (options: unknown) => {
          const checkout = original.value(options)
          for (const name of ['renewed', 'expired', 'loadError'])
            checkout.on(name, (data: unknown) => made.push([name, data]))
          return checkout
        },
      })
    }),
  )

const happened = () => payer.page.evaluate(() => (globalThis as any).events)
const renewedTimes = (count: number) =>
  payer.page.waitForFunction((wanted) => (globalThis as any).events.length >= wanted, count)

describe('card fields that are renewed at 850 seconds', () => {
  test('a card typed before the renewal stays, and pays after the first 900 seconds', async () => {
    const order = await openPage()
    await payer.type('4242424242424242')
    await waitFor(world, payer, 851)
    await renewedTimes(1)
    assert.deepEqual(await happened(), [['renewed', { kept: true }]])
    assert.deepEqual(await payer.shown(), ['4242 4242 4242 4242', '123'])
    await waitFor(world, payer, 400)
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
    expect((await transactionsOf(order))[0]?.keys).toBe(2n)
  })

  test('empty fields are renewed twice, and then take a card', async () => {
    const order = await openPage()
    for (const times of [1, 2]) {
      await waitFor(world, payer, 851)
      await renewedTimes(times)
    }
    assert.deepEqual(await happened(), Array(2).fill(['renewed', { kept: true }]))
    await payer.type('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('a payer in the middle of the card goes on typing, and the complete card is kept', async () => {
    const order = await openPage()
    await payer.typeNumber('4242424242424242')
    await payer.typeExpiry()
    await waitFor(world, payer, 855)
    assert.deepEqual(await happened(), [])
    await payer.typeCode()
    await waitFor(world, payer, 4)
    await renewedTimes(1)
    assert.deepEqual(await happened(), [['renewed', { kept: true }]])
    await waitFor(world, payer, 300)
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('half a card is asked for again in new fields, which says so', async () => {
    const order = await openPage()
    await payer.typeNumber('4242424242424242')
    await payer.typeExpiry()
    await waitFor(world, payer, 895)
    await renewedTimes(1)
    assert.deepEqual(await happened(), [['renewed', { kept: false }]])
    assert.deepEqual(await payer.shown(), ['', ''])
    await payer.type('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('another card typed over a kept one pays with the new one', async () => {
    const order = await openPage()
    await payer.type('4000000000009995')
    await waitFor(world, payer, 851)
    await renewedTimes(1)
    await payer.typeNumber('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('another date typed after the first 900 seconds asks for the card again', async () => {
    const order = await openPage()
    await payer.type('4242424242424242')
    await waitFor(world, payer, 851)
    await renewedTimes(1)
    await waitFor(world, payer, 100)
    await payer.page.getByLabel('Expiry date').fill('11/31')
    await renewedTimes(2)
    assert.deepEqual((await happened())[1], ['renewed', { kept: false }])
    await payer.typeNumber('4242424242424242')
    await payer.typeCode()
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('a challenge that outlasts the card fields is charged all the same', async () => {
    const order = await openPage()
    await payer.type('4000000000003220')
    await waitFor(world, payer, 700)
    await payer.press()
    await payer.page.frameLocator('dialog iframe').getByLabel('Code').waitFor()
    await waitFor(world, payer, 160)
    await eventually('the renewal', async () => (await transactionsOf(order))[0]?.keys === 2n)
    await waitFor(world, payer, 100)
    await payer.confirm()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('a payer who presses before a page that slept has noticed types the card once more, not twice', async () => {
    const order = await openPage()
    await payer.type('4242424242424242')
    // Timers that were due while the phone slept have not run yet.
    const now = await payer.page.evaluate(() => Date.now())
    await payer.page.clock.setSystemTime(now + 960_000)
    await world.admin('POST', '/api/v1/admin/sandbox/clock', { forward: 960 })
    await payer.press()
    await renewedTimes(1)
    await payer.type('4242424242424242')
    await payer.page.clock.fastForward(10_000)
    await payer.press()
    await payer.notice(/Thank you/)
    assert.deepEqual(await happened(), [['renewed', { kept: false }]])
    await assertPaidOnce(order)
  })

  test('a page that slept too long says that it has expired, and a reload begins another checkout', async () => {
    const order = await openPage()
    await payer.type('4242424242424242')
    await waitFor(world, payer, 1300)
    await payer.notice(/session has expired/)
    assert.deepEqual(await happened(), [['expired', {}]])
    await payer.open()
    await payer.type('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    const states = (await transactionsOf(order)).map(({ status }) => status)
    assert.equal(states.filter((status) => status === 'SUCCESS').length, 1)
  })
})
