// Bank lines are matched with what our books expect. Planted differences are found, and nothing else.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, type Person, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import {
  camtStatement,
  csvStatement,
  mt940Statement,
  type StatementLine,
} from '../../../test/support/callers/statements.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { oneCell } from '../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { bankRules } from '../../composition/rules.ts'
import { matchNewLine } from './match-lines.ts'

let world: World
let statements = 0
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...payoutSettings, ...twoAdmins } })
})
afterAll(() => world.close())

const upload = (text: string, by: Person = 'amina') => {
  const content = Buffer.from(text).toString('base64')
  return adminsOf(world).post('bank/files', { name: `statement-${statements}.txt`, content }, by)
}
const today = () => world.clock.now().toString().slice(0, 10)
const head = () => ({ id: `S-${++statements}`, day: today() })

/** Imports one camt.053 statement. Returns its lines, oldest first. */
async function imported(lines: readonly StatementLine[], by: Person = 'amina') {
  const { id, day } = head()
  const response = await upload(camtStatement({ id, day }, lines), by)
  expect([response.status, response.text]).toEqual([200, expect.stringContaining(`"lines":${lines.length}`)])
  const { items } = await adminsOf(world).read('bank/lines?limit=100')
  return items.filter((line: { statement: string }) => line.statement === id).toReversed()
}

/** Payouts that were sent to the bank. */
async function sent(...amounts: number[]) {
  const { payouts, pay } = await bankMerchant(world)
  const made = []
  for (const amount of amounts) made.push(await pay(amount))
  await batchesOf(world).sendAll()
  const ids = made.map(({ payout_id }) => payout_id as string)
  return { payouts, ids, stateOf: async (id: string) => (await payouts.read(id)).state }
}

test('a payout is paid by the line with its id, and returned by the one that brings it back', async () => {
  const { payouts, ids, stateOf } = await sent(100)
  const [id = ''] = ids
  const [paid] = await imported([{ amount: '-100.00', id, reference: 'B-1' }])
  expect(paid).toMatchObject({ state: 'MATCHED', kind: 'payout', key: id, matched_by: 'reference' })
  expect(await stateOf(id)).toBe('PAID')
  expect(await payouts.balance()).toEqual({ available: '900.00', reserved: '0.00' })
  const [back] = await imported([{ amount: '100.00', id, reference: 'B-2', isReturn: true }])
  expect([back.state, await stateOf(id)]).toEqual(['CANDIDATES', 'PAID'])
  const assign = (by: Person) =>
    adminsOf(world).post(`bank/lines/${back.id}/assign`, { kind: 'payout_return', key: id }, by)
  // Amina imported it, and could have written it.
  refusedWith(await assign('amina'), 403, 'RMT-1021')
  expect(await payouts.balance()).toEqual({ available: '900.00', reserved: '0.00' })
  expect((await assign('benoit')).body.data).toMatchObject({
    state: 'MATCHED',
    kind: 'payout_return',
    key: id,
    matched_by: 'benoit',
  })
  expect(await stateOf(id)).toBe('RETURNED')
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
  expect((await payouts.movements()).map((movement) => (movement as { type: string }).type)).toContain(
    'payout_return',
  )
})

test('a known line with another mark or reference of the bank is a changed statement', async () => {
  const { id, day } = head()
  const line = { amount: '9.00', text: 'fee', reference: 'F-1' }
  const send = (more: object) => upload(camtStatement({ id, day }, [{ ...line, ...more }]))
  expect((await send({})).status).toBe(200)
  refusedWith(await send({ isReturn: true }), 409, 'RMT-409')
  refusedWith(await send({ reference: 'F-2' }), 409, 'RMT-409')
  expect((await send({ text: 'fee again' })).body.data).toMatchObject({ lines: 0, known: 1 })
})

test.each([
  ['MT940', mt940Statement],
  ['CSV', csvStatement],
] as const)('a statement in %s pays payouts, too', async (_format, write) => {
  const { ids, stateOf } = await sent(12.5)
  const [id = ''] = ids
  expect((await upload(write(head(), [{ amount: '-12.50', id }]))).status).toBe(200)
  expect(await stateOf(id)).toBe('PAID')
})

