// Corrections of faulty rows: that row alone is checked again, the rows are compared anew, and whoever corrected one cannot confirm.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import { call, joined, type Member } from '../../../test/support/callers/self-service.ts'
import { type Batches, batchesOf, batchesPath, rowOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } })
})
afterAll(() => world?.close())

const texts = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
const read = ({ token }: Member, id: string, row: number | string) =>
  call(world, 'GET', `batches/${id}/rows/${row}`, { token })
const correct = ({ token }: Member, id: string, row: number, fields: Record<string, unknown>) =>
  call(world, 'PUT', `batches/${id}/rows/${row}`, { token, body: { fields: texts(fields) } })

const young = { sender_birthdate: '2020-01-01' }

/** A checked batch with a good row, and two that are faulty. */
async function withFaults(): Promise<{ of: Batches; id: string; accountant: Member }> {
  const of = await batchesOf(world)
  const id = await of.uploaded([rowOf('E-1'), rowOf('E-2', young), rowOf('E-1', { amount: 0.5 })])
  await of.reaches(id, 'CHECKED')
  return { of, id, accountant: await joined(world, of.owner, 'accountant') }
}

test('a corrected row is checked again and paid as it was corrected, and the act is in the audit log', async () => {
  const { of, id, accountant } = await withFaults()
  const stored = await read(accountant, id, 2)
  expect(stored.body.data).toEqual({ row: 2, fields: expect.objectContaining(young) })
  const fields = { ...stored.body.data.fields, sender_birthdate: '1984-02-29', amount: '0,25' }
  const corrected = await correct(accountant, id, 2, fields)
  assert.equal(corrected.status, 200, corrected.text)
  expect(corrected.body.data).toMatchObject({ corrected_by: [accountant.email], counts: { unchecked: 1 } })
  assert.equal((await correct(accountant, id, 3, rowOf('E-3', { amount: '0.50' }))).status, 200)
  const checked = await of.reaches(id, 'CHECKED')
  expect(checked).toMatchObject({ counts: { ready: 3, faulty: 0 }, total_debit: 1.75 })
  assert.equal((await of.confirm(of.owner, id, { count: 3, total: 1.75 })).status, 200)
  expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 3 }, paid: 1.75 })
  const log = await world.db.rows<{ detail: string }>({
    ...{
      name: '',
      text: `select detail::text from audit_log where action = 'batch.correct_row' and detail like '%${id}%' order by detail`,
    },
  })
  expect(log.map(({ detail }) => JSON.parse(detail).row)).toEqual([2, 3])
})

test('whoever corrected a row cannot confirm the batch, and another user can [S-73]', async () => {
  const { of, id, accountant } = await withFaults()
  assert.equal((await correct(accountant, id, 2, rowOf('E-2'))).status, 200)
  await of.reaches(id, 'CHECKED')
  const figures = { count: 2, total: 2, skip_faulty: true }
  refusedWith(await of.confirm(accountant, id, figures), 403, 'RMT-1021')
  assert.equal((await of.confirm(of.owner, id, figures)).status, 200)
})

test('a row is corrected while it is faulty, before the confirmation, by a user with the right', async () => {
  const { of, id, accountant } = await withFaults()
  const viewer = await joined(world, of.owner, 'viewer')
  refusedWith(await read(viewer, id, 2), 403, 'RMT-403')
  refusedWith(await correct(viewer, id, 2, rowOf('E-2')), 403, 'RMT-403')
  refusedWith(await correct(accountant, id, 1, rowOf('E-1', { amount: '0.1' })), 409, 'RMT-1008')
  for (const row of [0, 4, 99999])
    refusedWith(await correct(accountant, id, row, rowOf('E-9')), 404, 'RMT-404')
  refusedWith(await read(accountant, id, 'x'), 404, 'RMT-404')
  refusedWith(await correct(accountant, id, 2, { ...rowOf('E-2'), job: 'x' }), 400, 'RMT-1005')
  assert.equal((await of.confirm(of.owner, id, { count: 1, total: 1, skip_faulty: true })).status, 200)
  refusedWith(await correct(accountant, id, 2, rowOf('E-2')), 409, 'RMT-1008')
})

test('a corrected row with the reference of another row, or a formula, stays faulty', async () => {
  const { of, id, accountant } = await withFaults()
  for (const fields of [{}, { reference: 'E-9', profession: '=HYPERLINK("x")' }]) {
    assert.equal((await correct(accountant, id, 3, { ...rowOf('E-1'), ...fields })).status, 200)
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({ counts: { ready: 1, faulty: 2 } })
  }
  const listed = async (field: string) => (await of.rows(id, `&field=${field}`)).map(({ row }) => row)
  expect(await listed('profession')).toEqual([3])
  expect(await listed('sender_birthdate')).toEqual([2])
  expect(await listed('reference')).toEqual([])
})

test('the file of a corrected batch is refused as it was uploaded, too', async () => {
  const { of, id, accountant } = await withFaults()
  assert.equal((await correct(accountant, id, 2, rowOf('E-2'))).status, 200)
  await of.reaches(id, 'CHECKED')
  const again = [rowOf('E-1'), rowOf('E-2', young), rowOf('E-1', { amount: 0.5 })]
  const refused = await world.basic('POST', batchesPath, { rows: again }, { as: of.as })
  refusedWith(refused, 409, 'RMT-1034')
  expect(refused.body.errors).toEqual([{ field: 'batch_id', message: id }])
})

test('a corrected batch is the same as a file with the corrected rows, sent before or afterwards', async () => {
  const { of, id, accountant } = await withFaults()
  const right = [rowOf('E-1'), rowOf('E-2'), rowOf('E-3', { amount: 0.5 })]
  const upload = (rows: unknown) => world.basic('POST', batchesPath, { rows }, { as: of.as })
  assert.equal((await correct(accountant, id, 2, rowOf('E-2'))).status, 200)
  assert.equal((await correct(accountant, id, 3, rowOf('E-3', { amount: '0.50' }))).status, 200)
  const again = await upload(right.toReversed())
  refusedWith(again, 409, 'RMT-1034')
  expect(again.body.errors).toEqual([{ field: 'batch_id', message: id }])
  const wrong = await of.uploaded([rowOf('E-1'), rowOf('E-2', young), rowOf('E-3', { amount: 0.5 })])
  await of.reaches(wrong, 'CHECKED')
  refusedWith(await correct(accountant, wrong, 2, rowOf('E-2')), 409, 'RMT-1034')
  expect(await of.read(wrong)).toMatchObject({ state: 'CHECKED', counts: { faulty: 1 }, corrected_by: [] })
})
