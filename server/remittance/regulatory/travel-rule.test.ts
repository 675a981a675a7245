// Exports of travel-rule data: of one transfer, and of a period, with the name that the operator confirmed.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Admins,
  adminsOf,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { missingData, type TravelRuleRow } from './travel-rule-rows.ts'

let world: World
let transfers: Transfers
let admins: Admins
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({ clock, role: 'api', settings: twoAdmins })
  transfers = transfersOf(world)
  admins = adminsOf(world)
  await world.topUp('20.00')
})
afterAll(() => world.close())

const base = 'compliance/travel-rule'

test('a transfer has the data of FATF Recommendation 16 in the shape of IVMS 101', async () => {
  const { transaction_id } = await transfers.accepted()
  const data = await admins.read(`${base}/${transaction_id}`)
  expect(data).toMatchObject({
    transaction_id,
    merchant_code: world.merchant.merchant_code,
    missing: [],
    name_confirmation: {
      name: 'Jean Mukendi',
      source: expect.stringMatching(/^[a-z]+$/),
      at: clock.now().toString({ smallestUnit: 'microsecond' }).slice(0, -1),
    },
  })
  const { originator, beneficiary, originatingVASP, beneficiaryVASP } = data.ivms101
  expect(originator).toEqual({
    originatorPersons: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [
              { primaryIdentifier: 'Ngalula', secondaryIdentifier: 'Aimée', nameIdentifierType: 'LEGL' },
            ],
          },
          geographicAddress: [
            {
              addressType: 'HOME',
              addressLine: ['12 rue Sainte-Catherine'],
              townName: 'Montréal',
              country: 'CA',
            },
          ],
          nationalIdentification: { nationalIdentifier: 'AB123456', nationalIdentifierType: 'CCPT' },
          dateAndPlaceOfBirth: { dateOfBirth: '1988-04-02', placeOfBirth: 'Lubumbashi' },
          countryOfResidence: 'CA',
        },
      },
    ],
    accountNumber: ['15145550100'],
  })
  expect(beneficiary).toMatchObject({
    beneficiaryPersons: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [
              { primaryIdentifier: 'Jean Mukendi', nameIdentifierType: 'LEGL' },
              { primaryIdentifier: 'Jean Mukendi', nameIdentifierType: 'ALIA' },
            ],
          },
        },
      },
    ],
    accountNumber: ['243810000001'],
  })
  expect(JSON.stringify([originatingVASP, beneficiaryVASP])).toMatch(/legalPersonName.*Vodacom/)
  const { items } = await admins.read(`audit?action=travel_rule.exported&limit=1`)
  expect(items).toMatchObject([{ actor: 'amina', subject: transaction_id }])
  refusedWith(await admins.get(`${base}/IMT-IN-0000000000000000`), 404, 'RMT-404')
})

test('a name that was not confirmed has no source', async () => {
  const headers = { 'x-skip-name-check': 'true' }
  const { transaction_id } = await transfers.accepted(
    { expected_receiver_name: 'Somebody Else' },
    { headers },
  )
  const data = await admins.read(`${base}/${transaction_id}`)
  expect(data.name_confirmation).toBeNull()
  expect((await admins.read(`transfers/${transaction_id}`)).name_confirmation).toBeNull()
})

const moveAcceptance = statement(
  'test_move_travel_rule_acceptance',
  'update transfer set created_at = $2 where reference = $1',
)

test('a period is exported as CSV from its first to its last microsecond, and audited', async () => {
  for (const [reference, at] of [
    ['before', '2026-03-31T23:59:59.999999Z'],
    ['first', '2026-04-01T00:00:00Z'],
    ['last', '2026-04-02T23:59:59.999999Z'],
    ['after', '2026-04-03T00:00:00Z'],
  ] as const) {
    await transfers.accepted({ reference, sender_last_name: '=Ngalula' })
    await world.db.rows(moveAcceptance, [reference, at])
  }
  const response = await fetch(`${world.url}/api/v1/admin/${base}?from=2026-04-01&to=2026-04-02`, {
    headers: { 'x-admin-token': tokens.benoit },
  })
  assert.equal(
    response.headers.get('content-disposition'),
    'attachment; filename="travel-rule-sandbox-2026-04-01-2026-04-02.csv"',
  )
  const lines = (await response.text()).trim().split('\r\n')
  assert.match(lines[0]!, /^\uFEFF?"Transaction","Date \(UTC\)","État"/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[4]),
    ['"first"', '"last"'],
  )
  const { items } = await admins.read('audit?action=travel_rule.exported&limit=1')
  expect(items).toMatchObject([{ actor: 'benoit', subject: 'travel-rule:2026-04-01/2026-04-02' }])
  for (const query of ['from=2026-04-01', 'from=2026-04-01&to=2026-02-30', 'from=x&to=y'])
    assert.equal((await admins.get(`${base}?${query}`)).status, 400, query)
})

test('what is missing is named; of address, document and birth one is enough', () => {
  const row = (sender: object, receiver: object = { name: 'Jean' }, customer_number = '243810000001') =>
    ({
      customer_number,
      parties: {
        sender: {
          firstName: '',
          lastName: 'Ngalula',
          address: '',
          birthDate: '',
          birthPlace: '',
          document: { number: '' },
          ...sender,
        },
        receiver: { name: '', firstName: '', lastName: '', ...receiver },
      },
    }) as unknown as TravelRuleRow
  const unidentified = 'originator_address_document_or_birth'
  assert.deepEqual(missingData(row({ address: 'Goma' })), [])
  assert.deepEqual(missingData(row({ document: { number: 'A1' } })), [])
  assert.deepEqual(missingData(row({ birthDate: '1970-01-01', birthPlace: 'Goma' })), [])
  assert.deepEqual(missingData(row({ birthDate: '1970-01-01' })), [unidentified])
  assert.deepEqual(missingData(row({ lastName: '' }, {}, '')), [
    'originator_name',
    unidentified,
    'beneficiary_name',
    'beneficiary_account',
  ])
})
