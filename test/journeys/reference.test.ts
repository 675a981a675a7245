// The API reference as readers see it: complete, in both languages, on a phone and on a desktop.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../scripts/guides/guide-texts.ts'
import { groupsOf, isForMerchants, isForPortal } from '../../scripts/reference/document.ts'
import { closePages, faultsOf, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { everyScreenOfText } from '../support/browser/screens.ts'
import { send } from '../support/http/send.ts'
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

type Paths = Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>
const operationsOf = (paths: Paths) => Object.values(paths).flatMap((methods) => Object.values(methods))
const everyone = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
const merchantIds = groupsOf(everyone, isForMerchants).flatMap(({ operations }) =>
  operations.map(({ id }) => id),
)
const adminIds = operationsOf(everyone.paths)
  .map(({ operationId }) => operationId)
  .filter((id) => !merchantIds.includes(id))

const get = (path: string, headers: Record<string, string> = {}) =>
  send(world.url, 'GET', path, Buffer.alloc(0), { accept: 'text/html', ...headers }, { astray: true })

type Pages = Map<string, string>

const visited = new Map<string, Promise<Pages>>()

/** All pages of one language, by address. They are found by their links, once: no page changes while the tests run. */
function pagesFrom(start: string): Promise<Pages> {
  const pages = visited.get(start) ?? visit(start)
  visited.set(start, pages)
  return pages
}

async function visit(start: string): Promise<Pages> {
  const pages: Pages = new Map()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const { status, text } = await get(path)
    assert.equal(status, 200, path)
    pages.set(path, text)
    const links = [...text.matchAll(/ href="([^"#]*)(?:#[^"]*)?"/g)].map(([, link]) => link as string)
    const isPage = (link: string) => link === start || (link.startsWith(`${start}/`) && !link.endsWith('.md'))
    waiting.push(...links.filter(isPage))
  }
  return pages
}

const sectionsOf = (pages: Pages) =>
  [...pages.values()].flatMap((text) =>
    [...text.matchAll(/<section class="operation" id="(\w+)"/g)].map(([, id]) => id),
  )

describe.each(languages)('the reference in %s', (language) => {
  test('every operation of merchants and their users is on one page, and none of an admin', async () => {
    const sections = sectionsOf(await pagesFrom(`/docs/${language}`))
    expect(
      sections.filter((id) => !id?.startsWith('receive') || merchantIds.includes(id)).toSorted(),
    ).toEqual(merchantIds.toSorted())
    for (const id of adminIds) assert.ok(!sections.includes(id), id)
  })

  test('a page of calls for servers lists no call of the portal beside it', async () => {
    const pages = await pagesFrom(`/docs/${language}`)
    const portal = groupsOf(everyone, isForPortal).flatMap(({ operations }) => operations)
    for (const slug of ['', '/orders', '/transfers', '/webhooks']) {
      const text = pages.get(`/docs/${language}${slug}`) ?? ''
      assert.match(text, /href="[^"]*\/docs\/\w+\/orders#createOrder"/)
      for (const { id } of portal) assert.ok(!text.includes(`#${id}"><i`), id)
      assert.ok(text.includes('/openapi.merchant.json'))
    }
    assert.match(pages.get(`/docs/${language}/account`) ?? '', /class="note">.*"\/openapi\.json"/)
  })

  test('the merchants’ pages name no path of an admin', async () => {
    for (const [path, text] of await pagesFrom(`/docs/${language}`))
      assert.doesNotMatch(text.replaceAll('<wbr>', ''), /\/api\/v1\/admin|X-Admin-Token/, path)
  })

  test('every link and anchor of the reference leads somewhere', async () => {
    const pages = await pagesFrom(`/docs/${language}`)
    const targets = new Map(pages)
    for (const [page, text] of pages)
      for (const [, link = ''] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
        const [path = '', anchor] = link.split('#')
        if (path !== '' && !targets.has(path)) targets.set(path, (await get(path)).text)
        const target = targets.get(path) ?? text
        if (path.startsWith('/docs') || path === '')
          assert.ok(!anchor || target.includes(` id="${anchor}"`), `${page}: ${link}`)
        assert.notEqual(target, '', `${page}: ${link}`)
      }
  })

  test('no page has a fault for axe, overflows at any width or size of text, or needs over 150 KB', async () => {
    // The pages are built alike in both languages, so one is checked light on a phone and the other dark on a desktop.
    const [width, dark] = language === 'fr' ? [360, false] : [1280, true]
    const reader = await newCustomer(browser, { language, width, dark })
    const { page } = reader
    const requested = requestedBy(page)
    for (const path of (await pagesFrom(`/docs/${language}`)).keys()) {
      await page.goto(world.url + path, { waitUntil: 'networkidle' })
      const sizes = await requested()
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      assert.ok(sizes.length >= 4 && bytes < 150_000, `${path}: ${bytes} bytes`)
      expect([path, await faultsOf(page, everyScreenOfText)]).toEqual([path, []])
    }
    const foreign = reader.sent.filter(({ url }) => !url.startsWith(world.url) && !url.startsWith('data:'))
    assert.deepEqual([foreign, reader.complaints], [[], []])
    await page.context().close()
  })
})

/**
 * Returns the sizes of everything that the page has requested since the last call, as on a first visit: what it has from its cache
 * counts as it came first.
 */
function requestedBy(page: Page): () => Promise<number[]> {
  const sizes = new Map<string, number>()
  const requested: Promise<string>[] = []
  const received = async (request: Request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    sizes.set(request.url(), Math.max(sizes.get(request.url()) ?? 0, responseBodySize + responseHeadersSize))
    return request.url()
  }
  page.on('requestfinished', (request) => requested.push(received(request)))
  return async () => (await Promise.all(requested.splice(0))).map((url) => sizes.get(url)!)
}

describe('a reader of the reference', () => {
  test('the language follows the browser, and the switch leads to the same page', async () => {
    for (const language of languages) {
      const { status, text, headers } = await get('/docs', { 'accept-language': language })
      expect([status, headers.vary]).toEqual([200, expect.stringContaining('accept-language')])
      assert.ok(text.includes(`<html lang="${language}"`))
    }
    expect((await get('/docs/orders', { 'accept-language': 'fr' })).headers.location).toBe('/docs/fr/orders')
    const { page } = await newCustomer(browser, { language: 'fr', width: 1280 })
    await page.goto(`${world.url}/docs/fr/orders`)
    await page.locator('header [hreflang=en]').click()
    await page.waitForURL('**/docs/en/orders')
    await page.context().close()
  })

  test('the search finds a call by its words without accents and by its path', async () => {
    const { page } = await newCustomer(browser, { language: 'fr', width: 1280 })
    await page.goto(`${world.url}/docs/fr`)
    const found = page.locator('#calls [data-words]:visible')
    const search = page.getByRole('searchbox')
    await page.keyboard.press('/')
    await search.fill('creer commande')
    assert.ok((await found.allInnerTexts()).some((text) => text.includes('Créer une commande')))
    await search.fill('remittance/inbound')
    assert.equal(await found.count(), 1)
    await search.fill('rien de tel')
    await page.getByText('Aucun appel ne correspond.').waitFor()
    await search.fill('remittance/inbound')
    await search.press('Enter')
    await page.waitForURL('**/docs/fr/transfers#sendTransfer')
    await page.context().close()
  })

  test('a sample is copied as shown, for the chosen language', async () => {
    const { page } = await newCustomer(browser, { language: 'en', width: 360 })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
    await page.goto(`${world.url}/docs/en/orders`)
    const call = page.locator('#createOrder .calls')
    await call.getByRole('button', { name: 'JavaScript' }).click()
    await call.locator('.code:visible').getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^const result = await likuta\.payments\.orders\.create\(\{\n {2}amount: 25\.5,/)
    await page.context().close()
  })

  test('a reader sends a signed request with test keys, and nothing is stored', async () => {
    const reader = await newCustomer(browser, { language: 'en', width: 1280 })
    const { page } = reader
    await page.goto(`${world.url}/docs/en/payment-links`)
    const call = page.locator('#createPaymentLink .try')
    await call.getByText('Try it').click()
    await call.getByLabel('API key').fill(world.merchant.api_key)
    await call.getByLabel('Secret').fill(world.merchant.api_secret)
    const body = {
      amount: 10,
      currency: 'USD',
      merchant_reference: 'TRY-1',
      callback_url: `${world.url}/hook`,
    }
    await call.getByLabel('Request body').fill(JSON.stringify(body))
    await call.getByRole('button', { name: 'Send the request' }).click()
    await call.getByText(/^200[\s\S]*TRY-1/).waitFor()
    // The other calls of the page are filled in.
    const list = page.locator('#listPaymentLinks .try')
    await list.getByText('Try it').click()
    assert.equal(await list.getByLabel('API key').inputValue(), world.merchant.api_key)
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0)
    assert.deepEqual(reader.complaints, [])
    await page.context().close()
  })
})

describe('the reference of the admin API', () => {
  test('every operation of admins is on its pages, and none of merchants', async () => {
    for (const language of languages) {
      const sections = sectionsOf(await pagesFrom(`/docs/admin/${language}`))
      expect(sections.toSorted()).toEqual(adminIds.toSorted())
    }
  })

  test('the reference of the admin API is served to the admin networks only [S-16]', async () => {
    const elsewhere = await openWorld({ role: 'api', settings: { ADMIN_ALLOWED_NETWORKS: '203.0.113.0/24' } })
    try {
      for (const path of ['/docs/admin', '/docs/admin/en', '/docs/admin/en/health'])
        assert.equal((await send(elsewhere.url, 'GET', path, Buffer.alloc(0), {})).status, 403, path)
      assert.equal((await send(elsewhere.url, 'GET', '/docs/en', Buffer.alloc(0), {})).status, 200)
    } finally {
      await elsewhere.close()
    }
  })
})

test('the reference runs under a policy that allows nothing inline and nothing foreign [S-42]', async () => {
  const { headers } = await get('/docs/en/orders', { 'accept-encoding': 'br' })
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert.match(policy, /connect-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' })
})
