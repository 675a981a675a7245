// Saved senders and beneficiaries: what may be saved, whose they are, and that a row keeps what its profile was when it was uploaded.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../../../test/support/callers/admins.ts'
import { call, joined } from '../../../../test/support/callers/self-service.ts'
import { type Batches, batchesOf, batchesPath, rowOf } from '../../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { profileRetention } from '../retention.ts'
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
const part = (names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(whole).filter(([name, value]) => names.has(name) && value !== ''))
const sender = part(profileFields.sender)
const beneficiary = part(profileFields.beneficiary)
/** A row of what belongs to a single transfer. */
const short = (reference: string, fields: Fields = {}): Fields => {
  const isSaved = (name: string) => profileFields.sender.has(name) || profileFields.beneficiary.has(name)
  const own = Object.fromEntries(Object.entries(whole).filter(([name]) => !isSaved(name)))
  return { ...own, reference, ...fields }
}

const path = '/api/v1/remittance/profiles'
const save = (of: Batches, name: string, fields: Fields) =>
  world.basic('PUT', `${path}/${name}`, { fields }, { as: of.as })
async function withProfiles(): Promise<Batches> {
  const of = await batchesOf(world)
  for (const [name, fields] of [
    ['sender/mwangaza', sender],
    ['beneficiary/emp-1', beneficiary],
  ] as const) {
    const saved = await save(of, name, fields)
    assert.equal(saved.status, 200, saved.text)
  }
  return of
}
const csvOf = (rows: readonly Fields[]) => {
  const names = Object.keys(rows[0] ?? {})
  return [names.join(';'), ...rows.map((row) => names.map((name) => `"${row[name]}"`).join(';'))].join('\r\n')
}
const faultsOf = async (of: Batches, id: string) =>
  Object.fromEntries(
    (await of.rows(id, '&state=FAULTY')).map((row) => [
      row.row,
      row.errors.map(({ field, message }: Fields) => `${field}: ${message}`),
    ]),
  )

test('a short CSV row that names a sender and a beneficiary is paid like the whole row, and is the same', async () => {
  const of = await withProfiles()
  const named = { sender_profile: ' Mwangaza ', beneficiary: 'EMP-1', amount: '1,00' }
  const sent = await world.basic('POST', batchesPath, undefined, {
    ...{ as: of.as, rawBody: csvOf([short('E-1', named)]), headers: { 'content-type': 'text/csv' } },
  })
  assert.equal(sent.status, 200, sent.text)
  const id = sent.body.data.batch_id
  const { counts, total_debit: total } = await of.reaches(id, 'CHECKED')
  expect(counts).toMatchObject({ ready: 1, faulty: 0 })
  expect((await of.rows(id))[0]).toMatchObject({
    ...{ customer_number: beneficiary.customer_number, expected_receiver_name: 'Jean Mukendi' },
  })
  refusedWith(
    await world.basic('POST', batchesPath, { rows: [rowOf('E-1')] }, { as: of.as }),
    409,
    'RMT-1034',
  )
  assert.equal((await of.confirm(of.owner, id, { count: 1, total })).status, 200)
  await of.reaches(id, 'DONE')
})

test('a profile that is changed or deleted after the upload changes nothing of what is sent', async () => {
  const of = await withProfiles()
  const rows = [short('E-1', { sender_profile: 'MWANGAZA', beneficiary: 'EMP-1' })]
  const id = await of.uploaded(rows)
  const other = { customer_number: '+243810000007', expected_receiver_name: 'Another Person' }
  assert.equal((await save(of, 'beneficiary/EMP-1', { ...beneficiary, ...other })).status, 200)
  const gone = await world.basic('DELETE', `${path}/sender/MWANGAZA`, undefined, { as: of.as })
  assert.equal(gone.status, 200, gone.text)
  const { total_debit: total } = await of.reaches(id, 'CHECKED')
  assert.equal((await of.confirm(of.owner, id, { count: 1, total })).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 1 } })
  expect((await of.rows(id))[0]).toMatchObject({ customer_number: beneficiary.customer_number })
})

