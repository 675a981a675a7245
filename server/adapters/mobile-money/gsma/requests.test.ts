import { expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { type DocumentType, documentTypes, type TravelRule } from '../../../operator-calls/operator.ts'
import { examplePayout } from '../testing.ts'
import { reversalBody, transferBody } from './requests.ts'

const debitParty = { key: 'walletid', value: 'FLOAT-USD' } as const
const at = '2026-11-21T10:00:00Z'

function bodyOf(changes: {
  sender?: Partial<TravelRule['sender']>
  receiver?: Partial<TravelRule['receiver']>
}) {
  const { travelRule } = examplePayout
  const sender = { ...travelRule.sender, ...changes.sender }
  const receiver = { ...travelRule.receiver, ...changes.receiver }
  const changed = { ...travelRule, sender, receiver }
  return transferBody({ ...examplePayout, travelRule: changed }, debitParty, at) as {
    senderKyc: Record<string, object>
    recipientKyc: Record<string, object>
  }
}

test('a transfer request has amount, wallet, and the travel rule data of both parties', () => {
  expect(transferBody(examplePayout, debitParty, at)).toEqual({
    amount: '25.50',
    currency: 'USD',
    creditParty: [{ key: 'msisdn', value: '+243970000001' }],
    debitParty: [{ key: 'walletid', value: 'FLOAT-USD' }],
    requestingOrganisationTransactionReference: 'IMT-IN-A1B2C3D4E5F6G7H8',
    descriptionText: 'IMT-IN-A1B2C3D4E5F6G7H8',
    requestDate: '2026-11-21T10:00:00Z',
    internationalTransferInformation: {
      originCountry: 'CA',
      receivingCountry: 'CD',
      deliveryMethod: 'directtoaccount',
      remittancePurpose: 'FAMILY_SUPPORT',
    },
    senderKyc: {
      dateOfBirth: '1988-04-02',
      occupation: 'Nurse',
      contactPhone: '+15145550100',
      subjectName: { firstName: 'Aimée', lastName: 'Ngalula' },
      postalAddress: { addressLine1: '12 rue Sainte-Catherine', city: 'Montréal', country: 'CA' },
      idDocument: [
        { idType: 'passport', idNumber: 'AB123456', issueDate: '2022-01-10', expiryDate: '2032-01-09' },
      ],
    },
    recipientKyc: {
      dateOfBirth: '1990-12-24',
      contactPhone: '+243970000001',
      subjectName: { firstName: 'Jean', lastName: 'Mukendi', fullName: 'Jean Mukendi' },
      postalAddress: { addressLine1: '4 avenue Kasa-Vubu, Kinshasa', country: 'CD' },
      idDocument: [{ idType: 'votersid', idNumber: '10203040' }],
    },
    customData: [
      { key: 'sourceOfFunds', value: 'SALARY' },
      { key: 'senderBirthPlace', value: 'Lubumbashi' },
      { key: 'recipientBirthPlace', value: 'Kananga' },
    ],
  })
})

const idTypes: Record<DocumentType, string> = {
  PASSPORT: 'passport',
  NATIONAL_ID: 'nationalidcard',
  DRIVING_LICENCE: 'drivinglicence',
  VOTER_CARD: 'votersid',
  OTHER: 'otherId',
}

test.each(documentTypes)('a document of type %s has its own idType', (type) => {
  const [document] = bodyOf({ receiver: { document: { type, number: '1' } } }).recipientKyc
    .idDocument as object[]
  expect(document).toMatchObject({ idType: idTypes[type], idNumber: '1' })
  expect('otherIddescription' in document!).toBe(type === 'OTHER')
})

test('absent values are left out and not sent as empty texts', () => {
  const { senderKyc, recipientKyc } = bodyOf({
    sender: { msisdn: '', profession: '', city: '' },
    receiver: { birthDate: '', address: '', document: { type: 'OTHER', number: '' } },
  })
  expect(Object.keys(senderKyc)).not.toContain('contactPhone')
  expect(Object.keys(senderKyc)).not.toContain('occupation')
  expect(senderKyc.postalAddress).not.toHaveProperty('city')
  expect(Object.keys(recipientKyc)).not.toContain('dateOfBirth')
  expect(Object.keys(recipientKyc)).not.toContain('idDocument')
  expect(recipientKyc.postalAddress).toEqual({ country: 'CD' })
})

test('a long address is split between words without losing any', () => {
  const address = Array.from({ length: 50 }, (_, i) => `avenue-${i}`).join(' ')
  const lines = bodyOf({ sender: { address } }).senderKyc.postalAddress as Record<string, string>
  const { addressLine1 = '', addressLine2 = '', addressLine3 = '' } = lines
  expect([addressLine1, addressLine2, addressLine3].filter(Boolean).join(' ')).toBe(address)
  for (const line of [addressLine1, addressLine2]) expect(line.length).toBeLessThanOrEqual(256)
})

test('an address without spaces is split at the maximum length', () => {
  const address = 'x'.repeat(500)
  expect(bodyOf({ sender: { address } }).senderKyc.postalAddress).toMatchObject({
    addressLine1: 'x'.repeat(256),
    addressLine2: 'x'.repeat(244),
  })
})

test('a reversal request has the amount that was paid', () => {
  const original = { reference: examplePayout.reference, upstreamId: 'SIM-1' }
  const amount = money(100_000_00n, 'USD')
  expect(reversalBody({ reference: 'r', original, amount, callbackUrl: '' })).toEqual({
    type: 'reversal',
    amount: '100000.00',
    currency: 'USD',
  })
})
