import { afterEach, describe, expect, test } from 'vitest'
import type { PayoutReply } from '../../../operator-calls/operator.ts'
import { closedPort, type PlayedReply, readReceived } from '../testing.ts'
import { bearerOf, closeAll, connect, conversation, facing, found, granted, payout } from './testing.ts'

afterEach(closeAll)

describe('M-Pesa payments', () => {
  test('a payment is requested within a session, in the format of the gateway', async () => {
    const { gateway, mpesa } = await facing(() => ({ status: 200, body: granted() }))
    await mpesa.pay(payout)
    const [session, call] = gateway.received.map(readReceived)
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

  test('a payment that was only accepted is pending until its result arrives', async () => {
    const { mpesa } = await facing(() => ({ status: 201, body: granted({ output_TransactionID: 'N/A' }) }))
    expect(await mpesa.pay(payout)).toEqual({ kind: 'pending' })
  })

  test('a synchronous reply with an id completes a payment, one without leaves it pending', async () => {
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
  ])('a payment refused with HTTP %i %s is declined as %s after one call', async (status, code, reason) => {
    const body = { output_ResponseCode: code, output_ResponseDesc: 'Their words' }
    const { mpesa, calls } = await facing(() => ({ status, body }))
    expect(await mpesa.pay(payout)).toEqual({ kind: 'declined', reason, code, message: 'Their words' })
    expect(calls()).toHaveLength(1)
  })

  const doubtful: [string, PlayedReply][] = [
    ['INS-1', { status: 500, body: { output_ResponseCode: 'INS-1' } }],
    ['INS-9', { status: 408, body: { output_ResponseCode: 'INS-9' } }],
    ['a refusal under a server error', { status: 502, body: { output_ResponseCode: 'INS-6' } }],
    ['an undocumented code', { status: 400, body: { output_ResponseCode: 'INS-31' } }],
    ['no code', { status: 200, body: {} }],
    ['a body that is not JSON', { status: 200, body: '<html>' }],
    ['two codes', { status: 200, body: '{"output_ResponseCode":"INS-6","output_ResponseCode":"INS-0"}' }],
    ['success under a redirect', { status: 302, body: granted() }],
    [
      'success without a conversation id',
      { status: 200, body: { output_ResponseCode: 'INS-0', output_TransactionID: 'AB12' } },
    ],
    [
      'success for another payment',
      { status: 200, body: granted({ output_ThirdPartyConversationID: 'a'.repeat(32) }) },
    ],
    [
      'a refusal of another payment',
      { status: 400, body: granted({ output_ResponseCode: 'INS-15', output_ThirdPartyConversationID: 'b' }) },
    ],
    ['a connection reset', 'reset'],
    ['no reply in time', 'silence'],
  ]
  test.each(doubtful)(
    'the outcome of a payment is unknown after %s, in either mode',
    async (_name, reply) => {
      for (const mode of ['sync', 'async'] as const) {
        const { mpesa, calls } = await facing(() => reply, { mode })
        expect((await mpesa.pay(payout)).kind).toBe('unknown')
        expect(calls()).toHaveLength(1)
      }
    },
  )

  test('a payment was certainly not made when the gateway is unreachable or throttles', async () => {
    expect((await connect(closedPort).pay(payout)).kind).toBe('unreached')
    const { mpesa } = await facing(() => ({ status: 429 }))
    expect((await mpesa.pay(payout)).kind).toBe('unreached')
  })
})

describe('duplicate M-Pesa payments', () => {
  const cases: [string, object, PayoutReply][] = [
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
      'not found',
      { output_ResponseCode: 'INS-23' },
      { kind: 'unknown', cause: 'duplicate of an unknown payout' },
    ],
    [
      'with an unknown status',
      { output_ResponseTransactionStatus: 'Sleeping' },
      { kind: 'unknown', cause: 'duplicate; inquiry: status Sleeping' },
    ],
  ]
  test.each(cases)(
    'a duplicate payment takes the outcome of one inquiry: %s',
    async (_name, status, expected) => {
      const { mpesa, calls } = await facing((requested) =>
        requested.method === 'GET'
          ? found(requested, status)
          : { status: 409, body: granted({ output_ResponseCode: 'INS-10' }) },
      )
      expect(await mpesa.pay(payout)).toEqual(expected)
      expect(calls().map(({ path }) => path.split('/').at(-2))).toEqual([
        'b2cPayment',
        'queryTransactionStatus',
      ])
      expect(calls()[1]?.query).toMatchObject({ input_QueryReference: conversation })
    },
  )
})