test('the same short file is the same after one of its profiles was changed', async () => {
  const of = await withProfiles()
  const rows = [short('E-1', { sender_profile: 'mwangaza', beneficiary: 'emp-1' })]
  await of.uploaded(rows)
  const moved = { ...beneficiary, receiver_current_address: '6 avenue du Lac, Goma' }
  assert.equal((await save(of, 'beneficiary/emp-1', moved)).status, 200)
  refusedWith(await world.basic('POST', batchesPath, { rows }, { as: of.as }), 409, 'RMT-1034')
  await of.uploaded([{ ...rows[0], reference: 'E-2' }])
})

test('a row with an unknown code, another merchant’s, or fields beside its profile has one fault for each', async () => {
  const other = await withProfiles()
  const of = await batchesOf(world)
  assert.equal((await save(of, 'sender/ONG', sender)).status, 200)
  assert.equal((await save(other, 'sender/THEIRS', sender)).status, 200)
  const id = await of.uploaded([
    short('E-1', { sender_profile: 'NOBODY', ...beneficiary }),
    short('E-2', { sender_profile: 'THEIRS', ...beneficiary }),
    short('E-3', { sender_profile: 'ONG', ...beneficiary, sender_city: 'Goma' }),
    short('E-4', { sender_profile: 'ONG', beneficiary: 'EMP-1' }),
    short('E-5', { sender_profile: 'ONG', ...beneficiary }),
  ])
  expect(await of.reaches(id, 'CHECKED')).toMatchObject({ counts: { ready: 1, faulty: 4 } })
  const unknown = 'No profile has this code'
  expect(await faultsOf(of, id)).toEqual({
    1: [`sender_profile: ${unknown}`],
    2: [`sender_profile: ${unknown}`],
    3: ['sender_city: Is given beside sender_profile'],
    4: [`beneficiary: ${unknown}`],
  })
  const accountant = await joined(world, of.owner, 'accountant')
  const fields = short('E-1', { sender_profile: 'ong', ...beneficiary })
  const corrected = await call(world, 'PUT', `batches/${id}/rows/1`, {
    token: accountant.token,
    body: { fields },
  })
  assert.equal(corrected.status, 200, corrected.text)
  expect(await of.reaches(id, 'CHECKED')).toMatchObject({ counts: { ready: 2, faulty: 3 } })
})

test('a CSV file without the columns of a sender needs the column that names one', async () => {
  const of = await withProfiles()
  const sent = await world.basic('POST', batchesPath, undefined, {
    ...{ as: of.as, rawBody: csvOf([short('E-1', { beneficiary: 'EMP-1' })]) },
    headers: { 'content-type': 'text/csv' },
  })
  refusedWith(sent, 400, 'RMT-1005')
  expect(sent.body.message).toMatch(/lacks the columns sender_first_name/)
  expect(sent.body.message).not.toMatch(/customer_number/)
})

test.each([
  [
    'a field of the other kind',
    'sender/A',
    { ...sender, customer_number: '+243810000001' },
    'customer_number',
  ],
  ['a formula', 'sender/A', { ...sender, profession: '=HYPERLINK("x")' }, 'profession'],
  ['a sender under 18', 'sender/A', { ...sender, sender_birthdate: '2020-01-01' }, 'sender_birthdate'],
  ['a required field that is empty', 'sender/A', { ...sender, sender_city: ' ' }, 'sender_city'],
  ['no mobile number', 'beneficiary/A', { ...beneficiary, customer_number: '12' }, 'customer_number'],
  ['a code with a slash', 'beneficiary/a%2Fb', beneficiary, 'code'],
])('a profile with %s is refused with its field', async (_, name, fields, field) => {
  const of = await batchesOf(world, '0')
  const refused = await save(of, name, fields)
  assert.equal(refused.status, 400, refused.text)
  expect(refused.body.errors.map((fault: Fields) => fault.field)).toEqual([field])
})

