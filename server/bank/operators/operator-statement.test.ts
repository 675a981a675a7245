// An operator's settlement file: compared with our payments, its fees posted, and its sums expected at the bank.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { csvStatement } from '../../../test/support/callers/statements.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { importBankFile } from '../files/import-file.ts'
import { compareStatement } from './compare-statement.ts'
import { importStatement } from './import-statement.ts'
import { compareOperatorBooks } from './operator-books.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ settings: { ...collectionSettings, ...twoAdmins }, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

const environment = 'sandbox'
const today = () => world.clock.now().toString().slice(0, 10)
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'test' }
/** Two days later, when the day has ended. */
const later = () => ({
  ...world.system.bank,
  clock: { now: () => world.clock.now().add({ hours: 48 }) },
})

/** An order of 25.50 USD that was paid by phone, and its operation. */
async function paid(prefix: string) {
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, freshNumber('21', prefix))
  await collections.reaches(id, 'APPROVED')
  const [row] = await collections.rows<{ operation: string }>(
    'select operation from collection where collection_id = $1',
    [id],
  )
  return row!.operation
}

type Line = { reference: string; gross?: string; fee?: string; net?: string; day?: string }

const file = (lines: readonly Line[]) =>
  [
    'date,reference,operator_id,currency,gross,fee,net',
    ...lines.map(({ reference, gross = '25.50', fee = '0.51', net = '24.99', day = today() }) =>
      [day, reference, 'CI1', 'USD', gross, fee, net].join(','),
    ),
  ].join('\n')

const upload = (operator: OperatorCode, lines: readonly Line[]) =>
  importStatement(later(), {
    ...{ environment, operator, admin, name: 'file.csv' },
    bytes: Buffer.from(file(lines)),
  })

const balance = async (account: string, operator: OperatorCode | null) => {
  const [row] = await collections.rows<{ minor: bigint }>(
    `select coalesce(sum(e.amount_minor), 0)::bigint as minor from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.code = $1 and a.operator is not distinct from $2`,
    [account, operator],
  )
  return Number(row!.minor)
}

test('fees are posted once for lines that agree, and what differs is shown and not booked', async () => {
  const [agreed, other, unshown] = [await paid('97'), await paid('97'), await paid('97')]
  const stranger = '019a0000-0000-7000-8000-00000000abcd'
  const lines = [
    // As some operators write it.
    { reference: agreed.replaceAll('-', '').toUpperCase() },
    { reference: other, gross: '20.00', fee: '0.40', net: '19.60' },
    { reference: stranger },
  ]
  const problem = { day: today(), currency: 'USD' }
  const problems = [
    { ...problem, problem: 'AMOUNT_DIFFERS', reference: other, amount_here: '25.50', amount_there: '20.00' },
    { ...problem, problem: 'MISSING_HERE', reference: stranger, amount_here: null, amount_there: '25.50' },
    { ...problem, problem: 'MISSING_THERE', reference: unshown, amount_here: '25.50', amount_there: null },
  ]
  expect(await upload('airtel', lines)).toMatchObject({ lines: 3, known: 0, matched: 1, problems })
  const booked = async () => [
    await balance('operator_cost', null),
    await balance('operator_receivable', 'airtel'),
  ]
  expect(await booked()).toEqual([51, 3 * 2550 - 51])
  expect(await upload('airtel', lines)).toMatchObject({ lines: 0, known: 3, matched: 1, problems })
  expect(await booked()).toEqual([51, 3 * 2550 - 51])
  await expect(upload('airtel', [{ reference: agreed, fee: '0.50', net: '25.00' }])).rejects.toThrow(
    'other content',
  )
  const period = { from: today(), to: today() }
  const compared = await compareStatement(
    world.system.bank.cells,
    { environment, operator: 'airtel' },
    period,
  )
  expect(compared.problems).toMatchObject(problems)
  const listed = await adminsOf(world).read(
    `bank/operator-statements/problems?environment=sandbox&operator=airtel&from=${today()}`,
  )
  expect(listed.items).toEqual(compared.problems)
})

test('the bank line that shows what an operator paid settles what it owes us', async () => {
  const [first, second] = [await paid('81'), await paid('81')]
  const [part] = await collections.rows<{ id: string }>(
    `select cs_payment_id as id from card_transaction t join collection k on k.card_transaction_id = t.id where k.operation = $1`,
    [second],
  )
  assert.ok(part)
  await upload('vodacom', [{ reference: first }, { reference: second }])
  const expectedOf = async () => {
    const { items } = await adminsOf(world).read('bank/movements')
    return items
  }
  expect(await expectedOf()).toEqual([])
  const account = '00099000010000000000195'
  const day = world.clock.now().add({ hours: 24 }).toString().slice(0, 10)
  const statement = csvStatement({ id: 'S-1', day, account }, [{ amount: '49.98', reference: 'VC-1' }])
  const bank = { ...later(), clock: later().clock }
  await importBankFile(bank, { bytes: Buffer.from(statement), name: 'statement.csv', admin })
  const [line] = await collections.rows(
    'select state, expected_kind, expected_key from bank_line order by id desc limit 1',
  )
  expect(line).toEqual({
    state: 'MATCHED',
    expected_kind: 'settlement',
    expected_key: `sandbox ${today()} USD vodacom`,
  })
  expect([await balance('operator_receivable', 'vodacom'), await balance('bank_account', null)]).toEqual([
    0, 4998,
  ])
})

