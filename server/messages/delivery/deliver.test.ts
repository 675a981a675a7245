// The delivery of messages: a real database, a real mail server, and workers that die.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openSmtp } from '../../adapters/messages/smtp.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { openSecrets } from '../../platform/secrets.ts'
import type { Channel, Channels, SendResult } from '../channel.ts'
import { enqueueMessages, type NewMessage } from '../enqueue-message.ts'
import { forgetMessages, startMessages } from './deliver.ts'
import { outgoing } from './email-layout.ts'
import { type ClaimedMessage, claimMessages } from './queries.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let mail: MailServer
let channels: Channels
let loops: Loop[] = []
let now = Temporal.Instant.from('2026-11-24T09:00:00Z')
const clock = { now: () => now }
const secrets = openSecrets(randomBytes(32))

beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 4, name: 'test' })
})
beforeEach(async () => {
  await run('delete from message')
  await run('delete from message_allowance')
  mail = await openMailServer()
  channels = { email: openSmtp({ url: mail.url, from: { name: 'Likuta', address: 'no-reply@pay.example' } }) }
})
afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()))
  loops = []
  await mail.close()
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const run = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  db.rows<Row>({ name: '', text }, values)
const grace = 'grace@example.com'
const message = (
  fact: string,
  changes: Partial<Omit<NewMessage, 'channel' | 'content'>> = {},
): NewMessage => ({
  ...{ environment: 'production', merchantId: null, audience: 'merchant', kind: 'payout_failed', fact },
  ...{ channel: 'email', address: grace, language: 'fr' },
  content: { subject: fact, paragraphs: ['Bonjour'], reason: 'Un compte' },
  ...changes,
})
const enqueue = (...messages: NewMessage[]) =>
  db.transaction((sql) => enqueueMessages(sql, messages, clock.now()))
const needs = (more: Partial<{ channels: Channels }> = {}) => ({
  ...{ db, clock, channels, secrets, log: silentLog, baseUrl: 'https://pay.example', speed: 1, ...more },
})
function work(more?: Parameters<typeof needs>[0]): void {
  loops.push(...startMessages(needs(more)))
}
function later(by: Temporal.DurationLike): void {
  now = now.add(by)
  for (const loop of loops) loop.wake()
}
const stateOf = async (fact: string) => {
  const rows = await run<{ state: string; error: string; attempts: number; is_claimed: boolean }>(
    'select state, error, attempts, lease_token is not null as is_claimed from message where dedupe_key like $1',
    [`${fact} email %`],
  )
  return rows[0]
}
/** Waits for the result of the attempt, which must be this state. */
const becomes = async (fact: string, state: string, attempts = 1) => {
  const found = await eventually(`attempt ${attempts} at ${fact} has a result`, async () => {
    const now = await stateOf(fact)
    return now?.attempts === attempts && !now.is_claimed && now
  })
  assert.equal(found.state, state)
}
/** Claims as a worker that dies before the call. */
const claimAndVanish = (token = randomUUID() as string) =>
  db.rows(claimMessages, ['email', now, token, now.add({ seconds: 90 }), 8])

test('a message that was committed is sent once, also if the first worker dies before it sends', async () => {
  await enqueue(message('a'))
  assert.equal((await claimAndVanish()).length, 1)
  work()
  later({ seconds: 60 })
  await enqueue(message('b'))
  await becomes('b', 'SENT')
  expect(mail.received.map(({ raw }) => raw.includes('Subject: a'))).toEqual([false])
  later({ seconds: 31 })
  await becomes('a', 'SENT', 2)
  assert.equal(mail.received.length, 2)
})

test('a message that a worker has claimed is claimed by no other one until its lease ends', async () => {
  await enqueue(message('a'))
  expect((await claimAndVanish()).map(({ was_claimed }) => was_claimed)).toEqual([false])
  expect(await claimAndVanish()).toEqual([])
  now = now.add({ seconds: 91 })
  expect((await claimAndVanish()).map(({ was_claimed }) => was_claimed)).toEqual([true])
})

