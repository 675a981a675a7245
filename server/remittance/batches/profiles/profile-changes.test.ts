// Who changed a saved profile does not decide alone whom a batch pays: another user confirms the first batch with it, and owners learn of
// another number.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../../../test/support/callers/admins.ts'
import { call, joined, type Member } from '../../../../test/support/callers/self-service.ts'
import { type Batches, batchesOf, rowOf } from '../../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { profileFields } from './profile.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } })
})
afterAll(() => world?.close())

type Fields = Record<string, string>
const whole: Fields = Object.fromEntries(
  Object.entries(rowOf('E-1')).map(([name, value]) => [name, String(value)]),
)
const isOfBeneficiary = ([name]: [string, string]) => profileFields.beneficiary.has(name)
const beneficiary = Object.fromEntries(
  Object.entries(whole).filter((entry) => isOfBeneficiary(entry) && entry[1] !== ''),
)
/** A row that names the beneficiary by a code. */
const short = (reference: string, fields: Fields = {}): Fields => ({
  ...Object.fromEntries(Object.entries(whole).filter((entry) => !isOfBeneficiary(entry))),
  ...{ reference, beneficiary: 'EMP-1', ...fields },
})
const other = { customer_number: '+243840000004', expected_receiver_name: 'Chantal Mwamba' }
const moved = { receiver_current_address: '6 avenue du Lac, Goma' }

const path = (code: string) => `profiles/beneficiary/${code}`
async function save({ token }: Member, fields: Fields, code = 'EMP-1') {
  const body = { fields: { ...beneficiary, ...fields } }
  const saved = await call(world, 'PUT', path(code), { token, body })
  assert.equal(saved.status, 200, saved.text)
}
async function checked(of: Batches, rows: unknown) {
  const id = await of.uploaded(rows)
  const { counts, total_debit: total } = await of.reaches(id, 'CHECKED')
  return { id, figures: { count: counts.ready, total } }
}
async function paid(of: Batches, who: Member, rows: unknown) {
  const { id, figures } = await checked(of, rows)
  const confirmed = await of.confirm(who, id, figures)
  assert.equal(confirmed.status, 200, confirmed.text)
  await of.reaches(id, 'DONE')
  return id
}
/** A merchant whose owner saved a beneficiary that its accountant has confirmed. */
async function office() {
  const of = await batchesOf(world)
  const accountant = await joined(world, of.owner, 'accountant')
  await save(of.owner, {})
  await paid(of, accountant, [short('E-1')])
  return { of, owner: of.owner, accountant }
}

test('whoever changed a beneficiary cannot confirm a batch before another user has [S-73]', async () => {
  const { of, owner, accountant } = await office()
  await save(accountant, other)
  const { id, figures } = await checked(of, [short('E-2', { amount: '0.40' }), rowOf('E-3')])
  expect(await of.read(id)).toMatchObject({
    ...{ changed_profiles: 1, profiles_changed_by: [accountant.email], corrected_by: [] },
  })
  const refused = await of.confirm(accountant, id, figures)
  refusedWith(refused, 403, 'RMT-1021')
  expect(refused.body.errors).toEqual([
    { field: 'beneficiary', message: `EMP-1 was changed by ${accountant.email}` },
  ])
  assert.equal((await of.confirm(owner, id, figures)).status, 200)
  await of.reaches(id, 'DONE')
  await paid(of, accountant, [short('E-4')])
})

test('an owner who saved the beneficiaries cannot confirm the first batch with them, and the next ones', async () => {
  const of = await batchesOf(world)
  const accountant = await joined(world, of.owner, 'accountant')
  await save(of.owner, {})
  const { id, figures } = await checked(of, [short('E-1')])
  refusedWith(await of.confirm(of.owner, id, figures), 403, 'RMT-1021')
  assert.equal((await of.confirm(accountant, id, figures)).status, 200)
  await paid(of, of.owner, [short('E-2')])
})

