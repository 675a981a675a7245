import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { GsmaConnection } from '../operator-settings.ts'
import { examplePayout, type PlayedReply, type ReceivedRequest } from '../testing.ts'
import { openBefore, pending } from './testing.ts'

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function facing(
  respond: (requested: ReceivedRequest) => PlayedReply,
  changes?: (url: string) => Partial<GsmaConnection>,
) {
  const world = await openBefore(respond, changes)
  opened.push(world)
  return world
}

const clientRefused: PlayedReply = {
  status: 401,
  body: { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' },
}

/** An operator that issues token-1, token-2 … and accepts only those from `firstGood` on. */
async function facingTokens(firstGood: number, lifeSeconds = 3600, refusal: PlayedReply = clientRefused) {
  let reply = 0
  const respond = ({ path, headers }: ReceivedRequest): PlayedReply => {
    if (path === '/token') {
      reply += 1
      return {
        status: 200,
        body: { access_token: `token-${reply}`, token_type: 'Bearer', expires_in: lifeSeconds },
      }
    }
    return Number(headers.authorization?.slice('Bearer token-'.length)) >= firstGood ? pending : refusal
  }
  return facing(respond, (url) => ({
    apiKey: 'api-key',
    authentication: { scheme: 'oauth', tokenUrl: `${url}/token`, clientId: 'us', clientSecret: 'shh' },
  }))
}

const pathsOf = (requests: readonly ReceivedRequest[]) => requests.map(({ path }) => path)
const transfers = '/v1.2/mm/transactions/type/inttransfer'

describe('GSMA payouts', () => {
  test('a payout has our UUID, the callback URL, the date and the hash of its exact bytes', async () => {
    const { operator, received: requests } = await facing(
      () => pending,
      () => ({
        clientId: 'client-1',
        apiKey: 'api-key',
        institution: { type: 'organisationid', identifier: 'afri' },
      }),
    )
    await operator.pay(examplePayout)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ method: 'POST', path: transfers })
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('likuta:secret').toString('base64')}`,
      'content-type': 'application/json',
      'x-correlationid': examplePayout.reference,
      'x-callback-url': examplePayout.callbackUrl,
      'x-date': '2026-11-21T10:00:00.000Z',
      'x-content-hash': createHash('sha256')
        .update(requests[0]?.text ?? '')
        .digest('hex'),
      'x-client-id': 'client-1',
      'x-api-key': 'api-key',
      'x-account-holding-institution-identifier-type': 'organisationid',
      'x-account-holding-institution-identifier': 'afri',
    })
  })
})

describe('GSMA with OAuth', () => {
  test('one OAuth token, requested with the client credentials, serves many calls', async () => {
    const { operator, received: requests } = await facingTokens(1)
    await Promise.all([operator.pay(examplePayout), operator.pay(examplePayout)])
    await operator.pay(examplePayout)
    expect(pathsOf(requests)).toEqual(['/token', transfers, transfers, transfers])
    expect(requests[0]).toMatchObject({
      method: 'POST',
      text: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from('us:shh').toString('base64')}`, 'x-api-key': 'api-key' },
    })
    expect(requests[1]?.headers.authorization).toBe('Bearer token-1')
  })

  test('an OAuth token is renewed before it expires', async () => {
    const { operator, received: requests, clock } = await facingTokens(1, 600)
    await operator.pay(examplePayout)
    clock.forward({ seconds: 545 })
    await operator.pay(examplePayout)
    expect(requests.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })

  test('a call whose token was refused is repeated byte for byte with a new token', async () => {
    const { operator, received: requests } = await facingTokens(2)
    expect((await operator.pay(examplePayout)).kind).toBe('pending')
    expect(pathsOf(requests)).toEqual(['/token', transfers, '/token', transfers])
    expect(requests[3]?.text).toBe(requests[1]?.text)
    expect(requests[3]?.headers['x-correlationid']).toBe(requests[1]?.headers['x-correlationid'])
  })

  test('a call whose second token was refused too may be retried later', async () => {
    const { operator, received: requests } = await facingTokens(99)
    expect(await operator.pay(examplePayout)).toEqual({
      kind: 'unreached',
      cause: 'HTTP 401 clientAuthorisationError',
    })
    expect(requests).toHaveLength(4)
  })

  test('a refusal in an unknown format leaves the outcome unknown', async () => {
    const { operator, received: requests } = await facingTokens(99, 3600, { status: 401, body: '<html>' })
    expect((await operator.pay(examplePayout)).kind).toBe('unknown')
    expect(requests).toHaveLength(2)
  })

  test.each<[string, PlayedReply]>([
    ['refuses', { status: 400, body: { error: 'invalid_client' } }],
    ['breaks down', { status: 500 }],
    ['does not reply', 'silence'],
    ['resets the connection', 'reset'],
  ])('nothing is paid while the token endpoint %s', async (_name, reported) => {
    const { operator, received: requests } = await facing(
      () => reported,
      (url) => ({
        authentication: { scheme: 'oauth', tokenUrl: `${url}/token`, clientId: 'us', clientSecret: 'shh' },
      }),
    )
    expect((await operator.pay(examplePayout)).kind).toBe('unreached')
    expect(pathsOf(requests)).toEqual(['/token'])
  })
})
