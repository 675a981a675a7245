import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/time/clock.ts'
import { callWithToken, type FreshToken, type NoToken, openTokenCache, tokenIn } from './access-token.ts'
import type { OperatorReply } from './call.ts'

/** A token cache whose endpoint returns token-1, token-2 and so on. */
function keeper(respond: (count: number) => FreshToken | NoToken = numbered) {
  const clock = manualClock()
  const state = { fetched: 0 }
  const tokens = openTokenCache(async () => {
    state.fetched += 1
    return respond(state.fetched)
  }, clock)
  return { clock, state, tokens }
}

function numbered(count: number): FreshToken {
  return { kind: 'token', token: `token-${count}`, lifeSeconds: 180 }
}

const fine: OperatorReply = { kind: 'reply', status: 200, json: {} }
const refused: OperatorReply = { kind: 'reply', status: 401, json: { error: 'invalid_token' } }
const isRefused = (reply: OperatorReply) => reply === refused

describe('access tokens of operators', () => {
  test('an access token is fetched once, however many calls wait for it', async () => {
    const { tokens, state } = keeper()
    const got = await Promise.all([1, 2, 3].map(() => tokens.get()))
    expect(got.map((one) => one.kind === 'token' && one.token)).toEqual(['token-1', 'token-1', 'token-1'])
    await tokens.get()
    expect(state.fetched).toBe(1)
  })

  test('an access token is renewed before the last sixth of its lifetime', async () => {
    const { tokens, clock, state } = keeper()
    await tokens.get()
    clock.forward({ seconds: 149 })
    await tokens.get()
    expect(state.fetched).toBe(1)
    clock.forward({ seconds: 1 })
    expect(await tokens.get()).toMatchObject({ token: 'token-2' })
  })

  test('a long-lived access token is renewed a minute before it expires', async () => {
    const { tokens, clock, state } = keeper((count) => ({ ...numbered(count), lifeSeconds: 3600 }))
    await tokens.get()
    clock.forward({ seconds: 3539 })
    await tokens.get()
    expect(state.fetched).toBe(1)
    clock.forward({ seconds: 1 })
    await tokens.get()
    expect(state.fetched).toBe(2)
  })

  test('a token without a stated lifetime serves only the calls that waited for it', async () => {
    const { tokens, state } = keeper((count) => ({ ...numbered(count), lifeSeconds: 0 }))
    await Promise.all([tokens.get(), tokens.get()])
    expect(state.fetched).toBe(1)
    await tokens.get()
    expect(state.fetched).toBe(2)
  })

  test('a failed token request is retried by the next call', async () => {
    const { tokens } = keeper((count) => (count === 1 ? { kind: 'no_token', cause: 'x' } : numbered(count)))
    expect(await tokens.get()).toEqual({ kind: 'no_token', cause: 'x' })
    expect(await tokens.get()).toMatchObject({ token: 'token-2' })
  })

  test('a late refusal of an old token does not invalidate its replacement', async () => {
    const { tokens, state } = keeper()
    await tokens.get()
    tokens.forget('token-1')
    await tokens.get()
    tokens.forget('token-1')
    expect(await tokens.get()).toMatchObject({ token: 'token-2' })
    expect(state.fetched).toBe(2)
  })
})

describe('calls with an access token', () => {
  test('a call whose token was refused is sent once more with a new token, not twice', async () => {
    const { tokens } = keeper()
    const sent: string[] = []
    const send = async (token: string) => {
      sent.push(token)
      return refused
    }
    expect(await callWithToken(tokens, send, isRefused)).toBe(refused)
    expect(sent).toEqual(['token-1', 'token-2'])
  })

  test('a call that may have been accepted is not repeated, but its token is dropped', async () => {
    const { tokens } = keeper()
    const sent: string[] = []
    const unclear: OperatorReply = { kind: 'reply', status: 401, json: undefined }
    const send = async (token: string) => {
      sent.push(token)
      return sent.length === 1 ? unclear : fine
    }
    expect(await callWithToken(tokens, send, isRefused)).toBe(unclear)
    expect(await callWithToken(tokens, send, isRefused)).toBe(fine)
    expect(sent).toEqual(['token-1', 'token-2'])
  })

  test('a call without a token is certainly not sent', async () => {
    const { tokens } = keeper(() => ({ kind: 'no_token', cause: 'HTTP 400 invalid_client' }))
    const send = () => expect.unreachable()
    const reply = await callWithToken(tokens, send, isRefused)
    expect(reply).toEqual({ kind: 'no_reply', cause: 'no token: HTTP 400 invalid_client', sent: false })
  })
})

describe('replies of a token endpoint', () => {
  const body = { access_token: 'abc', token_type: 'Bearer', expires_in: '180' }
  const token = { kind: 'token', token: 'abc', lifeSeconds: 180 }
  const responses: [string, number, unknown, object][] = [
    ['with a lifetime as text', 200, body, token],
    ['with a lifetime as a number', 200, { ...body, expires_in: JSON.rawJSON('180') }, token],
    ['without a lifetime', 200, { ...body, expires_in: undefined }, { ...token, lifeSeconds: 0 }],
    ['with an absurd lifetime', 200, { ...body, expires_in: '999999999' }, { ...token, lifeSeconds: 86_400 }],
    ['with a negative lifetime', 200, { ...body, expires_in: '-5' }, { ...token, lifeSeconds: 0 }],
    [
      'that refuses the client',
      400,
      { error: 'invalid_client' },
      { kind: 'no_token', cause: 'HTTP 400 invalid_client' },
    ],
    ['with a token and an error status', 500, body, { kind: 'no_token', cause: 'HTTP 500' }],
    ['without a token', 200, {}, { kind: 'no_token' }],
    ['that is not JSON', 200, undefined, { kind: 'no_token' }],
    ['with a token that breaks a header', 200, { ...body, access_token: 'a\r\nb' }, { kind: 'no_token' }],
    ['with a token of another type', 200, { ...body, token_type: 'mac' }, { kind: 'no_token' }],
  ]
  test.each(responses)('the token is read from a reply %s', (_name, status, json, expected) => {
    expect(tokenIn({ kind: 'reply', status, json })).toMatchObject(expected)
  })
})
