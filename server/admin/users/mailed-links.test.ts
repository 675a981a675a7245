// One-time links of admin users where email is sent: only the user sees them, and a production deployment has no user without two persons.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlOf } from '../../../test/support/database/places.ts'
import { codeOf } from '../../../test/support/factors/factors.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import { acceptStaff, as, signInStaff, staffPassword } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { approvalsOf } from '../../composition/rules.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import { needsApproval } from '../approvals/rules.ts'

const clock = manualClock(systemClock.now().toString())
let mail: MailServer
let world: World
const other = 'token-of-benoit-0123456789'
beforeAll(async () => {
  mail = await openMailServer()
  world = await openWorld({
    clock,
    settings: {
      SMTP_URL: mail.url,
      MESSAGES_FROM: 'Likuta <no-reply@pay.example>',
      ADMIN_TOKENS: `amina:test-admin-token-0123456789,benoit:${other}`,
      APPROVALS: 'roles',
    },
  })
})
afterAll(async () => {
  await world?.close()
  await mail?.close()
})

const tokensTo = (email: string) =>
  mail.received
    .filter(({ to }) => to.includes(email))
    .flatMap(({ raw }) => /invitation#([\w-]{43})/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1] ?? [])
const mailed = (email: string, count: number) =>
  eventually(`link ${count} arrives`, async () => tokensTo(email)[count - 1])

test('the link of an approved invitation, and that of a reset, reach the user and no admin', async () => {
  const email = 'joel@likuta.example'
  const wanted = { email, name: 'Joël Ilunga', role: 'finance', reason: 'Joins the team' }
  const invited = await world.admin('POST', '/api/v1/admin/users', wanted)
  expect([invited.status, invited.body.data.url]).toEqual([202, null])
  const { user_id: id, approval } = invited.body.data
  const approved = await as(
    world,
    undefined,
    'POST',
    `approvals/${approval.approval_id}/approve`,
    { reason: 'checked' },
    {
      'x-admin-token': other,
    },
  )
  assert.equal(approved.status, 200, approved.text)
  const link = await mailed(email, 1)
  for (const { text } of [invited, approved]) assert.ok(!text.includes(link))
  const secret = await acceptStaff(world, link)
  assert.equal((await signInStaff(world, { email, password: staffPassword, secret })).status, 200)

  const reset = await world.admin('POST', `/api/v1/admin/users/${id}/reset-factors`, { reason: 'Lost phone' })
  expect([reset.status, reset.body.data.url]).toEqual([200, null])
  await acceptStaff(world, await mailed(email, 2))
  const stored = await controlOf(world).rows(
    { name: '', text: `select content from message where address = $1` },
    [email],
  )
  for (const token of tokensTo(email)) assert.ok(!JSON.stringify(stored).includes(token))
})

test('a user is notified of a sign-in from a new device, once, and not of the first device', async () => {
  const email = 'aline@likuta.example'
  const wanted = { email, name: 'Aline Furaha', role: 'support', reason: 'Joins the team' }
  const invited = await world.admin('POST', '/api/v1/admin/users', wanted)
  const { approval_id: id } = invited.body.data.approval
  const byOther = { 'x-admin-token': other }
  const approved = await as(
    world,
    undefined,
    'POST',
    `approvals/${id}/approve`,
    { reason: 'checked' },
    byOther,
  )
  assert.equal(approved.status, 200, approved.text)
  const secret = await acceptStaff(world, await mailed(email, 1))
  const signInFrom = async (agent: string) => {
    clock.forward({ seconds: 60 })
    const body = { email, password: staffPassword, totp: codeOf(world, secret) }
    const signedIn = await as(world, undefined, 'POST', 'login', body, { 'user-agent': agent })
    assert.equal(signedIn.status, 200, signedIn.text)
  }
  const alerts = () =>
    controlOf(world).rows<{ audience: string; content: { subject: string; facts: string[][] } }>(
      {
        name: '',
        text: `select audience, content from message where address = $1 and kind = 'staff_new_device' order by id`,
      },
      [email],
    )
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await signInFrom(firefox)
  expect(await alerts()).toEqual([])
  for (let n = 0; n < 2; n++) await signInFrom('curl/8.9.1')
  const messages = await alerts()
  assert.equal(messages.length, 1)
  assert.equal(messages[0]?.audience, 'admin')
  expect(messages[0]?.content.facts.map(([, value]) => value)).toEqual([
    expect.stringMatching(/\d{4}.*\d\d:\d\d \(Kinshasa\)$/),
    'curl',
    '127.0.0.1',
  ])
  await eventually(
    'the message arrives',
    async () =>
      mail.received.some(({ to, raw }) => to.includes(email) && /127\.0\.0\.1/.test(raw)) || undefined,
  )
})

test('in production every new admin user and every other role waits for a second admin', () => {
  const { settings, secrets } = world.system
  const rulesOf = (production: boolean) =>
    approvalsOf({ ...settings, APPROVALS: undefined, production }, secrets).rules
  expect([true, false].map((production) => needsApproval(rulesOf(production), 'staff_role'))).toEqual([
    true,
    false,
  ])
})
