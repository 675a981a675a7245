import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { TravelRule } from '../../../operator-calls/operator.ts'
import { examplePayout } from '../testing.ts'
import { isUnfit, paymentBody } from './requests.ts'

const payout = { ...examplePayout, amount: money(2500n, 'USD') }

function remittance(changes: {
  sender?: Partial<TravelRule['sender']>
  receiver?: Partial<TravelRule['receiver']>
  purpose?: string
  sourceOfFunds?: string
}) {
  const { travelRule } = payout
  const sender = { ...travelRule.sender, ...changes.sender }
  const receiver = { ...travelRule.receiver, ...changes.receiver }
  const changed = { ...payout, travelRule: { ...travelRule, ...changes, sender, receiver } }
  const wanted = paymentBody('remittances', changed, 'AIRTEL_COD')
  return isUnfit(wanted) ? wanted : wanted.body
}

test('a payout request has wallet, amount and transfer, under our reference as a UUID v4', () => {
  expect(paymentBody('payouts', payout, 'AIRTEL_COD')).toEqual({
    body: {
      payoutId: '019a0000-0000-4000-8000-000000000001',
      amount: '25.00',
      currency: 'USD',
      recipient: {
        type: 'MMO',
        accountDetails: { phoneNumber: '243970000001', provider: 'AIRTEL_COD' },
      },
      clientReferenceId: 'IMT-IN-A1B2C3D4E5F6G7H8',
      customerMessage: 'IMTINA1B2C3D4E5F6G7H8',
      metadata: [{ reference: '019a0000-0000-7000-8000-000000000001' }],
    },
  })
})

describe('pawaPay remittances', () => {
  test('a remittance has sender, amount and purpose, with three-letter country codes', () => {
    expect(remittance({ sender: { middleName: 'Kapinga' } })).toMatchObject({
      remittanceId: '019a0000-0000-4000-8000-000000000001',
      recipient: { recipientDetails: { firstName: 'Jean', lastName: 'Mukendi' } },
      sender: {
        transactionDetails: {
          transactionReference: 'IMT-IN-A1B2C3D4E5F6G7H8',
          originalAmount: '35.00',
          originalCurrency: 'CAD',
          buyFxRate: '1.37',
          senderFees: '0.50',
          purposeOfFunds: 'FAMILY_SUPPORT',
          sourceOfFunds: 'SALARY',
        },
        senderDetails: {
          firstName: 'Aimée Kapinga',
          lastName: 'Ngalula',
          nationality: 'CAN',
          phoneNumber: '15145550100',
          address: { addressLine: '12 rue Sainte-Catherine', city: 'Montréal', country: 'CAN' },
          identification: { type: 'PASSPORT', number: 'AB123456' },
          dateOfBirth: '1988-04-02',
          placeOfBirth: 'Lubumbashi',
          occupation: 'Nurse',
        },
      },
    })
  })

  test.each([
    ['FOOD_AND_GROCERIES', 'PERSONAL_TRANSFER'],
    ['LOAN_REPAYMENT', 'DEBT_SETTLEMENT'],
    ['INVESTMENT', 'OTHER'],
    ['constructor', 'OTHER'],
  ])('a remittance for %s has the pawaPay purpose %s', (purpose, purposeOfFunds) => {
    expect(remittance({ purpose })).toMatchObject({ sender: { transactionDetails: { purposeOfFunds } } })
  })

  test.each([
    ['LOAN', 'LOAN'],
    ['INHERITANCE', 'OTHER'],
  ])('a remittance funded by %s has the pawaPay source %s', (sourceOfFunds, theirs) => {
    expect(remittance({ sourceOfFunds })).toMatchObject({
      sender: { transactionDetails: { sourceOfFunds: theirs } },
    })
  })

  test('a recipient name is split into first and last name when it is given as one', () => {
    const named = (name: string) => remittance({ receiver: { name, firstName: '', lastName: '' } })
    expect(named('Jean Mukendi wa Mulumba')).toMatchObject({
      recipient: { recipientDetails: { firstName: 'Jean', lastName: 'Mukendi wa Mulumba' } },
    })
    expect(named('Mukendi')).toMatchObject({
      recipient: { recipientDetails: { firstName: 'Mukendi', lastName: 'Mukendi' } },
    })
  })

  test('a remittance with an unsupported document or without a sender number is not sent', () => {
    const document = { type: 'VOTER_CARD', number: '1', issued: '2020-01-01', expires: '2030-01-01' } as const
    expect(remittance({ sender: { document } })).toMatchObject({ unfit: 'SENDER_DOCUMENT_TYPE' })
    expect(remittance({ sender: { msisdn: '' } })).toMatchObject({ unfit: 'SENDER_PHONE_NUMBER' })
  })
})
