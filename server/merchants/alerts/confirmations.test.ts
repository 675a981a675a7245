// An address that somebody typed gets nothing but a confirmation code, and takes nothing from whoever reads it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accept,
  call,
  confirmationCodeOf,
  invited,
  logIn,
  signedIn,
  stepUpOf,
} from '../../../test/support/callers/self-service.ts'
import { rowsOfPlaces } from '../../../test/support/database/places.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { takeAllowance } from '../../messages/delivery/allowance.ts'
import { manualClock } from '../../platform/time/clock.ts'

const clock = manualClock()
let world: World
let mail: MailServer
beforeAll(async () => {
  mail = await openMailServer()
  const settings = { SMTP_URL: mail.url, MESSAGES_FROM: 'Likuta <no-reply@pay.example>' }
  world = await openWorld({ role: 'api', clock, settings })
})
afterAll(async () => {
  await world?.close()
  await mail?.close()
})

const password = 'kitenge rouge au marché'
const stranger = (email = `${randomBytes(6).toString('hex')}@example.com`) => ({
  ...{ name: 'Boutique Kivu', email, password },
})
const signUp = (account: object) => call(world, 'POST', 'signup', { body: account })
const tokenOf = async (account: { email: string; password: string }) =>
  (await logIn(world, account)).body.data.access_token as string
const messagesTo = (address: string) =>
  rowsOfPlaces<{ kind: string; state: string }>(
    world,
    { name: '', text: 'select kind, state from message where address = $1 order by id' },
    [address],
  )
const confirm = (token: string, code: string, kind = 'email') =>
  call(world, 'POST', 'confirmations', { token, body: { kind, code } })
const resend = (token: string, kind = 'email') =>
  call(world, 'POST', 'confirmations/send', { token, body: { kind } })
const refusal = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const wrong = [400, 'RMT-1028', 'The code is wrong or was used already']
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')
/** Changes the password, of which a user is always notified. */
const alerted = async (token: string) => {
  const body = { current_password: password, new_password: `${password} ${randomBytes(4).toString('hex')}` }
  assert.equal((await call(world, 'POST', 'change-password', { token, body })).status, 200)
}

