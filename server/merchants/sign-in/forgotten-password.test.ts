// A link for a new password that is sent by email: what a stranger learns or can do with the email of a user, and who sees the link.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, confirmationCodeOf, logIn, signedIn } from '../../../test/support/callers/self-service.ts'
import { rowsOfPlaces } from '../../../test/support/database/places.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openPasswords } from '../../accounts/password.ts'
import { type AdminRole, rightsOfAdmins } from '../../kernel/admin-roles.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { createResetLink } from '../directory/create-reset-link.ts'
import { openFailureLimit } from './login.ts'
import { requestResetLink } from './reset-password.ts'

const clock = manualClock()
const newPassword = 'a new staple for horses'
let mail: MailServer
let world: World
beforeAll(async () => {
  mail = await openMailServer()
  const settings = { SMTP_URL: mail.url, MESSAGES_FROM: 'Likuta <no-reply@pay.example>' }
  world = await openWorld({ clock, settings })
})
afterAll(async () => {
  await world?.close()
  await mail?.close()
})

const forgotten = (email: string) => call(world, 'POST', 'forgotten-password', { body: { email } })
const use = (token: string) =>
  call(world, 'POST', 'password-reset', { body: { token, new_password: newPassword } })
const messagesTo = (email: string) =>
  rowsOfPlaces<{ kind: string; content: unknown }>(
    world,
    { name: '', text: `select kind, content from message where address = $1 and kind = 'password_link'` },
    [email],
  )

