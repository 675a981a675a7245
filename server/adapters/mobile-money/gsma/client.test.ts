import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { GsmaConnection } from '../operator-settings.ts'
import { type Asked, examplePayout, type Told } from '../testing.ts'
import { openBefore, pending } from './testing.ts'

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function facing(answer: (asked: Asked) => Told, changes?: (url: string) => Partial<GsmaConnection>) {
  const world = await openBefore(answer, changes)
  opened.push(world)
  return world
}

const clientRefused: Told = {
  status: 401,
  body: { errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' },
}

/** An operator that gives token-1, token-2 … and takes only those from `firstGood` on. */
async function facingTokens(firstGood: number, lifeSeconds = 3600, refusal: Told = clientRefused) {
  let given = 0
  const answer = ({ path, headers }: Asked): Told => {
    if (path === '/token') {
      given += 1
      return {
        status: 200,
        body: { access_token: `token-${given}`, token_type: 'Bearer', expires_in: lifeSeconds },
      }
    }
    return Number(headers.authorization?.slice('Bearer token-'.length)) >= firstGood ? pending : refusal
  }
  return facing(answer, (url) => ({
    apiKey: 'api-key',
    authentication: { scheme: 'oauth', tokenUrl: `${url}/token`, clientId: 'us', clientSecret: 'shh' },
  }))
}

const pathsOf = (asked: readonly Asked[]) => asked.map(({ path }) => path)
const transfers = '/v1.2/mm/transactions/type/inttransfer'

describe('a payout goes out', () => {
  test('under our UUID, with the callback URL, the date and the hash of its very bytes', async () => {
    const { operator, asked } = await facing(
      () => pending,
      () => ({
        clientId: 'client-1',
        apiKey: 'api-key',
        institution: { type: 'organisationid', identifier: 'afri' },
      }),
    )
    await operator.pay(examplePayout)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ method: 'POST', path: transfers })
    expect(asked[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('likuta:secret').toString('base64')}`,
      'content-type': 'application/json',
      'x-correlationid': examplePayout.reference,
      'x-callback-url': examplePayout.callbackUrl,
      'x-date': '2026-11-21T10:00:00.000Z',
      'x-content-hash': createHash('sha256')
        .update(asked[0]?.text ?? '')
        .digest('hex'),
      'x-client-id': 'client-1',
      'x-api-key': 'api-key',
      'x-account-holding-institution-identifier-type': 'organisationid',
      'x-account-holding-institution-identifier': 'afri',
    })
  })
})

describe('with OAuth', () => {
  test('one token serves many calls, and is asked for with the credentials of the client', async () => {
    const { operator, asked } = await facingTokens(1)
    await Promise.all([operator.pay(examplePayout), operator.pay(examplePayout)])
    await operator.pay(examplePayout)
    expect(pathsOf(asked)).toEqual(['/token', transfers, transfers, transfers])
    expect(asked[0]).toMatchObject({
      method: 'POST',
      text: 'grant_type=client_credentials',
      headers: { authorization: `Basic ${Buffer.from('us:shh').toString('base64')}`, 'x-api-key': 'api-key' },
    })
    expect(asked[1]?.headers.authorization).toBe('Bearer token-1')
  })

  test('a token is renewed before it ends', async () => {
    const { operator, asked, clock } = await facingTokens(1, 600)
    await operator.pay(examplePayout)
    clock.forward({ seconds: 545 })
    await operator.pay(examplePayout)
    expect(asked.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })

  test('a call whose token was refused is made once more, byte for byte, with a new one', async () => {
    const { operator, asked } = await facingTokens(2)
    expect((await operator.pay(examplePayout)).kind).toBe('pending')
    expect(pathsOf(asked)).toEqual(['/token', transfers, '/token', transfers])
    expect(asked[3]?.text).toBe(asked[1]?.text)
    expect(asked[3]?.headers['x-correlationid']).toBe(asked[1]?.headers['x-correlationid'])
  })

  test('a call whose second token was refused too may be sent again later', async () => {
    const { operator, asked } = await facingTokens(99)
    expect(await operator.pay(examplePayout)).toEqual({
      kind: 'unreached',
      cause: 'HTTP 401 clientAuthorisationError',
    })
    expect(asked).toHaveLength(4)
  })

  test('a refusal in no known form is not taken for a refused token: nobody knows', async () => {
    const { operator, asked } = await facingTokens(99, 3600, { status: 401, body: '<html>' })
    expect((await operator.pay(examplePayout)).kind).toBe('unknown')
    expect(asked).toHaveLength(2)
  })

  test.each<[string, Told]>([
    ['refuses', { status: 400, body: { error: 'invalid_client' } }],
    ['breaks down', { status: 500 }],
    ['is silent', 'silence'],
    ['hangs up', 'reset'],
  ])('nothing is paid while the token endpoint %s', async (_name, told) => {
    const { operator, asked } = await facing(
      () => told,
      (url) => ({
        authentication: { scheme: 'oauth', tokenUrl: `${url}/token`, clientId: 'us', clientSecret: 'shh' },
      }),
    )
    expect((await operator.pay(examplePayout)).kind).toBe('unreached')
    expect(pathsOf(asked)).toEqual(['/token'])
  })
})
