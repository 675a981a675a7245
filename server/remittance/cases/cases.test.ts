// Compliance cases: what belongs to one person comes together, and nobody closes a case alone. No worker runs here; the tests call
// its work themselves.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import { rowsOfPlaces } from '../../../test/support/database/places.ts'
import {
  admins,
  base,
  caseOf,
  clock,
  confirmed,
  gather,
  held,
  listed,
  needs,
  openCases,
  others,
  propose,
  rejectHold,
  rows,
  transfers,
  world,
} from '../../../test/support/papers/cases.ts'
import { jpegImage, pngChunk, pngImage } from '../../../test/support/world/images.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { statement } from '../../platform/database/database.ts'
import { lockedTransfers, transferById } from '../transfer/queries.ts'
import { assignItem, escalateCases, gatherCases } from './gather.ts'
import { recordDecidedHold } from './record-items.ts'

openCases()

const damageParties = statement<{ id: bigint; parties_sealed: Buffer }>(
  'test_damage_parties',
  `with before as materialized (select id, parties_sealed from transfer where transaction_id = any($1)),
        damaged as (update transfer t set parties_sealed = '\\x00' from before b where t.id = b.id)
   select * from before`,
)
const restoreParties = statement(
  'test_restore_parties',
  `update transfer t set parties_sealed = b.parties_sealed
     from unnest($1::bigint[], $2::bytea[]) as b (id, parties_sealed) where t.id = b.id`,
)