test('of planted differences each is found, and nothing else', async () => {
  const { ids, stateOf } = await sent(10, 20, 30, 40)
  const openLines = async () => (await adminsOf(world).read('overview')).queues.bank_lines_open
  const before = await openLines()
  const [good, missing, doubled, wrong] = ids as [string, string, string, string]
  const lines = await imported([
    { amount: '-10.00', id: good, reference: 'P-1' },
    { amount: '-30.00', id: doubled, reference: 'P-2' },
    { amount: '-30.00', id: doubled, reference: 'P-3' },
    { amount: '-40.01', id: wrong, reference: 'P-4' },
    { amount: '-7.77', reference: 'P-5', text: 'bank fee' },
  ])
  expect(lines.map(({ state }: { state: string }) => state)).toEqual([
    'MATCHED',
    'MATCHED',
    'DUPLICATE',
    'AMOUNT_DIFFERS',
    'UNKNOWN',
  ])
  expect(await openLines()).toBe(before + 3)
  expect(lines[2].duplicate_of).toBe(lines[1].id)
  expect(await Promise.all([good, missing, doubled, wrong].map(stateOf))).toEqual([
    'PAID',
    'SENT',
    'PAID',
    'SENT',
  ])
  const later = world.clock.now().add({ hours: 24 * 4 })
  await world.db.rows(
    { name: '', text: 'update merchant_payout set sent_at = sent_at - ($1::timestamptz - now())' },
    [later],
  )
  const { items } = await adminsOf(world).read('bank/movements?state=MISSING')
  const keys = items.map(({ key }: { key: string }) => key).filter((key: string) => ids.includes(key))
  expect(keys.toSorted()).toEqual([missing, wrong].toSorted())
})

test('a settlement from before the first statement of its account is expected, and one from after it is missing', async () => {
  const { ids } = await sent(4)
  const [id = ''] = ids
  await imported([{ amount: '-4.00', id }])
  const run = (text: string) => world.db.rows({ name: '', text }, [])
  await run('update bank_line set booked_on = current_date - 30 where amount_minor = -400')
  await run(
    `insert into expected_settlement (environment, day, currency, gross_minor, net_minor)
     values ('sandbox', current_date - 50, 'USD', 66600, 66600), ('sandbox', current_date - 20, 'USD', 66700, 66700)`,
  )
  const { items } = await adminsOf(world).read('bank/movements')
  const states = new Map(items.map(({ amount, state }: Record<string, string>) => [amount, state]))
  expect([states.get('666.00'), states.get('667.00')]).toEqual(['EXPECTED', 'MISSING'])
  await run('delete from expected_settlement where net_minor in (66600, 66700)')
})

test('what is on its way stays missing until a line shows it, however old it is', async () => {
  const { ids } = await sent(8, 9)
  const [late = '', paid = ''] = ids
  await imported([{ amount: '-9.00', id: paid }])
  const run = (text: string, values: unknown[]) => world.db.rows({ name: '', text }, values)
  const long = `now() - interval '200 days'`
  await run(`update merchant_payout set sent_at = ${long} where public_id = any($1)`, [ids])
  // One from before the first statement of the account, which nobody has.
  await run(
    `insert into expected_settlement (environment, day, currency, gross_minor, net_minor)
     values ('sandbox', '2020-01-01', 'USD', 77800, 77800), ('sandbox', current_date - 150, 'USD', 77700, 77700)`,
    [],
  )
  await run(`update bank_line set booked_on = booked_on - 300 where entry = '1' and amount_minor = -900`, [])
  const missing = async () => (await adminsOf(world).read('bank/movements?state=MISSING')).items
  const counted = async () => (await adminsOf(world).read('overview')).queues.bank_movements_missing
  const kept = (await missing()).filter(
    ({ key, amount }: { key: string; amount: string }) => ids.includes(key) || amount.startsWith('77'),
  )
  expect(kept.map(({ kind, amount, state }: Record<string, string>) => [kind, amount, state])).toEqual([
    ['payout', '-8.00', 'MISSING'],
    ['settlement', '777.00', 'MISSING'],
  ])
  const before = await counted()
  expect(before).toBe((await missing()).length)
  await imported([{ amount: '-8.00', id: late }, { amount: '777.00' }])
  expect(await counted()).toBe(before - 2)
})

test('a file that comes twice, or a statement within another file, changes nothing', async () => {
  const { ids, stateOf } = await sent(5)
  const [id = ''] = ids
  const text = camtStatement(head(), [{ amount: '-5.00', id }])
  expect((await upload(text)).body.data).toMatchObject({ lines: 1, known: 0 })
  expect((await upload(text)).body.data).toMatchObject({ lines: 0, known: 1 })
  expect((await upload(`${text}\n`)).body.data).toMatchObject({ lines: 0, known: 1 })
  expect(await stateOf(id)).toBe('PAID')
  refusedWith(await upload(text.replaceAll('5.00', '6.00')), 409, 'RMT-409')
})

test('ten imports of one file at the same time pay a payout once', async () => {
  const { payouts, ids } = await sent(6, 7)
  const [first = '', second = ''] = ids
  const { id, day } = head()
  const lines = [
    { amount: '-6.00', id: first },
    { amount: '-7.00', id: second },
  ]
  const files = Array.from({ length: 10 }, (_, i) => camtStatement({ id, day }, lines) + ' '.repeat(i % 4))
  const responses = await Promise.all(files.map((file) => upload(file)))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(responses.reduce((sum, { body }) => sum + body.data.lines, 0)).toBe(2)
  for (const payout of ids) await payouts.reaches(payout, 'PAID')
  expect(await payouts.balance()).toEqual({ available: '987.00', reserved: '0.00' })
})

