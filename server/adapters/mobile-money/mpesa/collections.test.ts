import { afterEach, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { callbackOf, exampleCollection, replied } from '../testing.ts'
import { collectionInquiryReply, collectionReply } from './collection-outcomes.ts'
import { readCollectionCallback } from './collections.ts'
import { closeAll, facing } from './testing.ts'

const conversation = 'C019a00000000700080000000000000c1'
const collection = { ...exampleCollection, operator: 'vodacom', msisdn: '243810000001' } as const
const said = (code: string, more: object = {}) =>
  replied({ output_ResponseCode: code, output_ThirdPartyConversationID: conversation, ...more })

afterEach(closeAll)

test('a C2B payment has the number, the amount, the merchant and a conversation id of its own', async () => {
  const { mpesa, calls } = await facing(() => ({ status: 201, body: said('INS-0').json }), {
    collections: { mode: 'async', serviceProviderCode: '171717' },
  })
  expect(await mpesa.collections?.request(collection)).toEqual({ kind: 'pending' })
  expect(calls()).toMatchObject([
    {
      method: 'POST',
      path: '/sandbox/ipg/v2/vodacomDRC/c2bPayment/singleStage/',
      body: {
        input_Amount: '25.50',
        input_CustomerMSISDN: '243810000001',
        input_Country: 'DRC',
        input_Currency: 'USD',
        input_ServiceProviderCode: '171717',
        input_TransactionReference: '80000000000000aa',
        input_ThirdPartyConversationID: conversation,
        input_PurchasedItemsDesc: 'Boutique Lac Kivu',
      },
    },
  ])
})

test('a part of a payment is returned by a reversal with its amount', async () => {
  const { mpesa, calls } = await facing(
    () => ({
      status: 201,
      body: {
        output_ResponseCode: 'INS-0',
        output_ThirdPartyConversationID: 'CR019a00000000700080000000000000f1',
      },
    }),
    { collections: { mode: 'async' } },
  )
  const original = { reference: collection.reference, upstreamId: 'AB12', amount: collection.amount }
  const refund = {
    reference: '019a0000-0000-7000-8000-0000000000f1',
    original,
    amount: money(500n, 'USD'),
    callbackUrl: '',
  }
  expect(await mpesa.collections?.refund(refund)).toEqual({ kind: 'pending' })
  expect(calls()).toMatchObject([
    {
      method: 'PUT',
      path: '/sandbox/ipg/v2/vodacomDRC/reversal/',
      body: { input_TransactionID: 'AB12', input_ReversalAmount: '5.00' },
    },
  ])
})

test.each([
  ['INS-5', 'MM_CANCELLED'],
  ['INS-2001', 'MM_WRONG_PIN'],
  ['INS-2006', 'MM_INSUFFICIENT_FUNDS'],
  ['INS-990', 'MM_LIMIT'],
  ['INS-991', 'MM_LIMIT'],
  ['INS-15', 'MM_LIMIT'],
  ['INS-995', 'MM_LIMIT'],
  ['INS-2051', 'MM_NO_WALLET'],
  ['INS-4', 'MM_BLOCKED'],
  ['INS-996', 'MM_BLOCKED'],
  ['INS-6', 'MM_DECLINED'],
])('a C2B payment with the code %s is declined as %s', (code, reason) => {
  const reply = collectionReply(said(code), conversation, 'sync')
  expect(reply).toMatchObject({ kind: 'declined', reason, code })
  expect(reply).not.toHaveProperty('isMisconfigured')
})

test.each(['13', '17', '20', '21', '26', '28', '30', '993', '994', '997', '998'])(
  'the code INS-%s alerts staff, because our own request is at fault',
  (digits) => {
    expect(collectionReply(said(`INS-${digits}`), conversation, 'async')).toMatchObject({
      kind: 'declined',
      isMisconfigured: true,
    })
  },
)

test.each(['INS-1', 'INS-9', 'INS-16', 'INS-23', 'INS-7777', ''])(
  'the code %j leaves a payment unknown',
  (code) => {
    expect(collectionReply(said(code), conversation, 'async').kind).toBe('unknown')
  },
)

test('only a synchronous gateway approves in its reply, and only with a transaction id', () => {
  const granted = said('INS-0', { output_TransactionID: 'AB12' })
  expect(collectionReply(granted, conversation, 'sync')).toEqual({ kind: 'approved', upstreamId: 'AB12' })
  expect(collectionReply(granted, conversation, 'async').kind).toBe('pending')
  expect(collectionReply(said('INS-0'), conversation, 'sync').kind).toBe('pending')
  expect(collectionReply(granted, 'Canother', 'sync').kind).toBe('unknown')
  expect(collectionReply(said('INS-10'), conversation, 'sync').kind).toBe('duplicate')
})

test.each([
  ['Completed', 'approved', undefined],
  ['Reversed', 'reversed', undefined],
  ['Pending', 'pending', undefined],
  ['Cancelled', 'declined', 'MM_CANCELLED'],
  ['Expired', 'declined', 'MM_NO_ANSWER'],
  ['Declined', 'declined', 'MM_DECLINED'],
  ['Rejected', 'declined', 'MM_DECLINED'],
  ['Failed', 'declined', 'MM_DECLINED'],
  ['Tomorrow', 'unavailable', undefined],
])('a payment with the status %s is %s', (status, kind, reason) => {
  const found = { output_ResponseTransactionStatus: status, output_OriginalTransactionID: 'AB12' }
  const reply = collectionInquiryReply(said('INS-0', found), { query: conversation })
  expect(reply).toMatchObject({ kind, ...(reason && { reason }) })
})

test('a status of another transaction, or an error of the inquiry, is no outcome', () => {
  const found = { output_ResponseTransactionStatus: 'Completed', output_OriginalTransactionID: 'ZZ99' }
  const of = { query: conversation, upstreamId: 'AB12' }
  expect(collectionInquiryReply(said('INS-0', found), of).kind).toBe('unavailable')
  expect(collectionInquiryReply(said('INS-6'), of).kind).toBe('unavailable')
  for (const code of ['INS-23', 'INS-6140']) {
    expect(collectionInquiryReply(said(code), of)).toEqual({ kind: 'absent' })
  }
})

test('a posted result is about a payment or a refund, with the reason that it names', () => {
  const read = (code: string, id = conversation) =>
    readCollectionCallback(
      callbackOf(
        JSON.stringify({
          input_ResultCode: code,
          input_TransactionID: 'AB12',
          input_ThirdPartyConversationID: id,
        }),
      ),
    )
  const { reference } = collection
  expect(read('INS-2001')).toMatchObject({
    kind: 'report',
    reference,
    outcome: { kind: 'declined', reason: 'MM_WRONG_PIN' },
  })
  expect(read('INS-0')).toMatchObject({ outcome: { kind: 'approved', upstreamId: 'AB12' } })
  expect(read('INS-7777').kind).toBe('unreadable')
  expect(read('INS-0', conversation.slice(1))).toEqual({ kind: 'payout' })
  const outcome = { kind: 'reversed', upstreamId: 'AB12' }
  expect(read('INS-0', `CR${conversation.slice(1)}`)).toEqual({ kind: 'refund_report', reference, outcome })
})
