// Links through which persons send papers: what they show, and only while they are valid.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../../test/support/callers/transfers.ts'
import { rowsOfPlaces } from '../../../../test/support/database/places.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import {
  type Asked,
  askFor,
  openCase,
  pdfOf,
  type Uploads,
  uploadsOf,
} from '../../../../test/support/papers/uploads.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { commonStatement, statement } from '../../../platform/database/database.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import { removeUnfinishedUploads } from './upload.ts'

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
type Opened = Asked & { id: string; uploads: Uploads; detail(): Promise<any> }

async function opened(wanted?: object): Promise<Opened> {
  const id = await openCase(transfers, admins)
  const asked = await askFor(admins, id, wanted)
  return {
    ...asked,
    id,
    uploads: uploadsOf(world, asked.token),
    detail: () => admins.read(`${base}/${id}`),
  }
}

const countPieces = statement<{ pieces: number; uploads: number }>(
  'test_count_upload_pieces',
  `select (select count(*)::int from compliance_file_part p join compliance_upload u on u.id = p.upload_id
            where u.request_id = r.id) as pieces,
          (select count(*)::int from compliance_upload u where u.request_id = r.id) as uploads
     from compliance_paper_request r where r.request_id = $1`,
)
const piecesOf = async ({ requestId }: Asked) => (await world.db.rows(countPieces, [requestId]))[0]!

describe('an upload link', () => {
  test('it shows what is needed and nothing of the case, and notes when it was first opened', async () => {
    const it = await opened({ wanted: ['FUNDS', 'OTHER'], note: 'La facture du terrain', language: 'en' })
    await it.uploads.open()
    const { body } = await it.uploads.open()
    expect(body.data).toMatchObject({
      institution: 'Likuta',
      wanted: ['FUNDS', 'OTHER'],
      language: 'en',
      files: [],
    })
    assert.doesNotMatch(JSON.stringify(body), /case|Aim|suspic|sanction|screen|hold|PP7/i)
    const { history, paper_requests } = await it.detail()
    assert.equal(history.filter(({ event }: { event: string }) => event === 'papers_link_opened').length, 1)
    assert.ok(paper_requests[0].opened_at)
  })

  test('its token is stored nowhere', async () => {
    const it = await opened()
    await it.uploads.finish(pdfOf(3_000, 'token'))
    const tables = ['compliance_paper_request', 'compliance_upload', 'compliance_case_event', 'audit_log']
    for (const table of tables) {
      const rows = await rowsOfPlaces<{ found: boolean }>(
        world,
        commonStatement(
          `test_token_in_${table}`,
          `select t::text like '%' || $1 || '%' as found from ${table} t`,
        ),
        [it.token],
      )
      assert.equal(
        rows.some(({ found }) => found),
        false,
        table,
      )
    }
  })

  test('once it is withdrawn, has expired, or its case is closed, it opens nothing', async () => {
    const [withdrawn, expired, closed] = [await opened(), await opened({ days: 1 }), await opened()]
    const file = pdfOf(100_000, 'late')
    const begun = await Promise.all(
      [withdrawn, expired, closed].map(async (it) => (await it.uploads.begin(file)).body.data.id),
    )
    await admins.act(`${base}/${withdrawn.id}/paper-requests/${withdrawn.requestId}/withdraw`, {
      reason: 'Sent to the wrong person',
    })
    await admins.act(`${base}/${closed.id}/propose`, { outcome: 'CLEARED', reason: 'Known customer' })
    await admins.read(`${base}/${closed.id}`, 'benoit')
    await admins.act(`${base}/${closed.id}/confirm`, undefined, 'benoit')
    clock.forward({ hours: 24 })
    for (const [i, it] of [withdrawn, expired, closed].entries())
      for (const response of [
        await it.uploads.open(),
        await it.uploads.begin(pdfOf(500)),
        await it.uploads.progress(begun[i]),
        await it.uploads.piece(begun[i], 0, file.subarray(0, 1_000)),
      ])
        assert.equal(refusedWith(response, 404, 'RMT-404'), 'This upload link is not valid')
    await removeUnfinishedUploads(world)
    for (const it of [withdrawn, expired, closed])
      assert.deepEqual(await piecesOf(it), { pieces: 0, uploads: 0 })
  })

  test('a piece that waits while the link is withdrawn is refused', async () => {
    const it = await opened()
    const file = pdfOf(5_000, 'race')
    const { id } = (await it.uploads.begin(file)).body.data
    const sending = await world.db.transaction(async (sql) => {
      await sql.rows(lockCase, [it.id])
      const piece = it.uploads.piece(id, 0, file)
      await eventually('the piece waits', async () => (await world.db.rows(countWaiting))[0]!.count > 0)
      await sql.rows(withdraw, [it.requestId])
      return { piece }
    })
    refusedWith(await sending.piece, 404, 'RMT-404')
    assert.equal((await it.detail()).papers.length, 0)
  })

  test('it reads and continues only its own files', async () => {
    const [mine, other] = [await opened(), await opened()]
    const file = pdfOf(5_000, 'mine')
    const { id } = (await mine.uploads.begin(file)).body.data
    refusedWith(await other.uploads.progress(id), 404, 'RMT-404')
    refusedWith(await other.uploads.piece(id, 0, file), 404, 'RMT-404')
    refusedWith(await other.uploads.progress('1'), 404, 'RMT-404')
    for (const token of ['x', 'A'.repeat(43), `${mine.token}A`])
      refusedWith(await mine.uploads.open(token), 404, 'RMT-404')
    assert.equal((await mine.uploads.finish(file)).state, 'RECEIVED')
    assert.deepEqual((await other.detail()).papers, [])
  })

  test('files that are still arriving are kept while the link is valid', async () => {
    const it = await opened()
    const file = pdfOf(90_000, 'slow')
    const { id } = (await it.uploads.begin(file)).body.data
    await it.uploads.piece(id, 0, file.subarray(0, 30_000))
    await removeUnfinishedUploads(world)
    expect((await it.uploads.progress(id)).body.data).toMatchObject({ offset: 30_000 })
    assert.equal((await it.uploads.finish(file)).state, 'RECEIVED')
  })

  test('requests through one link are limited', async () => {
    const it = await opened()
    const replies = await Promise.all(Array.from({ length: 120 }, () => it.uploads.progress('1')))
    const limited = replies.filter(({ status }) => status === 429)
    assert.ok(limited.length > 0)
    assert.ok(Number(limited[0]!.headers['retry-after']) > 0)
    assert.notEqual((await (await opened()).uploads.open()).status, 429)
  })
})

const lockCase = statement('test_lock_case', 'select from compliance_case where case_id = $1 for update')
const withdraw = statement(
  'test_withdraw_request',
  `update compliance_paper_request set withdrawn_at = now(), withdrawn_by = 'amina' where request_id = $1`,
)
const countWaiting = statement<{ count: number }>(
  'test_count_waiting_pieces',
  `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)