test('a fact is reported once to each address, however often it is written', async () => {
  await enqueue(message('a'), message('a'), message('a', { address: 'jean@example.com' }))
  await enqueue(message('a'))
  work()
  await eventually('both are sent', async () => mail.received.length === 2)
  await becomes('a', 'SENT')
  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual([grace, 'jean@example.com'])
})

test('two workers send each of many messages once', async () => {
  const facts = Array.from({ length: 30 }, (_, i) => `m${i}`)
  await enqueue(...facts.map((fact) => message(fact, { address: `${fact}@example.com` })))
  work()
  work()
  await Promise.all(facts.map((fact) => becomes(fact, 'SENT')))
  assert.equal(mail.received.length, 30)
  assert.equal(new Set(mail.received.map(({ messageId }) => messageId)).size, 30)
})

test('five messages an hour leave for an address, also over two processes, and the others when they may', async () => {
  const facts = Array.from({ length: 12 }, (_, i) => `m${i}`)
  const other = openDatabase(database.url, { connections: 4, name: 'test' })
  try {
    await enqueue(
      ...facts.map((fact) =>
        message(fact, { address: facts.indexOf(fact) % 2 ? grace : 'Grace@Example.com' }),
      ),
    )
    work()
    loops.push(...startMessages({ ...needs(), db: other }))
    const waiting = () =>
      run<{ count: number }>(
        `select count(*)::int as count from message where error = 'too_many_an_hour' and state = 'QUEUED'`,
      )
    await eventually('seven wait', async () => (await waiting())[0]?.count === 7)
    // Recorded, not only received: a lease that ends in between would send one of them again.
    const recorded = () =>
      run<{ count: number }>(`select count(*)::int as count from message where state = 'SENT'`)
    await eventually('five are sent', async () => (await recorded())[0]?.count === 5)
    assert.equal(mail.received.length, 5)
    later({ minutes: 59 })
    await enqueue(message('of another address', { address: 'jean@example.com' }))
    await eventually('another address gets its message', async () => (await recorded())[0]?.count === 6)
    later({ minutes: 1, seconds: 1 })
    await eventually('five more are sent', async () => (await recorded())[0]?.count === 11)
    assert.equal(mail.received.length, 11)
    await eventually('two wait', async () => (await waiting())[0]?.count === 2)
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()))
    loops = []
    await other.close()
  }
})

const code = { audience: 'account', kind: 'confirmation_code' } as const
const statesOf = (facts: readonly string[]) =>
  Promise.all(facts.map(async (fact) => (await stateOf(fact))?.error ?? (await stateOf(fact))?.state))

test('what strangers have sent to an address takes two of its five messages an hour', async () => {
  const requested = [
    message('code 1', code),
    message('code 2', { ...code, address: 'Grace+shop@example.com' }),
    message('invitation', { audience: 'account', kind: 'invitation' }),
    message('link', { audience: 'account', kind: 'password_link' }),
    message('receipt', { audience: 'payer', kind: 'payment_receipt' }),
  ]
  await enqueue(...requested)
  work()
  const done = (facts: readonly string[]) => async () =>
    (await statesOf(facts)).every((state) => state !== 'QUEUED')
  const facts = requested.map(({ fact }) => fact)
  await eventually('all were tried', done(facts))
  expect((await statesOf(facts)).sort()).toEqual([
    ...Array(2).fill('SENT'),
    ...Array(3).fill('too_many_an_hour'),
  ])
  const alerts = ['alert 1', 'alert 2', 'alert 3', 'alert 4']
  await enqueue(
    ...alerts.slice(0, 2).map((fact) => message(fact)),
    message('alert 3', { audience: 'admin', kind: 'staff_new_device' }),
  )
  for (const loop of loops) loop.wake()
  await eventually('the alerts were tried', done(alerts.slice(0, 3)))
  expect(await statesOf(alerts.slice(0, 3))).toEqual(['SENT', 'SENT', 'SENT'])
  await enqueue(message('alert 4'))
  for (const loop of loops) loop.wake()
  await eventually('the fourth alert was tried', done(['alert 4']))
  expect(await statesOf(['alert 4'])).toEqual(['too_many_an_hour'])
  // A message that was put off leaves as soon as it may.
  later({ minutes: 60, seconds: 1 })
  await becomes('alert 4', 'SENT')
  await eventually('two more are sent', async () => mail.received.length === 8)
})

