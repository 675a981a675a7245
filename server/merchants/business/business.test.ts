// What a merchant gives of its business: facts of the right form, papers that arrive whole, and no request without them.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, joined, signedIn } from '../../../test/support/callers/self-service.ts'
import { openCuttingProxy } from '../../../test/support/http/cutting-proxy.ts'
import {
  applicantOf,
  asksPapers,
  businessFacts,
  businessOwner,
} from '../../../test/support/papers/business.ts'
import { pdfOf } from '../../../test/support/papers/uploads.ts'
import { jpegImage, pngImage } from '../../../test/support/world/images.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { merchantRoles } from '../../kernel/merchant-roles.ts'
import { manualClock } from '../../platform/time/clock.ts'

let world: World
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({ clock, role: 'api', settings: asksPapers })
})
afterAll(() => world.close())

const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const statesOf = ({ papers }: { papers: { paper: string; state: string }[] }) =>
  papers.map(({ paper, state }) => [paper, state])

describe('the facts of a business', () => {
  test('a draft is saved without most facts, and says what is missing', async () => {
    const it = await applicantOf(world)
    expect(await it.read()).toMatchObject({
      asks_papers: true,
      editable: true,
      kind: null,
      missing: ['kind'],
    })
    const saved = await it.save({ kind: 'sole_trader', rccm: 'cd/kin/rccm/14-a-01234' })
    expect([saved.status, saved.body.data]).toMatchObject([
      200,
      {
        rccm: 'CD/KIN/RCCM/14-A-01234',
        missing: [
          'national_id',
          'tax_number',
          'address',
          'owners',
          'REGISTER',
          'NATIONAL_ID',
          'TAX',
          'ADDRESS',
          'BANK',
        ],
      },
    ])
  })

  test.each([
    [{ rccm: '12345' }, 'rccm', 'an RCCM number looks like CD/KIN/RCCM/14-B-01234'],
    [{ national_id: '12345' }, 'national_id', 'a national identification number looks like 01-83-N12345A'],
    [{ tax_number: '12345' }, 'tax_number', 'a tax number looks like A1234567B'],
    [
      { kind: 'company', rccm: 'CD/KIN/RCCM/14-A-01234' },
      'rccm',
      'the letter A in an RCCM number is that of a sole trader',
    ],
    [
      { kind: 'sole_trader', rccm: 'CD/KIN/RCCM/14-B-01234' },
      'rccm',
      'the RCCM number of a sole trader has the letter A, as in CD/KIN/RCCM/14-A-01234',
    ],
    [
      { owners: [businessOwner, { ...businessOwner, name: 'Jean Ilunga' }] },
      'owners',
      'the shares are more than 100 per cent together',
    ],
    [{ owners: [{ ...businessOwner, share: 24 }] }, 'owners.0.share', 'a share is from 25 to 100 per cent'],
    [
      { owners: [{ ...businessOwner, birth_date: '17/05/1984' }] },
      'owners.0.birth_date',
      'a date looks like 1984-05-17',
    ],
  ])('%j is refused at once: the field and its form are named', async (facts, field, message) => {
    const { status, body } = await (await applicantOf(world)).save(facts)
    expect([status, body.code, body.errors]).toEqual([
      400,
      'RMT-1005',
      [{ field, message: `Value error, ${message}` }],
    ])
  })

  test('an association needs its recognition instead of the trade register', async () => {
    const it = await applicantOf(world)
    await it.save({
      ...businessFacts,
      kind: 'association',
      rccm: null,
      authorization: 'Arrêté 245/CAB/MIN/J/2019',
    })
    expect((await it.read()).papers.map(({ paper }: { paper: string }) => paper)).toEqual([
      ...['AUTHORIZATION', 'STATUTES', 'TAX', 'ADDRESS', 'BANK', 'OWNER_IDENTITY'],
    ])
  })

  test('an owner keeps their id and papers, and who is left out loses theirs', async () => {
    const it = await applicantOf(world)
    const other = { ...businessOwner, name: 'Jean Ilunga', share: 30 }
    const { owners } = (await it.save({ ...businessFacts, owners: [businessOwner, other] })).body.data
    for (const { owner_id } of owners)
      await it.sendPaper({ paper: 'OWNER_IDENTITY', owner_id }, jpegImage(40, 30))
    const stranger = await applicantOf(world)
    const foreign = (await stranger.save({ ...businessFacts, owners: [owners[0]] })).body.data.owners[0]
    expect(foreign.owner_id).not.toBe(owners[0].owner_id)
    const kept = (await it.save({ ...businessFacts, owners: [{ ...owners[1], share: 100 }] })).body.data
    expect(kept.owners).toEqual([{ ...owners[1], share: 100 }])
    expect(statesOf(kept).at(-1)).toEqual(['OWNER_IDENTITY', 'SENT'])
    const papers = await run(
      'select state from business_paper p join merchant m on m.id = p.merchant_id where m.email = $1 order by p.id',
      [it.merchant.email],
    )
    expect(papers.map(({ state }) => state)).toEqual(['REPLACED', 'SENT'])
  })

  test('an owner who is sent again without an id keeps the identity document', async () => {
    const it = await applicantOf(world)
    const [owner] = (await it.save()).body.data.owners
    await it.sendPaper({ paper: 'OWNER_IDENTITY', owner_id: owner.owner_id }, jpegImage(40, 30))
    const again = [
      { ...businessOwner, name: 'GRÂCE  Mukendi', share: 100 },
      { ...businessOwner, owner_id: 'abc', name: 'Jean Ilunga', share: null },
    ]
    const { owners, papers } = (await it.save({ ...businessFacts, owners: again })).body.data
    expect(owners[0].owner_id).toBe(owner.owner_id)
    expect(owners[1].owner_id).not.toBe('abc')
    expect(statesOf({ papers }).slice(-2)).toEqual([
      ['OWNER_IDENTITY', 'SENT'],
      ['OWNER_IDENTITY', 'MISSING'],
    ])
  })

  test('an owner is born by today, and is in the list once', async () => {
    const it = await applicantOf(world)
    const today = clock.now().toZonedDateTimeISO('Africa/Kinshasa').toPlainDate()
    const withOwners = (...owners: object[]) =>
      it.save({
        ...businessFacts,
        owners: owners.map((owner) => ({ ...businessOwner, share: 30, ...owner })),
      })
    const tomorrow = await withOwners(
      {},
      { name: 'Jean Ilunga', birth_date: today.add({ days: 1 }).toString() },
    )
    expect([tomorrow.status, tomorrow.body.errors[0].field]).toEqual([400, 'owners.1.birth_date'])
    expect((await withOwners({ birth_date: today.toString() })).status).toBe(200)
    const twice = await withOwners({}, { name: 'grâce mukendi', document_number: '999' })
    expect([twice.status, twice.body.errors[0].field]).toEqual([400, 'owners'])
    expect((await withOwners({}, { birth_date: '1990-01-01' })).status).toBe(200)
  })

  test('facts and files are encrypted in the database', async () => {
    const it = await applicantOf(world)
    await it.save()
    await it.sendPaper({ paper: 'STATUTES' })
    const [row] = await run(
      `select encode(b.facts_sealed, 'escape') as facts,
              (select string_agg(encode(part.content_sealed, 'escape'), '') from business_file_part part
                 join business_file f on f.id = part.file_id join business_paper p on p.id = f.paper_id
                where p.merchant_id = m.id) as parts
         from business b join merchant m on m.id = b.merchant_id where m.email = $1`,
      [it.merchant.email],
    )
    expect(row.facts).not.toContain('Mukendi')
    expect(row.parts).not.toContain(pdfOf(3_000).subarray(0, 40).toString('base64').slice(0, 20))
  })
})