test('profiles are listed and read by their merchant alone, and users with the right change them', async () => {
  const of = await withProfiles()
  const other = await batchesOf(world, '0')
  const viewer = await joined(world, of.owner, 'viewer')
  const list = async (token: string, query = '') =>
    (await call(world, 'GET', `profiles${query}`, { token })).body.data.items
  expect(await list(of.owner.token)).toMatchObject([
    { kind: 'sender', code: 'MWANGAZA', document_expiration_date: sender.document_expiration_date },
    { kind: 'beneficiary', code: 'EMP-1', name: 'Jean Mukendi', changed_by: null },
  ])
  expect(await list(of.owner.token, '?kind=beneficiary&q=emp')).toHaveLength(1)
  expect(await list(of.owner.token, '?q=MWANGAZA-2')).toEqual([])
  expect(await list(other.owner.token)).toEqual([])
  refusedWith(await call(world, 'GET', 'profiles', { token: viewer.token }), 403, 'RMT-403')
  for (const [method, name] of [
    ['GET', 'sender/MWANGAZA'],
    ['DELETE', 'sender/MWANGAZA'],
    ['GET', 'payer/MWANGAZA'],
  ] as const)
    refusedWith(await call(world, method, `profiles/${name}`, { token: other.owner.token }), 404, 'RMT-404')
  const change = { token: of.owner.token, body: { fields: { ...sender, sender_city: 'Bukavu' } } }
  const changed = await call(world, 'PUT', 'profiles/sender/mwangaza', change)
  expect(changed.body.data).toMatchObject({ changed_by: of.owner.email, fields: { sender_city: 'Bukavu' } })
  const read = await world.basic('GET', `${path}/sender/MWANGAZA`, undefined, { as: of.as })
  expect(read.body.data.fields).toEqual({ ...sender, sender_city: 'Bukavu' })
  const gone = await call(world, 'DELETE', 'profiles/beneficiary/EMP-1', { token: of.owner.token })
  assert.equal(gone.status, 200, gone.text)
  const text = `select action, detail from audit_log where action like 'profile.%' and subject = '${of.as.merchant_code}' order by seq`
  const log = await world.db.rows<{ action: string; detail: string }>({ name: '', text })
  expect(log.map(({ action }) => action)).toEqual([
    ...['profile.create', 'profile.create', 'profile.change', 'profile.delete'],
  ])
  expect(log.map(({ detail }) => detail).join()).not.toMatch(/Bukavu|Mukendi/)
})

test('a profile that no file names any more is deleted after its retention', async () => {
  const of = await withProfiles()
  const rows = async () =>
    world.db.rows<{ id: bigint }>({
      ...{
        name: '',
        text: `select p.id from saved_profile p join merchant m on m.id = p.merchant_id
                where m.merchant_code = '${of.as.merchant_code}' and used_at < now() order by kind desc`,
      },
    })
  const ids = (await rows()).map(({ id }) => id)
  const now = world.clock.now()
  const aged = `update saved_profile set used_at = now() - interval '2 days' where id = any('{${ids}}')`
  await world.db.rows({ name: '', text: aged })
  await of.uploaded([short('E-1', { sender_profile: 'MWANGAZA', ...beneficiary })])
  const before = now.subtract({ hours: 36 })
  const erased = await world.db.transaction((tx) =>
    profileRetention.erase(tx, { ids, before, now, secrets: {} as never }),
  )
  expect(erased).toEqual([ids[1]])
  expect((await rows()).map(({ id }) => id)).toEqual([ids[0]])
})

test('a merchant has at most 500 profiles, and changes those it has', async () => {
  const of = await withProfiles()
  await world.db.rows({
    name: '',
    text: `insert into saved_profile (merchant_id, environment, kind, code, fields_sealed, created_at, changed_at, used_at)
           select p.merchant_id, p.environment, p.kind, 'X' || n, p.fields_sealed, p.created_at, p.changed_at, p.used_at
             from saved_profile p join merchant m on m.id = p.merchant_id, generate_series(1, 498) n
            where m.merchant_code = '${of.as.merchant_code}' and p.code = 'EMP-1'`,
  })
  refusedWith(await save(of, 'beneficiary/one-more', beneficiary), 409, 'RMT-1008')
  assert.equal((await save(of, 'beneficiary/emp-1', beneficiary)).status, 200)
})
