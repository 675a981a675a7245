// The fields of an inbound transfer: which are required, which values each allows, and which error is returned.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { inboundSchema } from './request.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  await world.topUp('1000.00')
  transfers = transfersOf(world)
})
afterAll(() => world.close())

/** Skips the name check: these tests concern only the request body. */
const unasked = { headers: { 'x-skip-name-check': 'true' } }
const accepted = (overrides: Record<string, unknown>) =>
  transfers.accepted({ amount: 0.01, ...overrides }, unasked)

async function refused(
  overrides: Record<string, unknown>,
  code: string,
  fields: string[],
): Promise<ApiResponse> {
  const response = await transfers.inbound(overrides)
  const named = response.body.errors?.map(({ field }: { field: string }) => field)
  expect([response.status, response.body.status, response.body.code, named]).toEqual([
    400,
    'error',
    code,
    fields,
  ])
  return response
}

const mayBeEmpty = ['sender_msisdn', 'sender_middle_name', 'receiver_middle_name']
const requiredBySpecification = [
  'expected_receiver_name',
  'sender_birthdate',
  'sender_birthplace',
  'sender_document_type',
  'reason_of_transaction',
  'source_of_funds',
  'receiver_birthdate',
  'receiver_document_type',
  'receiver_document_number',
  'permanent_address',
  'receiver_birthplace',
  'sender_msisdn',
  'sender_middle_name',
  'receiver_middle_name',
  'sender_city',
  'current_address',
  'profession',
  'document_issue_date',
  'document_expiration_date',
]
const core = [
  'reference',
  'amount',
  'currency',
  'customer_number',
  'sender_first_name',
  'sender_last_name',
  'sender_document_number',
  'sender_country',
]
const required = [...core, ...requiredBySpecification]

describe('[R4.1] required fields', () => {
  test.each(required)('a transfer without %s, or with null, is RMT-1005 and names it', async (field) => {
    const response = await refused({ [field]: undefined }, 'RMT-1005', [field])
    assert.equal(response.body.errors[0].message, 'Field required')
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    await refused({ [field]: null }, 'RMT-1005', [field])
  })

  test.each(required.filter((field) => field !== 'amount' && !mayBeEmpty.includes(field)))(
    'a transfer with an empty or blank %s is RMT-1005',
    async (field) => {
      await refused({ [field]: '' }, 'RMT-1005', [field])
      await refused({ [field]: '  ' }, 'RMT-1005', [field])
    },
  )

  test('only middle names and sender_msisdn may be empty', async () => {
    const empty = Object.fromEntries(mayBeEmpty.map((field) => [field, '']))
    assert.equal((await accepted(empty)).status, 'Submitted')
  })

  test.each([{}, [], 'text', 5, null])(
    'for the body %j every missing field is listed at once',
    async (body) => {
      const response = await world.basic('POST', '/api/v1/remittance/inbound', body)
      expect([response.status, response.body.code]).toEqual([400, 'RMT-1005'])
      const named = response.body.errors.map(({ field }: { field: string }) => field)
      expect(named.sort()).toEqual([...required, 'receiver_current_address'].sort())
    },
  )

  test('optional fields may be given, omitted or null, and unknown fields are ignored', async () => {
    const optional = {
      reason_details: 'School fees',
      provider_name: 'Agence Centrale',
      callback_url: transfers.callbackUrl('optional'),
      receiver_currency: 'USD',
      operator: 'vodacom',
      receiver_first_name: 'Jean',
      receiver_last_name: 'Mukendi',
    }
    await accepted(optional)
    await accepted(Object.fromEntries(Object.keys(optional).map((field) => [field, null])))
    await accepted({ colour: 'green' })
  })
})

test.each(['reason_details', 'provider_name'] as const)('a card number in %s is masked', (field) => {
  const { shape } = inboundSchema(() => true)
  expect(shape[field].parse('Card 4111111111111111')).toBe('Card ***')
})

describe('[R4.1] one receiver address', () => {
  const [both, one] = ['receiver_current_address', 'receiver_permanent_address']
  test('both receiver addresses missing or empty is RMT-1018', async () => {
    await refused({ [both]: undefined, [one]: undefined }, 'RMT-1018', [both])
    await refused({ [both]: '', [one]: ' ' }, 'RMT-1018', [both])
    await refused({ [both]: null, [one]: null }, 'RMT-1018', [both])
  })
  test.each([both, one])('%s alone is enough as receiver address', async (field) => {
    await accepted({ [both]: undefined, [one]: undefined, [field]: '4 avenue du Lac' })
  })
})

