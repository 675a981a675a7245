// Bank lines that admins assign or write off, and who must not decide alone.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, type Person, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import { camtStatement, type StatementLine } from '../../../test/support/callers/statements.ts'
import { oneCell } from '../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { bankRules } from '../../composition/rules.ts'
import { importBankFile } from '../files/import-file.ts'

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

/** What a line's charge has cost us, in minor units. */
async function costOf(line: number): Promise<bigint | undefined> {
  const text = `select e.amount_minor from ledger_posting p join ledger_entry e on e.posting_id = p.id
    join ledger_account a on a.id = e.account_id and a.code = 'bank_cost' where p.key = 'bank_cost:${line}'`
  return (await world.db.rows<{ amount_minor: bigint }>({ name: '', text }))[0]?.amount_minor
}

test('a payout less or more the charge of the bank is assigned by two admins, and the charge is our cost', async () => {
  const { payouts, ids, stateOf } = await sent(60, 70)
  const [dear, back] = ids as [string, string]
  const assign = (id: number, kind: string, key: string, by: Person = 'amina') =>
    adminsOf(world).post(`bank/lines/${id}/assign`, { kind, key }, by)
  const [out] = await imported([
    { amount: '-65.00', id: dear, reference: 'C-1' },
    { amount: '-70.00', id: back, reference: 'C-2' },
  ])
  const { candidates } = await adminsOf(world).read(`bank/lines/${out.id}`)
  expect(candidates[0]).toMatchObject({ kind: 'payout', key: dear, amount: '-60.00' })
  // Benoit approved the batch.
  refusedWith(await assign(out.id, 'payout', dear, 'benoit'), 403, 'RMT-1021')
  const requested = await assign(out.id, 'payout', dear)
  expect([requested.status, await stateOf(dear)]).toEqual([202, 'SENT'])
  const { approval_id: id } = requested.body.data
  refusedWith(
    await adminsOf(world).post(`approvals/${id}/approve`, { reason: 'checked' }, 'amina'),
    403,
    'RMT-1021',
  )
  await adminsOf(world).act(`approvals/${id}/approve`, { reason: 'checked' }, 'benoit')
  expect([await stateOf(dear), await costOf(out.id)]).toEqual(['PAID', 500n])
  expect(await adminsOf(world).read(`bank/lines/${out.id}`)).toMatchObject({
    state: 'MATCHED',
    matched_by: 'amina',
  })
  const [entry] = (await adminsOf(world).read('audit?action=bank_line.assigned')).items
  expect(entry).toMatchObject({
    actor: 'benoit',
    subject: String(out.id),
    detail: { kind: 'payout', key: dear, charge: '5.00', requested_by: 'amina' },
  })

  const [lessIt] = await imported([{ amount: '62.00', id: back, reference: 'C-3', isReturn: true }])
  expect(lessIt.state).toBe('AMOUNT_DIFFERS')
  const ofReturn = (await assign(lessIt.id, 'payout_return', back)).body.data
  await adminsOf(world).act(`approvals/${ofReturn.approval_id}/approve`, { reason: 'checked' }, 'benoit')
  expect([await stateOf(back), await costOf(lessIt.id)]).toEqual(['RETURNED', 800n])
  expect(await payouts.balance()).toEqual({ available: '940.00', reserved: '0.00' })
})

test('a credit that the bank does not mark as a return pays nothing back until another admin assigns it', async () => {
  const { ids, stateOf } = await sent(55)
  const [id = ''] = ids
  await imported([{ amount: '-55.00', id, reference: 'E-1' }])
  const [line] = await imported([{ amount: '55.00', id, reference: 'E-2', text: 'from a stranger' }])
  expect([line.state, await stateOf(id)]).toEqual(['CANDIDATES', 'PAID'])
  await adminsOf(world).act(`bank/lines/${line.id}/assign`, { kind: 'payout_return', key: id }, 'benoit')
  expect(await stateOf(id)).toBe('RETURNED')
})

