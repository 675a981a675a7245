// A merchant's brand in a real browser: the preview in the portal, and the pages of its payers.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { newVisitor } from '../support/browser/portal-visitor.ts'
import { call, tokenOf } from '../support/callers/self-service.ts'
import { orderBody } from '../support/world/bodies.ts'
import { pngImage } from '../support/world/images.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test.each([
  ['#ffcc00', 'rgb(255, 204, 0)', false],
  ['#7a1fa2', 'rgb(122, 31, 162)', false],
  // White on it has just the contrast that text needs.
  ['#c8501e', 'rgb(200, 80, 30)', false],
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

test('at 1280 by 800 a payment link shows its button without scrolling, and no hole below the logo', async () => {
  const token = await tokenOf(world, world.merchant)
  const logo = pngImage(160, 48, [200, 30, 30]).toString('base64')
  const body = { checkout_attempts: null, brand: { logo } }
  assert.equal((await call(world, 'PUT', 'checkout', { token, body })).status, 200)
  const customer = await newCustomer(browser, { width: 1280 })
  const { page } = customer
  const description = 'Deux pagnes wax, six yards, livrés à Goma'
  const file = { amount: 45, currency: 'USD', merchant_reference: 'PAGNE-12', description }
  await page.goto((await world.signed('POST', '/api/v1/payment-links', file)).body.data.url)
  await page.locator('img.logo').evaluate((image: HTMLImageElement) => image.decode())
  const [button, picture, name] = await Promise.all(
    ['.go', 'img.logo', 'h1'].map(async (part) => (await page.locator(part).first().boundingBox())!),
  )
  // With the edge of the form below it.
  const end = button!.y + button!.height
  assert.ok(end <= 760, `the button ends at ${end}`)
  const hole = name!.y - picture!.y - picture!.height
  assert.ok(hole >= 0 && hole <= 20, `${hole} pixels below the logo`)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/link-page-1280.png` })
  await page.context().close()
})

test('a merchant gives its pages a logo, a colour and a contact in the portal, and payers see them', async () => {
  const password = 'trois pagnes bleus au soleil'
  const merchant = await world.register({ name: 'Pagnes Mwana', password })
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
  const { page, button } = visitor
  await page.goto(`${world.url}/portal/shop`)
  await page.getByLabel('E-mail').fill(merchant.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await button('Se connecter').click()

  const logo = page.getByLabel('Logo')
  await logo.setInputFiles({ name: 'prix.txt', mimeType: 'text/plain', buffer: Buffer.from('12 USD') })
  await page.getByText('Ce fichier n’est pas une image PNG, JPEG ou WebP.').waitFor()
  assert.equal(await page.locator('.brand-preview img').count(), 0)
  const buffer = pngImage(160, 48, [200, 30, 30])
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.locator('.brand-preview img').nth(1).waitFor()

  const card = page.locator('#checkout')
  const colour = page.getByLabel('Couleur')
  // The picker of the browser takes nothing but colours; a suggested one is taken over at once.
  await card.getByRole('button', { name: '#b91c1c' }).click()
  await page.locator('.brand-preview .button-like').first().waitFor()
  assert.equal(await colour.inputValue(), '#b91c1c')
  // Every colour is accepted: on one where white could not be read, the text is black, in both themes.
  await colour.fill('#ffcc00')
  const inks = page.locator('.brand-preview .button-like')
  const shown = await inks.evaluateAll((buttons) =>
    buttons.map((each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]),
  )
  assert.deepEqual(shown, [
    ['rgb(255, 204, 0)', 'rgb(0, 0, 0)'],
    ['rgb(255, 204, 0)', 'rgb(0, 0, 0)'],
  ])
  await page.getByText('Aperçu en mode sombre').waitFor()

  const support = page.getByLabel('Contact des clients')
  await support.fill('0991')
  await card.getByRole('button', { name: 'Enregistrer' }).click()
  await page.locator('[name=support][aria-invalid=true]').waitFor()
  await support.fill('+243 99 123 45 67')
  await visitor.isInOrder('brand')
  await page.getByLabel('Essais de carte par paiement').selectOption('3')
  await card.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Page de paiement enregistrée.').waitFor()
  await page.reload()
  await page.locator('.brand-preview img').first().waitFor()
  assert.equal(await colour.inputValue(), '#ffcc00')
  assert.equal(await page.getByLabel('Essais de carte par paiement').inputValue(), '3')
  assert.equal(await support.inputValue(), '+243991234567')

  const made = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as: merchant })
  const customer = await newCustomer(browser)
  await customer.open(made.body.data.links)
  const size = (image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]
  assert.deepEqual(await customer.page.locator('img.logo').evaluate(size), [160, 48])
  const pay = customer.page.locator('#pay')
  const { backgroundColor, color } = await pay.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element)
    return { backgroundColor, color }
  })
  assert.deepEqual([backgroundColor, color], ['rgb(255, 204, 0)', 'rgb(0, 0, 0)'])
  assert.equal(await customer.page.getByRole('link', { name: '+243 991 234 567' }).isVisible(), true)
  await customer.page.context().close()
  await visitor.close()
})
