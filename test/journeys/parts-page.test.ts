// A payer's way through a link that is paid in parts, in a real browser: what is left, what is due, a part by card, and the end.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({}), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const path = '/api/v1/payment-links'
async function newLink(): Promise<string> {
  const link = {
    ...{ kind: 'parts', total: 300, minimum_part: 20, currency: 'USD', merchant_reference: 'ELEVE-12' },
    ...{ description: 'Minerval 2026-2027' },
    schedule: [
      { due_on: '2026-11-15', amount: 100 },
      { due_on: '2027-02-15', amount: 200 },
    ],
  }
  return (await world.signed('POST', path, link)).body.data.code
}
async function payPart(code: string, amount: number): Promise<void> {
  const { body } = await world.signed('POST', `${path}/${code}/orders`, orderBody(world.url, { amount }))
  expect((await world.payByCalls(body.data.links)).body).toEqual({ state: 'DONE' })
}

test.each([
  {
    language: 'fr',
    width: 360,
    dark: false,
    late: 'En retard depuis',
    again: 'Faire un autre paiement',
    left: /Reste à payer\s*200,00/,
    other: 'Un autre montant',
    all: 'Tout est payé',
  },
  {
    language: 'en',
    width: 1280,
    dark: true,
    late: 'Overdue since',
    again: 'Make another payment',
    left: /Left to pay\s*200\.00/,
    other: 'Another amount',
    all: 'Everything is paid',
  },
] as const)(
  'a payer sees what is overdue, pays another amount, and later that all is paid: %j',
  async (of) => {
    const code = await newLink()
    await payPart(code, 60)
    const payer = await newCustomer(browser, of)
    const { page } = payer
    await page.goto(`${world.url}/pl/${code}?lang=${of.language}`)
    await page.getByText(of.late).waitFor()
    expect(await payer.faults()).toEqual([])
    await page.getByRole('radio', { name: of.other }).check()
    const names = { forename: 'Amani', surname: 'Bahati', email: 'amani@example.com' }
    for (const [field, text] of Object.entries(names)) await page.locator(`#bill_to_${field}`).fill(text)
    await page.locator('#bill_to_address_line1').fill('12 avenue du Port')
    await page.locator('#bill_to_address_city').fill('Goma')
    await page.locator('#amount').fill('5')
    await page.locator('#billing button').click()
    await page.locator('#amount-error').waitFor()
    expect(await payer.faults()).toEqual([])
    await page.locator('#amount').fill('40')
    await page.locator('#billing button').click()
    await page.locator('#number-box iframe').waitFor()
    await payer.pay('4242424242424242')
    await payer.outcome()
    expect(await page.locator('main').innerText()).toMatch(of.left)
    expect(await payer.faults()).toEqual([])
    await page.getByRole('link', { name: of.again }).click()
    await page.getByText(of.left).waitFor()
    await payPart(code, 200)
    const other = await newCustomer(browser, of)
    await other.page.goto(`${world.url}/pl/${code}?lang=${of.language}`)
    await other.page.getByRole('heading', { name: of.all }).waitFor()
    expect(await other.faults()).toEqual([])
  },
)
