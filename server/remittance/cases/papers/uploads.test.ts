// Files that arrive in pieces through an upload link: once, whole, and only while the link is valid. No worker runs here.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Admins,
  adminsOf,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../../test/support/callers/transfers.ts'
import { openCuttingProxy } from '../../../../test/support/http/cutting-proxy.ts'
import {
  type Asked,
  askFor,
  openCase,
  pdfOf,
  sha256,
  type Uploads,
  uploadsOf,
} from '../../../../test/support/papers/uploads.ts'
import { jpegImage, pngImage } from '../../../../test/support/world/images.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { sendFile } from '../../../../web/papers/send-file.ts'
import { openService } from '../../../../web/papers/service.ts'
import { statement } from '../../../platform/database/database.ts'
import { manualClock } from '../../../platform/time/clock.ts'

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

async function contentOf(id: string, paper: string): Promise<Buffer> {
  const headers = { 'x-admin-token': tokens.amina }
  const response = await fetch(`${world.url}/api/v1/admin/${base}/${id}/papers/${paper}`, { headers })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

const countPieces = statement<{ pieces: number; uploads: number }>(
  'test_count_pieces_of_upload',
  `select (select count(*)::int from compliance_file_part p join compliance_upload u on u.id = p.upload_id
            where u.request_id = r.id) as pieces,
          (select count(*)::int from compliance_upload u where u.request_id = r.id) as uploads
     from compliance_paper_request r where r.request_id = $1`,
)
const piecesOf = async ({ requestId }: Asked) => (await world.db.rows(countPieces, [requestId]))[0]!

describe('a file that is sent in pieces', () => {
  test('it becomes a paper of the case, is noted in its history, and leaves no pieces', async () => {
    const it = await opened()
    const file = pdfOf(150_000)
    const ended = await it.uploads.finish(file, { name: 'facture.pdf' })
    expect(ended).toMatchObject({ name: 'facture.pdf', state: 'RECEIVED', offset: file.length, fault: null })
    const { papers, paper_requests, history } = await it.detail()
    expect(papers).toMatchObject([{ name: 'facture.pdf', type: 'application/pdf', added_by: 'upload link' }])
    expect(paper_requests).toMatchObject([
      { state: 'OPEN', files: [{ state: 'RECEIVED', received: file.length, paper_id: papers[0].id }] },
    ])
    expect(history.at(-1)).toMatchObject({ event: 'paper_added', actor: 'upload link', text: 'facture.pdf' })
    assert.ok((await contentOf(it.id, papers[0].id)).equals(file))
    assert.deepEqual(await piecesOf(it), { pieces: 0, uploads: 1 })
  })

  test('3 MB over a network with five cuts arrive once, with less than a tenth sent twice', async () => {
    const it = await opened()
    const file = pdfOf(3_000_000, 'five cuts')
    const cutAt = [100_001, 700_000, 1_500_123, 2_200_000, 3_000_100]
    const network = await openCuttingProxy(Number(new URL(world.url).port), { cutAt })
    const waited: number[] = []
    const ended = await sendFile(
      openService(it.token, network.url),
      { name: 'actes.pdf', sha256: sha256(file), bytes: new Uint8Array(file), papers: [] },
      { now: () => performance.now(), pause: async (ms) => void waited.push(ms), report: () => {} },
    )
    await network.close()
    expect([ended.state, network.cuts]).toEqual(['RECEIVED', 5])
    assert.ok(network.sent < 1.1 * file.length, `${network.sent} bytes`)
    assert.ok(waited.length >= 5)
    const { papers } = await it.detail()
    assert.equal(papers.length, 1)
    assert.ok((await contentOf(it.id, papers[0].id)).equals(file))
  })

  test('the same piece sent ten times at once is stored once', async () => {
    const it = await opened()
    const file = pdfOf(100_000, 'at once')
    const { id } = (await it.uploads.begin(file)).body.data
    const piece = file.subarray(0, 40_000)
    const replies = await Promise.all(Array.from({ length: 10 }, () => it.uploads.piece(id, 0, piece)))
    expect(replies.map(({ status, body }) => [status, body.data.offset])).toEqual(
      Array(10).fill([200, 40_000]),
    )
    assert.equal((await piecesOf(it)).pieces, 1)
    assert.equal((await it.uploads.finish(file)).state, 'RECEIVED')
    assert.ok((await contentOf(it.id, (await it.detail()).papers[0].id)).equals(file))
  })

  test('the same file announced for two papers is one file that counts for both, in whatever order', async () => {
    const it = await opened({ wanted: ['IDENTITY', 'ADDRESS'] })
    const card = pdfOf(1_000, 'voter card')
    const { body } = await it.uploads.begin(card, { papers: ['IDENTITY'] })
    await it.uploads.piece(body.data.id, 0, card)
    const again = await it.uploads.begin(card, { papers: ['ADDRESS'] })
    expect(again.body.data).toMatchObject({ id: body.data.id, state: 'RECEIVED' })
    const repeated = await it.uploads.begin(card, { papers: ['IDENTITY'] })
    expect(repeated.body.data.papers.toSorted()).toEqual(['ADDRESS', 'IDENTITY'])
    const { papers, paper_requests } = await it.detail()
    assert.equal(papers.length, 1)
    expect(paper_requests[0].files.map(({ papers }: any) => papers.toSorted())).toEqual([
      ['ADDRESS', 'IDENTITY'],
    ])
  })

  test('the last piece sent ten times at once adds one paper', async () => {
    const it = await opened()
    const file = pdfOf(50_000, 'last at once')
    const { id } = (await it.uploads.begin(file)).body.data
    const replies = await Promise.all(Array.from({ length: 10 }, () => it.uploads.piece(id, 0, file)))
    expect(replies.map(({ body }) => body.data.state)).toEqual(Array(10).fill('RECEIVED'))
    const { papers, history } = await it.detail()
    assert.equal(papers.length, 1)
    assert.equal(history.filter(({ event }: { event: string }) => event === 'paper_added').length, 1)
  })

  test('two tabs that send the same file share one upload', async () => {
    const it = await opened()
    const file = pdfOf(400_000, 'two tabs')
    const tab = () =>
      sendFile(
        openService(it.token, world.url),
        { name: 'a.pdf', sha256: sha256(file), bytes: new Uint8Array(file), papers: [] },
        { now: () => performance.now(), pause: async () => {}, report: () => {} },
      )
    const [one, other] = await Promise.all([tab(), tab()])
    expect([one.state, other.state, other.id]).toEqual(['RECEIVED', 'RECEIVED', one.id])
    assert.equal((await it.detail()).papers.length, 1)
  })

  test('a file sent again later, through the same link or another, is not stored twice', async () => {
    const it = await opened()
    const file = pdfOf(30_000, 'again')
    const first = await it.uploads.finish(file)
    expect(await it.uploads.finish(file)).toMatchObject({ id: first.id, state: 'RECEIVED' })
    const { token } = await askFor(admins, it.id)
    assert.equal((await uploadsOf(world, token).finish(file)).state, 'RECEIVED')
    assert.equal((await it.detail()).papers.length, 1)
  })

  test('the location in a photo is removed', async () => {
    const it = await opened()
    const place = Buffer.from('Exif\0\0secret place')
    const photo = jpegImage(40, 30, [[0xe1, place]])
    await it.uploads.finish(photo)
    const [paper] = (await it.detail()).papers
    assert.equal((await contentOf(it.id, paper.id)).includes('secret place'), false)
  })

  test('a proposed outcome is void when a paper arrives that its author has not seen', async () => {
    const it = await opened()
    await admins.act(`${base}/${it.id}/propose`, { outcome: 'CLEARED', reason: 'Known customer' })
    await it.uploads.finish(pdfOf(2_000, 'news'))
    const { state, history } = await it.detail()
    assert.equal(state, 'OPEN')
    expect(history.at(-1)).toMatchObject({ event: 'returned', actor: 'likuta' })
  })
})

describe('a file that is refused', () => {
  test('other bytes than announced are refused, and the file may be sent again', async () => {
    const it = await opened()
    const file = pdfOf(20_000, 'damaged')
    const damaged = Buffer.from(file)
    damaged[10_000] = 0x21
    const { id } = (await it.uploads.begin(file)).body.data
    expect((await it.uploads.piece(id, 0, damaged)).body.data).toMatchObject({
      state: 'REFUSED',
      fault: 'checksum',
    })
    assert.deepEqual(await piecesOf(it), { pieces: 0, uploads: 1 })
    assert.equal((await it.detail()).papers.length, 0)
    expect(await it.uploads.finish(file)).toMatchObject({ id, state: 'RECEIVED' })
  })

  test('what is no PDF, JPEG or PNG is refused with its first piece', async () => {
    const it = await opened()
    const file = Buffer.alloc(2_000_000, 'MZ')
    const { id } = (await it.uploads.begin(file)).body.data
    const { data } = (await it.uploads.piece(id, 0, file.subarray(0, 10_000))).body
    expect(data).toMatchObject({ state: 'REFUSED', fault: 'format' })
    expect(await it.uploads.finish(file)).toMatchObject({ id, state: 'REFUSED', fault: 'format' })
  })

  test.each([
    ['a PDF that was cut off', pdfOf(5_000).subarray(0, 4_000), 'format'],
    ['an image that was cut off', pngImage(50, 50).subarray(0, 60), 'format'],
    [
      'a PDF with a script',
      Buffer.from('%PDF-1.4\n<< /S /JavaScript /JS (app.alert(1)) >>\n%%EOF\n'),
      'active',
    ],
  ])('%s is refused once it is complete', async (_what, file, fault) => {
    const it = await opened()
    expect(await it.uploads.finish(file)).toMatchObject({ state: 'REFUSED', fault })
    assert.equal((await it.detail()).papers.length, 0)
  })

  test('a file over 5 MiB, an empty one and a wrong hash are refused before anything is sent', async () => {
    const it = await opened()
    const file = pdfOf(1_000)
    for (const announced of [{ size: 5 * 1024 * 1024 + 1 }, { size: 0 }, { sha256: 'abc' }, { name: '' }])
      refusedWith(await it.uploads.begin(file, announced), 400, 'RMT-1005')
    assert.equal((await it.uploads.begin(file, { size: 5 * 1024 * 1024 })).status, 200)
  })

  test('a sixth file is refused, while refused files do not count', async () => {
    const it = await opened()
    await it.uploads.finish(Buffer.from('not a paper'))
    for (let n = 0; n < 5; n++) await it.uploads.finish(pdfOf(1_000, `file ${n}`))
    refusedWith(await it.uploads.begin(pdfOf(1_000, 'sixth')), 409, 'RMT-1008')
    assert.equal((await it.uploads.finish(pdfOf(1_000, 'file 0'))).state, 'RECEIVED')
  })

  test('five files that were left unfinished for an hour give their places to others', async () => {
    const it = await opened()
    const left = [1, 2, 3, 4, 5].map((n) => pdfOf(2_000, `left ${n}`))
    const ids: string[] = []
    for (const file of left) {
      const { id } = (await it.uploads.begin(file)).body.data
      await it.uploads.piece(id, 0, file.subarray(0, 1_000))
      ids.push(id)
    }
    clock.forward({ minutes: 59, seconds: 59 })
    refusedWith(await it.uploads.begin(pdfOf(1_000, 'too early')), 409, 'RMT-1008')
    await it.uploads.piece(ids[4]!, 1_000, left[4]!.subarray(1_000, 1_500))
    clock.forward({ seconds: 1 })
    for (let n = 0; n < 4; n++) await it.uploads.finish(pdfOf(1_000, `other ${n}`))
    refusedWith(await it.uploads.begin(pdfOf(1_000, 'sixth')), 409, 'RMT-1008')
    // What was under way until now is continued, and what lost its place comes too late.
    assert.equal((await it.uploads.finish(left[4]!)).state, 'RECEIVED')
    refusedWith(await it.uploads.piece(ids[0]!, 1_000, left[0]!.subarray(1_000)), 409, 'RMT-1008')
    refusedWith(await it.uploads.piece(ids[0]!, 0, left[0]!), 409, 'RMT-1008')
    assert.equal((await it.detail()).papers.length, 5)
  })

  test('a file that is damaged again and again can be begun thirty times', async () => {
    const it = await opened()
    const file = pdfOf(500, 'always damaged')
    for (let n = 0; n < 30; n++) {
      const { id } = (await it.uploads.begin(file)).body.data
      const { data } = (await it.uploads.piece(id, 0, Buffer.alloc(file.length, '%PDF-'))).body
      assert.equal(data.fault, 'checksum')
      clock.forward({ seconds: 10 })
    }
    refusedWith(await it.uploads.begin(file), 409, 'RMT-1008')
  })

  test('a file that is begun again has the size and name of the new announcement', async () => {
    const it = await opened()
    const file = pdfOf(1_000, 'announced twice')
    const wrong = (await it.uploads.begin(file, { size: file.length + 50, name: 'old.pdf' })).body.data
    await it.uploads.piece(wrong.id, 0, file.subarray(0, 500))
    const ended = await it.uploads.finish(file, { name: 'new.pdf' })
    expect(ended).toMatchObject({ id: wrong.id, state: 'RECEIVED', size: file.length, name: 'new.pdf' })
  })

  test('pieces beyond a gap, longer than the file, empty, or without a place are refused', async () => {
    const it = await opened()
    const file = pdfOf(10_000, 'pieces')
    const { id } = (await it.uploads.begin(file)).body.data
    refusedWith(await it.uploads.piece(id, 5, file.subarray(5, 100)), 409, 'RMT-1008')
    refusedWith(await it.uploads.piece(id, 0, Buffer.concat([file, file])), 400, 'RMT-1005')
    refusedWith(await it.uploads.piece(id, 0, Buffer.alloc(0)), 400, 'RMT-1005')
    refusedWith(await it.uploads.piece(id, 0, file, { 'upload-offset': '-1' }), 400, 'RMT-1005')
    refusedWith(await it.uploads.piece(id, 0, file, { 'content-encoding': 'gzip' }), 415, 'RMT-415')
    refusedWith(await it.uploads.piece(id, 0, Buffer.alloc(64 * 1024 + 1)), 413, 'RMT-413')
    expect((await it.uploads.progress(id)).body.data).toMatchObject({ offset: 0, state: 'RECEIVING' })
  })
})