test('an alert is claimed before a message that anybody can have sent and that waits longer', async () => {
  await enqueue(message('code', code))
  now = now.add({ seconds: 1 })
  await enqueue(message('alert'))
  const claimed = await db.rows(claimMessages, ['email', now, randomUUID(), now.add({ seconds: 90 }), 1])
  expect(claimed.map(({ kind }) => kind)).toEqual(['payout_failed'])
})

test('a code that the server did not accept leaves room for another', async () => {
  mail.treat(grace, 451, 451)
  await enqueue(message('a', code), message('b', code))
  work()
  await Promise.all(['a', 'b'].map((fact) => becomes(fact, 'QUEUED')))
  await enqueue(message('c', code))
  for (const loop of loops) loop.wake()
  await becomes('c', 'SENT')
})

test('a message that the server did not accept leaves room for others', async () => {
  const facts = Array.from({ length: 5 }, (_, i) => `m${i}`)
  mail.treat(grace, 451)
  await enqueue(message('a'))
  work()
  await becomes('a', 'QUEUED')
  await enqueue(...facts.map((fact) => message(fact)))
  for (const loop of loops) loop.wake()
  await Promise.all(facts.map((fact) => becomes(fact, 'SENT')))
})

test('an email whose acceptance was never confirmed is sent again under the same id', async () => {
  mail.treat(grace, 'break off')
  await enqueue(message('a'))
  work()
  await becomes('a', 'QUEUED')
  later({ seconds: 7 })
  await becomes('a', 'SENT', 2)
  assert.equal(mail.received.length, 2)
  assert.equal(new Set(mail.received.map(({ messageId }) => messageId)).size, 1)
})

test('messages wait while the mail server is away', async () => {
  const { port } = mail
  await mail.close()
  await enqueue(message('a'))
  work()
  await becomes('a', 'QUEUED')
  mail = await openMailServer({ port })
  later({ seconds: 7 })
  await becomes('a', 'SENT', 2)
})

test('an address that does not exist is tried once; a mailbox that is full for now is tried again', async () => {
  mail.treat(grace, 550)
  await enqueue(message('a'))
  work()
  await becomes('a', 'REFUSED')
  mail.treat(grace, 452)
  await enqueue(message('b'))
  await becomes('b', 'QUEUED')
  later({ seconds: 7 })
  await becomes('b', 'SENT', 2)
})

test('a message that never gets through is abandoned at the end of the schedule', async () => {
  mail.treat(grace, ...Array.from({ length: 13 }, () => 451))
  await enqueue(message('a'))
  work()
  for (let attempts = 1; attempts < 13; attempts++) {
    await becomes('a', 'QUEUED', attempts)
    later({ hours: 30 })
  }
  await becomes('a', 'ABANDONED', 13)
  assert.equal(mail.received.length, 0)
})

/** A channel that accepts no repeats, and records what it is given. */
function onceOnly(results: SendResult[]): Channel & { sent: string[] } {
  const sent: string[] = []
  return {
    acceptsRepeats: false,
    sent,
    async send({ id }) {
      sent.push(id)
      return results.shift() ?? { kind: 'sent' }
    },
    close: async () => {},
  }
}

test('a channel that accepts no repeats is not called again after an unknown outcome or a dead worker', async () => {
  const email = onceOnly([{ kind: 'unknown', reason: 'TIMEOUT' }])
  await enqueue(message('lost'))
  work({ channels: { email } })
  await becomes('lost', 'UNCERTAIN')
  await Promise.all(loops.map((loop) => loop.stop()))
  await enqueue(message('dead'))
  await claimAndVanish()
  later({ seconds: 91 })
  work({ channels: { email } })
  await becomes('dead', 'UNCERTAIN', 2)
  assert.equal(email.sent.length, 1)
})

