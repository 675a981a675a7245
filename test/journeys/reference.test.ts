import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** A reader of the API reference: every request and every console error of the page is recorded. */
async function read(width: number): Promise<{ page: Page; foreign: string[]; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(world.url) && !/^(data|blob):/.test(url)) foreign.push(url)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(`${world.url}/docs`)
  await page.getByRole('heading', { name: 'Likuta', level: 1 }).waitFor()
  return { page, foreign, complaints }
}

describe('the reference of the API', () => {
  test.each([360, 1280])(
    'the reference shows an operation at %d pixels, with no foreign request and no error',
    async (width) => {
      const { page, foreign, complaints } = await read(width)
      for (const [address, summary, field] of [
        ['orders/POST/api/v1/payment/orders', 'Create an order', 'bill_to_forename'],
        ['transfers/POST/api/v1/remittance/inbound', 'Send money to a', 'expected_receiver_name'],
      ] as const) {
        await page.goto(`${world.url}/docs#tag/${address}`)
        await page.getByRole('heading', { name: summary }).first().waitFor()
        await page.getByText(field, { exact: true }).first().waitFor()
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.deepEqual({ foreign, complaints, overflow }, { foreign: [], complaints: [], overflow: 0 })
      await page.context().close()
    },
  )

  test('the reference runs under a policy that allows only its own scripts [S-42]', async () => {
    const response = await fetch(`${world.url}/docs`)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; /)
    assert.match(policy, /connect-src 'self'/)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  })
})
