// The allowed values of an inbound transfer: amounts, currencies, numbers, operators and texts; and which of several
// errors is returned.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { operatorCodes, operators } from '../../kernel/operators.ts'

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

async function refused(overrides: Record<string, unknown>, code: string, fields: string[]): Promise<void> {
  const response = await transfers.inbound(overrides)
  const named = response.body.errors?.map(({ field }: { field: string }) => field)
  expect([response.status, response.body.status, response.body.code, named]).toEqual([
    400,
    'error',
    code,
    fields,
  ])
}

/** JSON with the digits of a number exactly as written. */
const raw = (text: string) => (/^[[{]/.test(text) ? JSON.parse(text) : JSON.rawJSON(text))

describe('[R4.1] amounts', () => {
  test.each([
    '"1"',
    '"1.00"',
    '0',
    '-1',
    '-0',
    '0.00',
    '1.001',
    '0.999',
    '1e400',
    '1e-400',
    '1e-3',
    '10000000000',
    '123456789012345678901234567890',
    'true',
    '[1]',
    '{"a":1}',
  ])('an amount of %s is RMT-1002', async (text) => {
    await refused({ amount: raw(text) }, 'RMT-1002', ['amount'])
  })

  test.each([
    ['0.01', 0.01],
    ['1.00', 1],
    ['0.500', 0.5],
    ['1e-1', 0.1],
    ['0.1e1', 1],
  ])('an amount written as %s is read as %d', async (text, amount) => {
    assert.equal((await accepted({ amount: JSON.rawJSON(text) })).amount, amount)
  })
})

describe('[R1] currencies', () => {
  test.each(['USD', 'EUR', 'NGN', 'GHS', 'UGX', 'CAD'])('senders may pay in %s', async (currency) => {
    const amount = { USD: 0.5, EUR: 0.5, CAD: 0.5, GHS: 5, NGN: 500, UGX: 1_000 }[currency]
    const sent = await accepted({ amount, currency })
    expect([sent.currency, sent.amount, sent.receiver_currency]).toEqual([currency, amount, 'USD'])
  })
  test.each(['CDF', 'usd', 'KES', 'XXX', '$'])('a sender currency of %s is RMT-1003', async (currency) => {
    await refused({ currency }, 'RMT-1003', ['currency'])
  })
  test.each(['CDF', 'EUR', 'usd'])('a receiver_currency of %s is RMT-1003: only USD', async (currency) => {
    await refused({ receiver_currency: currency }, 'RMT-1003', ['receiver_currency'])
  })
})

describe('[R4.1] customer_number', () => {
  test.each([
    '+243810000001',
    '243810000001',
    '0810000001',
    '810000001',
    '00243810000001',
    ' +243 81 000 0001 ',
    '+243 (81) 000-00-01',
    '+243.81.000.0001',
  ])('customer_number %j is read as 243810000001', async (written) => {
    const sent = await accepted({ customer_number: written })
    expect([sent.customer_number, sent.operator]).toEqual(['243810000001', 'vodacom'])
  })

  test.each(Object.entries(operators).map(([operator, { prefixes }]) => [operator, prefixes] as const))(
    'a number belongs to %s by its prefix: %j',
    async (operator, prefixes) => {
      for (const prefix of prefixes) {
        const number = `+243${prefix}1234567`
        assert.equal((await accepted({ customer_number: number })).operator, operator)
        assert.equal((await accepted({ customer_number: number, operator })).operator, operator)
      }
    },
  )

  test.each([
    '+33612345678',
    '+254712345678',
    '+250788123456',
    '+243',
    '+24381000000',
    '+2438100000011',
    '+243871234567',
    '+243921234567',
    '+243123456789',
    'abc',
    '12',
    '+243810000001 ext 5',
    '+243810000001;ext=5',
    `+243810000001${' '.repeat(50)}x`,
  ])('customer_number %j is RMT-1004: not a mobile number of a supported operator', async (written) => {
    await refused({ customer_number: written }, 'RMT-1004', ['customer_number'])
  })

  test.each([...operatorCodes.filter((code) => code !== 'vodacom'), 'VODACOM', 'Vodacom', 'mtn'])(
    'a Vodacom number with operator %j is RMT-1004',
    async (operator) => {
      await refused({ operator }, 'RMT-1004', ['operator'])
    },
  )
})

describe('[R4.1] sender_msisdn', () => {
  test.each(['', '+15145550100', '15145550100', '+1 (514) 555-0100'])(
    'sender_msisdn may be %j',
    async (sender_msisdn) => {
      await accepted({ sender_msisdn })
    },
  )
  test.each(['abc', '12', '+1514555010012345678', '+1514x5550100'])(
    'a sender_msisdn of %j is RMT-1004',
    async (sender_msisdn) => {
      await refused({ sender_msisdn }, 'RMT-1004', ['sender_msisdn'])
    },
  )
})

describe('[R4.1] texts', () => {
  const names = [
    'expected_receiver_name',
    'sender_first_name',
    'sender_middle_name',
    'sender_last_name',
    'sender_birthplace',
    'sender_document_number',
    'sender_city',
    'profession',
    'receiver_first_name',
    'receiver_middle_name',
    'receiver_last_name',
    'receiver_birthplace',
    'receiver_document_number',
    'reason_details',
    'provider_name',
  ]
  const addresses = [
    'current_address',
    'permanent_address',
    'receiver_current_address',
    'receiver_permanent_address',
  ]
  test.each([
    ...names.map((field) => [field, 200] as const),
    ...addresses.map((field) => [field, 500] as const),
    ['reference', 64] as const,
  ])('%s has at most %i characters, or RMT-1005', async (field, most) => {
    await accepted({ [field]: world.merchant.merchant_code.padEnd(most, 'é') })
    await refused({ [field]: 'é'.repeat(most + 1) }, 'RMT-1005', [field])
  })

  test('an address may have several lines', async () => {
    await accepted({ current_address: '12, avenue Kasai\nGombe\r\nKinshasa' })
  })

  test.each([5, true, ['a'], { a: 1 }, 'a\0b', 'a\tb', 'a\u0085b', 'a\u2028b', '\ud800'])(
    '%j is not a valid text: RMT-1005',
    async (value) => {
      for (const field of [
        'reference',
        'sender_city',
        'receiver_middle_name',
        'current_address',
        'reason_details',
      ])
        await refused({ [field]: value }, 'RMT-1005', [field])
    },
  )

  test('an empty callback_url counts as absent', async () => {
    await accepted({ callback_url: '' })
  })

  test.each([
    'shop.example/x',
    'ftp://shop.example/x',
    'http:/shop.example',
    'https://user:pass@shop.example/',
    'javascript:alert(1)',
    'http://169.254.169.254/',
    5,
  ])('a callback_url of %j is RMT-1005', async (callback_url) => {
    await refused({ callback_url }, 'RMT-1005', ['callback_url'])
  })

  test('sender_country must be an ISO 3166-1 country, or it is RMT-1005', async () => {
    await accepted({ sender_country: 'cd' })
    for (const wrong of ['XX', 'CAN', 'Canada', '1'])
      await refused({ sender_country: wrong }, 'RMT-1005', ['sender_country'])
  })
})

describe('[R7] several errors in one request', () => {
  test('of several errors the first by precedence sets the code, and all are listed', async () => {
    const faults: [code: string, field: string, wrong: unknown][] = [
      ['RMT-1005', 'sender_city', undefined],
      ['RMT-1018', 'receiver_current_address', ''],
      ['RMT-1015', 'sender_document_type', 'X'],
      ['RMT-1016', 'reason_of_transaction', 'X'],
      ['RMT-1017', 'source_of_funds', 'X'],
      ['RMT-1019', 'receiver_document_type', 'X'],
      ['RMT-1006', 'sender_birthdate', '1990-02-30'],
      ['RMT-1002', 'amount', -5],
      ['RMT-1003', 'currency', 'XXX'],
      ['RMT-1004', 'customer_number', '12'],
    ]
    for (let i = 0; i < faults.length; i++) {
      const left = faults.slice(i)
      const body = inboundBody(Object.fromEntries(left.map(([, field, wrong]) => [field, wrong])))
      const response = await world.basic('POST', '/api/v1/remittance/inbound', body)
      expect([response.status, response.body.code]).toEqual([400, left[0]![0]])
      const named = response.body.errors.map(({ field }: { field: string }) => field)
      expect(named.sort()).toEqual(left.map(([, field]) => field).sort())
    }
  })

  test('the sandbox cap has the lowest precedence: RMT-1004 with a wrong number, RMT-9003 alone', async () => {
    await refused({ amount: 2, customer_number: '12' }, 'RMT-1004', ['customer_number', 'amount'])
    await refused({ amount: 2, sender_birthdate: '2020-01-01' }, 'RMT-1006', ['sender_birthdate', 'amount'])
    await refused({ amount: 2 }, 'RMT-9003', ['amount'])
  })

  test('a refused transfer leaves nothing behind and its reference free', async () => {
    const reference = 'refused-first'
    await refused({ reference, amount: 0 }, 'RMT-1002', ['amount'])
    assert.equal((await transfers.get(`/transaction/status?reference=${reference}`)).status, 404)
    assert.equal((await transfers.get(`/transactions/${reference}/timeline`)).status, 404)
    const { reference: taken } = await accepted({ reference })
    assert.equal(taken, reference)
  })
})