test('a line that no charge explains cannot be assigned to a payout', async () => {
  const { ids } = await sent(80)
  const [id = ''] = ids
  const lines = await imported([
    { amount: '-79.00', id, reference: 'D-1' },
    { amount: '-170.00', id, reference: 'D-2' },
  ])
  for (const line of lines)
    refusedWith(
      await adminsOf(world).post(`bank/lines/${line.id}/assign`, { kind: 'payout', key: id }),
      409,
      'RMT-409',
    )
})

test('a payout is never paid by its amount alone: an admin assigns the line', async () => {
  const { ids, stateOf } = await sent(61.23)
  const [id = ''] = ids
  const [line] = await imported([{ amount: '-61.23', text: 'transfer' }])
  expect(line.state).toBe('CANDIDATES')
  expect(await stateOf(id)).toBe('SENT')
  const { candidates } = await adminsOf(world).read(`bank/lines/${line.id}`)
  expect(candidates).toEqual([expect.objectContaining({ kind: 'payout', key: id, amount: '-61.23' })])
  const assign = (body: object) => adminsOf(world).post(`bank/lines/${line.id}/assign`, body)
  refusedWith(await assign({ kind: 'payout_return', key: id }), 404, 'RMT-404')
  expect((await assign({ kind: 'payout', key: id })).body.data).toMatchObject({
    state: 'MATCHED',
    matched_by: 'amina',
  })
  expect(await stateOf(id)).toBe('PAID')
  refusedWith(await assign({ kind: 'payout', key: id }), 409, 'RMT-1008')
})

