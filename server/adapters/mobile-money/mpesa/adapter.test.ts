import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { manualClock } from '../../../platform/clock.ts'
import { silentLog } from '../../../platform/log.ts'
import type { Operator, PayAnswer } from '../../../remittance/operator.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import {
  type Asked,
  examplePayout,
  type LocalOperator,
  nobody,
  openLocalOperator,
  readAsked,
  type Told,
} from '../testing.ts'
import { openMpesa } from './adapter.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const payout = { ...examplePayout, operator: 'vodacom', msisdn: '243810000001' } as const
const conversation = '019a0000000070008000000000000001'
const timeoutMs = 400
const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

type World = {
  gateway: LocalOperator
  mpesa: Operator
  clock: ReturnType<typeof manualClock>
  calls(): ReturnType<typeof readAsked>[]
}

function connect(url: string, changes: Partial<MpesaConnection> = {}, clock = manualClock()): Operator {
  const connection: MpesaConnection = {
    protocol: 'mpesa',
    url: `${url}/sandbox/ipg/v2/vodacomDRC`,
    apiKey: 'api-key',
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    serviceProviderCode: '000000',
    origin: 'pay.example',
    mode: 'async',
    confirmCallbacks: true,
    sessionSeconds: 600,
    ...changes,
  }
  const operator = openMpesa(connection, { log: silentLog, clock, timeoutMs })
  opened.push(operator)
  return operator
}

/** A gateway that opens sessions s-1, s-2, … and answers every other call so. */
async function facing(
  answer: (asked: Asked) => Told,
  changes: Partial<MpesaConnection> = {},
): Promise<World> {
  let sessions = 0
  const gateway = await openLocalOperator((asked) => {
    if (!asked.path.endsWith('/getSession/')) return answer(asked)
    sessions += 1
    return { status: 200, body: { output_ResponseCode: 'INS-0', output_SessionID: `s-${sessions}` } }
  })
  opened.push(gateway)
  const clock = manualClock()
  const calls = () => gateway.asked.map(readAsked).filter(({ path }) => !path.endsWith('/getSession/'))
  return { gateway, mpesa: connect(gateway.url, changes, clock), clock, calls }
}

function bearerOf({ headers }: Pick<Asked, 'headers'>): string {
  const text = (headers.authorization ?? '').replace('Bearer ', '')
  const padding = constants.RSA_PKCS1_PADDING
  return privateDecrypt({ key: privateKey, padding }, Buffer.from(text, 'base64')).toString()
}

function granted(more: object = {}): object {
  return { output_ResponseCode: 'INS-0', output_ThirdPartyConversationID: conversation, ...more }
}

/** The reply to a question, under the id it was asked with. */
function found(asked: Asked, more: object): Told {
  const named = readAsked(asked).query.input_ThirdPartyConversationID
  return {
    status: 200,
    body: { output_ResponseCode: 'INS-0', output_ThirdPartyConversationID: named, ...more },
  }
}

