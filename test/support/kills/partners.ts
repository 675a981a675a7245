// Partners who send transfers to a server that is killed now and then.
import assert from 'node:assert/strict'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import { inboundBody } from '../world/bodies.ts'
import type { KilledServer } from './killed-server.ts'

/** One number per protocol, some that succeed and some that are declined. */
const numbers = [
  ['810000001', 'Jean Mukendi'],
  ['970000001', 'Jean Mukendi'],
  ['840000001', 'Jean Mukendi'],
  ['900000001', 'Jean Mukendi'],
  ['810000002', 'Marie Ilunga'],
  ['970000002', 'Marie Ilunga'],
  ['900000008', 'Dieudonné Kasongo'],
  ['840000008', 'Dieudonné Kasongo'],
] as const

/** Tops up the wallet, and returns a function that sends the transfer with a number. */
export async function openPartners(server: KilledServer, amount: number) {
  await server.persist(() => basic(server, '/sandbox/topup', { amount }))
  return async (number: number): Promise<void> => {
    const [wallet, name] = numbers[number % numbers.length] as (typeof numbers)[number]
    const body = inboundBody({
      reference: `CRASH-${number}`,
      customer_number: `+243${wallet}`,
      expected_receiver_name: name,
      amount: 1,
      callback_url: `${server.url}/api/v1/test/test-callback`,
    })
    // The same transfer until a process responds, as a partner's server does.
    const response = await server.persist(() => basic(server, '/inbound', body))
    assert.equal(response.status, 200, response.text)
  }
}

function basic({ url, merchant }: KilledServer, path: string, body: unknown): Promise<ApiResponse> {
  const authorization = `Basic ${Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString('base64')}`
  return send(url, 'POST', `/api/v1/remittance${path}`, Buffer.from(JSON.stringify(body)), {
    'content-type': 'application/json',
    authorization,
  })
}
