// Merchants are notified of what happened, in the transaction in which it happened, and read it in the inbox of the sandbox.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../test/support/callers/disputes.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import {
  call,
  confirmationCodeOf,
  fileGoLive,
  joined,
  logIn,
  signedIn,
  tokenOf,
} from '../../../test/support/callers/self-service.ts'
import { controlOf, rowsOfPlaces } from '../../../test/support/database/places.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { remindOfDeadlines } from '../../cards/disputes/reminders.ts'
import { alertAdmins } from '../../messages/admin-alerts.ts'
import { adminQueues } from '../../messages/texts/admin.ts'
import { watchBalances } from '../../remittance/wallets/check.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'
import type { Credentials } from '../identity/register.ts'

let world: World
let mail: MailServer
let bench: DisputeBench
beforeAll(async () => {
  mail = await openMailServer()
  world = await openWorld({
    settings: {
      ...payoutSettings,
      DISPUTE_REPORT_SECONDS: '1',
      WEBHOOK_SPEED: '5000',
      SMTP_URL: mail.url,
      MESSAGES_FROM: 'Likuta <no-reply@pay.example>',
      ADMIN_ALERTS_TO: 'ops@pay.example',
      ADMIN_ALERTS_LANGUAGE: 'en',
    },
  })
  bench = openDisputeBench(world)
})
afterAll(async () => {
  await world?.close()
  await mail.close()
})

type Shown = {
  kind: string
  subject: string
  text: string
  html: string
  language: string
  deliveries: number
}
const inboxOf = async ({ email }: Credentials): Promise<Shown[]> => {
  const response = await fetch(`${world.sandboxUrl}/sandbox/inbox?address=${encodeURIComponent(email)}`)
  return ((await response.json()) as { messages: Shown[] }).messages
}
const receives = (as: Credentials, kind: string) =>
  eventually(`${kind} arrives`, async () => (await inboxOf(as)).find((message) => message.kind === kind))