describe('a case', () => {
  test('holds of one person come together: by name and birth date, or by document', async () => {
    const { facts, sent, id } = await held()
    const byName = {
      ...listed(facts),
      sender_document_number: 'ZZ998877',
      sender_first_name: 'PERSON',
      sender_last_name: 'wätchlist',
    }
    const byDocument = { ...listed(facts), sender_birthdate: '1951-05-05', customer_number: '+243812999999' }
    const same = [await transfers.accepted(byName), await transfers.accepted(byDocument)]
    const another = await held()
    for (const { transaction_id } of same) assert.equal(await caseOf(transaction_id), id)
    assert.notEqual(another.id, id)
    const detail = await admins.read(`${base}/${id}`)
    expect(detail).toMatchObject({
      state: 'OPEN',
      outcome: null,
      person: { name: 'Watchlist Person', document: { number: facts.sender_document_number }, number: null },
      activity: { transfers: 3 },
    })
    const ids = [...same, sent].map(({ transaction_id }) => transaction_id)
    expect(detail.transfers.map((each: any) => each.transaction_id).toSorted()).toEqual(ids.toSorted())
    expect(detail.transfers[0]).toMatchObject({
      reasons: ['hold'],
      parties: { sender: { last_name: expect.any(String) } },
    })
    expect(detail.transfers.at(-1).screening[0]).toMatchObject({ decision: 'hold', reason: 'list_match' })
  })

  test('a hold gets its case although fifty before it cannot get theirs', async () => {
    await world.topUp('100.00')
    const unreadable = await Promise.all(Array.from({ length: 50 }, () => transfers.accepted(listed())))
    const sealed = await world.db.rows(damageParties, [unreadable.map((each) => each.transaction_id)])
    const last = await transfers.accepted(listed())
    await gatherCases(needs)
    assert.equal((await admins.read(`${base}/${await caseOf(last.transaction_id)}`)).state, 'OPEN')
    await world.db.rows(restoreParties, [
      sealed.map(({ id }) => String(id)),
      sealed.map((row) => row.parties_sealed),
    ])
    await gather()
    for (const { transaction_id } of unreadable) await caseOf(transaction_id)
  })

  test('a transfer that a limit on the number holds opens the case of the beneficiary', async () => {
    const facts: Record<string, unknown> = listed({ sender_first_name: 'Aimée', sender_last_name: 'Ngalula' })
    assert.equal((await transfers.accepted(facts)).status, 'Submitted')
    const sent = await transfers.accepted(facts)
    assert.equal(sent.status, 'Hold')
    await gather()
    const id = await caseOf(sent.transaction_id, 'receiver')
    const detail = await admins.read(`${base}/${id}`)
    expect(detail.person).toMatchObject({
      name: 'Test Subscriber',
      number: String(facts.customer_number).slice(1),
    })
    expect(detail.limits).toMatchObject([
      { rule: 'hold', outcome: 'hold', reached: 2, transaction_id: sent.transaction_id },
    ])
  })

  test('requests that a limit refused are shown in the case of their sender, and open none', async () => {
    const { facts, id } = await held()
    for (let n = 0; n < 3; n++)
      await transfers.accepted({ ...facts, customer_number: `+24382${3_000_000 + others * 10 + n}` })
    const before = (await admins.read(base)).pagination.total
    const refused = await transfers.inbound({ ...facts, reference: `refused-${others}` })
    assert.equal(refused.status, 422)
    await gather()
    const detail = await admins.read(`${base}/${id}`)
    expect(detail.limits[0]).toMatchObject({
      rule: 'refuse',
      outcome: 'refuse',
      reference: `refused-${others}`,
      transaction_id: null,
    })
    assert.equal((await admins.read(base)).pagination.total, before)
  })

  test('an alert of the person joins the case, which cannot be closed while it is open', async () => {
    const { sent, id } = await held()
    await rejectHold(sent.transaction_id)
    await world.db.rows(insertAlert, [sent.transaction_id])
    await gather()
    const { alerts, state } = await admins.read(`${base}/${id}`)
    expect([alerts.length, alerts[0].transaction_id, state]).toEqual([1, sent.transaction_id, 'OPEN'])
    await propose(id)
    const early = await admins.post(`${base}/${id}/confirm`, undefined, 'benoit')
    assert.equal(
      refusedWith(early, 409, 'RMT-1008'),
      'A transfer of the case is held, or an alert of it is open',
    )
    await admins.act(`remittance/screening/alerts/${alerts[0].id}/close`)
    const closed = await confirmed(id)
    expect([closed.state, closed.closed_by]).toEqual(['CLOSED', 'benoit'])
  })

  test('the worker waits for no transfer that is being decided, and its decision waits for no worker', async () => {
    const [decided, other] = [await transfers.accepted(listed()), await transfers.accepted(listed())]
    const { id } = (await transferById(world.db, decided.transaction_id))!
    await world.db.transaction(async (sql) => {
      await lockedTransfers(sql, [id])
      // Would fail on the time limit for locks if it waited.
      await gather()
      await caseOf(other.transaction_id)
      await recordDecidedHold(sql, { id }, clock.now())
    })
    await gather()
    await caseOf(decided.transaction_id)
  })

  test('a hold that is decided before the worker has seen it belongs to a case', async () => {
    const sent = await transfers.accepted(listed())
    await rejectHold(sent.transaction_id)
    await gather()
    const detail = await admins.read(`${base}/${await caseOf(sent.transaction_id)}`)
    expect(detail.transfers[0]).toMatchObject({
      status: 'Failed',
      decision: { decision: 'rejected', decided_by: 'amina' },
    })
  })

  test('a document number that nobody has, such as 000000, brings nobody together', async () => {
    const [one, other] = [
      await held({ sender_document_number: '000000' }),
      await held({ sender_document_number: '000000' }),
    ]
    assert.notEqual(one.id, other.id)
  })

  test('items of one person that two processes assign at once open one case', async () => {
    for (let round = 0; round < 5; round++) {
      const facts = listed()
      const sent = [await transfers.accepted(facts), await transfers.accepted(facts)]
      const items = await world.db.rows(insertItems, [sent.map(({ transaction_id }) => transaction_id)])
      const by = { actor: 'likuta', at: clock.now() }
      const assigned = await Promise.all(
        items.map(({ id }) => world.db.transaction((sql) => assignItem(sql, needs, id, by))),
      )
      assert.equal(new Set(assigned.map((row) => row?.case_id)).size, 1)
    }
  })

  test('an admin adds a transfer to the case of its beneficiary, once', async () => {
    const sent = await transfers.accepted({
      ...listed(),
      sender_first_name: 'Aimée',
      sender_last_name: 'Ngalula',
    })
    const wanted = { transaction_id: sent.transaction_id, role: 'receiver', reason: 'Reported by the agent' }
    const opened = await admins.act(base, wanted)
    assert.equal((await admins.act(base, wanted)).case_id, opened.case_id)
    expect(opened).toMatchObject({
      person: { name: 'Test Subscriber' },
      transfers: [{ roles: ['receiver'], reasons: ['request'] }],
    })
    expect(opened.history).toMatchObject([
      { event: 'opened', actor: 'amina' },
      { event: 'item_added', actor: 'amina', text: `${sent.transaction_id}\nReported by the agent` },
    ])
    refusedWith(
      await admins.post(base, { ...wanted, transaction_id: 'IMT-IN-0000000000000000' }),
      404,
      'RMT-404',
    )
  })
})

const insertItems = statement<{ id: bigint }>(
  'test_insert_case_items',
  `insert into compliance_case_item (kind, environment, merchant_id, transfer_id, role, added_at)
   select 'hold', environment, merchant_id, id, 'sender', now() from transfer where transaction_id = any($1) returning id`,
)
const insertAlert = statement(
  'test_insert_alert',
  `insert into screening_alert (environment, screened_party_id, person_key, list, entry_id, entry_version, match, list_version,
                                opened_at)
   select 'sandbox', p.id, p.person_key, 'another list', '1', '1', p.matches->0, '9', now()
     from screened_party p join transfer t on p.subject = 'transfer:' || t.id
    where t.transaction_id = $1 and p.role = 'sender'`,
)

test('a case past its deadline is escalated once, is first in the list, and stays so until it is closed', async () => {
  const { id } = await held()
  await world.db.rows(statement('test_due', 'update compliance_case set due_at = $2 where case_id = $1'), [
    id,
    clock.now().subtract({ hours: 1 }),
  ])
  await Promise.all(Array.from({ length: 5 }, () => escalateCases(needs)))
  const { history } = await admins.read(`${base}/${id}`)
  assert.equal(history.filter(({ event }: any) => event === 'escalated').length, 1)
  const [first] = (await admins.read(base)).items
  expect([first.case_id, first.person_name]).toEqual([id, 'Watchlist Person'])
  assert.ok(first.escalated_at)
})

