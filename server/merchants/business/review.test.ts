// The review of a business: papers one by one, owners on lists, and no approval before all is accepted.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, signedIn } from '../../../test/support/callers/self-service.ts'
import {
  type Applicant,
  applicantOf,
  asksPapers,
  businessFacts,
  businessOwner,
} from '../../../test/support/papers/business.ts'
import { pdfOf } from '../../../test/support/papers/uploads.ts'
import { messageOf, testModeOf } from '../../../test/support/profiles/test-mode.ts'
import { as, joinedStaff } from '../../../test/support/staff/members.ts'
import { adminToken } from '../../../test/support/world/settings.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type AdminRole, adminRoles } from '../../kernel/admin-roles.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { approveGoLive } from '../decide-go-live.ts'
import { expiringPapers, remindOfExpiry } from './expiring-papers.ts'
import { businessRetention } from './retention.ts'

let world: World
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({ clock, role: 'api', settings: asksPapers })
})
afterAll(() => world.close())

const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

/** A merchant whose request waits, with all papers sent. */
async function submitted(facts: object = businessFacts): Promise<Applicant> {
  const it = await applicantOf(world)
  assert.equal((await it.save(facts)).status, 200)
  await it.sendAll()
  const filed = await it.file()
  assert.equal(filed.status, 200, filed.text)
  return it
}

async function paperOf(it: Applicant, kind: string) {
  const { papers } = await it.review()
  const paper = papers.find(({ paper }: { paper: string }) => paper === kind)
  return { ...paper, read: paper.files.map(({ file_id }: { file_id: string }) => file_id) }
}

const audited = async (it: Applicant) =>
  (
    await run('select action, detail from audit_log where subject = $1 order by seq', [
      it.merchant.merchant_code,
    ])
  ).map(({ action }) => action)