test('whoever approved a payout has it not paid by a file of their own, and nobody a return that they imported', async () => {
  const { ids, payouts, stateOf } = await sent(62.5)
  const [id = ''] = ids
  const assign = (line: { id: number }, kind: string, by: Person) =>
    adminsOf(world).post(`bank/lines/${line.id}/assign`, { kind, key: id }, by)
  const [out] = await imported([{ amount: '-62.50', id, reference: 'O-1' }], 'benoit')
  expect([out.state, await stateOf(id)]).toEqual(['CANDIDATES', 'SENT'])
  refusedWith(await assign(out, 'payout', 'benoit'), 403, 'RMT-1021')
  expect((await assign(out, 'payout', 'amina')).body.data.state).toBe('MATCHED')
  expect(await stateOf(id)).toBe('PAID')
  const [back] = await imported([{ amount: '62.50', id, reference: 'O-2', isReturn: true }], 'benoit')
  expect([back.state, await stateOf(id)]).toEqual(['CANDIDATES', 'PAID'])
  const { candidates } = await adminsOf(world).read(`bank/lines/${back.id}`)
  expect(candidates).toEqual([expect.objectContaining({ kind: 'payout_return', key: id, amount: '62.50' })])
  refusedWith(await assign(back, 'payout_return', 'benoit'), 403, 'RMT-1021')
  expect(await payouts.balance()).toEqual({ available: '937.50', reserved: '0.00' })
  expect((await assign(back, 'payout_return', 'amina')).body.data.state).toBe('MATCHED')
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('a file imported at the command line counts as imported by its operating user', async () => {
  const { ids, stateOf } = await sent(63)
  const [id = ''] = ids
  const admin = { name: 'Benoit', owner: 'command-line', address: 'command-line', requestId: 'r' }
  const bytes = Buffer.from(camtStatement(head(), [{ amount: '-63.00', id }]))
  const { db, clock, system } = world
  const needs = { db, cells: oneCell(db), clock, secrets: system.secrets, rules: bankRules(system.settings) }
  await importBankFile(needs, { bytes, name: 'command-line.xml', admin })
  expect(await stateOf(id)).toBe('SENT')
})

test('whoever approved a payout by its sum has it not paid alone', async () => {
  const { ids, stateOf } = await sent(64)
  const [id = ''] = ids
  const text = 'update merchant_payout set decided_by = $2, decided_owner = $2 where public_id = $1'
  await world.db.rows({ name: '', text }, [id, 'amina'])
  const [line] = await imported([{ amount: '-64.00', id }])
  expect([line.state, await stateOf(id)]).toEqual(['CANDIDATES', 'SENT'])
})

test('a line is not assigned to a payout of another amount, nor to one that has ended', async () => {
  const { ids } = await sent(81, 82)
  const [first = '', second = ''] = ids
  const [line, paid] = await imported([{ amount: '-80.50' }, { amount: '-82.00', id: second }])
  expect(paid.state).toBe('MATCHED')
  const assign = (key: string) =>
    adminsOf(world).post(`bank/lines/${line.id}/assign`, { kind: 'payout', key })
  refusedWith(await assign(first), 409, 'RMT-409')
  refusedWith(await assign(second), 404, 'RMT-404')
})

test('lines up to a sum in 24 hours are written off by one admin who did not import them, others by two', async () => {
  const lines = await imported([
    { amount: '-60.00', text: 'fee a' },
    { amount: '-40.01', text: 'fee b' },
    { amount: '40.00', text: 'fee c' },
    { amount: '-0.01', text: 'fee d' },
  ])
  const off = (line: { id: number }, by: 'amina' | 'benoit') =>
    adminsOf(world).post(`bank/lines/${line.id}/write-off`, { reason: 'bank fee' }, by)
  // Amina imported the file.
  expect((await off(lines[3], 'amina')).body.data.state).toBe('UNKNOWN')
  expect((await off(lines[0], 'benoit')).body.data.state).toBe('WRITTEN_OFF')
  expect((await off(lines[1], 'benoit')).body.data.state).toBe('UNKNOWN')
  refusedWith(await off(lines[1], 'benoit'), 403, 'RMT-1021')
  expect((await off(lines[2], 'benoit')).body.data.state).toBe('WRITTEN_OFF')
  // What a second person confirmed does not count.
  expect((await off(lines[3], 'benoit')).body.data).toMatchObject({
    state: 'WRITTEN_OFF',
    write_off_by: 'amina',
    write_off_approved_by: 'benoit',
  })
  expect((await off(lines[1], 'amina')).body.data.write_off_approved_by).toBe('amina')
})

test('a top-up of a very different amount is assigned by two admins, a small difference by one', async () => {
  const { merchant_code } = await world.register()
  for (const amount of [1_149.62, 515])
    await adminsOf(world).act(`wallets/${merchant_code}/top-ups`, { amount, reason: 'bank transfer' })
  const [tiny, near] = await imported([
    { amount: '9.99', text: 'transfer a' },
    { amount: '500.00', text: 'transfer b' },
  ])
  const assign = async (line: { id: number }, amount: string) => {
    const { candidates } = await adminsOf(world).read(`bank/lines/${line.id}`)
    const all = await adminsOf(world).read('bank/movements')
    const { key } = [...candidates, ...all.items].find(
      (one: { kind: string; amount: string }) => one.kind === 'top_up' && one.amount === amount,
    )
    return adminsOf(world).post(`bank/lines/${line.id}/assign`, { kind: 'top_up', key })
  }
  expect((await assign(near, '515.00')).body.data).toMatchObject({ state: 'MATCHED', matched_by: 'amina' })
  const requested = await assign(tiny, '1149.62')
  expect(requested.status).toBe(202)
  const { approval_id: id } = requested.body.data
  expect((await adminsOf(world).read(`bank/lines/${tiny.id}`)).state).toBe('UNKNOWN')
  refusedWith(await adminsOf(world).post(`approvals/${id}/approve`, { reason: 'checked' }), 403, 'RMT-1021')
  const approved = await adminsOf(world).act(`approvals/${id}/approve`, { reason: 'checked' }, 'benoit')
  expect(approved).toMatchObject({ amount: '1139.63', reason: 'Expected 1149.62 USD, booked 9.99 USD' })
  expect((await adminsOf(world).read(`bank/lines/${tiny.id}`)).state).toBe('MATCHED')
})