test('without a file, what an operator should pay for a day is what our ledger says', async () => {
  await paid('84')
  await importBankFile(later(), {
    bytes: Buffer.from(
      csvStatement({ id: 'S-2', day: today(), account: '00099000010000000000195' }, [
        { amount: '7.77', reference: 'OM-0' },
      ]),
    ),
    name: 'other.csv',
    admin,
  })
  const [row] = await collections.rows(
    `select operator, gross_minor, net_minor, reported_minor, fee_minor from expected_settlement where operator = 'orange'`,
  )
  expect(row).toEqual({
    operator: 'orange',
    gross_minor: 2550n,
    net_minor: 2550n,
    reported_minor: null,
    fee_minor: null,
  })
})

test('a payment and its reversal under one reference agree with our refund, in parts and on two days', async () => {
  const [whole, inParts] = [await paid('90'), await paid('90')]
  const returned = async (operation: string, amounts: number[]) => {
    const [row] = await collections.rows<{ id: string; uuid: string }>(
      `select k.collection_id as id, t.transaction_uuid as uuid from collection k join card_transaction t on t.id = k.card_transaction_id
        where k.operation = $1`,
      [operation],
    )
    for (const amount of amounts) {
      const path = `payment/refunds/${row!.id}`
      const response = await adminsOf(world).post(path, { reason: 'came back', amount })
      assert.equal(response.status, 200, response.text)
      await eventually('the refund is made', async () => {
        const { body } = await adminsOf(world).get(`payment/refunds/${row!.uuid}`)
        return body.refunds.every(({ status }: { status: string }) => status === 'SUCCESS')
      })
    }
  }
  await returned(whole, [25.5])
  await returned(inParts, [10, 5])
  const back = (reference: string, gross: string) => ({ reference, gross, fee: '0.00', net: gross })
  const before = await balance('operator_receivable', 'africell')
  const fees = { fee: '0.51', net: '24.99' }
  const file = await upload('africell', [
    { reference: whole, ...fees },
    back(whole, '-25.50'),
    { reference: inParts, ...fees },
    back(inParts, '-10.00'),
    back(inParts, '-5.00'),
  ])
  expect(file).toMatchObject({ lines: 4, matched: 4, problems: [] })
  expect(await balance('operator_receivable', 'africell')).toBe(before - 2 * 51)
  await returned(inParts, [10.5])
  const part = {
    problem: 'AMOUNT_DIFFERS',
    reference: inParts,
    amount_here: '-25.50',
    amount_there: '-15.00',
  }
  const account = { environment, operator: 'africell' } as const
  const compare = () =>
    compareStatement(world.system.bank.cells, account, { from: '2026-01-01', to: '2099-01-01' })
  expect((await compare()).problems).toMatchObject([part])
  const dayBefore = Temporal.PlainDate.from(today()).subtract({ days: 1 }).toString()
  await upload('africell', [{ ...back(inParts, '-10.50'), day: dayBefore }])
  expect((await compare()).problems).toEqual([])
})

test('what operators owe us by the ledger follows from their calls, fees and what the bank shows', async () => {
  const compare = () => compareOperatorBooks(world.system.bank.cells, environment)
  const { checked, differs } = await compare()
  expect([checked > 3, differs]).toEqual([true, []])
  const settled = "state = 'MATCHED' and split_part(expected_key, ' ', 4) = 'vodacom'"
  const [line] = await collections.rows<{ id: bigint; minor: bigint }>(
    `select id, amount_minor as minor from bank_line where ${settled}`,
  )
  assert.ok(line)
  await collections.rows('update bank_line set amount_minor = amount_minor + 100 where id = $1', [line.id])
  const account = { account: 'operator_receivable', operator: 'vodacom', currency: 'USD' }
  expect((await compare()).differs).toEqual([{ ...account, booked: '0.00', due: '-1.00' }])
  await collections.rows('update bank_line set amount_minor = amount_minor - 100 where id = $1', [line.id])
})

const day = '2026-11-01'
test.each<[problem: string, text: string]>([
  ['no column', 'reference,gross\nx,1'],
  ['gross less fee is not net', file([{ reference: 'x', net: '25.00', day }])],
  ['has two currencies', `${file([{ reference: 'x', day }])}\n${day},x,CI1,CDF,25.50,0.51,24.99`],
  ['has not ended', file([{ reference: 'x', day: '2099-01-01' }])],
  ['is not an amount', file([{ reference: 'x', gross: 'much', day }])],
])('a file adds nothing in which is found: %s', async (reason, text) => {
  const before = await collections.rows('select id from operator_statement_line')
  const content = Buffer.from(text).toString('base64')
  const body = { name: 'file.csv', content, environment, operator: 'africell' }
  const response = await adminsOf(world).post('bank/operator-statements', body)
  expect([response.status, response.text]).toEqual([422, expect.stringContaining(reason)])
  expect(await collections.rows('select id from operator_statement_line')).toEqual(before)
})