describe('a payment', () => {
  test('is asked for within a session, in the words of the gateway', async () => {
    const { gateway, mpesa } = await facing(() => ({ status: 200, body: granted() }))
    await mpesa.pay(payout)
    const [session, call] = gateway.asked.map(readAsked)
    expect(session).toMatchObject({ method: 'GET', path: '/sandbox/ipg/v2/vodacomDRC/getSession/' })
    expect(bearerOf(session!)).toBe('api-key')
    expect(bearerOf(call!)).toBe('s-1')
    expect(call).toMatchObject({
      method: 'POST',
      path: '/sandbox/ipg/v2/vodacomDRC/b2cPayment/',
      headers: { origin: 'pay.example', 'content-type': 'application/json' },
      body: {
        input_Amount: '25.50',
        input_CustomerMSISDN: '243810000001',
        input_Country: 'DRC',
        input_Currency: 'USD',
        input_ServiceProviderCode: '000000',
        input_TransactionReference: 'A1B2C3D4E5F6G7H8',
        input_ThirdPartyConversationID: conversation,
        input_PaymentItemsDesc: 'Remittance',
      },
    })
  })

  test('that was only accepted is pending until a result comes', async () => {
    const { mpesa } = await facing(() => ({ status: 201, body: granted({ output_TransactionID: 'N/A' }) }))
    expect(await mpesa.pay(payout)).toEqual({ kind: 'pending' })
  })

  test('is made by a synchronous reply with an id, and pending by one without', async () => {
    const made = await facing(() => ({ status: 200, body: granted({ output_TransactionID: 'AB12' }) }), {
      mode: 'sync',
    })
    expect(await made.mpesa.pay(payout)).toEqual({ kind: 'succeeded', upstreamId: 'AB12' })
    const accepted = await facing(() => ({ status: 200, body: granted() }), { mode: 'sync' })
    expect(await accepted.mpesa.pay(payout)).toEqual({ kind: 'pending' })
  })

  test.each([
    [401, 'INS-6', 'REFUSED_BY_OPERATOR'],
    [400, 'INS-15', 'AMOUNT_NOT_ACCEPTED'],
    [400, 'INS-990', 'RECIPIENT_LIMIT_REACHED'],
    [400, 'INS-995', 'AMOUNT_NOT_ACCEPTED'],
    [422, 'INS-2006', 'OPERATOR_FLOAT_EXHAUSTED'],
    [400, 'INS-2051', 'RECIPIENT_NOT_FOUND'],
  ])('refused with HTTP %i %s is declined as %s, after one call', async (status, code, reason) => {
    const body = { output_ResponseCode: code, output_ResponseDesc: 'Their words' }
    const { mpesa, calls } = await facing(() => ({ status, body }))
    expect(await mpesa.pay(payout)).toEqual({ kind: 'declined', reason, code, message: 'Their words' })
    expect(calls()).toHaveLength(1)
  })

  const doubtful: [string, Told][] = [
    ['INS-1', { status: 500, body: { output_ResponseCode: 'INS-1' } }],
    ['INS-9', { status: 408, body: { output_ResponseCode: 'INS-9' } }],
    ['a refusal under a server error', { status: 502, body: { output_ResponseCode: 'INS-6' } }],
    ['a code nobody told us of', { status: 400, body: { output_ResponseCode: 'INS-31' } }],
    ['no code', { status: 200, body: {} }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['two codes', { status: 200, body: '{"output_ResponseCode":"INS-6","output_ResponseCode":"INS-0"}' }],
    ['success under a redirect', { status: 302, body: granted() }],
    [
      'success of nothing named',
      { status: 200, body: { output_ResponseCode: 'INS-0', output_TransactionID: 'AB12' } },
    ],
    [
      'success of another payment',
      { status: 200, body: granted({ output_ThirdPartyConversationID: 'a'.repeat(32) }) },
    ],
    [
      'refusal of another payment',
      { status: 400, body: granted({ output_ResponseCode: 'INS-15', output_ThirdPartyConversationID: 'b' }) },
    ],
    ['a line that broke', 'reset'],
    ['no reply in time', 'silence'],
  ]
  test.each(doubtful)('answered with %s is unknown, in either mode', async (_name, answer) => {
    for (const mode of ['sync', 'async'] as const) {
      const { mpesa, calls } = await facing(() => answer, { mode })
      expect((await mpesa.pay(payout)).kind).toBe('unknown')
      expect(calls()).toHaveLength(1)
    }
  })

  test('of a gateway that cannot be reached, or tells us to slow down, is surely not made', async () => {
    expect((await connect(nobody).pay(payout)).kind).toBe('unreached')
    const { mpesa } = await facing(() => ({ status: 429 }))
    expect((await mpesa.pay(payout)).kind).toBe('unreached')
  })
})

describe('a payment that the gateway calls a duplicate', () => {
  const cases: [string, object, PayAnswer][] = [
    [
      'Completed',
      { output_ResponseTransactionStatus: 'Completed', output_OriginalTransactionID: 'AB12' },
      { kind: 'succeeded', upstreamId: 'AB12' },
    ],
    ['Pending', { output_ResponseTransactionStatus: 'Pending' }, { kind: 'pending' }],
    [
      'Failed',
      { output_ResponseTransactionStatus: 'Failed', output_ResponseDesc: 'No' },
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'Failed', message: 'No' },
    ],
    [
      'not to be found',
      { output_ResponseCode: 'INS-23' },
      { kind: 'unknown', cause: 'duplicate of an unknown payout' },
    ],
    [
      'of a status nobody knows',
      { output_ResponseTransactionStatus: 'Sleeping' },
      { kind: 'unknown', cause: 'duplicate; inquiry: status Sleeping' },
    ],
  ]
  test.each(cases)('takes over what one inquiry says: %s', async (_name, status, expected) => {
    const { mpesa, calls } = await facing((asked) =>
      asked.method === 'GET'
        ? found(asked, status)
        : { status: 409, body: granted({ output_ResponseCode: 'INS-10' }) },
    )
    expect(await mpesa.pay(payout)).toEqual(expected)
    expect(calls().map(({ path }) => path.split('/').at(-2))).toEqual([
      'b2cPayment',
      'queryTransactionStatus',
    ])
    expect(calls()[1]?.query).toMatchObject({ input_QueryReference: conversation })
  })
})