describe('the papers of a request', () => {
  test('all papers accepted and every owner clear: the request is approved', async () => {
    const it = await submitted()
    const early = await it.approve()
    expect([early.status, early.body.code, early.body.message]).toEqual([
      409,
      'RMT-409',
      'Not accepted yet: REGISTER, NATIONAL_ID, TAX, STATUTES, ADDRESS, BANK, OWNER_IDENTITY of Grâce Mukendi',
    ])
    await it.acceptAll()
    expect(await it.review()).toMatchObject({ open: [], owners: [{ screening: { state: 'CLEAR' } }] })
    const approved = await it.approve()
    expect([approved.status, approved.body.data?.state]).toEqual([200, 'APPROVED'])
    expect(await audited(it)).toEqual([
      ...['business.viewed', ...Array(7).fill('business.paper_accepted'), 'business.viewed'],
      'merchant.go_live_approved',
    ])
  })

  test('a returned paper tells why, blocks the approval, and is replaced by the next one', async () => {
    const it = await submitted()
    await it.acceptAll()
    const { paper_id, read } = await paperOf(it, 'STATUTES')
    const silent = await it.decidePaper(paper_id, { decision: 'return', files: read })
    expect([silent.status, silent.body.errors]).toEqual([
      400,
      [{ field: 'reason', message: 'Value error, say what is wrong with the paper' }],
    ])
    await it.decidePaper(paper_id, { decision: 'return', files: read, reason: 'Page 3 is unreadable' })
    const statutes = async () => (await it.read()).papers.find(({ paper }: any) => paper === 'STATUTES')
    expect(await statutes()).toMatchObject({ state: 'RETURNED', reason: 'Page 3 is unreadable' })
    expect((await it.approve()).body.message).toBe('Not accepted yet: STATUTES')
    const [message] = await run(
      `select content from message where address = $1 and kind = 'business_paper_returned'`,
      [it.merchant.email],
    )
    expect(JSON.stringify(message.content)).toContain('Page 3 is unreadable')
    await it.sendPaper({ paper: 'STATUTES' }, pdfOf(2_000, 'readable'))
    expect(await statutes()).toMatchObject({ state: 'SENT', reason: null })
    expect((await it.approve()).body.message).toBe('Not accepted yet: STATUTES')
    await it.acceptAll()
    expect((await it.approve()).status).toBe(200)
  })

  test('a paper that got another file since it was read is not accepted', async () => {
    const it = await submitted()
    const { paper_id, read } = await paperOf(it, 'ADDRESS')
    await it.sendPaper({ paper: 'ADDRESS' }, pdfOf(2_000, 'second page'))
    const refused = await it.decidePaper(paper_id, { decision: 'accept', files: read })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The paper has other files now: read it again',
    ])
    await it.acceptAll()
    const again = await it.decidePaper(paper_id, {
      decision: 'accept',
      files: (await paperOf(it, 'ADDRESS')).read,
    })
    expect([again.status, again.body.code]).toEqual([409, 'RMT-1008'])
    const late = await it.begin({ paper: 'ADDRESS' }, pdfOf(2_000, 'third page'))
    expect(late.body.data.state).toBe('RECEIVING')
    const { id } = late.body.data
    await it.acceptAll()
    await it.sendPaper({ paper: 'ADDRESS' }, pdfOf(900, 'another page'))
    await it.acceptAll()
    expect((await it.piece(id, 0, pdfOf(2_000, 'third page'))).status).toBe(404)
    expect((await paperOf(it, 'ADDRESS')).state).toBe('ACCEPTED')
  })

  test('an identity document needs its last day of validity, which is not in the past', async () => {
    const it = await submitted()
    const { paper_id, read } = await paperOf(it, 'OWNER_IDENTITY')
    const accept = (expires_on?: string) =>
      it.decidePaper(paper_id, { decision: 'accept', files: read, expires_on })
    expect((await accept()).body.errors).toEqual([
      { field: 'expires_on', message: 'Value error, an identity document has a last day of validity' },
    ])
    expect((await accept('2026-11-20')).body.errors).toEqual([
      { field: 'expires_on', message: 'Value error, the paper has expired' },
    ])
    expect((await accept('2026-11-21')).status).toBe(200)
    expect((await paperOf(it, 'OWNER_IDENTITY')).expires_on).toBe('2026-11-21')
  })

  test('a draft is decided by nobody, and the papers of a refused request stay', async () => {
    const it = await applicantOf(world)
    await it.save()
    await it.sendAll()
    const { paper_id, read } = await paperOf(it, 'TAX')
    const early = await it.decidePaper(paper_id, { decision: 'accept', files: read })
    expect([early.status, early.body.message]).toEqual([409, 'The merchant has not sent its request yet'])
    await it.file()
    await it.acceptAll()
    await it.reject()
    expect(await it.read()).toMatchObject({ editable: true, missing: [] })
    assert.equal((await it.file()).status, 200)
    expect((await it.approve()).status).toBe(200)
  })

  test('a paper that was accepted is reviewed again once what it proves has changed', async () => {
    const it = await applicantOf(world)
    await it.save()
    await it.sendAll()
    await it.file()
    await it.acceptAll()
    await it.reject()
    const { owners, papers: accepted } = await it.read()
    const changes = {
      tax_number: 'B7654321C',
      owners: [{ ...owners[0], name: 'Jean Ilunga' }],
    }
    await it.save({ ...businessFacts, ...changes })
    const { papers } = await it.read()
    const reopened = papers.filter(({ state }: { state: string }) => state === 'SENT')
    expect(reopened.map(({ paper }: { paper: string }) => paper)).toEqual([
      'TAX',
      'STATUTES',
      'OWNER_IDENTITY',
    ])
    expect(papers.filter(({ state }: { state: string }) => state === 'ACCEPTED')).toHaveLength(
      accepted.length - 3,
    )
    assert.equal((await it.file()).status, 200)
    const approval = await it.approve()
    expect([approval.status, approval.body.message ?? approval.body.detail]).toEqual([
      409,
      expect.stringContaining('TAX, STATUTES, OWNER_IDENTITY of Jean Ilunga'),
    ])
    await it.acceptAll()
    assert.equal((await it.approve()).status, 200)
  })

  test('the command line approves nobody without accepted papers either', async () => {
    const it = await applicantOf(world)
    const admin = { name: 'operator', address: 'command-line', requestId: 'r-1' }
    const decision = { admin, reason: 'known for years', unasked: true }
    await expect(
      approveGoLive(world.system.merchantAdmin, it.merchant.merchant_code, decision),
    ).rejects.toThrow('Missing for going live: kind')
  })

  test('a file is downloaded as an attachment that runs nothing, and the audit log has it', async () => {
    const it = await submitted()
    const { read } = await paperOf(it, 'STATUTES')
    const path = `/api/v1/admin/merchants/${it.merchant.merchant_code}/business/files`
    // A file is not JSON, so the documented shapes do not hold for it.
    const file = await fetch(`${world.url}${path}/${read[0]}`, { headers: { 'x-admin-token': adminToken } })
    expect([
      file.status,
      file.headers.get('content-type'),
      file.headers.get('content-security-policy'),
    ]).toEqual([200, 'application/pdf', "default-src 'none'; sandbox"])
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="papier.pdf"')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await audited(it)).at(-1)).toBe('business.file_viewed')
    const other = await submitted()
    const foreign = `/api/v1/admin/merchants/${other.merchant.merchant_code}/business/files/${read[0]}`
    expect((await world.admin('GET', foreign)).status).toBe(404)
    const { paper_id } = await paperOf(it, 'STATUTES')
    expect((await other.decidePaper(paper_id, { decision: 'accept', files: read })).status).toBe(404)
  })

  test('only owners and compliance officers read a business', async () => {
    const it = await submitted()
    const { read, paper_id } = await paperOf(it, 'STATUTES')
    const path = `merchants/${it.merchant.merchant_code}/business`
    const allowed: AdminRole[] = []
    for (const role of adminRoles) {
      const { token } = await joinedStaff(world, role)
      const tried = [await as(world, token, 'GET', path), await as(world, token, 'GET', 'business-papers')]
      const decided = await as(world, token, 'POST', `${path}/papers/${paper_id}`, {
        decision: 'accept',
        files: read,
      })
      expect(new Set(tried.map(({ status }) => status)).size).toBe(1)
      expect(decided.body.code).toBe(tried[0]!.status === 200 ? 'RMT-1025' : 'RMT-403')
      if (tried[0]!.status === 200) allowed.push(role)
    }
    expect(allowed).toEqual(['owner', 'compliance'])
  })
})

