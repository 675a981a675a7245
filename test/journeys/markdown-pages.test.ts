// The guides and the reference as agents read them: llms.txt, and each page as Markdown.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world?.close())

const get = (path: string) => send(world.url, 'GET', path, Buffer.alloc(0), {}, { astray: true })
const withoutCode = (markdown: string) => markdown.replace(/^```[\s\S]*?^```$/gm, '')
const linksOf = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) =>
    (link as string).replace(world.url, ''),
  )

test('llms.txt leads to every guide and every page of the reference as Markdown, and no link there is dead', async () => {
  const start = await get('/llms.txt')
  expect([start.status, start.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  assert.match(start.text, /^# Likuta\n\n> /)
  const pages = new Map<string, string>()
  const dead: string[] = []
  const waiting: [from: string, link: string][] = linksOf(start.text).map((link) => ['/llms.txt', link])
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, link] = next
    const [path = ''] = link.split('#')
    if (/^https?:|^#/.test(link) || pages.has(path)) continue
    const { status, text, headers } = await get(path)
    pages.set(path, text)
    const isMarkdown = headers['content-type'] === 'text/markdown; charset=utf-8'
    if (status !== 200 || (/^\/(guides|docs)\//.test(path) && !isMarkdown)) dead.push(`${from}: ${link}`)
    if (isMarkdown) for (const found of linksOf(text)) waiting.push([path, found])
  }
  expect(dead).toEqual([])
  for (const path of ['/guides/fr/webhooks.md', '/guides/en/errors/RMT-1031.md', '/docs/en/orders.md'])
    assert.ok(pages.has(path), path)
  assert.ok([...pages.values()].every((text) => !text.includes('<!--')))
})

test('a page of the reference has its fields, errors and samples in Markdown', async () => {
  const { text } = await get('/docs/en/orders.md')
  assert.match(text, /^## Create an order$/m)
  assert.match(text, /^- +`merchant_reference` text \*\*required\*\*$/m)
  assert.match(text, /^\| 409 \| A request with this Idempotency-Key is still running \|$/m)
  assert.match(text, /^\*\*JavaScript\*\*\n\n```js\nconst result = await likuta\.payments\.orders\.create\(/m)
})

test('each page for people names the same page as Markdown', async () => {
  for (const path of ['/guides/fr', '/guides/fr/webhooks', '/docs/en', '/docs/en/orders']) {
    const { text } = await get(path)
    assert.ok(text.includes(`<link rel="alternate" type="text/markdown" href="${path}.md">`), path)
  }
})
