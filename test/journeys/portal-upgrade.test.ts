// During an upgrade the new pages may get responses from a process of the previous release, which lack the newest fields.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newVisitor } from '../support/browser/portal-visitor.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Credentials
const password = 'trois pagnes bleus au soleil'

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
  merchant = await world.register({ name: 'Chez Ntemba', password })
  const body = orderBody(world.url, { merchant_reference: 'UPGRADE-1', amount: 45 })
  const order = await world.signed('POST', '/api/v1/payment/orders', body, { as: merchant })
  await world.payByCalls(order.body.data.links)
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** Responses of these paths, without the named fields at any depth. */
async function withoutFields(page: Page, paths: RegExp, fields: readonly string[]): Promise<() => number> {
  let removed = 0
  await page.route(paths, async (route) => {
    const response = await route.fetch()
    const text = JSON.stringify(await response.json(), (name, value) => {
      if (!fields.includes(name)) return value
      removed += 1
    })
    await route.fulfill({ response, body: text })
  })
  return () => removed
}

test('the portal works with responses of the previous release, which lack its newest fields', async () => {
  const visitor = await newVisitor(browser, world, { language: 'en', width: 360 })
  const { page, button } = visitor
  const removed = await withoutFields(page, /\/api\/v1\/merchant\/(overview|payments|deliveries)/, [
    'returned',
    'receipt_link',
    'about',
  ])
  await page.goto(`${world.url}/portal`)
  await page.getByLabel('Email').fill(merchant.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button('Sign in').click()
  await page.locator('.figure', { hasText: 'Collected' }).getByText('45.00').waitFor()
  await page.getByRole('link', { name: 'UPGRADE-1' }).click()
  await page.getByRole('heading', { level: 1, name: '45.00' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'View receipt' }).count(), 0)
  await page.locator('.fold', { hasText: 'PAYMENT' }).waitFor()
  await visitor.goTo('Webhooks')
  await page.locator('.fold', { hasText: 'PAYMENT' }).waitFor()
  assert.ok(removed() > 3)
  // A response that is still being changed would fail when the page closes.
  await page.unrouteAll({ behavior: 'wait' })
  await visitor.close()
})
