// The Back button of a browser leads to the page that was there before, also where that page was the reply to a form: a browser posts no form
// again to go back, and shows an error of its own if it keeps no copy.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { createLink } from '../support/callers/payment-links.ts'
import { collectionSandbox, collectionSettings, collectionsOf } from '../support/collections/collections.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ settings: collectionSettings, sandbox: collectionSandbox }),
    openBrowser(),
  ])
  await collectionsOf(world).offer()
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** A page of a browser that keeps what it may, as people have it: intercepting requests would turn that off. */
const newPage = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> =>
  (await browser.newContext({ locale: 'fr-FR', ...options })).newPage()

test('from the checkout, Back leads to the form of the link as it was corrected', async () => {
  const page = await newPage({ viewport: { width: 390, height: 800 } })
  await page.goto(`${world.url}/pl/${await createLink(world)}?lang=fr`)
  await page.locator('[name="method"][value="card"]').check()
  await page.locator('#bill_to_forename').fill('Amani')
  await page.locator('#billing button.go').click()
  await page.locator('#bill_to_surname-error').waitFor()
  await page.locator('#bill_to_surname').fill('Bahati')
  await page.locator('#bill_to_email').fill('amani@example.com')
  await page.locator('#bill_to_address_line1').fill('6 avenue du Lac')
  await page.locator('#bill_to_address_city').fill('Goma')
  await page.locator('#billing button.go').click()
  await page.waitForURL(/\/api\/v1\/payment\//)
  await page.goBack()
  await page.locator('#billing').waitFor()
  expect(await page.locator('#bill_to_forename').inputValue()).toBe('Amani')
})

test('without scripts, Back leads to the number that was corrected', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto(`${world.url}/pl/${await createLink(world)}?lang=fr`)
  await page.locator('[name="method"][value="mobile_money"]').check()
  await page.locator('#bill_to_forename').fill('Amani')
  await page.locator('#bill_to_surname').fill('Bahati')
  await page.locator('#billing button.go').click()
  await page.locator('#number').fill('12')
  await page.locator('#pay').click()
  await page.getByText('Vérifiez le numéro', { exact: false }).waitFor()
  await page.goto(`${world.url}/help/payment?lang=fr`)
  await page.goBack()
  await page.locator('#number').waitFor()
})

test('from a page after it, Back leads to what the help found', async () => {
  const page = await newPage()
  await page.goto(`${world.url}/help/payment?lang=fr`)
  await page.locator('#help [name="amount"]').fill('25')
  await page.locator('#help [name="last"]').fill('1111')
  await page.locator('#help button.main').click()
  await page.waitForLoadState()
  const found = await page.locator('main').innerText()
  await page.goto(`${world.url}/help/payment?lang=en`)
  await page.goBack()
  await page.waitForLoadState()
  expect(await page.locator('main').innerText()).toBe(found)
})
