// Recovery codes of admin users: they replace the authenticator app, once each.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlOf } from '../../../test/support/database/places.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import {
  acceptStaff,
  as,
  asProven,
  type StaffMember,
  signInStaff,
  staffPassword,
  tokenIn,
} from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

const clock = manualClock(systemClock.now().toString())
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

const rows = (text: string, values: unknown[] = []) => controlOf(world).rows<any>({ name: '', text }, values)
const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const wrong = [401, 'RMT-1027', 'The code is wrong or was used already']
const signIn = ({ email }: StaffMember, recovery_code: string | undefined) =>
  as(world, undefined, 'POST', 'login', { email, password: staffPassword, recovery_code })

let joined = 0
/** An admin user whose link came by email, with ten codes. */
async function withCodes(): Promise<StaffMember & { codes: string[] }> {
  joined += 1
  const [email, name] = [`lost-${joined}@likuta.example`, `Josué Perdu ${joined}`]
  const invited = await world.admin('POST', '/api/v1/admin/users', {
    ...{ email, name, role: 'finance', reason: 'Joins the team' },
  })
  assert.equal(invited.status, 200, invited.text)
  const link = await eventually('the invitation arrives', async () => {
    const found = mail.received.find(({ to }) => to.includes(email))
    return /invitation(#[\w-]{43})/.exec(found?.raw.replaceAll(/=\r?\n/g, '') ?? '')?.[1]
  })
  const secret = await acceptStaff(world, tokenIn(`https://likuta.example/${link}`))
  const member = { id: invited.body.data.user_id, email, name, password: staffPassword, secret }
  const token = (await signInStaff(world, member)).body.data.access_token as string
  return { ...member, token, codes: await renewed(token) }
}
async function renewed(token: string): Promise<string[]> {
  const made = await asProven(world, token, 'POST', 'recovery-codes')
  assert.equal(made.status, 200, made.text)
  assert.equal(made.headers['cache-control'], 'no-store')
  return made.body.data.recovery_codes
}
const left = async (token: string) => (await as(world, token, 'GET', 'recovery-codes')).body.data.left

test('ten recovery codes of an admin user are shown once, and only their hashes are stored', async () => {
  const member = await withCodes()
  assert.equal(new Set(member.codes).size, 10)
  const read = await as(world, member.token, 'GET', 'recovery-codes')
  expect(read.body.data).toEqual({ left: 10, created_at: expect.any(String) })
  const stored = await rows(
    `select encode(unnest(a.recovery_hashes), 'hex') as hash from account a join admin_user u using (id) where u.email = $1`,
    [member.email],
  )
  assert.equal(stored.length, 10)
  const plain = member.codes.map((code) => createHash('sha256').update(code).digest('hex'))
  for (const { hash } of stored) assert.ok(!plain.includes(hash))
})

test('the use of a recovery code of an admin user is audited and reported to the user', async () => {
  const member = await withCodes()
  assert.equal((await signIn(member, member.codes[3])).status, 200)
  const [audited] = await rows(
    `select subject, detail from audit_log where action = 'staff.recovery_code_used' order by seq desc limit 1`,
  )
  assert.equal(audited.subject, member.email)
  expect(JSON.parse(audited.detail)).toMatchObject({ codes_left: 9 })
  const messages = await rows(`select audience, content from message where address = $1 and kind = $2`, [
    member.email,
    'staff_recovery_code_used',
  ])
  assert.equal(messages.length, 1)
  assert.equal(messages[0].audience, 'admin')
  assert.match(messages[0].content.paragraphs[0], /\b9\b/)
  await eventually('the message arrives', async () =>
    mail.received.find(({ to, raw }) => to.includes(member.email) && /127\.0\.0\.1/.test(raw)),
  )
})

test('new recovery codes of an admin user end the earlier ones, and are audited', async () => {
  const member = await withCodes()
  const [first] = await renewed(member.token)
  expect(refusal(await signIn(member, member.codes[0]))).toEqual(wrong)
  assert.equal((await signIn(member, first)).status, 200)
  const made = await rows(
    `select from audit_log where action = 'staff.recovery_codes_renewed' and subject = $1`,
    [member.email],
  )
  assert.equal(made.length, 2)
})

test('a recovery code steps up, for an admin user who lost the phone', async () => {
  const member = await withCodes()
  const signedIn = await signIn(member, member.codes[0])
  const { access_token: token } = signedIn.body.data
  const proof = await as(world, token, 'POST', 'step-up', { recovery_code: member.codes[1] })
  assert.equal(proof.status, 200, proof.text)
  const headers = { 'x-step-up-token': proof.body.data.step_up_token }
  assert.equal((await as(world, token, 'POST', 'passkeys/options', undefined, headers)).status, 200)
  const again = await as(world, token, 'POST', 'step-up', { recovery_code: member.codes[1] })
  expect(refusal(again)).toEqual([400, 'RMT-1028', 'The code is wrong or was used already'])
  assert.equal(await left(token), 8)
})

test('the recovery codes of an admin user end with a reset of the factors, and with the removal', async () => {
  const codesOf = (email: string) =>
    rows('select unnest(a.recovery_hashes) from account a join admin_user u using (id) where u.email = $1', [
      email,
    ])
  const [reset, removed] = [await withCodes(), await withCodes()]
  const done = await world.admin('POST', `/api/v1/admin/users/${reset.id}/reset-factors`, {
    reason: 'Lost the phone',
  })
  assert.equal(done.status, 200, done.text)
  assert.equal((await world.admin('DELETE', `/api/v1/admin/users/${removed.id}`)).status, 200)
  expect([await codesOf(reset.email), await codesOf(removed.email)]).toEqual([[], []])
  assert.notEqual((await signIn(reset, reset.codes[0])).status, 200)
})

test('a token of the settings has no recovery codes', async () => {
  for (const method of ['GET', 'POST']) {
    const response = await world.admin(method, '/api/v1/admin/recovery-codes')
    expect(refusal(response)).toEqual([409, 'RMT-409', 'A token has no user account'])
  }
})
