// likuta.js on the page of the example shop: a payment from the card to the charge, and what can go wrong on the way.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOn } from '../support/browser/axe.ts'
import {
  assertPaidOnce as assertChargedOnce,
  browser,
  openCheckouts,
  openPage,
  openTab,
  payer,
  payIn,
  shop,
  transactionsOf,
  world,
} from '../support/browser/likuta-checkout.ts'
import { newPayer, openShop, type Shop } from '../support/browser/likuta-shop.ts'
import { eventually } from '../support/http/eventually.ts'

openCheckouts()

/** The order is charged once, and the shop has its webhook. */
async function assertPaidOnce(order: string, of: Shop = shop): Promise<void> {
  const code = await assertChargedOnce(order)
  await eventually('the webhook', async () => of.output().includes(`webhook SUCCESS ${code}`))
}

const bankCode = () => payer.page.frameLocator('dialog iframe').getByLabel('Code')

/** Loses requests of one step: before they reach the shop's server, or their response. */
async function lose(step: string, times: number, when: 'request' | 'response'): Promise<void> {
  let left = times
  await payer.page.route('**/pay', async (route) => {
    if (left === 0 || route.request().postDataJSON().action !== step) return route.fallback()
    left -= 1
    if (when === 'response') await route.fetch()
    return route.abort('connectionreset')
  })
}

describe.each(['node', 'php'] as const)('the example shop in %s', (language) => {
  const isThere = language === 'node' || spawnSync('php', ['--version']).status === 0
  let example: Shop | undefined
  beforeAll(async () => {
    if (isThere) example = language === 'node' ? shop : await openShop(world, language)
  })
  afterAll(() => (language === 'node' ? undefined : example?.close()))

  test('a card is paid without a challenge, and no digit of it reaches the shop', async (context) => {
    if (!example) return context.skip(`${language} is not installed here`)
    const order = await openPage(example)
    await payer.type('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order, example)
    const seen = payer.sent.filter(({ url }) => url.startsWith(example!.url) || url.startsWith(world.url))
    assert.ok(seen.length > 5)
    for (const { body } of payer.sent) assert.doesNotMatch(body, /4242\D?4242\D?4242\D?4242/)
    const stored = await payer.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    assert.match(stored, /^\{"likuta:\/pay:ORDER-\d+":"[\w-]+"\}$/)
    expect(payer.complaints).toEqual([])
  })

  test('a challenge inside the page is passed, a declined card says so', async (context) => {
    if (!example) return context.skip(`${language} is not installed here`)
    const order = await openPage(example)
    expect(await violationsOn(payer.page)).toEqual([])
    await payer.type('4000000000003220')
    await payer.press()
    await bankCode().waitFor()
    expect(await violationsOn(payer.page)).toEqual([])
    await payer.confirm()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order, example)
    await payer.context.close()
    await openPage(example)
    await payer.type('4000000000009995')
    await payer.press()
    await payer.notice(/declined/)
  })

  test('a reload in the challenge shows the bank again, and the order is paid once', async (context) => {
    if (!example) return context.skip(`${language} is not installed here`)
    const order = await openPage(example)
    await payer.type('4000000000003220')
    await payer.press()
    await bankCode().waitFor()
    const stored = await payer.page.evaluate(() => JSON.stringify({ ...localStorage }))
    assert.doesNotMatch(
      Buffer.from(stored.replace(/\W/g, ''), 'base64').toString('latin1'),
      /3220|maskedValue/,
    )
    await payer.page.reload()
    await payer.confirm()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order, example)
  })

  test('a bank that refuses frames has the whole window, and leads back to the paid order', async (context) => {
    if (!example) return context.skip(`${language} is not installed here`)
    const order = await openPage(example)
    await payer.type('4000000000003246')
    await payer.press()
    const offer = payer.page.getByRole('button', { name: /Open the bank/ })
    await offer.waitFor()
    await offer.click()
    await payer.page.getByLabel('Code').fill('1234')
    await payer.page.getByRole('button', { name: 'Confirm' }).click()
    await payer.page.waitForURL((url) => url.origin === example!.url)
    await payer.notice(/Thank you/)
    await assertPaidOnce(order, example)
  })

  test('a resume token works for its order in its browser only', async (context) => {
    if (!example) return context.skip(`${language} is not installed here`)
    const { url } = example
    const post = async (body: object, cookie = '', origin = url) => {
      const headers = { 'content-type': 'application/json', origin, cookie }
      const response = await fetch(`${url}/pay`, { method: 'POST', headers, body: JSON.stringify(body) })
      const [set = ''] = (response.headers.get('set-cookie') ?? '').split(';')
      return { status: response.status, body: (await response.json()) as any, cookie: set }
    }
    const { body, cookie } = await post({ action: 'start', order: 'TOKEN-1' })
    const ofOther = await post({ action: 'start', order: 'TOKEN-2' })
    const { resume } = body
    assert.equal((await post({ action: 'renew', order: 'TOKEN-1', resume }, cookie)).status, 200)
    const changed = resume.slice(0, 40) + (resume[40] === 'A' ? 'B' : 'A') + resume.slice(41)
    for (const [sent, jar, origin] of [
      [{ order: 'TOKEN-2', resume }, cookie, url],
      [{ order: 'TOKEN-1', resume }, ofOther.cookie, url],
      [{ order: 'TOKEN-1', resume }, '', url],
      [{ order: 'TOKEN-1', resume: changed }, cookie, url],
      [{ order: 'TOKEN-1', resume }, cookie, 'https://evil.example'],
      [{ order: 'TOKEN-1' }, cookie, url],
    ] as const)
      for (const action of ['renew', 'status', 'setup', 'enrol', 'charge'])
        assert.equal(
          (await post({ action, ...sent }, jar, origin)).status,
          403,
          `${action} ${JSON.stringify(sent)}`,
        )
    // A charge needs the enrolment before it, whatever the browser says.
    const early = await post({ action: 'charge', order: 'TOKEN-1', resume, authentication: 'x' }, cookie)
    assert.deepEqual([early.status, early.body], [409, { code: 'card_again' }])
  })
})

