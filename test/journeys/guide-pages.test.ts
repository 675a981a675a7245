// The guides as readers see them: in a browser on a phone and on a desktop, in both languages, with every link
// followed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guideNames, type Language, languages } from '../../scripts/guides/guide-texts.ts'
import { problemsByCode } from '../../server/remittance/errors/error-guide.ts'
import { errorTitles } from '../../server/remittance/errors/error-titles.ts'
import { closePages, faultsOf, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { everyScreenOfText } from '../support/browser/screens.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  send(world.url, 'GET', path, Buffer.alloc(0), headers)

describe('/guides', () => {
  test.each([
    ['fr-CD,fr;q=0.9', 'fr'],
    ['en-GB,fr;q=0.5', 'en'],
    ['ln', 'fr'],
    ['', 'fr'],
  ])(
    "the guides open in the browser's language, or in French if it names none, without a redirect: %s",
    async (accepted, language) => {
      const { status, headers, text } = await get('/guides', { 'accept-language': accepted })
      expect([status, headers.vary]).toEqual([200, expect.stringContaining('accept-language')])
      assert.ok(text.includes(`<html lang="${language}"`))
    },
  )

  test('a guide is found without its language and with a trailing slash', async () => {
    assert.equal(
      (await get('/guides/webhooks', { 'accept-language': 'en' })).headers.location,
      '/guides/en/webhooks',
    )
    assert.equal((await get('/guides/en/webhooks/')).headers.location, '/guides/en/webhooks')
  })

  test('a missing guide responds with a page that links on, in the language of the address', async () => {
    for (const [path, texts] of [
      ['/guides/fr/rien', 'Cette page n’existe pas'],
      ['/guides/en/404.en', 'This page doesn’t exist'],
      ['/guides/404.fr', 'Cette page n’existe pas'],
    ] as const) {
      const { status, text, headers } = await get(path)
      assert.equal(status, 404, path)
      assert.ok(text.includes(`<h1>${texts}</h1>`) && text.includes('/quick-start'), path)
      assert.equal(headers['cache-control'], 'no-store')
    }
    assert.equal((await get('/guides/assets/none.js')).status, 404)
    assert.equal((await get('/guides/assets/..%2f..%2fportal%2findex.html')).status, 404)
  })

  test('guide pages are compressed, with a policy that allows nothing inline and nothing foreign [S-42]', async () => {
    const { headers } = await get('/guides/fr/webhooks', { 'accept-encoding': 'gzip, br' })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
    })
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  })
})

describe('a link in the guides', () => {
  test('every link in the guides leads to an existing page and an existing anchor on it', async () => {
    const pages = new Map<string, string>()
    const dead: string[] = []
    const waiting = ['/guides/fr', '/guides/en']
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue
      const { status, text } = await get(path)
      pages.set(path, status === 200 ? text : '')
      if (status === 200 && path.startsWith('/guides') && !path.startsWith('/guides/assets'))
        waiting.push(...linksOf(text).map(pathOf))
    }
    for (const [path, text] of pages)
      for (const link of linksOf(text)) {
        const target = link.startsWith('#') ? text : (pages.get(pathOf(link)) ?? '')
        const [, anchor] = link.split('#')
        if (target === '' || (anchor && !target.includes(` id="${anchor}"`))) dead.push(`${path}: ${link}`)
      }
    assert.deepEqual(dead, [])
    assert.ok(pages.size > 2 * guideNames.length + 80, `${pages.size} pages`)
  })
})

