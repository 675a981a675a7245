// The form of a link whose payer pays by mobile money: it asks for a name only.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, newCustomer, openBrowser } from '../../../test/support/browser/browser.ts'
import { createLink, fillLinkForm, html, uuidOf } from '../../../test/support/callers/payment-links.ts'
import {
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

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

const nameOnly = {
  ...{ bill_to_email: '', bill_to_phone: '', bill_to_address_country: '' },
  ...{ bill_to_address_line1: '', bill_to_address_city: '' },
}
const submit = (code: string, fields: Record<string, string>) =>
  fillLinkForm(world, code, { ...nameOnly, ...fields }, html, '?lang=en')

test('a payer by mobile money gives a name only, and cannot pay that order by card', async () => {
  const { status, headers } = await submit(await createLink(world), { method: 'mobile_money' })
  expect(status).toBe(303)
  const [stored] = await world.db.rows<Record<string, unknown>>(
    {
      name: 'test_read_payer',
      text: `select payment_methods, bill_to_surname, bill_to_email, bill_to_address_line1, bill_to_address_country
               from card_transaction where transaction_uuid = $1`,
    },
    [uuidOf(headers.location as string)],
  )
  expect(stored).toEqual({
    ...{ payment_methods: ['mobile_money'], bill_to_surname: 'Mukendi' },
    ...{ bill_to_email: '', bill_to_address_line1: '', bill_to_address_country: '' },
  })
})

test('a payer by card, or who has not chosen, still gives email and address', async () => {
  for (const fields of [{ method: 'card' }, {}] as const) {
    const { status, text } = await submit(await createLink(world), fields)
    expect(status).toBe(422)
    expect(text).toContain('id="bill_to_email-error"')
    expect(text).toContain('id="bill_to_address_line1-error"')
  }
})

test('reminders need the email of a payer by mobile money, who still gives no address', async () => {
  const schedule = [{ due_on: '2027-05-15', amount: 100 }]
  const link = { kind: 'parts', total: 100, minimum_part: 10, amount: undefined, schedule }
  const code = await createLink(world, link)
  const fields = { method: 'mobile_money', reminders: '1', part: '100.00' }
  const { status, text } = await submit(code, fields)
  expect(status).toBe(422)
  expect(text).toContain('id="bill_to_email-error"')
  expect(text).not.toContain('id="bill_to_address_line1-error"')
  expect((await submit(code, { ...fields, bill_to_email: 'amani@example.com' })).status).toBe(303)
})

test('a link for cards alone takes no order by mobile money', async () => {
  const code = await createLink(world, { payment_methods: ['card'] })
  expect((await submit(code, { method: 'mobile_money' })).status).toBe(403)
})

test.each([
  { language: 'fr', width: 360, dark: false, method: 'Mobile Money', field: 'Numéro de téléphone' },
  { language: 'en', width: 1280, dark: true, method: 'Mobile Money', field: 'Phone number' },
] as const)('the form asks who pays by mobile money for no address: %j', async (of) => {
  const code = await createLink(world)
  const payer = await newCustomer(browser, of)
  const { page } = payer
  await page.goto(`${world.url}/pl/${code}?lang=${of.language}`)
  expect(await page.locator('#bill_to_address_line1').isVisible()).toBe(false)
  expect(await payer.faults()).toEqual([])
  await page.locator('[name="method"][value="card"]').check()
  await page.locator('#bill_to_address_line1').waitFor()
  expect(await payer.faults()).toEqual([])
  await page.getByRole('radio', { name: of.method }).check()
  await page.locator('#bill_to_forename').fill('Amani')
  await page.locator('#bill_to_surname').fill('Bahati')
  await page.locator('#billing button.go').click()
  await page.getByLabel(of.field).fill(freshNumber('21').replace('+243', '0'))
  await page.getByRole('button', { name: /^(Payer|Pay) / }).click()
  await page.locator('.receipt').waitFor()
})

test.each([
  { language: 'fr', width: 390, dark: false, number: 'Numéro de téléphone', byCard: 'Payer par carte' },
  { language: 'en', width: 1280, dark: true, number: 'Phone number', byCard: 'Pay by card' },
] as const)('a declined payer goes on by card with the name and amount of before: %j', async (of) => {
  const link = { kind: 'parts', total: 100, minimum_part: 10, amount: undefined }
  const code = await createLink(world, link)
  const payer = await newCustomer(browser, of)
  const { page } = payer
  await page.goto(`${world.url}/pl/${code}?lang=${of.language}`)
  await page.getByRole('radio', { name: 'Mobile Money' }).check()
  await page.locator('[name="part"][value="other"]').check()
  await page.locator('#amount').fill('30')
  await page.locator('#bill_to_forename').fill('Amani')
  await page.locator('#bill_to_surname').fill('Bahati')
  await page.locator('#billing button.go').click()
  await page.getByLabel(of.number).waitFor()
  expect(await page.getByRole('link', { name: of.byCard }).first().isVisible()).toBe(true)
  await page.getByLabel(of.number).fill(freshNumber('25').replace('+243', '0'))
  await page.getByRole('button', { name: /^(Payer|Pay) / }).click()
  const declined = page.locator('#declined-panel')
  await declined.waitFor()
  expect(await payer.faults()).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/declined-${of.language}.png` })
  // Another number would need the money that this one lacks.
  expect(await declined.locator('#next-steps a').first().textContent()).toBe(of.byCard)
  await declined.getByRole('link', { name: of.byCard }).click()
  await page.locator('#bill_to_address_line1').waitFor()
  expect(await page.locator('[name="method"][value="card"]').isChecked()).toBe(true)
  expect(await page.locator('#bill_to_forename').inputValue()).toBe('Amani')
  expect(await page.locator('#bill_to_surname').inputValue()).toBe('Bahati')
  expect(await page.locator('#amount').inputValue()).toMatch(/^30[.,]00$/)
  expect(await payer.faults()).toEqual([])
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/by-card-${of.language}.png`, fullPage: true })
  await page.locator('#bill_to_email').fill('amani@example.com')
  await page.locator('#bill_to_address_line1').fill('6 avenue du Lac')
  await page.locator('#bill_to_address_city').fill('Goma')
  await page.locator('#billing button.go').click()
  await page.waitForURL(/\/api\/v1\/payment\//)
  await page.locator('#fields-failed').waitFor({ state: 'attached' })
})