test('the response to an import of many lines comes before all are matched, and the worker matches the rest', async () => {
  const { ids, stateOf } = await sent(8)
  const [id = ''] = ids
  const fees = Array.from({ length: 200 }, (_, i) => ({ amount: '-0.01', text: `fee ${i}` }))
  const text = camtStatement(head(), [...fees, { amount: '-8.00', id }])
  expect((await upload(text)).body.data).toMatchObject({ lines: 201, known: 0 })
  expect(await stateOf(id)).toBe('SENT')
  expect(
    await matchNewLine({
      cells: oneCell(world.db),
      clock: world.clock,
      rules: bankRules(world.system.settings),
    }),
  ).toBe(true)
  expect(await stateOf(id)).toBe('PAID')
})

test('the same booking in another statement is noticed', async () => {
  const same = { amount: '-3.21', reference: 'SAME-1', text: 'fee' }
  const [first] = await imported([same])
  const [second] = await imported([same])
  expect(second).toMatchObject({ state: 'DUPLICATE', duplicate_of: first.id })
})

test('a top-up that an admin entered is found by its amount and day', async () => {
  const { merchant_code } = await world.register()
  const body = { amount: 43.21, reason: 'bank transfer' }
  await adminsOf(world).act(`wallets/${merchant_code}/top-ups`, body)
  const [line] = await imported([{ amount: '43.21', text: 'transfer of a partner' }])
  expect(line).toMatchObject({ state: 'MATCHED', kind: 'top_up', matched_by: 'amount' })
})

test('a line for a payout that was recorded as refused contradicts our books', async () => {
  const { ids, payouts, stateOf } = await sent(15)
  const [id = ''] = ids
  await adminsOf(world).both(`payouts/${id}/fail`, { reason: 'account closed' })
  const [line] = await imported([{ amount: '-15.00', id }])
  expect(line.state).toBe('CONFLICT')
  expect(await stateOf(id)).toBe('FAILED')
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('a statement of an account that is not ours is refused, and so is what cannot be read', async () => {
  const foreign = camtStatement({ ...head(), account: '00011000020000000007721' }, [{ amount: '1.00' }])
  refusedWith(await upload(foreign), 422, 'RMT-422')
  expect(refusedWith(await upload('<Document/>'), 422, 'RMT-422')).toContain('no statement')
})

test('of files imported at once, one line shows a movement, and the others wait', async () => {
  for (let round = 0; round < raceRounds(2); round++) {
    const { merchant_code } = await world.register()
    const amount = 777.01 + round
    await adminsOf(world).act(`wallets/${merchant_code}/top-ups`, { amount, reason: 'bank transfer' })
    const files = Array.from({ length: 6 }, (_, n) =>
      camtStatement(head(), [{ amount: amount.toFixed(2), reference: `R-${round}-${n}` }]),
    )
    const responses = await Promise.all(files.map((file) => upload(file)))
    expect(responses.map(({ status }) => status)).toEqual(files.map(() => 200))
    const { items } = await adminsOf(world).read('bank/lines?limit=100')
    const ours = items.filter((line: { amount: string }) => line.amount === amount.toFixed(2))
    expect(ours.filter(({ state }: { state: string }) => state === 'MATCHED')).toHaveLength(1)
  }
})

test('a top-up is found behind a thousand of the same amount that lines show', async () => {
  const run = (text: string, values: unknown[]) => world.db.rows({ name: '', text }, values)
  const { merchant_code } = await world.register()
  await adminsOf(world).act(`wallets/${merchant_code}/top-ups`, { amount: 45.67, reason: 'bank transfer' })
  const [first] = await imported([{ amount: '45.67', text: 'the first' }])
  expect(first.kind).toBe('top_up')
  await run(
    `insert into wallet_entry (wallet_id, at, kind, amount_minor, balance_after_minor, posting_key, position, top_up_owner)
     select wallet_id, at, kind, amount_minor, balance_after_minor, posting_key || ':' || n, position + n, top_up_owner
       from wallet_entry, generate_series(1001, 2001) n where posting_key = $1`,
    [first.key],
  )
  await run(
    `insert into bank_line (file_id, environment, account, currency, statement_id, entry, booked_on, amount_minor, is_return, text,
                            state, expected_kind, expected_key, matched_by)
     select file_id, environment, account, currency, statement_id, 'n' || n, booked_on, amount_minor, false, '',
            state, expected_kind, expected_key || ':' || n, matched_by
       from bank_line, generate_series(1001, 2000) n where id = $1`,
    [first.id],
  )
  const [last] = await imported([{ amount: '45.67', text: 'the last' }])
  expect(last).toMatchObject({ state: 'MATCHED', key: `${first.key}:2001` })
})