test('who changed a number stays excluded after a colleague has changed the address', async () => {
  const { of, owner, accountant } = await office()
  await save(accountant, other)
  await save(owner, { ...other, ...moved })
  const { id, figures } = await checked(of, [short('E-2')])
  for (const who of [accountant, owner]) refusedWith(await of.confirm(who, id, figures), 403, 'RMT-1021')
  const third = await joined(world, owner, 'accountant')
  assert.equal((await of.confirm(third, id, figures)).status, 200)
})

test('what counts is what a row copied: a later change excludes from the next batch alone', async () => {
  const { of, owner, accountant } = await office()
  const { id, figures } = await checked(of, [short('E-2')])
  await save(accountant, other)
  assert.equal((await of.confirm(accountant, id, figures)).status, 200)
  const next = await checked(of, [short('E-3')])
  refusedWith(await of.confirm(accountant, next.id, next.figures), 403, 'RMT-1021')
  assert.equal((await of.confirm(owner, next.id, next.figures)).status, 200)
})

test('a profile that was deleted and saved anew excludes whoever saved it', async () => {
  const { of, accountant } = await office()
  assert.equal((await call(world, 'DELETE', path('EMP-1'), { token: accountant.token })).status, 200)
  await save(accountant, other)
  const { id, figures } = await checked(of, [short('E-2')])
  refusedWith(await of.confirm(accountant, id, figures), 403, 'RMT-1021')
})

test('a row that was corrected to name a profile excludes whoever changed that profile', async () => {
  const { of, owner, accountant } = await office()
  await save(owner, {}, 'EMP-2')
  const { id } = await checked(of, [short('E-2'), short('E-3', { beneficiary: 'NOBODY' })])
  const body = { fields: short('E-3', { beneficiary: 'EMP-2' }) }
  const corrected = await call(world, 'PUT', `batches/${id}/rows/2`, { token: accountant.token, body })
  assert.equal(corrected.status, 200, corrected.text)
  const { counts, total_debit: total } = await of.reaches(id, 'CHECKED')
  refusedWith(await of.confirm(owner, id, { count: counts.ready, total }), 403, 'RMT-1021')
})

test('a row says which profiles it copied, who saved them, and whether another user has confirmed them', async () => {
  const { of, accountant } = await office()
  const before = await checked(of, [short('E-2')])
  await save(accountant, moved)
  const after = await checked(of, [short('E-3')])
  const profileOf = async (id: string) => (await of.rows(id))[0].profiles
  expect(await profileOf(before.id)).toMatchObject([
    { kind: 'beneficiary', code: 'EMP-1', changed_by: of.owner.email, is_confirmed: true },
  ])
  expect(await profileOf(after.id)).toMatchObject([
    { kind: 'beneficiary', code: 'EMP-1', changed_by: accountant.email, is_confirmed: false },
  ])
})

test('owners get a message when a user gives a saved beneficiary another number, or deletes it', async () => {
  const { owner, accountant, of } = await office()
  await save(accountant, moved)
  await save(accountant, other)
  assert.equal((await call(world, 'DELETE', path('EMP-1'), { token: accountant.token })).status, 200)
  const text = `select address, content->>'subject' as subject from message m join merchant t on t.id = m.merchant_id
     where m.kind = 'beneficiary_changed' and t.merchant_code = '${of.as.merchant_code}' order by m.id`
  const sent = await world.db.rows<{ address: string; subject: string }>({ name: '', text })
  expect(sent).toEqual([
    { address: owner.email, subject: 'Nouveau numéro du bénéficiaire EMP-1' },
    { address: owner.email, subject: 'Bénéficiaire EMP-1 supprimé' },
  ])
})

test('a row of a paid batch is marked as repeated after its person has moved, by code or in full', async () => {
  const { of, owner, accountant } = await office()
  const first = await paid(of, accountant, [short('JAN-1'), rowOf('JAN-2')])
  await save(owner, moved)
  const { id } = await checked(of, [
    short('JAN-1', { beneficiary: 'emp-1' }),
    { ...rowOf('JAN-2'), ...moved, customer_number: '0810000001' },
    short('JAN-3'),
  ])
  expect(await of.read(id)).toMatchObject({ counts: { ready: 3 }, repeated: 2 })
  expect((await of.rows(id)).map(({ repeats }) => repeats)).toEqual([first, first, null])
})
