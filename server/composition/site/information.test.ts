// The pages about privacy, terms and the state of the service, and the files for search engines.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registerInformation } from './information.ts'
import { readOwnTexts } from './own-texts.ts'
import type { ServiceState } from './status.ts'

const well: ServiceState = {
  readAt: Temporal.Instant.from('2026-12-03T13:05:00Z'),
  isHealthy: true,
  operators: [{ operator: 'vodacom', state: 'up', since: null }],
}
const ofOperators = { hasOperators: true, readState: async () => well }

const app = fastify()
beforeAll(async () => {
  registerInformation(app, {
    baseUrl: 'https://pay.example',
    contacts: [{ channel: 'email', href: 'mailto:a@b.cd', text: 'a@b.cd' }],
    texts: new Map(),
    ...ofOperators,
  })
  await app.ready()
})
afterAll(() => app.close())

test.each(['privacy', 'terms', 'status'])(
  '/%s is a page in both languages, without an open marker',
  async (name) => {
    for (const [language, contact] of [
      ['fr', 'Notre équipe'],
      ['en', 'Our team'],
    ]) {
      const { statusCode, headers, body } = await app.inject({ url: `/${name}?lang=${language}` })
      assert.equal(statusCode, 200, body)
      expect(headers['content-type']).toMatch(/^text\/html/)
      expect(body).toContain(`<html lang="${language}">`)
      expect(body).toContain(contact)
      expect(body).not.toMatch(/[{}]/)
    }
  },
)

/** The site of a service in this state. */
async function siteIn(state: Partial<ServiceState>, hasOperators = true) {
  const other = fastify()
  registerInformation(other, {
    ...{ baseUrl: 'https://pay.example', contacts: [], texts: new Map() },
    ...{ hasOperators, readState: async () => ({ ...well, ...state }) },
  })
  const read = async (url: string) => (await other.inject({ url })).body
  return { read, [Symbol.asyncDispose]: async () => void (await other.close()) }
}

test('the state of the service is what the database says', async () => {
  await using ill = await siteIn({ isHealthy: false, operators: [] })
  const page = await ill.read('/status?lang=en')
  expect(page).toContain('The service is disrupted')
  expect(page).toContain('Their state is not known at the moment.')
  expect(JSON.parse(await ill.read('/status.json'))).toMatchObject({ status: 'disrupted', operators: [] })
  expect(await ill.read('/status.xml?lang=en')).toContain('<title>The service is disrupted.')
  expect((await app.inject({ url: '/status?lang=en' })).body).toContain('Everything works normally')
})

test('operators that do not reply, or are suspended, are named with the time since when', async () => {
  const since = Temporal.Instant.from('2026-12-03T12:30:00Z')
  await using site = await siteIn({
    operators: [
      { operator: 'vodacom', state: 'up', since: null },
      { operator: 'airtel', state: 'down', since },
      { operator: 'orange', state: 'paused', since },
      { operator: 'africell', state: 'down', since: null },
    ],
  })
  const page = await site.read('/status?lang=fr')
  expect(page).toContain('plusieurs opérateurs de mobile money sont perturbés')
  const states = [
    ...page.matchAll(
      /<li class="\w+"><span>(.*?)<\/span> <strong>(.*?)<\/strong>(?: <small>(.*?)<\/small>)?/g,
    ),
  ]
  expect(states.map(([, ...words]) => words)).toEqual([
    ['Vodacom M\u2011Pesa', 'fonctionne', undefined],
    ['Airtel Money', 'ne répond pas', 'dernière réponse le 3 décembre 2026 à 13:30'],
    ['Orange Money', 'suspendu par nos soins', 'depuis le 3 décembre 2026 à 13:30'],
    ['Afrimoney', 'ne répond pas', undefined],
  ])
  expect(page).toContain('État du 3 décembre 2026 à 14:05, heure de Kinshasa.')
  expect(Buffer.byteLength(page)).toBeLessThan(10_000)
  expect(JSON.parse(await site.read('/status.json'))).toEqual({
    ...{ status: 'partly_disrupted', read_at: '2026-12-03T13:05:00Z' },
    operators: [
      { operator: 'vodacom', name: 'Vodacom M\u2011Pesa', state: 'up', since: null },
      { operator: 'airtel', name: 'Airtel Money', state: 'down', since: '2026-12-03T12:30:00Z' },
      { operator: 'orange', name: 'Orange Money', state: 'paused', since: '2026-12-03T12:30:00Z' },
      { operator: 'africell', name: 'Afrimoney', state: 'down', since: null },
    ],
  })
  const feed = await site.read('/status.xml?lang=en')
  expect(feed.match(/<entry>/g)).toHaveLength(3)
  expect(feed).toContain('<id>https://pay.example/status#airtel-2026-12-03T12:30:00Z</id>')
  expect(feed).toContain('<title>Orange Money: suspended by us, since 3 December 2026 at 13:30</title>')
})