describe('an owner who may be on a list', () => {
  const listed = { ...businessFacts, owners: [{ ...businessOwner, name: 'Watchlist Person' }] }

  test('blocks the approval until an officer has cleared them, and is not held for it again', async () => {
    const it = await submitted(listed)
    await it.acceptAll()
    const { owners, open } = await it.review()
    expect([open, owners[0].screening]).toMatchObject([
      ['screening of Watchlist Person'],
      { state: 'HELD', matches: [{ entry_name: 'Watchlist Person' }] },
    ])
    expect((await it.approve()).body.message).toBe('Not accepted yet: screening of Watchlist Person')
    const { owner_id } = owners[0]
    const decide = (decision: string) => it.decideOwner(owner_id, { decision, reason: 'another birth date' })
    expect((await decide('confirm')).body.data.owners[0].screening.state).toBe('CONFIRMED')
    expect((await it.approve()).status).toBe(409)
    expect((await decide('clear')).body.data).toMatchObject({
      open: [],
      owners: [{ screening: { state: 'CLEARED', reason: 'another birth date' } }],
    })
    expect((await decide('clear')).body.code).toBe('RMT-1008')
    expect((await decide('repeat')).body.data.owners[0].screening.state).toBe('CLEAR')
    expect((await it.approve()).status).toBe(200)
    expect((await audited(it)).filter((action) => action.startsWith('business.owner'))).toEqual([
      'business.owner_confirmed',
      'business.owner_cleared',
      'business.owner_screened',
    ])
  })

  test('who is on no list has nothing to decide, and no other merchant has the owner', async () => {
    const it = await submitted()
    const other = await submitted()
    const { owner_id } = (await it.review()).owners[0]
    const decision = { decision: 'clear', reason: 'nothing there' }
    expect((await it.decideOwner(owner_id, decision)).status).toBe(409)
    expect((await other.decideOwner(owner_id, decision)).status).toBe(404)
  })
})

test('the business of a test profile cannot be edited, and a request of it says that it is one', async () => {
  const it = await submitted()
  await it.acceptAll()
  assert.equal((await it.approve()).status, 200)
  const owner = await signedIn(world, it.merchant)
  const { inMode, file } = testModeOf(world)
  const { token } = await inMode(owner.token, 'test')
  const business = await call(world, 'GET', 'business', { token })
  expect(business.body.data).toMatchObject({ editable: false, owners: [] })
  expect(messageOf(await file(owner, token))).toEqual([409, 'A test profile stays in the sandbox'])
})

