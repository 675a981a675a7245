// The button: a merchant's handler is certified by the service, under the rules of deliveries, one run at a time.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, joined, type Member, signedIn } from '../../test/support/callers/self-service.ts'
import { type FaultyHandler, openFaultyHandler } from '../../test/support/webhooks/faulty-handler.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { checkIds } from '../webhooks/certification/checks.ts'

const path = 'callback/certification'
let world: World
let owner: Member
let merchant: Awaited<ReturnType<World['register']>>
let handler: FaultyHandler | undefined
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  merchant = await world.register()
  owner = await signedIn(world, merchant)
})
afterEach(async () => {
  await handler?.close()
  handler = undefined
})

const certify = ({ token } = owner) => call(world, 'POST', path, { token })
const latest = async ({ token } = owner) => (await call(world, 'GET', path, { token })).body.data.report
async function useHandler(
  ...parameters: Parameters<typeof openFaultyHandler> extends [string, ...infer R] ? R : never
) {
  handler = await openFaultyHandler(merchant.callback_secret, ...parameters)
  await setUrl(handler.url)
}
/** As if the latest run had begun so many seconds earlier. */
const begunEarlier = (seconds: number) =>
  world.db.rows(
    { name: '', text: 'update webhook_certification set begun_at = begun_at - make_interval(secs => $1)' },
    [seconds],
  )
const setUrl = (callback_url: string) =>
  call(world, 'PUT', 'callback', { token: owner.token, body: { callback_url } })

test('a handler is certified at the webhook URL, and the report is kept until the next run', async () => {
  assert.equal(await latest(), null)
  await useHandler('failed_is_paid')
  const { status, body } = await certify()
  assert.equal(status, 200, JSON.stringify(body))
  const { report } = body.data
  expect(report).toMatchObject({
    merchant_code: merchant.merchant_code,
    environment: 'sandbox',
    url: handler?.url,
    observed_by: 'service',
    result: 'failed',
  })
  expect(report.checks.map(({ id }: { id: string }) => id)).toEqual(checkIds)
  expect(report.checks.filter(({ result }: { result: string }) => result === 'failed')).toEqual([
    {
      id: 'failed_payment',
      result: 'failed',
      expected: '2xx state=failed fulfilled=0',
      received: 'state=paid',
    },
  ])
  expect(await latest()).toEqual(report)
  await begunEarlier(60)
  await handler?.close()
  await useHandler()
  assert.equal((await certify()).body.data.report.result, 'passed')
  assert.equal((await latest()).result, 'passed')
})

test('the signature of a report fits its bytes, and not one that was changed', async () => {
  await useHandler('old_accepted')
  const { report } = (await certify()).body.data
  const [content = '', signature = ''] = report.signed_report.split('.')
  const published = await (await fetch(`${world.url}/.well-known/receipt-keys.json`)).json()
  const { keys } = published as { keys: (JsonWebKey & { kid: string })[] }
  const stated = JSON.parse(Buffer.from(content, 'base64url').toString())
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === stated.k)!, format: 'jwk' } as never)
  const isSigned = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  assert.ok(isSigned(content))
  const { signed_report: _, ...shown } = report
  expect(stated).toEqual({ k: stated.k, p: 'webhook_certification', ...shown })
  const passed = Buffer.from(JSON.stringify({ ...stated, result: 'passed' })).toString('base64url')
  assert.ok(!isSigned(passed))
  assert.ok(!isSigned(`${content.slice(0, -1)}${content.endsWith('A') ? 'B' : 'A'}`))
})

test('of several runs begun at once, one runs; the next may begin a minute later', async () => {
  await useHandler()
  const runs = await Promise.all([certify(), certify(), certify()])
  expect(runs.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  assert.equal(runs.find(({ status }) => status === 429)?.headers['retry-after'], '60')
  await begunEarlier(30)
  assert.equal((await certify()).status, 429)
  await begunEarlier(30)
  assert.equal((await certify()).status, 200)
})

test('the runs of one merchant do not hold up those of another', async () => {
  await useHandler()
  assert.equal((await certify()).status, 200)
  merchant = await world.register()
  owner = await signedIn(world, merchant)
  assert.equal(await latest(), null)
  await handler?.close()
  await useHandler()
  assert.equal((await certify()).status, 200)
})

test('without a webhook URL, and for a live merchant, nothing is sent', async () => {
  const none = await certify()
  expect([none.status, none.body.message]).toEqual([409, 'No callback_url is set'])
  const live = await signedIn(world, await world.register({ environment: 'production' }))
  await call(world, 'PUT', 'callback', { token: live.token, body: { callback_url: 'https://shop.example/' } })
  const refused = await certify(live)
  expect([refused.status, refused.body.message]).toEqual([409, 'The merchant is already live'])
})

test('a viewer may not begin a run', async () => {
  await useHandler()
  const viewer = await joined(world, owner, 'viewer')
  assert.equal((await certify(viewer)).status, 403)
  assert.equal(handler?.paths.length, 0)
})

test('the admin who decides about going live reads the latest report', async () => {
  const read = async () =>
    (await world.admin('GET', `/api/v1/admin/merchants/${merchant.merchant_code}`)).body.data
  assert.equal((await read()).webhook_certification, null)
  await useHandler('unknown_event_refused')
  const { report } = (await certify()).body.data
  expect((await read()).webhook_certification).toEqual(report)
})
