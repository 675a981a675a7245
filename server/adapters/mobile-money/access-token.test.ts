import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/time/clock.ts'
import { callWithToken, type FreshToken, type NoToken, openTokenCache, tokenIn } from './access-token.ts'
import type { OperatorReply } from './call.ts'

/** A keeper before an endpoint that gives token-1, token-2 and so on. */
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

describe('a token', () => {
  test('is asked for once, however many wait for it', async () => {
    const { tokens, state } = keeper()
    const got = await Promise.all([1, 2, 3].map(() => tokens.get()))
    expect(got.map((one) => one.kind === 'token' && one.token)).toEqual(['token-1', 'token-1', 'token-1'])
    await tokens.get()
    expect(state.fetched).toBe(1)
  })

  test('is renewed a sixth of its life before its end', async () => {
    const { tokens, clock, state } = keeper()
    await tokens.get()
    clock.forward({ seconds: 149 })
    await tokens.get()
    expect(state.fetched).toBe(1)
    clock.forward({ seconds: 1 })
    expect(await tokens.get()).toMatchObject({ token: 'token-2' })
  })

  test('of a long life is renewed a minute before its end', async () => {
    const { tokens, clock, state } = keeper((count) => ({ ...numbered(count), lifeSeconds: 3600 }))
    await tokens.get()
    clock.forward({ seconds: 3539 })
    await tokens.get()
    expect(state.fetched).toBe(1)
    clock.forward({ seconds: 1 })
    await tokens.get()
    expect(state.fetched).toBe(2)
  })

  test('without a life serves those who waited for it, and nobody later', async () => {
    const { tokens, state } = keeper((count) => ({ ...numbered(count), lifeSeconds: 0 }))
    await Promise.all([tokens.get(), tokens.get()])
    expect(state.fetched).toBe(1)
    await tokens.get()
    expect(state.fetched).toBe(2)
  })

  test('that could not be had is asked for again by the next call', async () => {
    const { tokens } = keeper((count) => (count === 1 ? { kind: 'no_token', cause: 'x' } : numbered(count)))
    expect(await tokens.get()).toEqual({ kind: 'no_token', cause: 'x' })
    expect(await tokens.get()).toMatchObject({ token: 'token-2' })
  })

  test('that was refused late does not cost the one that replaced it', async () => {
    const { tokens, state } = keeper()
    await tokens.get()
    tokens.forget('token-1')
    await tokens.get()
    tokens.forget('token-1')
    expect(await tokens.get()).toMatchObject({ token: 'token-2' })
    expect(state.fetched).toBe(2)
  })
})

describe('a call', () => {
  test('whose token was refused goes out once more with a new one, and not a third time', async () => {
    const { tokens } = keeper()
    const sent: string[] = []
    const send = async (token: string) => {
      sent.push(token)
      return refused
    }
    expect(await callWithToken(tokens, send, isRefused)).toBe(refused)
    expect(sent).toEqual(['token-1', 'token-2'])
  })

  test('that may have been taken is not repeated, but its token is not used again', async () => {
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

  test('without a token is surely not sent', async () => {
    const { tokens } = keeper(() => ({ kind: 'no_token', cause: 'HTTP 400 invalid_client' }))
    const send = () => expect.unreachable()
    const reply = await callWithToken(tokens, send, isRefused)
    expect(reply).toEqual({ kind: 'no_reply', cause: 'no token: HTTP 400 invalid_client', sent: false })
  })
})

describe('an answer of a token endpoint', () => {
  const body = { access_token: 'abc', token_type: 'Bearer', expires_in: '180' }
  const token = { kind: 'token', token: 'abc', lifeSeconds: 180 }
  const responses: [string, number, unknown, object][] = [
    ['with a life in text', 200, body, token],
    ['with a life as a number', 200, { ...body, expires_in: JSON.rawJSON('180') }, token],
    ['without a life', 200, { ...body, expires_in: undefined }, { ...token, lifeSeconds: 0 }],
    ['with an absurd life', 200, { ...body, expires_in: '999999999' }, { ...token, lifeSeconds: 86_400 }],
    ['with a negative life', 200, { ...body, expires_in: '-5' }, { ...token, lifeSeconds: 0 }],
    [
      'that refuses the client',
      400,
      { error: 'invalid_client' },
      { kind: 'no_token', cause: 'HTTP 400 invalid_client' },
    ],
    ['that gives a token under an error', 500, body, { kind: 'no_token', cause: 'HTTP 500' }],
    ['without a token', 200, {}, { kind: 'no_token' }],
    ['that is no JSON', 200, undefined, { kind: 'no_token' }],
    ['with a token that breaks a header', 200, { ...body, access_token: 'a\r\nb' }, { kind: 'no_token' }],
    ['with a token of another type', 200, { ...body, token_type: 'mac' }, { kind: 'no_token' }],
  ]
  test.each(responses)('%s', (_name, status, json, expected) => {
    expect(tokenIn({ kind: 'reply', status, json })).toMatchObject(expected)
  })
})
