// A transfer from the request to the beneficiary's wallet and the merchant's callback.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { eventually, inboundBody, openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    sandbox: { operators: { reverseAfterMs: 500, slowMs: 3_000, settleAfterMs: { least: 50, most: 100 } } },
  })
  await world.topUp('100.00')
})
afterAll(() => world.close())

describe('a transfer of 1 USD', () => {
  test('[R3] [R2.2] is Submitted, then Successful, and tells its story in order', async () => {
    const body = inboundBody({ callback_url: `${world.url}/api/v1/test/test-callback?channel=transfer` })
    const answer = await world.basic('POST', '/api/v1/remittance/inbound', body)
    assert.equal(answer.status, 200, answer.text)
    const status = await eventually('the end', async () => {
      const found = await world.basic(
        'GET',
        `/api/v1/remittance/transaction/status?reference=${body.reference}`,
      )
      return found.body.data.status !== 'Submitted' && found.body.data
    })
    assert.equal(status.status, 'Successful')
    const timeline = await eventually('the callback', async () => {
      const found = await world.basic('GET', `/api/v1/remittance/transactions/${body.reference}/timeline`)
      return found.body.data.events.at(-1).kind === 'merchant.callback.sent' && found.body.data
    })
    console.log(answer.text, JSON.stringify(status), JSON.stringify(timeline, null, 1))
  })
})