test('a channel that accepts no repeats is called again after it certainly received nothing', async () => {
  const email = onceOnly([{ kind: 'failed', reason: 'ECONNREFUSED' }])
  await enqueue(message('a'))
  work({ channels: { email } })
  await becomes('a', 'QUEUED')
  later({ seconds: 7 })
  await becomes('a', 'SENT', 2)
})

test('the result of a worker that lost its message to another one is not recorded', async () => {
  const hanging = (result: SendResult) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const channel = { ...onceOnly([]), acceptsRepeats: true, send: () => promise.then(() => result) }
    return { channels: { email: channel as Channel }, reply: resolve }
  }
  const [late, second] = [hanging({ kind: 'refused', reason: 'late' }), hanging({ kind: 'sent' })]
  await enqueue(message('a'))
  work(late)
  const [first] = loops
  await eventually('the first worker has claimed it', async () => (await stateOf('a'))?.attempts === 1)
  now = now.add({ seconds: 91 })
  work(second)
  await eventually('the second worker has claimed it', async () => (await stateOf('a'))?.attempts === 2)
  late.reply()
  await first!.stop()
  expect(await stateOf('a')).toMatchObject({ state: 'QUEUED', error: null, is_claimed: true })
  second.reply()
  await becomes('a', 'SENT', 2)
})

test('a muted message is never sent', async () => {
  await enqueue(message('a', { isMuted: true }), message('b'))
  work()
  await becomes('b', 'SENT')
  expect(await stateOf('a')).toMatchObject({ state: 'MUTED', attempts: 0 })
  assert.equal(mail.received.length, 1)
})

test('about sandbox payments nothing leaves by email, not even where a mail server is set', async () => {
  const sandbox = { environment: 'sandbox' } as const
  const inbox = onceOnly([])
  await enqueue(
    message('merchant', sandbox),
    message('payer', { ...sandbox, audience: 'payer' }),
    message('account', { ...sandbox, audience: 'account' }),
  )
  work({ channels: { ...channels, inbox } })
  await Promise.all(['merchant', 'payer', 'account'].map((fact) => becomes(fact, 'SENT')))
  expect(mail.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())).toEqual(['account'])
  assert.equal(inbox.sent.length, 2)
})

test('without a channel a message is abandoned at once, so that no backlog leaves later', async () => {
  await enqueue(message('a'))
  work({ channels: {} })
  await becomes('a', 'ABANDONED')
  assert.equal((await stateOf('a'))?.error, 'no_channel')
})

test('messages are deleted three months after they ended', async () => {
  await enqueue(message('old'))
  work()
  await becomes('old', 'SENT')
  await Promise.all(loops.map((loop) => loop.stop()))
  later({ hours: 24 * 89 })
  await enqueue(message('waiting'))
  await forgetMessages({ db, clock })
  assert.ok(await stateOf('old'))
  later({ hours: 25 })
  await forgetMessages({ db, clock })
  assert.equal(await stateOf('old'), undefined)
  assert.ok(await stateOf('waiting'))
})

test('an email to a payer says how to stop it, in its text and to mail programs', async () => {
  const claimed = {
    ...message('receipt', { audience: 'payer', kind: 'payment_receipt' }),
    ...{ id: 1n, message_id: randomUUID(), merchant_id: 1n, attempts: 1, created_at: now },
    ...{ is_alert: false, was_claimed: false },
  } as ClaimedMessage
  const link = 'https://pay.example/emails/token?lang=fr'
  await channels.email!.send(outgoing(claimed, needs(), '/emails/token'))
  await channels.email!.send(outgoing(claimed, needs()))
  const [stoppable = '', other = ''] = mail.received.map(({ raw }) => raw.replaceAll(/\r?\n[ \t]+/g, ' '))
  assert.ok(stoppable.includes(`List-Unsubscribe: <${link}>`), stoppable)
  assert.equal(stoppable.replaceAll(/=\r?\n/g, '').split('https://pay.example/emails/token').length - 1, 3)
  assert.ok(!/unsubscribe|emails/i.test(other), other)
})