test('whose link takes mobile money alone is not led to a card', async () => {
  const code = await createLink(world, { payment_methods: ['mobile_money'] })
  const { headers } = await submit(code, { method: 'mobile_money' })
  const page = await fetch(headers.location as string, { headers: html })
  const text = await page.text()
  expect(text).toContain('id="number-form"')
  expect(text).not.toMatch(/method(=|&#61;)card|Pay by card/)
})

test('a declined payer takes the only use of a link along to the card, and another visitor does not get it', async () => {
  const code = await createLink(world, { max_uses: 1 })
  const payer = await newCustomer(browser, { language: 'fr' })
  const { page } = payer
  await page.goto(`${world.url}/pl/${code}?lang=fr`)
  await page.getByRole('radio', { name: 'Mobile Money' }).check()
  await page.locator('#bill_to_forename').fill('Amani')
  await page.locator('#bill_to_surname').fill('Bahati')
  await page.locator('#billing button.go').click()
  await page.getByLabel('Numéro de téléphone').fill(freshNumber('25').replace('+243', '0'))
  await page.getByRole('button', { name: /^Payer / }).click()
  const byCard = page.locator('#declined-panel').getByRole('link', { name: 'Payer par carte' })
  await byCard.waitFor()
  const query = new URL((await byCard.getAttribute('href')) ?? '', world.url).search
  const card = {
    ...{ method: 'card', bill_to_email: 'amani@example.com', bill_to_address_country: 'CD' },
    ...{ bill_to_address_line1: '6 avenue du Lac', bill_to_address_city: 'Goma' },
  }
  const stranger = await fillLinkForm(world, code, card, html, query)
  expect((await fetch(stranger.headers.location as string, { headers: html })).status).toBe(409)
  await byCard.click()
  await page.locator('#bill_to_email').fill('amani@example.com')
  await page.locator('#bill_to_address_line1').fill('6 avenue du Lac')
  await page.locator('#bill_to_address_city').fill('Goma')
  await page.locator('#billing button.go').click()
  await page.waitForURL(/\/api\/v1\/payment\//)
  await page.locator('#fields-failed').waitFor({ state: 'attached' })
})