test('a case has at most 50 papers', async () => {
  const { id } = await held()
  const fill = statement(
    'test_fill_papers',
    `insert into compliance_paper (case_id, name, type, size, sha256, added_by, created_at)
     select c.id, 'x', 'image/png', 1, sha256(n::text::bytea), 'amina', now()
       from compliance_case c, generate_series(1, 50) n where c.case_id = $1`,
  )
  await world.db.rows(fill, [id])
  const photo = { name: 'one more.png', content: pngImage(40, 24).toString('base64') }
  refusedWith(await admins.post(`${base}/${id}/papers`, photo), 409, 'RMT-1008')
  assert.equal((await admins.read(`${base}/${id}`)).papers.length, 50)
})

test.each([
  ['identite.hta', 'identite.hta.png'],
  ['scan.PNG', 'scan.PNG'],
  ['Pièce "1".pdf\u202e', 'Piece-1-.pdf.png'],
  ['.exe', '.exe.png'],
])('a paper that its sender named %s is downloaded as %s', async (name, downloaded) => {
  const { id } = await held()
  const content = pngImage(40, 24).toString('base64')
  const { papers } = await admins.act(`${base}/${id}/papers`, { name, content })
  const headers = { 'x-admin-token': 'token-of-benoit-0123456789' }
  const response = await fetch(`${world.url}/api/v1/admin/${base}/${id}/papers/${papers[0].id}`, { headers })
  await response.arrayBuffer()
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="${downloaded}"`)
})

test('every page of the list that names persons is in the audit log, with who saw which cases', async () => {
  const { id } = await held()
  const before = await listedViews()
  const { items } = await admins.read(`${base}?state=OPEN&limit=100`, 'benoit')
  const shown = items.map(({ case_id }: { case_id: string }) => case_id)
  assert.ok(shown.includes(id))
  assert.deepEqual((await admins.read(`${base}?state=OPEN&page=50&limit=100`, 'benoit')).items, [])
  expect((await listedViews()).slice(before.length)).toEqual([
    { actor: 'benoit', subject: 'cases:sandbox', detail: { state: 'OPEN', page: 1, cases: shown } },
  ])
  expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
})
async function listedViews() {
  const text = `select actor, subject, detail from audit_log where action = 'case.listed' order by seq`
  const found = await rowsOfPlaces<{ actor: string; subject: string; detail: string }>(world, {
    name: '',
    text,
  })
  return found.map(({ detail, ...view }) => ({ ...view, detail: JSON.parse(detail) }))
}

test('a note and a paper are stored encrypted, and every view of them is in the audit log', async () => {
  const { id } = await held()
  const noted = await admins.act(`${base}/${id}/notes`, { text: 'Called the sender:\nschool fees.' })
  expect(noted.history.at(-1)).toMatchObject({
    event: 'note',
    actor: 'amina',
    text: 'Called the sender:\nschool fees.',
  })
  const place = pngChunk('tEXt', Buffer.from('GPS\0-4.32,15.31'))
  const photo = { name: 'passport.png', content: pngImage(40, 24, undefined, [place]).toString('base64') }
  await admins.act(`${base}/${id}/papers`, photo)
  const { papers } = await admins.act(`${base}/${id}/papers`, photo)
  assert.equal(papers.length, 1)
  const large = jpegImage(1400, 900)
  await admins.act(`${base}/${id}/papers`, { name: 'photo.jpg', content: large.toString('base64') })
  const headers = { 'x-admin-token': 'token-of-benoit-0123456789' }
  const response = await fetch(`${world.url}/api/v1/admin/${base}/${id}/papers/${papers[0].id}`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="passport.png"',
  ])
  assert.ok(bytes.length > 0 && !bytes.includes('GPS'))
  const other = await held()
  refusedWith(await admins.get(`${base}/${other.id}/papers/${papers[0].id}`), 404, 'RMT-404')
  const wrong = await admins.post(`${base}/${id}/papers`, {
    name: 'x.pdf',
    content: Buffer.from('<script>').toString('base64'),
  })
  refusedWith(wrong, 400, 'RMT-1005')
  const log = await rowsOfPlaces(world, rows, [`case:${id}`])
  expect(log.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'case.note_added amina',
    'case.viewed amina',
    'case.paper_added amina',
    'case.viewed amina',
    'case.viewed amina',
    'case.paper_added amina',
    'case.viewed amina',
    'case.paper_viewed benoit',
  ])
  const stored = await world.db.rows(
    statement<{ all: string }>(
      'test_case_text',
      `select string_agg(encode(content_sealed, 'escape'), '') || (select string_agg(encode(text_sealed, 'escape'), '') from compliance_case_event) as all from compliance_file_part`,
    ),
  )
  assert.ok(!stored[0]!.all.includes('school') && !stored[0]!.all.includes('iVBOR'))
  expect(await verifyAudit(world.system.cells, world.system.secrets)).not.toHaveProperty('broken')
})
