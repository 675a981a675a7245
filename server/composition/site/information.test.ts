// The pages about privacy, terms and the state of the service, and the files for search engines.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerInformation } from './information.ts'

const app = fastify()
beforeAll(async () => {
  registerInformation(app, {
    baseUrl: 'https://pay.example',
    contacts: [{ channel: 'email', href: 'mailto:a@b.cd', text: 'a@b.cd' }],
    isHealthy: async () => true,
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

test('the state of the service is what the database says', async () => {
  const other = fastify()
  registerInformation(other, { baseUrl: 'https://pay.example', contacts: [], isHealthy: async () => false })
  expect((await other.inject({ url: '/status?lang=en' })).body).toContain('The service is disrupted')
  expect((await app.inject({ url: '/status?lang=en' })).body).toContain('Everything works normally')
  await other.close()
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
    { baseUrl: 'https://pay.example', contacts: [], isHealthy: async () => true },
    root,
  )
  await other.ready()
  rmSync(root, { recursive: true })
  const { body } = await other.inject({ url: '/sitemap.xml' })
  expect(body).toContain('<loc>https://pay.example/guides/fr/webhooks</loc>')
  await other.close()
})
