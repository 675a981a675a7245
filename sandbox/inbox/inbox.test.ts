// The inbox of the sandbox: what it accepts, and its pages.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../server.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox({ port: 0, cardGatewayMerchants: [] })
})
afterAll(() => sandbox.close())

const base = { kind: 'payout_failed', language: 'fr', created_at: '2026-11-24T09:30:00Z' }
const email = (subject: string) => ({
  ...{ ...base, id: randomUUID(), channel: 'email', address: 'grace@example.com', subject },
  text: 'Bonjour <b>Grâce</b>',
  html: '<p>Bonjour</p><script>alert(1)</script>',
})
const post = (message: object) =>
  fetch(`${sandbox.url}/inbox/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
const page = async (path: string) => {
  const response = await fetch(`${sandbox.url}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('a message that comes twice is stored once and counted', async () => {
  const message = email('Deux fois')
  expect([(await post(message)).status, (await post(message)).status]).toEqual([200, 200])
  const response = await fetch(`${sandbox.url}/sandbox/inbox?address=grace@example.com`)
  expect(await response.json()).toMatchObject({ messages: [{ id: message.id, deliveries: 2 }] })
  expect((await page('/inbox?lang=fr')).text).toContain('reçu 2 fois')
})

test('a message without an id or of an unknown channel is refused', async () => {
  expect((await post({ ...email('A'), id: 'one' })).status).toBe(400)
  expect((await post({ ...email('A'), channel: 'pigeon' })).status).toBe(400)
})

test('an email is shown in a frame in which no script runs, and its texts are escaped', async () => {
  const message = email('<script>alert(1)</script>')
  await post(message)
  for (const path of ['/inbox', `/inbox/messages/${message.id}`]) {
    const { text, headers } = await page(path)
    expect(text).toContain('alert(1)')
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  const shown = await page(`/inbox/messages/${message.id}/html`)
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect((await page(`/inbox/messages/${randomUUID()}`)).status).toBe(404)
})

test('a message to a phone is shown by its text, in the language of the reader', async () => {
  const id = randomUUID()
  await post({ ...base, id, channel: 'sms', address: '+243991234567', text: 'Likuta: essai' })
  const english = await page('/inbox?lang=en')
  expect(english.text).toContain('Likuta: essai')
  expect(english.text).toContain('SMS · +243991234567')
  expect((await page(`/inbox/messages/${id}`)).text).not.toContain('<iframe')
})
