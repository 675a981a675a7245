// Tests the adapters against an operator, or an impostor, that authenticates us and then replies with anything but the truth.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Operator } from '../../operator-calls/operator.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { collectionIdOf } from './airtel/wire.ts'
import { openOperator } from './open.ts'
import { operatorConnections } from './operator-settings.ts'
import { exampleCollection, examplePayout } from './testing.ts'

const opened: (Server | Operator)[] = []
// Longer than connecting takes on a busy machine: a request that was never sent would correctly count as unreached.
const timeoutMs = 5_000

afterEach(async () => {
  for (const one of opened.splice(0)) {
    if ('closeAllConnections' in one) one.closeAllConnections()
    await one.close()
  }
})

const { publicKey: rsaKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = rsaKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** How each protocol authenticates us: not at all, or with a token requested at this path. */
const protocols: Record<string, { connection: object; welcome?: [path: string, body: object] }> = {
  gsma: {
    connection: {
      authentication: { scheme: 'basic', username: 'likuta', password: 'secret' },
      debitParty: { key: 'walletid', value: 'FLOAT-USD' },
      collections: { creditParty: { key: 'walletid', value: 'COLLECTED' } },
    },
  },
  airtel: {
    connection: {
      ...{ clientId: 'us', clientSecret: 'shh', pin: '1234', publicKey, callbackKey: 'key' },
      collections: {},
    },
    welcome: ['/auth/oauth2/token', { token_type: 'bearer', access_token: 'token', expires_in: 180 }],
  },
  mpesa: {
    connection: { apiKey: 'key', publicKey, serviceProviderCode: '000000', collections: {} },
    welcome: ['/getSession/', { output_ResponseCode: 'INS-0', output_SessionID: 'session' }],
  },
  pawapay: { connection: { token: 'token', collections: {} } },
}

async function facing(protocol: string, listener: RequestListener): Promise<Operator> {
  const { connection, welcome } = protocols[protocol] ?? {}
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === welcome?.[0]) json(response, 200, JSON.stringify(welcome?.[1]))
      else listener(request, response)
    })
  })
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { airtel } = operatorConnections.parse({ airtel: { protocol, url, ...connection } })
  if (!airtel) throw new Error('no connection')
  const operator = openOperator(airtel, { clock: manualClock(), log: silentLog, timeoutMs })
  opened.push(operator)
  return operator
}

function json(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** Success in every protocol at once, for our payout. */
const approval = JSON.stringify({
  transactionReference: 'SIM-1',
  transactionStatus: 'completed',
  amount: '25.50',
  currency: 'USD',
  data: { transaction: { id: examplePayout.reference, airtel_money_id: 'SIM-1', status: 'TS' } },
  status: { response_code: 'DP00900001001', success: true },
  output_ResponseCode: 'INS-0',
  output_TransactionID: 'SIM-1',
})

/** The same for our collection. */
const collected = approval
  .replace(examplePayout.reference, collectionIdOf(exampleCollection.reference))
  .replace('DP009', 'DP008')

/** @param success a reply that would approve, if it were whole and came with the right status. */
const behavioursWith = (success: string): [string, RequestListener][] => [
  ['an HTML page under 200', (_q, response) => json(response, 200, '<html>COMPLETED</html>')],
  ['an HTML page under 400', (_q, response) => json(response, 400, '<html>Bad request</html>')],
  ['an HTML page under 404', (_q, response) => json(response, 404, '<html>Not found</html>')],
  ['an empty 200', (_q, response) => json(response, 200, '')],
  ['an empty 202', (_q, response) => json(response, 202, '')],
  ['truncated JSON', (_q, response) => json(response, 200, success.slice(0, -2))],
  ['bytes that are not UTF-8', (_q, response) => json(response, 200, Buffer.from([0xff, 0xfe, 0x7b, 0x7d]))],
  ['JSON null', (_q, response) => json(response, 200, 'null')],
  ['a list of successes', (_q, response) => json(response, 200, `[${success}]`)],
  ['deeply nested JSON', (_q, response) => json(response, 200, '['.repeat(60_000))],
  ['a success under 500', (_q, response) => json(response, 500, success)],
  ['a success under 302', (_q, response) => json(response, 302, success)],
  ['50 MB', (_q, response) => json(response, 200, Buffer.alloc(50_000_000, ' '))],
  ['no reply at all', () => {}],
  ['a reset before the reply', (request) => request.socket.resetAndDestroy()],
  [
    'a reset during the body',
    (request, response) => {
      response.writeHead(200, { 'content-length': String(success.length) }).write(success.slice(0, 40))
      setTimeout(() => request.socket.resetAndDestroy(), 20)
    },
  ],
]

describe.each(Object.keys(protocols))('%s', (protocol) => {
  test.each(behavioursWith(approval))(
    'no outcome is derived from %s, and every call ends in time',
    async (_name, behaviour) => {
      const operator = await facing(protocol, behaviour)
      const { reference, amount, callbackUrl } = examplePayout
      const reversal = { reference, original: { reference, upstreamId: 'SIM-1' }, amount, callbackUrl }
      const responses = await Promise.all([
        operator.pay(examplePayout),
        operator.inquire(examplePayout),
        operator.inquire({ ...examplePayout, upstreamId: examplePayout.reference }),
        operator.lookUp(examplePayout),
        operator.reverse(reversal),
        operator.health(),
      ])
      const [paid, found, foundById, looked, reversed, health] = responses.map(({ kind }) => kind)
      expect([paid, found, foundById]).toEqual(['unknown', 'unavailable', 'unavailable'])
      expect(['unavailable', 'unsupported']).toContain(looked)
      expect(['unknown', 'unsupported']).toContain(reversed)
      // The M-Pesa health check only opens a session, which this operator allows.
      if (protocol !== 'mpesa') expect(health).toBe('down')
    },
  )

  test.each(behavioursWith(collected))(
    'no payer is believed to have approved after %s, and every call ends in time',
    async (_name, behaviour) => {
      const { collections } = await facing(protocol, behaviour)
      if (!collections) throw new Error('no collections')
      const { reference, amount, callbackUrl } = exampleCollection
      const original = { reference, upstreamId: 'SIM-1', amount }
      const refund = { reference: examplePayout.reference, original, amount, callbackUrl }
      const [requested, found, refunded, refundFound] = await Promise.all([
        collections.request(exampleCollection),
        collections.inquire(exampleCollection),
        collections.refund(refund),
        collections.inquireRefund(refund),
      ])
      expect([requested.kind, found.kind]).toEqual(['unknown', 'unavailable'])
      expect([refunded.kind, refundFound.kind]).toEqual(['unknown', 'unavailable'])
      // Terms are those of the catalogue where the operator has none to offer.
      const { min, max } = await collections.terms('airtel', 'USD')
      expect(max.minor).toBeGreaterThan(min.minor)
    },
  )

  test('a redirect to another host is not followed with personal data [S-41]', async () => {
    const requests: (string | undefined)[] = []
    const operator = await facing(protocol, (request, response) => {
      requests.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await operator.pay(examplePayout)).kind).toBe('unknown')
    expect(requests).toHaveLength(1)
    expect(requests).not.toContain('/elsewhere')
  })
})