describe('a payment that is interrupted', () => {
  test('a page whose own policy refuses the frame moves to the bank by itself', async () => {
    const order = await openPage()
    await payer.type('4000000000003220')
    await payer.page.evaluate(() => {
      const meta = document.createElement('meta')
      Object.assign(meta, { httpEquiv: 'Content-Security-Policy', content: "frame-src 'none'" })
      // Fields that are loaded stay; only the frame of the bank is refused.
      const open = HTMLDialogElement.prototype.showModal
      HTMLDialogElement.prototype.showModal = function () {
        document.head.append(meta)
        open.call(this)
      }
    })
    await payer.press()
    await payer.page.getByLabel('Code').fill('1234')
    await payer.page.getByRole('button', { name: 'Confirm' }).click()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('going back from the bank in the whole window shows the challenge or the outcome, never a dead page', async () => {
    const order = await openPage()
    await payer.type('4000000000003246')
    await payer.press()
    await payer.page.getByRole('button', { name: /Open the bank/ }).click()
    await payer.page.getByLabel('Code').waitFor()
    await payer.page.goBack()
    await payer.page.getByRole('button', { name: /Open the bank/ }).click()
    await payer.page.getByLabel('Code').fill('1234')
    await payer.page.getByRole('button', { name: 'Confirm' }).click()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test.each([
    ['charge', 'request'],
    ['charge', 'response'],
    ['enrol', 'response'],
    ['setup', 'request'],
  ] as const)('a lost network at %s (%s lost) pays once', async (step, when) => {
    const order = await openPage()
    await payer.type('4242424242424242')
    await lose(step, 2, when)
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('a page that was closed during the charge finds its outcome when it is opened again', async () => {
    const order = await openPage()
    await payer.type('4242424242424242')
    await lose('charge', 1, 'response')
    await payer.page.route('**/pay', (route) =>
      route.request().postDataJSON().action === 'status' ? route.abort() : route.fallback(),
    )
    await payer.press()
    await eventually('the charge', async () => (await transactionsOf(order))[0]?.status === 'SUCCESS')
    await payer.page.unrouteAll({ behavior: 'ignoreErrors' })
    await payer.page.reload()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('a payer who presses again after a lost network gets the outcome of the first charge', async () => {
    const order = await openPage()
    await payer.type('4242424242424242')
    await lose('charge', 1, 'response')
    await lose('status', 100, 'request')
    await payer.press()
    await eventually('the charge', async () => (await transactionsOf(order))[0]?.status === 'SUCCESS')
    await payer.page.clock.fastForward(130_000)
    await payer.notice(/No connection/)
    await payer.page.unrouteAll()
    await payer.typeNumber('5555555555554444')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('a challenge that was closed charges nothing, and another card pays in the same fields', async () => {
    const order = await openPage()
    await payer.type('4000000000003220')
    await payer.press()
    await bankCode().waitFor()
    await payer.page.getByRole('button', { name: 'Cancel' }).click()
    await payer.notice(/You closed your bank’s page/)
    await payer.typeNumber('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
  })

  test('an order in two tabs is one transaction', async () => {
    const order = await openPage()
    const other = await openTab()
    await payer.type('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    await assertPaidOnce(order)
    await payIn(other)
    await other.locator('#notice', { hasText: /Thank you/ }).waitFor()
    await assertPaidOnce(order)
  })

  test('a card that the bank refuses at enrolment is declined, with its webhook, and mounting again takes another card', async () => {
    const order = await openPage()
    await payer.type('4000000000003063')
    await payer.press()
    await payer.notice(/declined/)
    const refused = (await transactionsOf(order)).find(({ status }) => status === 'FAILED')
    assert.ok(refused)
    await eventually('the webhook', async () =>
      shop.output().includes(`webhook FAILED ${refused.transaction_uuid}`),
    )
    await payer.page.locator('button:enabled', { hasText: 'Pay' }).waitFor()
    await payer.type('4242424242424242')
    await payer.press()
    await payer.notice(/Thank you/)
    const states = (await transactionsOf(order)).map(({ status }) => status)
    assert.deepEqual(states.sort(), ['FAILED', 'SUCCESS'])
  })

  test('an incomplete card is not sent, and card fields that do not load say so', async () => {
    await openPage()
    await payer.typeNumber('4242424242424241')
    await payer.press()
    await payer.notice(/check the card number/)
    assert.equal(payer.sent.filter(({ body }) => body.includes('"setup"')).length, 0)
    await payer.page.route('**/flex-microform.min.js', (route) => route.abort())
    await payer.page.reload()
    await payer.notice(/unavailable right now|Something went wrong/)
  })
})

describe('strangers', () => {
  test('a message of another origin does not end a challenge', async () => {
    const order = await openPage()
    await payer.type('4000000000003220')
    await payer.press()
    await bankCode().waitFor()
    const [transaction] = await transactionsOf(order)
    await payer.page.evaluate((transaction_uuid) => {
      postMessage({ type: 'likuta.3ds.complete', transaction_uuid }, '*')
      const frame = document.createElement('iframe')
      frame.srcdoc = `<script>parent.postMessage({ type: 'likuta.3ds.complete', transaction_uuid: '${transaction_uuid}' }, '*')</script>`
      document.body.append(frame)
      return new Promise((done) => frame.addEventListener('load', () => setTimeout(done)))
    }, transaction!.transaction_uuid)
    assert.equal(payer.sent.filter(({ body }) => body.includes('"action":"charge"')).length, 0)
    await payer.confirm()
    await payer.notice(/Thank you/)
  })

  test('a page of another origin gets neither a session of the shop nor card fields with its context', async () => {
    await openPage()
    const elsewhere = shop.url.replace('localhost', '127.0.0.1')
    const visitor = await newPayer(browser, { ...shop, url: elsewhere }, 'ORDER-STOLEN')
    const refused = visitor.page.waitForResponse((response) => response.url().endsWith('/pay'))
    await visitor.page.goto(`${elsewhere}/?order=ORDER-STOLEN`)
    assert.equal((await refused).status(), 403)
    // The same page with a capture context that the shop's own page received.
    const stolen = await payer.page.evaluate(async () => {
      const body = JSON.stringify({ action: 'start', order: 'ORDER-STOLEN' })
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/pay', { method: 'POST', headers, body })).text()
    })
    await visitor.page.route('**/pay', (route) =>
      route.fulfill({ body: stolen, contentType: 'application/json' }),
    )
    await visitor.page.reload()
    await visitor.notice(/unavailable right now|Something went wrong/)
    assert.equal(await visitor.page.locator('#number iframe').count(), 0)
    await visitor.context.close()
  })
})

test('likuta.js has at most 15,000 bytes, any page may load it, and its hash pins it', async () => {
  const response = await fetch(`${world.url}/likuta.js`)
  const text = await response.text()
  const built = readFileSync('web/dist/checkout/likuta.js', 'utf8')
  assert.equal(text, built)
  const bytes = Buffer.byteLength(text)
  process.stdout.write(`likuta.js: ${bytes} bytes, ${gzipSync(text, { level: 9 }).length} with gzip\n`)
  expect(bytes).toBeLessThanOrEqual(15_000)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  })
  assert.match(response.headers.get('x-integrity') ?? '', /^sha384-/)
})