describe('a session', () => {
  test('serves many calls, opened by one of them', async () => {
    const { gateway, mpesa, calls } = await facing(() => ({ status: 200, body: granted() }))
    await Promise.all([mpesa.pay(payout), mpesa.pay(payout), mpesa.pay(payout)])
    expect(calls().map(bearerOf)).toEqual(['s-1', 's-1', 's-1'])
    expect(gateway.asked).toHaveLength(4)
  })

  test('is opened anew when its time is over', async () => {
    const { mpesa, clock, calls } = await facing(() => ({ status: 200, body: granted() }))
    await mpesa.pay(payout)
    clock.forward({ seconds: 601 })
    await mpesa.pay(payout)
    expect(calls().map(bearerOf)).toEqual(['s-1', 's-2'])
  })

  test.each([
    ['401 without a code', { status: 401 }],
    ['INS-989', { status: 400, body: { output_ResponseCode: 'INS-989' } }],
  ])(
    'that the gateway has forgotten (%s) is opened anew and the same payment sent once more',
    async (_n, no) => {
      const { mpesa, calls } = await facing((asked) =>
        bearerOf(asked) === 's-1' ? no : { status: 200, body: granted() },
      )
      expect((await mpesa.pay(payout)).kind).toBe('pending')
      expect(calls().map(bearerOf)).toEqual(['s-1', 's-2'])
      expect(calls()[0]?.body).toEqual(calls()[1]?.body)
    },
  )

  test('that is refused twice, or cannot be had, leaves the payment surely not made', async () => {
    const twice = await facing(() => ({ status: 401 }))
    expect((await twice.mpesa.pay(payout)).kind).toBe('unreached')
    expect(twice.calls()).toHaveLength(2)
    for (const answer of [
      { status: 400, body: { output_ResponseCode: 'INS-989' } },
      { status: 200, body: { output_ResponseCode: 'INS-0' } },
      { status: 200, body: { output_ResponseCode: 'INS-0', output_SessionID: 'x'.repeat(5_000) } },
      { status: 503, body: { output_ResponseCode: 'INS-0', output_SessionID: 's-1' } },
    ]) {
      const gateway = await openLocalOperator(() => answer)
      opened.push(gateway)
      expect((await connect(gateway.url).pay(payout)).kind).toBe('unreached')
      expect(gateway.asked).toHaveLength(1)
    }
  })

  test('is what tells whether the gateway is up', async () => {
    const { mpesa } = await facing(() => ({ status: 500 }))
    expect(await mpesa.health()).toEqual({ kind: 'up' })
    expect((await connect(nobody).health()).kind).toBe('down')
  })
})

describe('an inquiry', () => {
  const asked = { ...payout, upstreamId: 'AB12' }
  const completed = { output_ResponseTransactionStatus: 'Completed', output_OriginalTransactionID: 'AB12' }

  test.each([
    [completed, { kind: 'succeeded', upstreamId: 'AB12' }],
    [{ output_ResponseTransactionStatus: 'Completed' }, { kind: 'succeeded', upstreamId: 'AB12' }],
    [{ output_ResponseTransactionStatus: 'Reversed' }, { kind: 'reversed', upstreamId: 'AB12' }],
    [{ output_ResponseTransactionStatus: 'Processing' }, { kind: 'pending', upstreamId: 'AB12' }],
    [{ output_ResponseCode: 'INS-23' }, { kind: 'absent' }],
  ])('that finds %o is %o', async (status, expected) => {
    const { mpesa } = await facing((call) => found(call, status))
    expect(await mpesa.inquire(asked)).toEqual(expected)
  })

  test.each([
    ['about another transaction', { ...completed, output_OriginalTransactionID: 'ZZ99' }],
    ['under another id', { ...completed, output_ThirdPartyConversationID: conversation }],
    ['about nothing', {}],
    ['that refuses the inquiry itself', { output_ResponseCode: 'INS-6' }],
    ['with an internal error', { output_ResponseCode: 'INS-1' }],
  ])('with a reply %s settles nothing', async (_name, status) => {
    const { mpesa } = await facing((call) => found(call, status))
    expect((await mpesa.inquire(asked)).kind).toBe('unavailable')
  })

  test('that finds a completed payment without any id settles nothing', async () => {
    const { mpesa } = await facing((call) => found(call, { output_ResponseTransactionStatus: 'Completed' }))
    expect((await mpesa.inquire(payout)).kind).toBe('unavailable')
  })

  test('has an id of its own each time', async () => {
    const { mpesa, calls } = await facing((call) => found(call, completed))
    await mpesa.inquire(asked)
    await mpesa.inquire(asked)
    const ids = calls().map(({ query }) => query.input_ThirdPartyConversationID)
    expect(new Set([...ids, conversation]).size).toBe(3)
    expect(calls()[0]?.query).toMatchObject({ input_Country: 'DRC', input_ServiceProviderCode: '000000' })
  })
})