describe('the pages of the error codes', () => {
  test.each([...problemsByCode().keys()])(
    '%s has a page in both languages, with the message and the advice',
    async (code) => {
      const [english, french] = await Promise.all(
        languages.toReversed().map((language) => get(`/guides/${language}/errors/${code}`)),
      )
      for (const [page, title, remedy] of [
        [english, errorTitles[code]!.en, 'What to do.'],
        [french, errorTitles[code]!.fr, 'Que faire.'],
      ] as const) {
        assert.equal(page!.status, 200)
        assert.ok(page!.text.toLowerCase().includes(title.toLowerCase().replaceAll("'", '’')), title)
        assert.ok(page!.text.includes(remedy))
      }
    },
  )

  test('every link of a French guide or error page ends on a French page', async () => {
    const french = [
      '',
      ...guideNames,
      'errors/all',
      ...[...problemsByCode().keys()].map((code) => `errors/${code}`),
    ]
    const english: string[] = []
    for (const name of french) {
      const { text } = await get(`/guides/fr/${name}`.replace(/\/$/, ''))
      const own = text
        .replace(/<a [^>]*lang="en"[^>]*>English<\/a>/, '')
        .replace(/<link rel="alternate"[^>]*>/, '')
      for (const link of linksOf(own)) if (/\/en\b|lang=en\b/.test(link)) english.push(`${name}: ${link}`)
      assert.doesNotMatch(text, /\(en anglais\)/, name)
    }
    assert.deepEqual(english, [])
  })
})

/** Links within this site. The portal is a single-page app and has no anchors. */
function linksOf(html: string): string[] {
  if (!html.includes('data-copy=')) return []
  return [...html.matchAll(/ (?:href|src)="((?:\/|#)[^"]*)"/g)].map(([, link]) => link as string)
}
const pathOf = (link: string) => link.split('#')[0] || '/guides/fr'

describe.each(languages)('the guides in %s', (language) => {
  test('the guides pass axe, fit every width with normal and double text size, and contact no other origin', async () => {
    // A page is built alike in both languages, so one is checked on a phone and the other on a desktop in dark
    // mode.
    const [width, dark] = language === 'fr' ? [360, false] : [1280, true]
    const reader = await newCustomer(browser, { language, width, dark })
    for (const name of ['', ...guideNames, 'errors/all', 'errors/RMT-2001']) {
      const path = `/guides/${language}/${name}`.replace(/\/$/, '')
      await reader.page.goto(world.url + path)
      assert.deepEqual(await faultsOf(reader.page, everyScreenOfText), [], path)
    }
    const foreign = reader.sent.filter(({ url }) => !url.startsWith(world.url) && !url.startsWith('data:'))
    assert.deepEqual([foreign, reader.complaints], [[], []])
    await reader.page.context().close()
  })

  test('the guides navigate by the list, by next, and to the same page in the other language', async () => {
    const other = languages.find((each) => each !== language) as Language
    const { page } = await newCustomer(browser, { language, width: 1280 })
    await page.goto(`${world.url}/guides/${language}/hosted-checkout`)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const list = page.locator('nav.guides')
    assert.equal(await list.locator('[aria-current=page]').innerText(), title)
    await page.locator('[rel=next]').click()
    await page.waitForURL(`**/guides/${language}/custom-checkout`)
    await page.locator(`header [hreflang=${other}]`).click()
    await page.waitForURL(`**/guides/${other}/custom-checkout`)
    assert.equal(await page.locator('html').getAttribute('lang'), other)
    await page.context().close()
  })
})

test('a button copies a block of code byte for byte', async () => {
  const { page } = await newCustomer(browser, { language: 'en', width: 360 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  await page.goto(`${world.url}/guides/en/quick-start`)
  const block = page.locator('.code', { hasText: 'createServer' }).first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied.trimEnd(), readFileSync('examples/quick-start/quick-start.mjs', 'utf8').trimEnd())
  await page.context().close()
})

test.each([
  ['fr', 360, 'rembourser un client', 'Remboursements et annulations', 'Aucun résultat.'],
  ['en', 1280, 'refund a customer', 'Refunds and voids', 'No results.'],
] as const)(
  'search in %s finds a guide while the reader types, and has an address for it',
  async (language, width, question, title, nothing) => {
    const { page, complaints } = await newCustomer(browser, { language, width })
    await page.goto(`${world.url}/guides/${language}/webhooks`)
    await page.locator('.top .search').click()
    await page.waitForURL(`**/guides/${language}/search`)
    const field = page.getByRole('searchbox')
    await field.pressSequentially(question)
    await page.locator('.found li').first().getByText(title).first().waitFor()
    assert.deepEqual(await faultsOf(page, everyScreenOfText), [])
    await page.reload()
    await page.locator('.found a').first().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.goto(`${world.url}/guides/${language}/search?q=zzzzqqq`)
    await page.getByText(nothing).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  },
)
