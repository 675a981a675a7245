import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { closeAll, conversation, facing, found, granted, payout } from './testing.ts'

afterEach(closeAll)

describe('M-Pesa inquiries', () => {
  const requested = { ...payout, upstreamId: 'AB12' }
  const completed = { output_ResponseTransactionStatus: 'Completed', output_OriginalTransactionID: 'AB12' }

  test.each([
    [completed, { kind: 'succeeded', upstreamId: 'AB12' }],
    [{ output_ResponseTransactionStatus: 'Completed' }, { kind: 'succeeded', upstreamId: 'AB12' }],
    [{ output_ResponseTransactionStatus: 'Reversed' }, { kind: 'reversed', upstreamId: 'AB12' }],
    [{ output_ResponseTransactionStatus: 'Processing' }, { kind: 'pending', upstreamId: 'AB12' }],
    [{ output_ResponseCode: 'INS-23' }, { kind: 'absent' }],
  ])('an inquiry that returns %o gives %o', async (status, expected) => {
    const { mpesa } = await facing((call) => found(call, status))
    expect(await mpesa.inquire(requested)).toEqual(expected)
  })

  test.each([
    ['about another transaction', { ...completed, output_OriginalTransactionID: 'ZZ99' }],
    ['under another id', { ...completed, output_ThirdPartyConversationID: conversation }],
    ['without a status', {}],
    ['that refuses the inquiry itself', { output_ResponseCode: 'INS-6' }],
    ['with an internal error', { output_ResponseCode: 'INS-1' }],
  ])('an inquiry with a reply %s has no result', async (_name, status) => {
    const { mpesa } = await facing((call) => found(call, status))
    expect((await mpesa.inquire(requested)).kind).toBe('unavailable')
  })

  test('an inquiry that finds a completed payment without any id has no result', async () => {
    const { mpesa } = await facing((call) => found(call, { output_ResponseTransactionStatus: 'Completed' }))
    expect((await mpesa.inquire(payout)).kind).toBe('unavailable')
  })

  test('each inquiry has its own conversation id', async () => {
    const { mpesa, calls } = await facing((call) => found(call, completed))
    await mpesa.inquire(requested)
    await mpesa.inquire(requested)
    const ids = calls().map(({ query }) => query.input_ThirdPartyConversationID)
    expect(new Set([...ids, conversation]).size).toBe(3)
    expect(calls()[0]?.query).toMatchObject({ input_Country: 'DRC', input_ServiceProviderCode: '000000' })
  })
})

describe('M-Pesa subscribers', () => {
  const names = { output_CustomerFirstName: 'Jean', output_CustomerLastName: 'Mukendi' }
  const wanted = { operator: 'vodacom', msisdn: '243810000001' } as const

  test('a subscriber is found with first and last name', async () => {
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
  ])('a subscriber look-up that returns %o is %s', async (reply, kind) => {
    const { mpesa } = await facing((call) => found(call, reply))
    expect((await mpesa.lookUp(wanted)).kind).toBe(kind)
  })
})

describe('M-Pesa reversals', () => {
  const reversal = {
    reference: '019a0000-0000-7000-8000-000000000002',
    original: { reference: payout.reference, upstreamId: 'AB12' },
    amount: money(2550n, 'USD'),
    callbackUrl: payout.callbackUrl,
  }
  const own = { output_ThirdPartyConversationID: 'R019a0000000070008000000000000002' }

  test('a reversal has the transaction, the whole amount and its own conversation id', async () => {
    const { mpesa, calls } = await facing(() => ({ status: 200, body: granted(own) }))
    expect(await mpesa.reverse(reversal)).toEqual({ kind: 'pending' })
    expect(calls()[0]).toMatchObject({
      method: 'PUT',
      path: '/sandbox/ipg/v2/vodacomDRC/reversal/',
      body: { input_TransactionID: 'AB12', input_ReversalAmount: '25.50' },
    })
    expect(calls()[0]?.body.input_ThirdPartyConversationID).toBe(own.output_ThirdPartyConversationID)
  })

  test('a synchronous reply with an id completes a reversal', async () => {
    const { mpesa } = await facing(
      () => ({ status: 200, body: granted({ ...own, output_TransactionID: 'RV1' }) }),
      {
        mode: 'sync',
      },
    )
    expect(await mpesa.reverse(reversal)).toEqual({ kind: 'reversed', upstreamId: 'RV1' })
  })

  test('a reversal reply is refused or unknown, and one about the payment itself is ignored', async () => {
    const refused = await facing(() => ({ status: 401, body: { output_ResponseCode: 'INS-6' } }))
    expect(await refused.mpesa.reverse(reversal)).toEqual({ kind: 'refused', code: 'INS-6', message: '' })
    const failing = await facing(() => ({ status: 500 }))
    expect((await failing.mpesa.reverse(reversal)).kind).toBe('unknown')
    const confused = await facing(() => ({ status: 200, body: granted({ output_TransactionID: 'RV1' }) }), {
      mode: 'sync',
    })
    expect((await confused.mpesa.reverse(reversal)).kind).toBe('unknown')
  })

  test('a reversal of a payment that the gateway does not know is refused', async () => {
    const { mpesa } = await facing(() => ({ status: 400, body: { output_ResponseCode: 'INS-23' } }))
    expect((await mpesa.reverse(reversal)).kind).toBe('refused')
  })

  test.each([
    ['Completed', { kind: 'reversed', upstreamId: 'RV1' }],
    ['Pending', { kind: 'pending' }],
    ['Failed', { kind: 'refused', code: 'Failed', message: '' }],
    ['Sleeping', { kind: 'unknown', cause: 'duplicate; inquiry: status Sleeping' }],
  ])('a duplicate reversal takes the outcome of one inquiry: %s', async (status, expected) => {
    const { mpesa } = await facing((requested) =>
      requested.method === 'GET'
        ? found(requested, { output_ResponseTransactionStatus: status, output_OriginalTransactionID: 'RV1' })
        : { status: 409, body: { output_ResponseCode: 'INS-10' } },
    )
    expect(await mpesa.reverse(reversal)).toEqual(expected)
  })
})