describe('a subscriber', () => {
  const names = { output_CustomerFirstName: 'Jean', output_CustomerLastName: 'Mukendi' }
  const wanted = { operator: 'vodacom', msisdn: '243810000001' } as const

  test('is told by first and last name', async () => {
    const { mpesa, calls } = await facing((call) => found(call, names))
    expect(await mpesa.lookUp(wanted)).toEqual({ kind: 'found', name: 'Jean Mukendi', active: true })
    expect(calls()[0]).toMatchObject({
      path: '/sandbox/ipg/v2/vodacomDRC/queryBeneficiaryName/',
      query: { input_CustomerMSISDN: '243810000001', input_KycQueryType: 'Name' },
    })
  })

  test.each([
    [{ output_ResponseCode: 'INS-2051' }, 'no_wallet'],
    [{ output_CustomerFirstName: '' }, 'unavailable'],
    [{ ...names, output_ResponseCode: 'INS-9' }, 'unavailable'],
    [{ ...names, output_ThirdPartyConversationID: conversation }, 'unavailable'],
  ])('answered with %o is %s', async (reply, kind) => {
    const { mpesa } = await facing((call) => found(call, reply))
    expect((await mpesa.lookUp(wanted)).kind).toBe(kind)
  })
})

describe('a reversal', () => {
  const reversal = {
    reference: '019a0000-0000-7000-8000-000000000002',
    original: { reference: payout.reference, upstreamId: 'AB12' },
    amount: money(2550n, 'USD'),
    callbackUrl: payout.callbackUrl,
  }
  const own = { output_ThirdPartyConversationID: 'R019a0000000070008000000000000002' }

  test('names the transaction, the whole amount and an id of its own', async () => {
    const { mpesa, calls } = await facing(() => ({ status: 200, body: granted(own) }))
    expect(await mpesa.reverse(reversal)).toEqual({ kind: 'pending' })
    expect(calls()[0]).toMatchObject({
      method: 'PUT',
      path: '/sandbox/ipg/v2/vodacomDRC/reversal/',
      body: { input_TransactionID: 'AB12', input_ReversalAmount: '25.50' },
    })
    expect(calls()[0]?.body.input_ThirdPartyConversationID).toBe(own.output_ThirdPartyConversationID)
  })

  test('is made by a synchronous reply with an id', async () => {
    const { mpesa } = await facing(
      () => ({ status: 200, body: granted({ ...own, output_TransactionID: 'RV1' }) }),
      {
        mode: 'sync',
      },
    )
    expect(await mpesa.reverse(reversal)).toEqual({ kind: 'reversed', upstreamId: 'RV1' })
  })

  test('refused is refused, in doubt is unknown, and a reply about the payment itself counts for nothing', async () => {
    const refused = await facing(() => ({ status: 401, body: { output_ResponseCode: 'INS-6' } }))
    expect(await refused.mpesa.reverse(reversal)).toEqual({ kind: 'refused', code: 'INS-6', message: '' })
    const failing = await facing(() => ({ status: 500 }))
    expect((await failing.mpesa.reverse(reversal)).kind).toBe('unknown')
    const confused = await facing(() => ({ status: 200, body: granted({ output_TransactionID: 'RV1' }) }), {
      mode: 'sync',
    })
    expect((await confused.mpesa.reverse(reversal)).kind).toBe('unknown')
  })

  test('of a payment that the gateway does not know is refused', async () => {
    const { mpesa } = await facing(() => ({ status: 400, body: { output_ResponseCode: 'INS-23' } }))
    expect((await mpesa.reverse(reversal)).kind).toBe('refused')
  })

  test.each([
    ['Completed', { kind: 'reversed', upstreamId: 'RV1' }],
    ['Pending', { kind: 'pending' }],
    ['Failed', { kind: 'refused', code: 'Failed', message: '' }],
    ['Sleeping', { kind: 'unknown', cause: 'duplicate; inquiry: status Sleeping' }],
  ])('asked for twice is what one inquiry says of the first: %s', async (status, expected) => {
    const { mpesa } = await facing((asked) =>
      asked.method === 'GET'
        ? found(asked, { output_ResponseTransactionStatus: status, output_OriginalTransactionID: 'RV1' })
        : { status: 409, body: { output_ResponseCode: 'INS-10' } },
    )
    expect(await mpesa.reverse(reversal)).toEqual(expected)
  })
})
