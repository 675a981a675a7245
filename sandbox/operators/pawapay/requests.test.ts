import { expect, test } from 'vitest'
import { payoutRequest, readRequest, remittanceRequest } from './requests.ts'
import { remittanceBody } from './testing.ts'

const payout = {
  payoutId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639',
  amount: '25.00',
  currency: 'USD',
  recipient: {
    type: 'MMO',
    accountDetails: { phoneNumber: '243810000001', provider: 'VODACOM_MPESA_COD' },
  },
}

function codeOf(body: unknown): string {
  try {
    readRequest(payoutRequest, body)
    return 'read'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  ['read', payout],
  ['read', { ...payout, metadata: [{ orderId: '7' }, { customer: 'me', isPII: true }] }],
  ['MISSING_PARAMETER', { ...payout, amount: undefined }],
  ['MISSING_PARAMETER', { ...payout, recipient: { type: 'MMO', accountDetails: { provider: 'X' } } }],
  ['UNSUPPORTED_PARAMETER', { ...payout, callbackUrl: 'https://shop.example' }],
  ['INVALID_PARAMETER', { ...payout, payoutId: '7' }],
  ['INVALID_PARAMETER', { ...payout, amount: 25 }],
  ['INVALID_PARAMETER', { ...payout, amount: '025' }],
  ['INVALID_PARAMETER', { ...payout, customerMessage: 'no' }],
  ['DUPLICATE_METADATA_FIELD', { ...payout, metadata: [{ orderId: '7' }, { orderId: '8' }] }],
  ['INVALID_INPUT', null],
  ['INVALID_INPUT', []],
])('the result is %s for %j', (code, body) => {
  expect(codeOf(JSON.parse(JSON.stringify(body)))).toBe(code)
})

test('a remittance requires a sender with every required member', () => {
  const { sender, ...rest } = remittanceBody()
  expect(readRequest(remittanceRequest, { ...rest, sender })).toMatchObject({ sender })
  expect(() => readRequest(remittanceRequest, rest)).toThrow("'sender' is missing")
  const { senderDetails, ...others } = sender as { senderDetails: object; transactionDetails: object }
  const { lastName: _left, ...nameless } = senderDetails as { lastName: string }
  expect(() =>
    readRequest(remittanceRequest, { ...rest, sender: { ...others, senderDetails: nameless } }),
  ).toThrow("'sender.senderDetails.lastName' is missing")
})