describe('papers that expire', () => {
  test('the owner is reminded 30 and 7 days before, once each, and admins see the list', async () => {
    const it = await submitted()
    await it.acceptAll('2027-02-01')
    assert.equal((await it.approve()).status, 200)
    const at = (day: string) => Temporal.Instant.from(`${day}T10:00:00Z`)
    const remind = (day: string) => remindOfExpiry({ db: world.db, clock: { now: () => at(day) } })
    const subjects = async () =>
      (
        await run(
          `select content from message where address = $1 and kind = 'business_paper_expiring' order by id`,
          [it.merchant.email],
        )
      ).map(({ content }) => content.subject as string)
    const own = async (day: string) =>
      (await expiringPapers(world.db, at(day))).filter(
        ({ merchant_code, kind }) => merchant_code === it.merchant.merchant_code && kind === 'OWNER_IDENTITY',
      )
    await remind('2027-01-01')
    expect([await subjects(), await own('2027-01-01')]).toEqual([[], []])
    await remind('2027-01-02')
    await remind('2027-01-20')
    const first = await subjects()
    expect(first).toHaveLength(7)
    expect(first).toContain('Pièce d’identité\u00a0: expire dans 30 jours')
    expect(await own('2027-01-20')).toMatchObject([
      { expires_on: '2027-02-01', is_expired: false, is_renewed: false },
    ])
    await remind('2027-01-25')
    await remind('2027-01-30')
    await remind('2027-02-02')
    expect(await subjects()).toHaveLength(14)
    expect((await subjects()).at(-1)).toMatch(/expire dans 7 jours$/)
    expect(await own('2027-02-02')).toMatchObject([{ is_expired: true }])
    const { owner_id } = (await it.read()).owners[0]
    await it.sendPaper({ paper: 'OWNER_IDENTITY', owner_id }, pdfOf(900, 'renewed'))
    expect(await own('2027-02-02')).toMatchObject([{ is_renewed: true }])
    await it.acceptAll('2032-01-01')
    expect(await own('2027-02-02')).toEqual([])
  })

  test('a paper that was accepted five days before its end is reminded of once', async () => {
    const it = await submitted()
    await it.acceptAll('2027-03-06')
    assert.equal((await it.approve()).status, 200)
    const now = () => Temporal.Instant.from('2027-03-01T10:00:00Z')
    for (let round = 0; round < 2; round++) await remindOfExpiry({ db: world.db, clock: { now } })
    const messages = await run(
      `select id from message where address = $1 and kind = 'business_paper_expiring'`,
      [it.merchant.email],
    )
    expect(messages).toHaveLength((await it.read()).papers.length)
  })
})

test('what a refused merchant gave is deleted after its time, and that of a live one stays', async () => {
  const [refused, live] = [await submitted(), await submitted()]
  await refused.reject()
  await live.acceptAll()
  assert.equal((await live.approve()).status, 200)
  const ids = await run('select id from merchant where email = any($1) order by id', [
    [refused.merchant.email, live.merchant.email],
  ])
  const erase = (before: Temporal.Instant) =>
    world.db.transaction((sql) =>
      businessRetention.erase(sql, {
        ids: ids.map(({ id }) => id),
        before,
        now: clock.now(),
        secrets: world.system.secrets,
      }),
    )
  expect(await erase(clock.now().subtract({ hours: 1 }))).toEqual([])
  expect(await erase(clock.now())).toEqual([ids[0].id])
  const left = await run(
    `select (select count(*)::int from business_paper where merchant_id = $1) as papers,
            (select count(*)::int from business_screening where merchant_id = $1) as screenings,
            (select length(facts_sealed) from business where merchant_id = $1) as facts`,
    [ids[0].id],
  )
  expect(left).toEqual([{ papers: 0, screenings: 0, facts: 0 }])
  const names = await run(`select name from screened_party where subject like 'business:%'`)
  expect(names.filter(({ name }) => name === '').length).toBe(1)
  expect(await refused.read()).toMatchObject({ kind: null, papers: [] })
  expect((await live.review()).papers).toHaveLength(7)
})
