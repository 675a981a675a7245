import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOn } from './axe.ts'
import { closePages, openBrowser } from './browser.ts'

const pageWith = (body: string) => `<!doctype html><html lang="en"><title>A page</title>${body}</html>`
const main = (body: string) => `<main><h1>A page</h1>${body}</main>`
const unnamed = '<button id="unnamed"></button>'

let browser: Browser
let page: Page
let servers: Server[]
/** Two origins that serve the same pages. */
let origins: string[]
let body: string

beforeAll(async () => {
  servers = await Promise.all([0, 0].map(listening))
  origins = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  browser = await openBrowser()
  page = await (await browser.newContext()).newPage()
})
afterAll(async () => {
  await closePages(browser)
  for (const server of servers ?? []) server.close()
})

function listening(): Promise<Server> {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html')
    // As strict as our own pages.
    response.setHeader('content-security-policy', "default-src 'none'; frame-src *")
    response.end(pageWith(url === '/frame' ? unnamed : body))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

test('a page without faults has no violations', async () => {
  body = main('<button>Pay</button>')
  await page.goto(origins[0]!)
  expect(await violationsOn(page)).toEqual([])
})

test('a violation is found where it appears after an earlier look at the same document', async () => {
  body = main('<button>Pay</button>')
  await page.goto(origins[0]!)
  expect(await violationsOn(page)).toEqual([])
  await page.evaluate((html) => document.querySelector('h1')!.insertAdjacentHTML('afterend', html), unnamed)
  expect(await violationsOn(page)).toEqual(['button-name: #unnamed'])
})

test('a frame that runs no scripts is left out, and does not delay the others', async () => {
  const frame = (attributes: string) =>
    `<iframe title="Letter" src="${origins[1]}/frame" ${attributes}></iframe>`
  body = main(frame('sandbox') + frame('id="scripted"'))
  await page.goto(origins[0]!)
  expect(await violationsOn(page)).toEqual(['button-name: #scripted,#unnamed'])
})

test.each([0, 1])('a violation in a frame is found, also of another origin: %i', async (origin) => {
  body = main(`<iframe title="Card" src="${origins[origin]}/frame"></iframe><button></button>`)
  await page.goto(origins[0]!)
  expect(await violationsOn(page)).toEqual(['button-name: iframe,#unnamed, button'])
})