/** Some workers look by themselves twice a minute only. */
const wakeWorkers = () => {
  for (const worker of world.system.workers() ?? []) worker.wake()
}
const setNotifications = async (as: Credentials, body: object) => {
  const response = await call(world, 'PUT', 'notifications', { token: await tokenOf(world, as), body })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const statesOf = ({ email }: Credentials) =>
  rowsOfPlaces<{ kind: string; state: string }>(
    world,
    { name: '', text: 'select kind, state from message where address = $1 order by id' },
    [email],
  )

test('a payout that fails is reported with its amount, its destination and a link to it', async () => {
  const as = await world.register()
  await setNotifications(as, { language: 'en' })
  await addAvailable(world, as, 10_000n)
  const payouts = payoutsOf(world, as)
  const destination_id = await usableDestination(world, as)
  const { payout_id } = await payouts.requested({ amount: 0.13, destination_id })
  await payouts.reaches(payout_id, 'FAILED')
  // Written in the transaction that failed it.
  assert.ok((await statesOf(as)).some(({ kind }) => kind === 'payout_failed'))
  const { subject, text, html } = await receives(as, 'payout_failed')
  assert.equal(subject, '[Test] Your payout of 0.13\u00a0USD failed')
  assert.ok(text.includes(`${world.url}/portal/payouts/${payout_id}`), text)
  assert.ok(text.includes('Destination: vodacom …0001'), text)
  assert.ok(!text.includes('243810000001') && !html.includes('243810000001'))
  assert.ok(html.includes(`href="${world.url}/portal/payouts/${payout_id}"`), html)
})

test('a disputed payment is reported once, and its deadline three days before', async () => {
  const as = world.merchant
  const { uuid } = await bench.paid(20)
  await bench.gatewayDispute(uuid)
  const { dispute_id, respond_by } = await bench.disputeIn(uuid, 'OPEN')
  const reported = await receives(as, 'dispute_opened')
  assert.equal(reported.subject, '[Test] Un paiement de 20,00\u00a0USD est contesté')
  assert.ok(reported.text.includes(`/portal/disputes/${dispute_id}`), reported.text)
  const soon = Temporal.Instant.from(respond_by).subtract({ hours: 60 })
  const reminding = { db: world.system.db, clock: { now: () => soon }, wake: () => {} }
  await remindOfDeadlines(reminding)
  await remindOfDeadlines(reminding)
  const reminder = await eventually('the reminder is written', async () => {
    const found = (await statesOf(as)).filter(({ kind }) => kind === 'dispute_reminder')
    return found.length > 0 && found
  })
  assert.equal(reminder.length, 1)
  assert.equal((await inboxOf(as)).filter(({ kind }) => kind === 'dispute_opened').length, 1)
})

test('an alert that the merchant has turned off is recorded and not sent', async () => {
  const as = await world.register()
  const data = await setNotifications(as, { alerts: { payout_failed: false } })
  expect(data).toEqual({
    language: 'fr',
    alerts: { payout_failed: false, dispute_opened: true, webhook_endpoint_failing: true },
    payer_receipts: false,
    phone: null,
    phone_confirmed: false,
    channels: [],
    low_balance: null,
    test_inbox: `${world.sandboxUrl}/inbox`,
  })
  await addAvailable(world, as, 10_000n)
  const payouts = payoutsOf(world, as)
  const destination_id = await usableDestination(world, as)
  const failed = async () => {
    const { payout_id } = await payouts.requested({ amount: 0.13, destination_id })
    await payouts.reaches(payout_id, 'FAILED')
  }
  await failed()
  await setNotifications(as, { alerts: { payout_failed: true } })
  await failed()
  await receives(as, 'payout_failed')
  const states = await eventually('the second one is recorded as sent', async () => {
    const found = (await statesOf(as)).filter(({ kind }) => kind === 'payout_failed')
    return found.at(-1)?.state === 'SENT' && found
  })
  expect(states.map(({ state }) => state)).toEqual(['MUTED', 'SENT'])
})

test('alerts also go to a phone if the merchant wants it, each in one SMS', async () => {
  const as = await world.register()
  const token = await tokenOf(world, as)
  await addAvailable(world, as, 10_000n)
  const destination_id = await usableDestination(world, as)
  const refused = await call(world, 'PUT', 'notifications', { token, body: { phone: 'call me' } })
  assert.equal(refused.status, 400, refused.text)
  const data = await setNotifications(as, { phone: '+243 99 123 45 67', channels: ['sms', 'whatsapp'] })
  expect(data).toMatchObject({ phone: '+243991234567', channels: ['sms', 'whatsapp'] })
  const code = await confirmationCodeOf(world, '+243991234567')
  const confirmed = await call(world, 'POST', 'confirmations', { token, body: { kind: 'phone', code } })
  assert.equal(confirmed.status, 200, confirmed.text)
  const payouts = payoutsOf(world, as)
  const { payout_id } = await payouts.requested({ amount: 0.13, destination_id })
  await payouts.reaches(payout_id, 'FAILED')
  const inPhone = async () =>
    (await inboxOf({ email: '+243991234567' } as Credentials)).filter(({ kind }) => kind === 'payout_failed')
  await eventually('both arrive', async () => (await inPhone()).length === 2)
  const text = 'Likuta: [Test] Votre versement de 0,13 USD a échoué'
  expect((await inPhone()).map((message) => message.text)).toEqual([text, text])
  expect(await setNotifications(as, { phone: null })).toMatchObject({ phone: null })
})

test('a wallet below the limit of its merchant is reported once, and again a day later while it stays there', async () => {
  const as = await world.register()
  const token = await tokenOf(world, as)
  for (const low_balance of ['0', '-5', '1.234', 'much'])
    assert.equal((await call(world, 'PUT', 'notifications', { token, body: { low_balance } })).status, 400)
  expect(await setNotifications(as, { language: 'en', low_balance: '50.00' })).toMatchObject({
    low_balance: '50.00',
  })
  wakeWorkers()
  const found = await receives(as, 'balance_low')
  assert.equal(found.subject, '[Test] Your wallet is low: 0.00\u00a0USD')
  const { db } = world.system
  const watch = (hours: number) =>
    watchBalances({ db, clock: { now: () => world.clock.now().add({ hours }) } })
  const reports = async () => (await statesOf(as)).filter(({ kind }) => kind === 'balance_low').length
  await watch(1)
  assert.equal(await reports(), 1)
  await watch(25)
  assert.equal(await reports(), 2)
  await world.topUp('60.00', as)
  await watch(26)
  await watch(60)
  assert.equal(await reports(), 2)
  await setNotifications(as, { low_balance: null })
})

test('admins are notified once of a queue that waits for them, however much comes into it', async () => {
  // Other queues, such as the balances below zero of earlier tests, have messages of their own.
  const written = async () => {
    const text = `select state from message where audience = 'admin' and dedupe_key like 'admin:go_live:%'`
    const found = await rowsOfPlaces<{ state: string }>(world, { name: '', text })
    return { written: found.length, sent: found.filter(({ state }) => state === 'SENT').length }
  }
  const goLive = async () => {
    const merchant = await world.register()
    const token = await tokenOf(world, merchant)
    const company = { company_name: 'Kivu SARL', registration_number: 'CD/1', country: 'CD' }
    const contact = {
      contact_name: 'Grace',
      contact_email: 'grace@example.com',
      contact_phone: '+243991234567',
    }
    const asked = await fileGoLive(world, merchant, token, { body: { ...company, ...contact } })
    assert.equal(asked.status, 200, asked.text)
  }
  await goLive()
  wakeWorkers()
  await eventually('the email is sent', async () => (await written()).sent === 1, 90_000)
  assert.ok(mail.received.some(({ to }) => to[0] === 'ops@pay.example'))
  await goLive()
  const counts = async () =>
    ({ ...Object.fromEntries(adminQueues.map((queue) => [queue, 0])), go_live: 2 }) as never
  const needs = {
    db: controlOf(world),
    clock: world.clock,
    environment: 'sandbox',
    language: 'en',
    counts,
  } as const
  await alertAdmins({ ...needs, addresses: ['ops@pay.example'] })
  assert.deepEqual(await written(), { written: 1, sent: 1 })
})

test('admins hear of each balance that falls below zero, also while another one is', async () => {
  const waiting = Object.fromEntries(adminQueues.map((queue) => [queue, 0]))
  const subjects = async (...balances: string[]) => {
    const address = 'balances@pay.example'
    const db = controlOf(world)
    const counts = async () => ({ ...waiting, balances_below_zero: balances }) as never
    const to = { environment: 'sandbox', language: 'en', addresses: [address] } as const
    await alertAdmins({ db, clock: world.clock, counts, ...to })
    return (await statesOf({ email: address } as Credentials)).length
  }
  expect(await subjects('test:1')).toBe(1)
  expect(await subjects('test:1')).toBe(1)
  expect(await subjects('test:1', 'test:2')).toBe(2)
  expect(await subjects('test:2')).toBe(2)
})

test('an endpoint that fails for a quarter of an hour is reported once, and once more when it responds again', async () => {
  const as = await world.register()
  let status = 500
  const server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    for (let i = 0; i < 3; i++) await enqueueEvent(as, `${origin}/hook`)
    const reported = await receives(as, 'webhook_endpoint_failing')
    assert.ok(reported.text.includes(origin), reported.text)
    status = 200
    await enqueueEvent(as, `${origin}/hook`)
    const over = await receives(as, 'webhook_endpoint_recovered')
    assert.equal(over.subject, '[Test] Votre serveur reçoit de nouveau nos webhooks')
    const kinds = (await inboxOf(as)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['webhook_endpoint_failing', 'webhook_endpoint_recovered'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

async function enqueueEvent({ merchant_code }: Credentials, url: string): Promise<void> {
  const [merchant] = await bench.rows<{ id: bigint }>('select id from merchant where merchant_code = $1', [
    merchant_code,
  ])
  const subject = randomUUID()
  const event = { subject, dedupeKey: subject, eventType: 'PAYMENT', url, signed: true, body: {} }
  const owner = { merchantId: merchant!.id, environment: 'sandbox' }
  await world.system.db.transaction((sql) => enqueueWebhook(sql, { ...owner, ...event }, world.clock.now()))
}

test('a sign-in from a device that was never used is reported by email, and the same device is no news', async () => {
  const as = await world.register()
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36' }
  const inMail = () => mail.received.filter(({ to }) => to[0] === as.email)
  await logIn(world, as)
  await logIn(world, as)
  await logIn(world, as, phone)
  await eventually('the mail is sent', async () => (await statesOf(as))[0]?.state === 'SENT')
  await logIn(world, as, phone)
  await setNotifications(as, { alerts: { payout_failed: false } })
  const reported = (await statesOf(as)).filter(({ kind }) => kind === 'sign_in_new_device')
  expect(reported.map(({ state }) => state)).toEqual(['SENT'])
  const raw = inMail()[0]?.raw ?? ''
  assert.match(raw, /^Subject: =\?UTF-8\?Q\?Nouvelle_connexion/m)
  assert.ok(raw.includes('Chrome, Android'), raw)
  expect(await inboxOf(as)).toEqual([])
})

test('a new device of a user is reported to that user alone, also where colleagues have used it', async () => {
  const as = await world.register()
  await setNotifications(as, { phone: '+243991234567', channels: ['sms'] })
  const cashier = await joined(world, await signedIn(world, as), 'cashier')
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36' }
  await logIn(world, cashier, phone)
  await logIn(world, as, phone)
  await logIn(world, cashier, phone)
  const reported = await rowsOfPlaces<{ address: string }>(
    world,
    {
      name: '',
      text: `select m.address from message m join merchant o on o.id = m.merchant_id
        where m.kind = 'sign_in_new_device' and o.email = $1 order by m.id`,
    },
    [as.email],
  )
  expect(reported.map(({ address }) => address)).toEqual([cashier.email, as.email, '+243991234567'])
})

test('a browser is known by what it keeps, whatever it calls itself and wherever it is', async () => {
  const as = await world.register()
  const headers = { origin: world.url, 'sec-fetch-site': 'same-origin' }
  const signIn = (more: Record<string, string> = {}) =>
    call(world, 'POST', 'session', {
      body: { email: as.email, password: as.password },
      headers: { ...headers, ...more },
    })
  const first = await signIn()
  const [, device] = [first.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0])
  assert.match(String(device), /^likuta-device=/)
  await signIn({ cookie: String(device), 'user-agent': 'another version' })
  expect(await statesOf(as)).toEqual([])
  await signIn()
  expect((await statesOf(as)).map(({ kind }) => kind)).toEqual(['sign_in_new_device'])
})

test('a payer gets one receipt by email if the merchant wants it, in the language of the merchant', async () => {
  const inboxOfPayer = (email: string) => inboxOf({ email } as Credentials)
  const pay = async (email: string, card?: string) => {
    const { link, transactionUuid } = await world.createOrder({ bill_to_email: email })
    await world.payByCalls(link, card)
    return transactionUuid
  }
  await pay('nobody@example.com')
  await setNotifications(world.merchant, { language: 'en', payer_receipts: true })
  await pay('declined@example.com', '4000000000009995')
  const uuid = await pay('payer@example.com')
  const [receipt] = await eventually('the receipt arrives', async () => {
    const found = await inboxOfPayer('payer@example.com')
    return found.length > 0 && found
  })
  assert.equal(receipt!.subject, '[Test] Receipt for your payment of 25.50\u00a0USD to Boutique Test')
  for (const line of ['Reference: INV-1', 'Card: VISA •••• 4242', `Transaction: ${uuid}`])
    assert.ok(receipt!.text.includes(line), receipt!.text)
  expect(await inboxOfPayer('declined@example.com')).toEqual([])
  expect(await inboxOfPayer('nobody@example.com')).toEqual([])
  expect(mail.received.filter(({ to }) => to[0] === 'payer@example.com')).toEqual([])
  await setNotifications(world.merchant, { language: 'fr', payer_receipts: false })
})
