// The home page and the page for unknown addresses, as visitors and browsers see them.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoMerchantFile } from '../../server/composition/site/demo-checkout.ts'
import { closePages, faultsOf, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { everyScreenOfText } from '../support/browser/screens.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'likuta-home-'))
let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ role: 'api', settings: { LIKUTA_DATA_DIR: dataDirectory } }),
    openBrowser(),
  ])
  writeFileSync(demoMerchantFile(dataDirectory), JSON.stringify(world.merchant))
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
  rmSync(dataDirectory, { recursive: true })
})

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, headers: Record<string, string> = html) =>
  send(world.url, 'GET', path, Buffer.alloc(0), headers, { astray: true })

describe('the home page', () => {
  test.each([
    ['fr-CD,fr;q=0.9', '', 'fr'],
    ['en-GB,fr;q=0.5', '', 'en'],
    ['ln', '', 'fr'],
    ['en', '?lang=fr', 'fr'],
    ['fr', '?lang=en', 'en'],
  ])('the home page for a browser that prefers %s, at /%s, is in %s', async (preferred, query, language) => {
    const { status, text, headers } = await get(`/${query}`, { ...html, 'accept-language': preferred })
    expect([status, /<html lang="(\w+)"/.exec(text)?.[1]]).toEqual([200, language])
    assert.match(String(headers.vary), /accept-language/)
  })

  test('the home page, its style and its icon need less than 20 KB', async () => {
    const context = await browser.newContext({ locale: 'fr-CD' })
    const page = await context.newPage()
    const sizes: number[] = []
    page.on('requestfinished', async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      sizes.push(responseBodySize + responseHeadersSize)
    })
    await page.goto(`${world.url}/`, { waitUntil: 'networkidle' })
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(bytes > 4_000 && bytes < 20_000, `${bytes} bytes`)
    await context.close()
  })

  test.each([
    ['fr', 360, false],
    ['fr', 1280, true],
    ['en', 1280, false],
    ['en', 360, true],
  ] as const)(
    'axe finds no fault on the %s home page at %d pixels, dark: %s',
    async (language, width, dark) => {
      const visitor = await newCustomer(browser, { language, width, dark })
      const { page } = visitor
      await page.goto(`${world.url}/`)
      expect(await faultsOf(page, everyScreenOfText)).toEqual([])
      const foreign = visitor.sent.filter(({ url }) => !url.startsWith(world.url) && !url.startsWith('data:'))
      assert.deepEqual([foreign, visitor.complaints], [[], []])
      await page.context().close()
    },
  )

  test('a visitor without scripts pays a test checkout from the home page', async () => {
    const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${world.url}/`)
    await page.getByText('4242 4242 4242 4242').first().waitFor()
    await page.getByRole('button', { name: 'Open a test checkout' }).click()
    await page.waitForURL(/\/api\/v1\/payment\/LKT-/)
    assert.match(page.url(), /lang=en/)
    const link = page.url()
    await context.close()
    const customer = await newCustomer(browser, { language: 'en' })
    await customer.open(link)
    await customer.pay('4242424242424242')
    assert.match(await customer.outcome(), /received|paid|successful/i)
    await customer.page.context().close()
  })

  test('every link on the home page leads to a page', async () => {
    for (const language of ['fr', 'en']) {
      const { text } = await get(`/?lang=${language}`)
      const links = [...text.matchAll(/ href="(\/[^"#]*)"/g)].map(([, link]) => link as string)
      assert.ok(links.length > 10)
      for (const link of new Set(links)) expect([link, (await get(link)).status]).toEqual([link, 200])
    }
  })

  test('messengers find a title, a description and a picture at whole addresses', async () => {
    const { text } = await get('/?lang=fr')
    const tag = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(text)?.[1] ?? ''
    assert.ok(tag('title') && tag('description'))
    expect([tag('url'), tag('image')]).toEqual([`${world.url}/?lang=fr`, `${world.url}/og.png`])
    const picture = await get('/og.png')
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    assert.ok(Number(picture.headers['content-length']) < 100_000)
  })

  test('a test checkout is not opened for a form on another site', async () => {
    const response = await send(world.url, 'POST', '/demo/checkout', Buffer.alloc(0), {
      origin: 'https://evil.example',
    })
    assert.equal(response.status, 403)
  })
})

describe('an unknown address', () => {
  test.each([
    '/rien',
    '/portal/rien',
    '/portal/payments/1/2',
    '/console/rien',
    '/docs/rien',
    '/docs/admin/rien',
    '/site/assets/none.css',
  ])('a browser at %s gets our own page with status 404 in its language', async (path) => {
    for (const [language, title] of [
      ['fr', 'Page introuvable'],
      ['en', 'Page not found'],
    ] as const) {
      const { status, text, headers } = await get(path, { ...html, 'accept-language': language })
      assert.equal(status, 404)
      assert.ok(text.includes(`<h1>${title}</h1>`) && text.includes(`href="/?lang=${language}"`), path)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.match(String(headers.vary), /Accept-Language/)
    }
  })

  test.each([undefined, '*/*', 'application/json'])('a program that accepts %s gets JSON', async (accept) => {
    for (const path of ['/rien', '/portal/rien', '/api/v1/payment/rien/rien']) {
      const { status, text, headers } = await get(path, accept === undefined ? {} : { accept })
      expect([status, text]).toEqual([404, '{"detail":"Not Found"}'])
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    }
  })

  test('an API with its own error format keeps it for browsers', async () => {
    const { status, text } = await get('/api/v1/remittance/rien')
    assert.equal(status, 404)
    assert.doesNotThrow(() => JSON.parse(text))
  })

  test('the page for an unknown address passes axe and fits every width', async () => {
    for (const [language, dark] of [
      ['fr', false],
      ['en', true],
    ] as const) {
      const { page } = await newCustomer(browser, { language, width: 360, dark })
      await page.goto(`${world.url}/rien`)
      expect(await faultsOf(page, everyScreenOfText)).toEqual([])
      await page
        .getByRole('link', { name: language === 'fr' ? 'Aller à l’accueil' : 'Go to the home page' })
        .click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/')
      await page.context().close()
    }
  })
})

test('every page of ours has an icon and a theme colour for light and dark', async () => {
  const { link } = await world.createOrder()
  const { pathname, search } = new URL(link)
  const paths = [
    '/',
    '/rien',
    '/portal',
    '/console',
    '/guides/fr',
    '/guides/fr/rien',
    '/docs/fr',
    '/docs/admin/en',
    pathname + search,
  ]
  for (const path of [...paths, '/pl/NOBODYKNOWS1']) {
    const { text } = await get(path)
    assert.match(text, /<link rel="icon" href="data:image\/svg/, path)
    expect([path, text.match(/<meta name="theme-color"/g)?.length]).toEqual([path, 2])
  }
})

test('icons and the manifest are served at the addresses that browsers ask for', async () => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/site.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/till.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    const { status, headers } = await get(path)
    expect([path, status, headers['content-type']]).toEqual([path, 200, type])
  }
})