test('an email that signed up gets nothing but its code until the code was typed', async () => {
  const account = stranger()
  assert.equal((await signUp(account)).status, 200)
  const token = await tokenOf(account)
  await alerted(token)
  expect(await messagesTo(account.email)).toEqual([
    { kind: 'confirmation_code', state: 'QUEUED' },
    { kind: 'password_changed', state: 'MUTED' },
  ])
  const code = await confirmationCodeOf(world, account.email)
  expect(refusal(await confirm(token, otherThan(code)))).toEqual(wrong)
  assert.equal((await confirm(token, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status, 200)
  expect(refusal(await confirm(token, code))).toEqual(wrong)
  const read = await call(world, 'GET', 'confirmations', { token })
  expect(read.body.data).toEqual({ email: { address: account.email, confirmed: true }, phone: null })
  expect(refusal(await resend(token))).toEqual([409, 'RMT-409', 'The address is confirmed already'])
})

test('a new telephone gets nothing but its code, and another number begins again', async () => {
  const owner = await signedIn(world, await world.register())
  const set = (phone: string) =>
    call(world, 'PUT', 'notifications', { token: owner.token, body: { phone, channels: ['sms'] } })
  const first = await set('+243991234567')
  expect(first.body.data).toMatchObject({ phone: '+243991234567', phone_confirmed: false })
  const statesOf = async (kind: string) =>
    (await messagesTo('+243991234567')).filter((message) => message.kind === kind)
  assert.equal((await set('+243991234567')).status, 200)
  assert.equal((await statesOf('confirmation_code')).length, 1)
  const code = await confirmationCodeOf(world, '+243991234567')
  assert.equal((await confirm(owner.token, code, 'phone')).status, 200)
  expect((await set('+243991234567')).body.data.phone_confirmed).toBe(true)
  clock.forward({ minutes: 61 })
  const token = (await signedIn(world, owner)).token
  const body = { phone: '+243991234568' }
  const changed = await call(world, 'PUT', 'notifications', { token, body })
  expect(changed.body.data).toMatchObject({ phone: '+243991234568', phone_confirmed: false })
})

test('codes to more than five other telephones within an hour are refused', async () => {
  const { token } = await signedIn(world, await world.register())
  const set = async (n: number) =>
    (await call(world, 'PUT', 'notifications', { token, body: { phone: `+24399123400${n}` } })).status
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push(await set(n))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test.each(['+870773111632', '+8816 3145 0000', '+882 16 1234567', '+883 5100 0123456', '+878 10 1234567890'])(
  'the telephone %s of a satellite or global network is refused',
  async (phone) => {
    const { token } = await signedIn(world, await world.register())
    const response = await call(world, 'PUT', 'notifications', { token, body: { phone } })
    expect([response.status, response.body.code]).toEqual([400, 'RMT-1005'])
  },
)

test('a code is sent again after a minute, and then works alone, for half an hour', async () => {
  const account = stranger()
  await signUp(account)
  const token = await tokenOf(account)
  const first = await confirmationCodeOf(world, account.email)
  const soon = await resend(token)
  expect([soon.status, soon.headers['retry-after']]).toEqual([429, '60'])
  clock.forward({ seconds: 60 })
  assert.equal((await resend(token)).status, 200)
  const second = await confirmationCodeOf(world, account.email)
  if (first !== second) expect(refusal(await confirm(token, first))).toEqual(wrong)
  clock.forward({ minutes: 30 })
  expect(refusal(await confirm(token, second))).toEqual(wrong)
})

test('an address has one code at a time over all accounts, which confirms only for the one that had it sent', async () => {
  const squatter = stranger()
  const owner = { ...squatter, password: 'nine green lanterns' }
  await signUp(squatter)
  const other = await tokenOf(squatter)
  await signUp(owner)
  const token = await tokenOf(owner)
  expect(await messagesTo(owner.email)).toEqual([{ kind: 'confirmation_code', state: 'QUEUED' }])
  const first = await confirmationCodeOf(world, owner.email)
  expect(refusal(await confirm(token, first))).toEqual(wrong)
  assert.equal((await resend(token)).status, 429)
  clock.forward({ seconds: 60 })
  assert.equal((await resend(token)).status, 200)
  const second = await confirmationCodeOf(world, owner.email)
  if (first !== second) expect(refusal(await confirm(other, first))).toEqual(wrong)
  expect(refusal(await confirm(other, second))).toEqual(wrong)
  assert.equal((await confirm(token, second)).status, 200)
})

test('an account gets its own first code while the code of another account waits', async () => {
  const squatter = stranger()
  await signUp(squatter)
  clock.forward({ seconds: 60 })
  const owner = { ...squatter, password: 'nine green lanterns' }
  await signUp(owner)
  const token = await tokenOf(owner)
  assert.equal((await messagesTo(owner.email)).length, 2)
  assert.equal((await confirm(token, await confirmationCodeOf(world, owner.email))).status, 200)
})

test('wrong codes for an address are counted over all accounts that may guess its code', async () => {
  const squatter = stranger()
  const owner = { ...squatter, password: 'nine green lanterns' }
  await signUp(squatter)
  await signUp(owner)
  const [other, token] = [await tokenOf(squatter), await tokenOf(owner)]
  const guess = otherThan(await confirmationCodeOf(world, owner.email))
  for (let n = 0; n < 3; n++) assert.equal((await confirm(other, guess)).status, 400)
  clock.forward({ seconds: 60 })
  assert.equal((await resend(token)).status, 200)
  const code = await confirmationCodeOf(world, owner.email)
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) statuses.push((await confirm(token, otherThan(code))).status)
  expect([...statuses, (await confirm(token, code)).status]).toEqual([400, 400, 429, 429])
  clock.forward({ minutes: 15 })
  assert.equal((await confirm(token, code)).status, 200)
})

test('an account without a code of its own locks nobody by typing wrong ones', async () => {
  const squatter = stranger()
  const owner = { ...squatter, password: 'nine green lanterns' }
  await signUp(owner)
  await signUp(squatter)
  const [other, token] = [await tokenOf(squatter), await tokenOf(owner)]
  const code = await confirmationCodeOf(world, owner.email)
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await confirm(other, code)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  assert.equal((await confirm(token, code)).status, 200)
})

test('no code is made for an address that has had as many messages as strangers may cause', async () => {
  const account = stranger()
  const others = { address: account.email, is_alert: false }
  for (let n = 0; n < 2; n++) assert.equal(await takeAllowance(world.db, others, clock.now()), undefined)
  assert.equal((await signUp(account)).status, 200)
  const token = await tokenOf(account)
  const refused = await resend(token)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect(await messagesTo(account.email)).toEqual([])
  clock.forward({ minutes: 60 })
  const later = await tokenOf(account)
  assert.equal((await resend(later)).status, 200)
  assert.equal((await confirm(later, await confirmationCodeOf(world, account.email))).status, 200)
})

test('five wrong codes lock the confirmation, also when two hundred come at once', async () => {
  const account = stranger()
  await signUp(account)
  const token = await tokenOf(account)
  const code = await confirmationCodeOf(world, account.email)
  const guess = otherThan(code)
  const responses = await Promise.all(Array.from({ length: 40 }, () => confirm(token, guess)))
  assert.equal(responses.filter(({ status }) => status === 400).length, 5)
  assert.equal((await confirm(token, code)).status, 429)
})

test('an account that squats an email gives way to its owner, who learns of it only in the mailbox', async () => {
  const squatter = stranger()
  await signUp(squatter)
  const owner = { ...squatter, password: 'nine green lanterns' }
  const [made, unknown] = [await signUp(owner), await signUp({ ...owner, email: stranger().email })]
  expect([made.status, Object.keys(made.body.data)]).toEqual([unknown.status, Object.keys(unknown.body.data)])
  const token = await tokenOf(owner)
  clock.forward({ seconds: 60 })
  assert.equal((await resend(token)).status, 200)
  assert.equal((await confirm(token, await confirmationCodeOf(world, owner.email))).status, 200)
  const codes = await Promise.all([squatter, owner].map(async (who) => (await logIn(world, who)).body.data))
  expect(codes.map(({ merchant_code }) => merchant_code)).toContain(made.body.data.merchant_code)
  // Whoever squats cannot confirm the email of another, even with a code that its owner gave away.
  const other = await tokenOf(squatter)
  clock.forward({ seconds: 60 })
  assert.equal((await resend(other)).status, 200)
  const late = await confirm(other, await confirmationCodeOf(world, owner.email))
  expect(refusal(late)).toEqual([409, 'RMT-409', 'No account can be created with this email'])
})

test('the link of an invitation is mailed to the invited person, not shown, and confirms the email', async () => {
  const owner = await signedIn(world, await world.register())
  const email = stranger().email
  const link = await invited(world, owner, { email, role: 'viewer' })
  const stored = await world.db.rows<{ content: string }>(
    { name: '', text: `select content::text from message where address = $1 and kind = 'invitation'` },
    [email],
  )
  assert.equal(stored.length, 1)
  assert.ok(!stored[0]?.content.includes(link))
  assert.equal((await accept(world, link, password)).status, 200)
  const token = await tokenOf({ email, password })
  const read = await call(world, 'GET', 'confirmations', { token })
  expect(read.body.data.email).toEqual({ address: email, confirmed: true })
})

test('a merchant mails ten invitations a day, also revoked ones, until its owner has confirmed the email', async () => {
  const account = stranger()
  await signUp(account)
  const owner = await signedIn(world, account)
  const headers = await stepUpOf(world, owner, owner.token)
  const invite = () =>
    call(world, 'POST', 'invitations', {
      ...{ token: owner.token, headers },
      body: { email: stranger().email, role: 'viewer' },
    })
  const responses: ApiResponse[] = []
  for (let n = 0; n < 10; n++) responses.push(await invite())
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  const path = `invitations/${responses[0]?.body.data.invitation_id}`
  assert.equal((await call(world, 'DELETE', path, { token: owner.token })).status, 200)
  const refused = await invite()
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'RMT-429',
    '86400',
  ])
  await confirm(owner.token, await confirmationCodeOf(world, account.email))
  assert.equal((await invite()).status, 200)
})
