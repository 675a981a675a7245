// Payers stop the emails of a merchant, by the page or by their mail program, and nobody else's.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paid as paidTo } from '../../../test/support/callers/portal.ts'
import { call, tokenOf } from '../../../test/support/callers/self-service.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { subscriptionOf } from '../../messages/payer-opt-out.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await setReceipts(world.merchant)
})
afterAll(() => world?.close())

async function setReceipts(merchant: Credentials): Promise<void> {
  const token = await tokenOf(world, merchant)
  const response = await call(world, 'PUT', 'notifications', { token, body: { payer_receipts: true } })
  assert.equal(response.status, 200, response.text)
}
const newAddress = () => `payer-${randomUUID().slice(0, 8)}@example.com`
const paid = (bill_to_email: string, as = world.merchant) =>
  paidTo(world, as, { amount: 100, currency: 'USD', bill_to_email })
const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
/** The state of the receipt, once it was sent or kept back. */
const receiptOf = async (transaction: string) =>
  eventually('the receipt has a state', async () => {
    const [found] = await rows<{ state: string }>('select state from message where dedupe_key like $1', [
      `receipt:${transaction} %`,
    ])
    return found && found.state !== 'QUEUED' && found.state
  })
type Mail = { text: string; html: string }
async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${world.sandboxUrl}/sandbox/inbox?address=${address}`)
  return ((await response.json()) as { messages: Mail[] }).messages
}
/** The link in the newest email to an address that has got one receipt. */
async function linkTo(address: string, as?: Credentials): Promise<string> {
  assert.equal(await receiptOf(await paid(address, as)), 'SENT')
  const links = (await mailsTo(address)).map(({ text }) => /https?:\S+\/emails\/\S+/.exec(text)?.[0])
  const [link] = links
  assert.ok(link)
  return link
}
const here = (link: string) => world.url + new URL(link).pathname
const open = (link: string, language: 'fr' | 'en') =>
  fetch(`${here(link)}?lang=${language}`, { headers: { accept: 'text/html' } })
const post = (link: string, body: BodyInit) => fetch(here(link), { method: 'POST', body })
const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

test('a mail program stops the emails of one merchant to one address, and of no other', async () => {
  const [payer, neighbour] = [newAddress(), newAddress()]
  const other = await world.register()
  await setReceipts(other)
  const link = await linkTo(payer)
  await linkTo(neighbour)
  expect((await post(link, oneClick)).status).toBe(200)
  expect(await receiptOf(await paid(payer))).toBe('MUTED')
  expect(await receiptOf(await paid(payer.toUpperCase()))).toBe('MUTED')
  expect(await receiptOf(await paid(neighbour))).toBe('SENT')
  expect(await receiptOf(await paid(payer, other))).toBe('SENT')
  expect(await mailsTo(payer)).toHaveLength(2)
})

test('a mail program may send the request as form data', async () => {
  const payer = newAddress()
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect((await post(await linkTo(payer), form)).status).toBe(200)
  expect(await receiptOf(await paid(payer))).toBe('MUTED')
})

test('opening the page changes nothing; its button stops the emails, and allows them again', async () => {
  const payer = newAddress()
  const link = await linkTo(payer)
  const french = await open(link, 'fr')
  expect(french.status).toBe(200)
  expect(french.headers.get('content-security-policy')).toContain("form-action 'self'")
  const text = await french.text()
  assert.ok(text.includes('Ne plus recevoir ces e-mails') && text.includes('Boutique Test'))
  // The address is not on the page, which whoever has the link can open.
  assert.ok(!text.includes(payer))
  assert.ok((await (await open(link, 'en')).text()).includes('Stop these emails'))
  expect(await receiptOf(await paid(payer))).toBe('SENT')
  const stopped = await post(link, new URLSearchParams({ choice: 'stop' }))
  // Loading the page again sends no form.
  assert.ok(stopped.redirected)
  assert.ok((await stopped.text()).includes('value="allow"'))
  expect(await receiptOf(await paid(payer))).toBe('MUTED')
  const allowed = await post(link, new URLSearchParams({ choice: 'allow' }))
  assert.ok((await allowed.text()).includes('value="stop"'))
  expect(await receiptOf(await paid(payer))).toBe('SENT')
})

test('a link that was not signed for it stops nothing', async () => {
  const [payer, victim] = [newAddress(), newAddress()]
  const [own, others] = [await linkTo(payer), await linkTo(victim)]
  const [, environment, code, , signature] = /emails\/(.)\.([^.]+)\.([^.]+)\.([^.?]+)/.exec(own)!
  const [, , , key] = /emails\/(.)\.([^.]+)\.([^.]+)\./.exec(others)!
  const count = async () => (await rows<{ count: bigint }>('select count(*) from payer_opt_out'))[0]!.count
  const before = await count()
  for (const forged of [
    `${environment}.${code}.${key}.${signature}`,
    `p.${code}.${key}.${signature}`,
    `${environment}.${code}.${key}.${'A'.repeat(43)}`,
    'unknown',
  ])
    expect([forged, (await post(`${world.url}/emails/${forged}`, oneClick)).status]).toEqual([forged, 404])
  expect(await count()).toBe(before)
  expect(await receiptOf(await paid(victim))).toBe('SENT')
})

test('a stopped address is stored as a keyed hash, and the link names the merchant alone', async () => {
  const payer = newAddress()
  const link = await linkTo(payer)
  await post(link, oneClick)
  const [stored] = await rows<{ text: string }>(
    'select string_agg(o::text, $1) as text from payer_opt_out o',
    [' '],
  )
  assert.ok(stored && !stored.text.includes(payer))
  const token = new URL(link).pathname.split('/').at(-1)!
  expect(subscriptionOf(world.system.secrets, token)?.merchantCode).toBe(world.merchant.merchant_code)
})
