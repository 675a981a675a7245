// A merchant's brand in a real browser: the preview in the portal, and the pages of its payers.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCustomer, openBrowser } from '../support/browser/browser.ts'
import { call, tokenOf } from '../support/callers/self-service.ts'
import { pngImage } from '../support/world/images.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

test.each([
  ['#ffcc00', 'rgb(255, 204, 0)', false],
  ['#7a1fa2', 'rgb(122, 31, 162)', false],
  ['#101060', '', true],
] as const)('a checkout with the accent %s is readable and shows the logo', async (accent, fill, dark) => {
  const token = await tokenOf(world, world.merchant)
  const logo = pngImage(160, 48, [200, 30, 30]).toString('base64')
  const body = { checkout_attempts: null, brand: { accent, logo, support: 'https://wa.me/243991234567' } }
  assert.equal((await call(world, 'PUT', 'checkout', { token, body })).status, 200)
  const { link } = await world.createOrder({ amount: 25, merchant_reference: 'INV-2041' })
  const customer = await newCustomer(browser, { dark })
  await customer.open(link)
  const { page } = customer
  assert.equal(await page.locator('img.logo').evaluate((image: HTMLImageElement) => image.naturalWidth), 160)
  const colour = await page.locator('#pay').evaluate((button) => getComputedStyle(button).backgroundColor)
  if (fill) assert.equal(colour, fill)
  assert.equal(await page.getByRole('link', { name: '+243 991 234 567' }).isVisible(), true)
  expect(await customer.faults()).toEqual([])
  expect(customer.complaints).toEqual([])
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/checkout-${accent.slice(1)}.png`, fullPage: true })
  await page.context().close()
})