test('a deployment without operators says nothing about them', async () => {
  await using site = await siteIn({ operators: [] }, false)
  expect(await site.read('/status?lang=en')).not.toMatch(/Mobile-money operators|<!--/)
})

test('search engines find the public pages, and are kept from those of payments and people', async () => {
  const robots = (await app.inject({ url: '/robots.txt' })).body
  for (const path of ['/api/', '/pl/', '/papers/', '/portal', '/console'])
    expect(robots).toContain(`Disallow: ${path}\n`)
  expect(robots).toContain('Sitemap: https://pay.example/sitemap.xml')
  const map = await app.inject({ url: '/sitemap.xml' })
  expect(map.headers['content-type']).toMatch(/^application\/xml/)
  for (const path of ['/?lang=fr', '/privacy?lang=en', '/verify', '/guides/fr/webhooks'])
    expect(map.body).toContain(`<loc>https://pay.example${path}</loc>`)
  expect(map.body).not.toMatch(/pay\.example\/(portal|console|papers|api)/)
})

test('the site map is made once, at the start, of the pages that there are then', async () => {
  const root = mkdtempSync(join(tmpdir(), 'likuta-site-'))
  mkdirSync(join(root, 'guides', 'fr'), { recursive: true })
  writeFileSync(join(root, 'guides', 'fr', 'webhooks.html'), '')
  const other = fastify()
  registerInformation(
    other,
    { baseUrl: 'https://pay.example', contacts: [], texts: new Map(), ...ofOperators },
    root,
  )
  await other.ready()
  rmSync(root, { recursive: true })
  const { body } = await other.inject({ url: '/sitemap.xml' })
  expect(body).toContain('<loc>https://pay.example/guides/fr/webhooks</loc>')
  await other.close()
})

describe('the texts of a deployment', () => {
  let directory: string
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'likuta-texts-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  test('take the place of ours, and make a page about prices', async () => {
    write(
      'prices.fr.txt',
      '# Tarifs\n\nSans abonnement.\n\n## Carte\n\n3,5 % & rien d’autre.\n\n- Visa\n- <Mastercard>\n',
    )
    write('prices.en.txt', '# Prices\n\nNo subscription.\n\n## Card\n\n3.5%\n')
    write('terms.fr.txt', '# Nos conditions\n')
    write('terms.en.txt', '# Our terms\nAs agreed.\n## Contact\n{contacts}\n')
    const other = fastify()
    const contacts = [{ channel: 'email', href: 'mailto:a@b.cd', text: 'a@b.cd' }] as const
    const texts = readOwnTexts(directory)
    registerInformation(other, {
      baseUrl: 'https://pay.example',
      contacts,
      texts,
      ...ofOperators,
    })
    const read = async (url: string) => (await other.inject({ url })).body
    const prices = await read('/prices?lang=fr')
    expect(prices).toContain('<title>Tarifs · Likuta</title>')
    expect(prices).toContain('<p class="lead">Sans abonnement.</p>')
    expect(prices).toContain(
      '<h2>Carte</h2><p>3,5 % &amp; rien d’autre.</p><ul><li>Visa</li><li>&lt;Mastercard></li></ul>',
    )
    expect(prices).toContain('href="/prices?lang=en" hreflang="en"')
    expect(await read('/terms?lang=en')).toContain('Our team: <a href="mailto:a@b.cd">')
    expect(await read('/terms?lang=fr')).not.toContain('Qui fait quoi')
    expect(await read('/privacy?lang=fr')).toContain('Quand vous payez')
    for (const path of ['/prices?lang=fr', '/privacy?lang=en', '/status?lang=en']) {
      expect(await read(path)).toContain('<a href="/prices?lang=')
      expect(await read(path)).not.toMatch(/[{}]|<!--/)
    }
    expect(await read('/sitemap.xml')).toContain('<loc>https://pay.example/prices?lang=fr</loc>')
    await other.close()
  })

  test('are optional: without prices, there is no page about them and no link to it', async () => {
    expect((await app.inject({ url: '/prices' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/terms?lang=fr' })).body).not.toContain('/prices')
  })

  test.each([
    ['prices.en.txt is missing', { 'prices.fr.txt': '# Tarifs' }],
    ['must begin with a title', { 'terms.fr.txt': 'Conditions', 'terms.en.txt': '# Terms' }],
    ['has no text such as prices.fr.txt', { 'prices.txt': '# Tarifs' }],
  ])('stop the start where %s', (fault, files) => {
    for (const [name, text] of Object.entries(files)) write(name, text)
    expect(() => readOwnTexts(directory)).toThrow(fault)
  })
})
