// Requests for papers: who makes them, how long their links last, and what is left of them. No worker runs here.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../../test/support/callers/transfers.ts'
import { rowsOfPlaces } from '../../../../test/support/database/places.ts'
import { askFor, openCase, pdfOf, uploadsOf } from '../../../../test/support/papers/uploads.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { statement } from '../../../platform/database/database.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import { caseFileRetention } from '../retention.ts'

let world: World
let transfers: Transfers
let admins: Admins
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({ clock, role: 'api', settings: twoAdmins })
  transfers = transfersOf(world)
  admins = adminsOf(world)
  await world.topUp('100.00')
})
afterAll(() => world.close())

const base = 'compliance/cases'
const requests = (id: string) => `${base}/${id}/paper-requests`
const actionsOf = statement<{ action: string; detail: string }>(
  'test_audit_of_papers',
  'select action, detail from audit_log where subject = $1 order by seq',
)

describe('a request for papers', () => {
  test('its link is shown once, to the officer who makes it', async () => {
    const id = await openCase(transfers, admins)
    const { token, link } = await askFor(admins, id, { wanted: ['IDENTITY', 'IDENTITY', 'ADDRESS'] })
    assert.match(link, /^http:\/\/localhost:\d+\/papers\/[\w-]{43}$/)
    const detail = await admins.read(`${base}/${id}`)
    expect(detail.paper_requests).toMatchObject([
      { state: 'OPEN', wanted: ['IDENTITY', 'ADDRESS'], requested_by: 'amina', opened_at: null, files: [] },
    ])
    assert.equal(JSON.stringify(detail).includes(token), false)
    expect(detail.history.at(-1)).toMatchObject({ event: 'papers_requested', text: 'IDENTITY, ADDRESS' })
  })

  test('it is extended and withdrawn, and each is in the history and in the audit log', async () => {
    const id = await openCase(transfers, admins)
    const { token, requestId } = await askFor(admins, id, { days: 1 })
    clock.forward({ hours: 25 })
    refusedWith(await uploadsOf(world, token).open(), 404, 'RMT-404')
    const extended = await admins.act(`${requests(id)}/${requestId}/extend`, { days: 3 })
    assert.equal(extended.state, 'OPEN')
    assert.equal((await uploadsOf(world, token).open()).status, 200)
    const reason = 'Sent to the wrong person'
    const withdrawn = await admins.act(`${requests(id)}/${requestId}/withdraw`, { reason }, 'benoit')
    expect(withdrawn).toMatchObject({ state: 'WITHDRAWN', withdrawn_by: 'benoit' })
    for (const [act, body] of [
      ['extend', { days: 3 }],
      ['withdraw', { reason }],
    ] as const)
      refusedWith(await admins.post(`${requests(id)}/${requestId}/${act}`, body), 409, 'RMT-1008')
    const { history } = await admins.read(`${base}/${id}`)
    expect(history.slice(-4)).toMatchObject([
      { event: 'papers_requested' },
      { event: 'papers_link_extended', actor: 'amina' },
      { event: 'papers_link_opened', actor: 'upload link' },
      { event: 'papers_link_withdrawn', actor: 'benoit', text: reason },
    ])
    const audit = await rowsOfPlaces(world, actionsOf, [`case:${id}`])
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'case.papers_requested',
        'case.papers_link_extended',
        'case.papers_link_withdrawn',
      ]),
    )
    assert.equal(
      audit.some(({ detail }) => detail.includes(token)),
      false,
    )
  })

  test('it belongs to one case', async () => {
    const [mine, other] = [await openCase(transfers, admins), await openCase(transfers, admins)]
    const { requestId } = await askFor(admins, mine)
    for (const path of [`${requests(other)}/${requestId}`, `${requests(mine)}/1`])
      refusedWith(await admins.post(`${path}/withdraw`), 404, 'RMT-404')
    assert.equal((await admins.read(`${base}/${mine}`)).paper_requests[0].state, 'OPEN')
  })

  test('a case has at most three open links, and a closed case none', async () => {
    const id = await openCase(transfers, admins)
    const body = { wanted: ['IDENTITY'], language: 'fr', days: 7 }
    const replies = await Promise.all(Array.from({ length: 6 }, () => admins.post(requests(id), body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
    await admins.act(`${base}/${id}/propose`, { outcome: 'CLEARED', reason: 'Known customer' })
    await admins.read(`${base}/${id}`, 'benoit')
    await admins.act(`${base}/${id}/confirm`, undefined, 'benoit')
    const late = await admins.post(requests(id), body)
    assert.equal(refusedWith(late, 409, 'RMT-1008'), 'The case is CLOSED')
  })

  test.each([
    [{ wanted: [] }],
    [{ wanted: ['OTHER'] }],
    [{ wanted: ['SECRET'] }],
    [{ days: 0 }],
    [{ days: 31 }],
    [{ language: 'de' }],
  ])('%j is refused', async (overrides) => {
    const id = await openCase(transfers, admins)
    const body = { wanted: ['IDENTITY'], language: 'fr', days: 7, ...overrides }
    refusedWith(await admins.post(requests(id), body), 400, 'RMT-1005')
  })

  test('nothing of it is left once the case is past its retention', async () => {
    const id = await openCase(transfers, admins)
    const { token } = await askFor(admins, id, { wanted: ['OTHER'], note: 'La facture' })
    const uploads = uploadsOf(world, token)
    await uploads.finish(pdfOf(3_000, 'received'))
    const slow = pdfOf(90_000, 'slow')
    const { id: file } = (await uploads.begin(slow)).body.data
    await uploads.piece(file, 0, slow.subarray(0, 20_000))
    await admins.act(`${base}/${id}/propose`, { outcome: 'CLEARED', reason: 'Known customer' })
    await admins.read(`${base}/${id}`, 'benoit')
    await admins.act(`${base}/${id}/confirm`, undefined, 'benoit')
    const now = clock.now().add({ hours: 1 })
    await world.db.transaction(async (sql) => {
      const [row] = await sql.rows(findCase, [id])
      const erased = await caseFileRetention.erase(sql, {
        ids: [row!.id],
        before: now,
        now,
        secrets: world.system.secrets,
      })
      assert.equal(erased.length, 1)
    })
    assert.deepEqual(await world.db.rows(leftOf, [id]), [{ papers: 0, uploads: 0, pieces: 0, notes: 0 }])
  })
})

const findCase = statement<{ id: bigint }>(
  'test_find_case',
  'select id from compliance_case where case_id = $1',
)
const leftOf = statement(
  'test_left_of_papers',
  `select (select count(*)::int from compliance_paper p where p.case_id = c.id) as papers,
          (select count(*)::int from compliance_upload u join compliance_paper_request r on r.id = u.request_id
            where r.case_id = c.id) as uploads,
          (select count(*)::int from compliance_file_part p join compliance_upload u on u.id = p.upload_id
             left join compliance_paper_request r on r.id = u.request_id
            where r.id is null or r.case_id = c.id) as pieces,
          (select count(note_sealed)::int from compliance_paper_request r where r.case_id = c.id) as notes
     from compliance_case c where c.case_id = $1`,
)
