// Tests the adapter against a gateway, or an impostor, that replies with anything but the truth.
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { CardGateway } from '../../cards/gateway/gateway.ts'
import { money } from '../../kernel/money.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { openCybersource } from './adapter.ts'

const servers: Server[] = []
const timeoutMs = 5_000

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The adapter connected to a gateway with this behaviour. */
async function facing(listener: RequestListener): Promise<CardGateway> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => listener(request, response))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sharedSecret = Buffer.alloc(32, 1).toString('base64')
  const credentials = { merchantId: 'shop', keyId: 'key', sharedSecret, timeoutMs }
  const baseUrl = `http://127.0.0.1:${port}/gateway`
  return openCybersource({ baseUrl, ...credentials }, { log: silentLog, clock: manualClock() })
}

const token = { jwt: 'a.b.c', id: 'T'.repeat(64) }
const billTo = {
  forename: 'Grace',
  surname: 'Lukusa',
  email: 'grace@example.com',
  phone: '+243810000000',
  addressLine1: '1 avenue du Port',
  city: 'Kinshasa',
  country: 'CD',
}
const named = {
  code: 'LKT-1',
  reference: '019a0000-0000-7000-8000-000000000001',
  amount: money(2500n, 'USD'),
}
const charge = { ...named, token, billTo, evidence: {} }
const requested = { ...named, requestedAt: manualClock().now() }
const undo = { ...requested, undoReference: '019a0000-0000-7000-8000-000000000002', captured: true }

const approval = JSON.stringify({
  id: '7500001000016000000005',
  status: 'AUTHORIZED',
  clientReferenceInformation: { code: 'LKT-1' },
  orderInformation: { amountDetails: { authorizedAmount: '25.00', currency: 'USD' } },
})

function json(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': 'application/hal+json' }).end(body)
}

const behaviours: [string, RequestListener][] = [
  ['an HTML page under 200', (_q, response) => json(response, 200, '<html>AUTHORIZED</html>')],
  ['an HTML page under 400', (_q, response) => json(response, 400, '<html>Bad request</html>')],
  ['an empty 201', (_q, response) => json(response, 201, '')],
  ['truncated JSON', (_q, response) => json(response, 201, approval.slice(0, -2))],
  ['bytes that are not UTF-8', (_q, response) => json(response, 201, Buffer.from([0xff, 0xfe, 0x7b, 0x7d]))],
  ['JSON null', (_q, response) => json(response, 201, 'null')],
  ['deeply nested JSON', (_q, response) => json(response, 201, '['.repeat(200_000))],
  ['an approval under 500', (_q, response) => json(response, 500, approval)],
  ['an approval under 302', (_q, response) => json(response, 302, approval)],
  ['50 MB', (_q, response) => json(response, 201, Buffer.alloc(50_000_000, ' '))],
  ['no reply at all', () => {}],
  ['a reset before the reply', (request) => request.socket.resetAndDestroy()],
  [
    'a reset during the body',
    (request, response) => {
      response.writeHead(201, { 'content-length': String(approval.length) }).write(approval.slice(0, 40))
      setTimeout(() => request.socket.resetAndDestroy(), 20)
    },
  ],
]

describe.each(behaviours)('a gateway that replies with %s', (_name, behaviour) => {
  test('no outcome is derived from an implausible reply, and every call ends in time [S-41]', async () => {
    const gateway = await facing(behaviour)
    const responses = await Promise.all([
      gateway.charge(charge),
      gateway.refund({ ...named, paymentId: '75' }),
      gateway.undoCharge(undo),
      gateway.undoCharge({ ...undo, paymentId: '75' }),
      gateway.findCharge(requested),
      gateway.findRefund(requested),
      gateway.reportDay('2026-11-21'),
      gateway.probe(),
      gateway.setUpAuthentication({ code: 'LKT-1', token }),
      gateway.validate({ ...named, token, authenticationTransactionId: 'A', enrolment: {} }),
      gateway.openCaptureContext({ targetOrigins: ['https://a.example'], allowedCardNetworks: ['VISA'] }),
    ])
    expect(responses.slice(0, 4).map(({ kind }) => kind)).toEqual(Array(4).fill('unknown'))
    expect(responses.slice(4).map(({ kind }) => kind)).toEqual(Array(7).fill('unavailable'))
  })
})

test('an approval for another amount is reported with that amount', async () => {
  const gateway = await facing((_q, response) => json(response, 201, approval.replace('25.00', '2500.00')))
  expect(await gateway.charge(charge)).toMatchObject({ kind: 'approved', amount: money(250_000n, 'USD') })
})

test('an amount sent as a JSON number keeps its digits', async () => {
  const gateway = await facing((_q, response) => json(response, 201, approval.replace('"25.00"', '25.10')))
  expect(await gateway.charge(charge)).toMatchObject({ kind: 'approved', amount: money(2510n, 'USD') })
})

test('a redirect to another host is not followed with card data [S-41]', async () => {
  const requests: (string | undefined)[] = []
  const gateway = await facing((request, response) => {
    requests.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect((await gateway.charge(charge)).kind).toBe('unknown')
  expect(requests).toEqual(['/gateway/pts/v2/payments'])
})

test('an invalid code is not passed to transaction search', async () => {
  let calls = 0
  const gateway = await facing(() => {
    calls++
  })
  expect((await gateway.findCharge({ ...requested, code: 'a OR b:*' })).kind).toBe('unavailable')
  expect(calls).toBe(0)
})