describe('[R2.7] enumerations', () => {
  const documents = ['PASSPORT', 'NATIONAL_ID', 'DRIVING_LICENCE', 'VOTER_CARD', 'OTHER']
  const reasons = [
    'INVESTMENT',
    'CONSTRUCTION',
    'RENT',
    'GENERAL',
    'FUEL',
    'REPAIRS',
    'PERSONAL_CARE',
    'FOOD_AND_GROCERIES',
    'TRANSPORT',
    'SHOPPING',
    'ENTERTAINMENT',
    'DONATIONS',
    'FAMILY_SUPPORT',
    'EDUCATION',
    'MEDICAL_EXPENSES',
    'GIFT',
    'SALARY',
    'SAVINGS',
    'TRAVEL',
    'LOAN_REPAYMENT',
    'UTILITY_BILLS',
    'BUSINESS',
    'OTHER',
  ]
  const sources = [
    'SALARY',
    'BUSINESS_INCOME',
    'SAVINGS',
    'INVESTMENT_INCOME',
    'PENSION',
    'GIFT',
    'INHERITANCE',
    'LOAN',
    'PROPERTY_SALE',
    'OTHER',
  ]

  test.each([
    ['sender_document_type', 5, 'RMT-1015', documents],
    ['reason_of_transaction', 23, 'RMT-1016', reasons],
    ['source_of_funds', 10, 'RMT-1017', sources],
    ['receiver_document_type', 5, 'RMT-1019', documents],
  ])('%s takes its %i values in exact spelling, anything else is %s', async (field, count, code, values) => {
    assert.equal(values.length, count)
    await Promise.all(values.map((value) => accepted({ [field]: value })))
    const first = values[0]!
    for (const wrong of ['NONSENSE', first.toLowerCase(), `${first} X`])
      await refused({ [field]: wrong }, code, [field])
    // A value that is not a string fails the type check first.
    for (const wrong of [1, true, [first], { value: first }])
      await refused({ [field]: wrong }, 'RMT-1005', [field])
  })
})

describe('[R4.1] dates', () => {
  const dates = [
    'sender_birthdate',
    'receiver_birthdate',
    'document_issue_date',
    'document_expiration_date',
  ] as const
  test.each(dates)('%s must be YYYY-MM-DD and a real day, or it is RMT-1006', async (field) => {
    for (const wrong of [
      '2026/01/01',
      '01-02-1990',
      '19900102',
      '1990-1-2',
      '1990-13-01',
      '2023-02-29',
      '1990-02-30',
      '1990-01-02T00:00:00',
      '+01990-01-02',
      'yesterday',
    ])
      await refused({ [field]: wrong }, 'RMT-1006', [field])
    await refused({ [field]: 19900102 }, 'RMT-1005', [field])
  })

  const today = () => world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()

  test('a sender under 18 is RMT-1006, one who turns 18 today is accepted', async () => {
    const born = today().subtract({ years: 18 })
    await refused({ sender_birthdate: born.add({ days: 1 }).toString() }, 'RMT-1006', ['sender_birthdate'])
    await accepted({ sender_birthdate: born.toString() })
  })

  test('a receiver may be a child but cannot have a birth date in the future', async () => {
    await accepted({ receiver_birthdate: today().subtract({ years: 2 }).toString() })
    const tomorrow = today().add({ days: 1 }).toString()
    await refused({ receiver_birthdate: tomorrow }, 'RMT-1006', ['receiver_birthdate'])
    await refused({ receiver_birthdate: '1850-01-01' }, 'RMT-1006', ['receiver_birthdate'])
  })

  test('a document that expired yesterday is RMT-1006, one that expires today is accepted', async () => {
    const yesterday = today().subtract({ days: 1 }).toString()
    await refused({ document_expiration_date: yesterday }, 'RMT-1006', ['document_expiration_date'])
    await accepted({ document_expiration_date: today().toString() })
  })

  test('a document issue date after its expiry or in the future is RMT-1006', async () => {
    const [soon, later] = [1, 2].map((days) => today().add({ days }).toString())
    const response = await transfers.inbound({ document_issue_date: later, document_expiration_date: soon })
    expect([response.status, response.body.code]).toEqual([400, 'RMT-1006'])
    await refused({ document_issue_date: soon }, 'RMT-1006', ['document_issue_date'])
  })
})