describe('the papers of a business', () => {
  test('a file continues after a cut, and arrives once', async () => {
    const it = await applicantOf(world)
    await it.save()
    const file = pdfOf(150_000)
    const { id } = (await it.begin({ paper: 'STATUTES' }, file)).body.data
    await it.piece(id, 0, file.subarray(0, 50_000))
    expect((await it.begin({ paper: 'STATUTES' }, file)).body.data).toMatchObject({ id, offset: 50_000 })
    expect((await it.piece(id, 0, file.subarray(0, 50_000))).body.data.offset).toBe(50_000)
    const gap = await it.piece(id, 60_000, file.subarray(60_000, 70_000))
    expect([gap.status, gap.body.code]).toEqual([409, 'RMT-409'])
    expect(await it.sendPaper({ paper: 'STATUTES' }, file)).toMatchObject({
      id,
      state: 'RECEIVED',
      fault: null,
    })
    expect(statesOf(await it.read())).toContainEqual(['STATUTES', 'SENT'])
  })

  test('a file arrives over a network of 32 kbit/s that is cut twice', async () => {
    const it = await applicantOf(world)
    await it.save()
    const file = pdfOf(24_000)
    const port = Number(new URL(world.url).port)
    const proxy = await openCuttingProxy(port, { bytesPerSecond: 4_000, cutAt: [6_000, 15_000] })
    try {
      const { id } = (await it.begin({ paper: 'TAX' }, file)).body.data
      let offset = 0
      while (offset < file.length) {
        const response = await fetch(`${proxy.url}/api/v1/merchant/business/files/${id}`, {
          method: 'PATCH',
          body: new Uint8Array(file.subarray(offset, offset + 4_096)),
          headers: {
            authorization: `Bearer ${it.token}`,
            'content-type': 'application/octet-stream',
            'upload-offset': String(offset),
          },
        }).catch(() => undefined)
        // After a cut, the sender asks how far the file is.
        const progress = response?.ok
          ? (await response.json()).data
          : (await it.begin({ paper: 'TAX' }, file)).body.data
        offset = progress.offset
      }
      expect(proxy.cuts).toBe(2)
    } finally {
      await proxy.close()
    }
    expect(statesOf(await it.read())).toContainEqual(['TAX', 'SENT'])
  })

  test.each([
    ['not a PDF or an image', Buffer.from('GIF89a and so on, long enough to judge'), 'format'],
    ['a PDF with a script', Buffer.from('%PDF-1.4\n/OpenAction /JavaScript (x)\n%%EOF\n'), 'active'],
    ['a cut image', pngImage(40, 30).subarray(0, -20), 'format'],
  ])('%s is refused', async (_name, file, fault) => {
    const it = await applicantOf(world)
    await it.save()
    expect(await it.sendPaper({ paper: 'BANK' }, file)).toMatchObject({ state: 'REFUSED', fault })
    expect(statesOf(await it.read())).toContainEqual(['BANK', 'MISSING'])
  })

  test('a paper takes five files, a removed one makes place, and no other paper is taken', async () => {
    const it = await applicantOf(world)
    await it.save()
    const sent = []
    for (let i = 0; i < 5; i++) sent.push(await it.sendPaper({ paper: 'ADDRESS' }, pdfOf(500, `page ${i}`)))
    const sixth = await it.begin({ paper: 'ADDRESS' }, pdfOf(500, 'page 6'))
    expect([sixth.status, sixth.body.message]).toEqual([
      409,
      'A paper has at most 5 files, and a business 100',
    ])
    assert.equal((await it.remove(sent[0]!.id)).status, 200)
    assert.equal((await it.begin({ paper: 'ADDRESS' }, pdfOf(500, 'page 6'))).status, 200)
    const others = [
      await it.begin({ paper: 'AUTHORIZATION' }, pdfOf(500)),
      await it.begin({ paper: 'OWNER_IDENTITY' }, pdfOf(500)),
      await it.begin({ paper: 'OWNER_IDENTITY', owner_id: sent[0]!.id }, pdfOf(500)),
    ]
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('files that nobody goes on sending are removed after a week', async () => {
    const { removeUnfinishedFiles } = await import('./receive-file.ts')
    const it = await applicantOf(world)
    await it.save()
    const file = pdfOf(90_000)
    const { id } = (await it.begin({ paper: 'STATUTES' }, file)).body.data
    await it.piece(id, 0, file.subarray(0, 40_000))
    await it.sendPaper({ paper: 'TAX' })
    const at = (now: Temporal.Instant) => removeUnfinishedFiles({ db: world.db, clock: { now: () => now } })
    await at(clock.now().add({ hours: 24 * 6 }))
    assert.equal((await it.begin({ paper: 'STATUTES' }, file)).body.data.offset, 40_000)
    await at(clock.now().add({ hours: 24 * 8 }))
    expect((await it.piece(id, 40_000, file.subarray(40_000, 80_000))).status).toBe(404)
    expect(statesOf(await it.read())).toContainEqual(['TAX', 'SENT'])
  })

  test('no merchant reads, continues or removes a file of another', async () => {
    const [it, other] = [await applicantOf(world), await applicantOf(world)]
    await it.save()
    await other.save()
    const file = pdfOf(90_000)
    const { id } = (await it.begin({ paper: 'STATUTES' }, file)).body.data
    const tried = [
      await call(world, 'GET', `business/files/${id}`, { token: other.token }),
      await other.piece(id, 0, file.subarray(0, 10_000)),
      await other.remove(id),
    ]
    expect(tried.map(({ status, body }) => [status, body.message])).toEqual(
      Array(3).fill([404, 'File not found']),
    )
    expect((await call(world, 'GET', `business/files/${id}`, { token: it.token })).body.data.offset).toBe(0)
  })
})

test('only the owner of a merchant reads and gives its business', async () => {
  const it = await applicantOf(world)
  const owner = await signedIn(world, it.merchant)
  for (const role of merchantRoles.filter((each) => each !== 'owner')) {
    const { token } = await joined(world, owner, role)
    const file = 'business/files/019ab3c4-8b21-7d42-9f36-7e1f2c3d4e5f'
    const tried = [
      await call(world, 'GET', 'business', { token }),
      await call(world, 'PUT', 'business', { token, body: businessFacts }),
      await call(world, 'POST', 'business/files', { token, body: {} }),
      await call(world, 'GET', file, { token }),
      await call(world, 'PATCH', file, { token, raw: '' }),
      await call(world, 'DELETE', file, { token }),
    ]
    expect([role, ...tried.map(({ status }) => status)]).toEqual([role, 403, 403, 403, 403, 403, 403])
  }
})

describe('a request to go live', () => {
  test('without papers it is a 409 that names what is missing', async () => {
    const it = await applicantOf(world)
    const empty = await it.file()
    expect([empty.status, empty.body.code, empty.body.message]).toEqual([
      409,
      'RMT-409',
      'Missing for going live: kind',
    ])
    await it.save()
    for (const paper of ['REGISTER', 'NATIONAL_ID', 'TAX', 'ADDRESS', 'BANK']) await it.sendPaper({ paper })
    const refused = await it.file()
    expect([refused.status, refused.body.message, refused.body.errors]).toEqual([
      409,
      'Missing for going live: STATUTES, OWNER_IDENTITY of Grâce Mukendi',
      [
        { field: 'STATUTES', message: 'Field required' },
        { field: 'OWNER_IDENTITY of Grâce Mukendi', message: 'Field required' },
      ],
    ])
    await it.sendAll()
    expect((await it.file()).body.data.state).toBe('PENDING')
    const fixed = await it.save()
    expect([fixed.status, (await it.read()).editable]).toEqual([409, false])
  })

  test('where no papers are asked for, none are taken', async () => {
    const plain = await openWorld({ role: 'api' })
    try {
      const it = await applicantOf(plain)
      expect(await it.read()).toMatchObject({ asks_papers: false, editable: false })
      expect((await it.save()).body.message).toBe('This deployment asks for no papers')
      expect((await it.begin({ paper: 'TAX' }, pdfOf(500))).status).toBe(409)
      expect((await it.file()).body.data.state).toBe('PENDING')
      const { merchant_code: code } = it.merchant
      const review = await plain.admin('GET', `/api/v1/admin/merchants/${code}/business`)
      expect(review.body.data.open).toEqual([])
    } finally {
      await plain.close()
    }
  })
})
