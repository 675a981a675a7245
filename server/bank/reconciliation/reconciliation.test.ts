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
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { bankRules } from '../../composition/rules.ts'
import { importBankFile } from '../files/import-file.ts'
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

test('a known line with another mark or reference of the bank is a changed statement', async () => {
  const { id, day } = head()
  const line = { amount: '9.00', text: 'fee', reference: 'F-1' }
  const send = (more: object) => upload(camtStatement({ id, day }, [{ ...line, ...more }]))
  expect((await send({})).status).toBe(200)
  refusedWith(await send({ isReturn: true }), 409, 'RMT-409')
  refusedWith(await send({ reference: 'F-2' }), 409, 'RMT-409')
  expect((await send({ text: 'fee again' })).body.data).toMatchObject({ lines: 0, known: 1 })
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
    `insert into gateway_settlement (environment, day, currency, gross_minor, net_minor)
     values ('sandbox', current_date - 50, 'USD', 66600, 66600), ('sandbox', current_date - 20, 'USD', 66700, 66700)`,
  )
  const { items } = await adminsOf(world).read('bank/movements')
  const states = new Map(items.map(({ amount, state }: Record<string, string>) => [amount, state]))
  expect([states.get('666.00'), states.get('667.00')]).toEqual(['EXPECTED', 'MISSING'])
  await run('delete from gateway_settlement where net_minor in (66600, 66700)')
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
    `insert into gateway_settlement (environment, day, currency, gross_minor, net_minor)
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
    await matchNewLine({ db: world.db, clock: world.clock, rules: bankRules(world.system.settings) }),
  ).toBe(true)
  expect(await stateOf(id)).toBe('PAID')
})

test('the same booking in another statement is noticed', async () => {
  const same = { amount: '-3.21', reference: 'SAME-1', text: 'fee' }
  const [first] = await imported([same])
  const [second] = await imported([same])
  expect(second).toMatchObject({ state: 'DUPLICATE', duplicate_of: first.id })
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
  const needs = { db, clock, secrets: system.secrets, rules: bankRules(system.settings) }
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