/** The tokens of the links that an address was sent, oldest first. */
const tokensTo = (email: string) =>
  mail.received
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => raw.replaceAll(/=\r?\n/g, ''))
    .flatMap((text) => /new-password#([\w-]{43})/.exec(text)?.[1] ?? [])
/** A message may arrive twice, if its process is slow to record that it was sent. */
const mailed = (email: string, count = 1) =>
  eventually(`link ${count} arrives`, async () => [...new Set(tokensTo(email))][count - 1])

test('a user who forgot the password is sent a link that replaces it, once', async () => {
  const as = await world.register()
  expect((await forgotten(` ${as.email.toUpperCase()} `)).body).toEqual({ status: 'success', data: {} })
  const token = await mailed(as.email)
  assert.equal((await use(token)).status, 200)
  assert.equal((await logIn(world, { email: as.email, password: newPassword })).status, 200)
  assert.equal((await use(token)).status, 404)
})

test('nobody is led into an account that a stranger made with their email', async () => {
  const [email, name] = ['grace.mbuyi@example.com', 'Boutique Kivu']
  const strangers = { name, email, password: 'a stranger knows it' }
  const made = await call(world, 'POST', 'signup', { body: strangers })
  expect((await forgotten(email)).body).toEqual({ status: 'success', data: {} })
  expect(await messagesTo(email)).toEqual([])
  // A link that an admin sends confirms the email of nobody: its owner can still confirm it in their own account.
  const path = `/api/v1/admin/merchants/${made.body.data.merchant_code}/password-reset`
  assert.equal((await world.admin('POST', path, { reason: 'The owner called' })).status, 200)
  assert.equal((await use(await mailed(email))).status, 200)
  // By then the address may get another code, for the owner's account alone.
  clock.forward({ minutes: 61 })
  const own = { name, email, password: 'nine green lanterns' }
  assert.equal((await call(world, 'POST', 'signup', { body: own })).status, 200)
  const { token } = await signedIn(world, own)
  const body = { kind: 'email', code: await confirmationCodeOf(world, email) }
  assert.equal((await call(world, 'POST', 'confirmations', { token, body })).status, 200)
})

test('whoever reads the outbox cannot use the link', async () => {
  const as = await world.register()
  await forgotten(as.email)
  const token = await mailed(as.email)
  const stored = JSON.stringify(await messagesTo(as.email))
  assert.match(stored, /"fragment":"/)
  assert.ok(!stored.includes(token))
})

test('an email without an account gets the same response, which takes as long, and no message', async () => {
  const started = performance.now()
  const response = await forgotten('nobody@example.com')
  expect([response.status, response.body]).toEqual([200, { status: 'success', data: {} }])
  assert.ok(performance.now() - started > 390)
  expect(await messagesTo('nobody@example.com')).toEqual([])
})

test('ten requests at once, and others within ten minutes, send one link, which stays good', async () => {
  const as = await world.register()
  await Promise.all(Array.from({ length: 10 }, () => forgotten(as.email)))
  const first = await mailed(as.email)
  clock.forward({ seconds: 599 })
  await forgotten(as.email)
  assert.equal((await messagesTo(as.email)).length, 1)
  clock.forward({ seconds: 1 })
  await forgotten(as.email)
  await mailed(as.email, 2)
  assert.equal((await use(first)).status, 200)
})

test('a link stays valid for its hour, whoever requests more, until one of the two is used', async () => {
  const as = await world.register()
  const requestLink = async () => {
    clock.forward({ minutes: 10 })
    await forgotten(as.email)
  }
  await forgotten(as.email)
  const own = await mailed(as.email)
  // A stranger requests one after the other: a second link is sent, and no third one while both are valid.
  for (let n = 0; n < 5; n++) await requestLink()
  assert.equal((await messagesTo(as.email)).length, 2)
  clock.forward({ minutes: 9, seconds: 59 })
  const strangers = await mailed(as.email, 2)
  assert.equal((await use(own)).status, 200)
  assert.equal((await use(strangers)).status, 404)
  clock.forward({ minutes: 10 })
  await forgotten(as.email)
  assert.equal((await messagesTo(as.email)).filter(({ kind }) => kind === 'password_link').length, 3)
})

test('a link that has ended is not kept beside a newer one', async () => {
  const as = await world.register()
  await forgotten(as.email)
  const first = await mailed(as.email)
  clock.forward({ minutes: 60 })
  await forgotten(as.email)
  const second = await mailed(as.email, 2)
  expect([(await use(first)).status, (await use(second)).status]).toEqual([404, 200])
})

test('an admin has a link sent to the user and does not see it', async () => {
  const as = await world.register()
  const path = `/api/v1/admin/merchants/${as.merchant_code}/password-reset`
  const { status, body, text } = await world.admin('POST', path, { reason: 'The owner called' })
  expect([status, body.data]).toEqual([
    200,
    { merchant_code: as.merchant_code, email: as.email, url: null, expires_at: expect.any(String) },
  ])
  const token = await mailed(as.email)
  assert.ok(!text.includes(token))
  assert.equal((await use(token)).status, 200)
})

test('a deployment that sends no email says so', async () => {
  const { db, system } = world
  const needs = {
    ...{ db, clock, log: silentLog, secrets: system.secrets, passwords: openPasswords() },
    failures: openFailureLimit(60),
    ...{
      distrustDestinations: system.selfService.distrustDestinations,
      mailsLinks: false,
    },
  }
  const sent = requestResetLink(needs, { email: 'grace@example.com' })
  await assert.rejects(sent, /This deployment sends no email/)
})

test('in production without email, only a role that manages admins sees a link', async () => {
  const as = await world.register()
  const needs = { db: world.db, secrets: world.system.secrets, clock, baseUrl: 'https://pay.example' }
  const rights = (...roles: AdminRole[]) => ({ rights: rightsOfAdmins(roles) })
  const shown = (admin: object) => {
    const asked = { admin: { name: 'sam', address: '::1', requestId: '', ...admin }, reason: 'Called' }
    const linkDelivery = { mailed: false, environment: 'production' } as const
    return createResetLink({ ...needs, linkDelivery }, as.merchant_code, asked)
  }
  await assert.rejects(shown(rights('support')), /Not allowed for your role/)
  expect((await shown(rights('owner'))).url).toMatch(/new-password#/)
})
