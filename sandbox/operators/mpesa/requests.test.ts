import { expect, test } from 'vitest'
import { payment, readInput, reversal } from './requests.ts'

const good = {
  input_Amount: '25.00',
  input_CustomerMSISDN: '243810000001',
  input_Country: 'DRC',
  input_Currency: 'USD',
  input_ServiceProviderCode: '000000',
  input_TransactionReference: 'IMTIN0001',
  input_ThirdPartyConversationID: '1e9b774d1da34af78412a498cbc28f5e',
  input_PaymentItemsDesc: 'Remittance',
}

test('a payment that follows the parameter table of the portal is accepted', () => {
  expect(readInput(payment, good)).toEqual(good)
})

test.each([
  ['INS-15', { input_Amount: '25,00' }],
  ['INS-2051', { input_CustomerMSISDN: '0810000001' }],
  ['INS-998', { input_Country: 'CD' }],
  ['INS-26', { input_Currency: 'EUR' }],
  ['INS-13', { input_ServiceProviderCode: '1' }],
  ['INS-17', { input_TransactionReference: 'IMT-IN-0001' }],
  ['INS-17', { input_TransactionReference: 'A'.repeat(21) }],
  ['INS-28', { input_ThirdPartyConversationID: '0f0b3f4e-1111-4222-8333-444455556666' }],
  ['INS-30', { input_PaymentItemsDesc: 'Remittance!' }],
])('code %s is returned for %j', (code, change) => {
  expect(() => readInput(payment, { ...good, ...change })).toThrow(expect.objectContaining({ code }))
})

test('a missing member is reported before an invalid one', () => {
  const { input_Currency: _left, ...rest } = good
  expect(() => readInput(payment, { ...rest, input_Amount: 'x' })).toThrow(
    expect.objectContaining({ code: 'INS-20' }),
  )
  expect(() => readInput(payment, null)).toThrow(expect.objectContaining({ code: 'INS-20' }))
})

test('a number in place of text is refused', () => {
  expect(() => readInput(payment, { ...good, input_Amount: 25 })).toThrow(
    expect.objectContaining({ code: 'INS-15' }),
  )
})

test('a reversal without an amount covers the whole payment', () => {
  const whole = {
    input_TransactionID: 'SIM-1',
    input_Country: 'DRC',
    input_ServiceProviderCode: '000000',
    input_ThirdPartyConversationID: 'R1',
  }
  expect(readInput(reversal, whole).input_ReversalAmount).toBeUndefined()
})
