// A customer whose card is declined and who pays with another one, in the same order.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, closePages, newCustomer, openBrowser, texts } from '../support/browser/browser.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

const cards = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  wrongCode: '4000000200002113',
  expired: '4000000000000069',
  challengedThenDeclined: '4000008400001629',
}

let world: World
let browser: Browser
const customers: Customer[] = []

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
  await world.db.rows({
    name: 'attempts',
    text: 'update merchant set checkout_attempts = 3, version = version + 1',
  })
})
afterEach(async () => {
  for (const customer of customers.splice(0)) {
    expect(customer.complaints).toEqual([])
    await customer.page.context().close()
  }
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function customer(options: Parameters<typeof newCustomer>[1] = {}): Promise<Customer> {
  const someone = await newCustomer(browser, options)
  customers.push(someone)
  return someone
}
const numberField = ({ page }: Customer, language: 'fr' | 'en' = 'fr') =>
  page.frameLocator('#number-box iframe').getByLabel(texts[language].number)
const codeField = ({ page }: Customer, language: 'fr' | 'en' = 'fr') =>
  page.frameLocator('#code-box iframe').getByLabel(texts[language].code)
/** In a dark page, axe takes the ground of the transparent frame for white: it does not see the box behind it. */
const unseenBox = 'color-contrast: iframe[title="Card number"],input'
/** The contrast of the number in the gateway's frame with the box that shows through the frame. */
async function numberContrast(someone: Customer, language: 'fr' | 'en'): Promise<number> {
  const { color, grounds } = await numberField(someone, language).evaluate((field) => {
    const layers = [field, document.body, document.documentElement]
    return {
      color: getComputedStyle(field).color,
      grounds: layers.map((layer) => getComputedStyle(layer).backgroundColor),
    }
  })
  expect(new Set(grounds)).toEqual(new Set(['rgba(0, 0, 0, 0)']))
  const box = someone.page.locator('#number-box')
  // A frame of another color scheme than its document has an opaque white ground.
  assert.equal(await box.locator('iframe').evaluate((frame) => getComputedStyle(frame).colorScheme), 'light')
  const ground = await box.evaluate((element) => getComputedStyle(element).backgroundColor)
  const [dim, bright] = [luminance(color), luminance(ground)].sort((one, other) => one - other)
  return (bright! + 0.05) / (dim! + 0.05)
}
function luminance(color: string): number {
  const [red, green, blue] = color
    .match(/\d+/g)!
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const declined = ({ page }: Customer, text: string) => page.locator('#declined').getByText(text).waitFor()
const webhooks = async (uuid: string) =>
  (
    await world.db.rows<{ status: string }>(
      {
        name: 'webhooks',
        text: `select body::jsonb ->> 'status' as status from webhook_event where dedupe_key = 'payment:' || $1`,
      },
      [uuid],
    )
  ).map(({ status }) => status)

describe('a declined customer who tries again', () => {
  test.each([
    [
      'fr',
      360,
      false,
      'Votre banque a refusé le paiement',
      'Il vous reste 2\u00a0tentatives.',
      'Paiement réussi',
    ],
    [
      'en',
      1280,
      true,
      'Your bank declined the payment',
      'You have 2\u00a0attempts left.',
      'Payment successful',
    ],
  ] as const)(
    'in %s at %i pixels, a decline and an approval are one order with one webhook',
    async (language, width, dark, reason, left, heading) => {
      const { transactionUuid, link } = await world.createOrder()
      const someone = await customer({ language, width, dark })
      await someone.open(link)
      await someone.pay(cards.declined)
      await declined(someone, reason)
      await declined(someone, left)
      assert.equal(await numberField(someone, language).inputValue(), '4000 0000 0000 0002')
      await expect.poll(() => codeField(someone, language).inputValue()).toBe('')
      assert.equal(await someone.page.getByLabel(texts[language].expiry).inputValue(), '12/30')
      await expect.poll(() => someone.page.evaluate('document.activeElement.id')).toBe('declined')
      expect((await someone.faults()).filter((fault) => !(dark && fault === unseenBox))).toEqual([])
      expect(await numberContrast(someone, language)).toBeGreaterThan(4.5)
      expect([
        (await world.status(transactionUuid)).transaction_status,
        await webhooks(transactionUuid),
      ]).toEqual(['PENDING', []])
      await someone.pay(cards.accepted)
      assert.equal(await someone.outcome(), heading)
      await eventually('the webhook', async () => (await webhooks(transactionUuid)).length > 0)
      expect(await webhooks(transactionUuid)).toEqual(['SUCCESS'])
    },
  )

  test.each([
    ['the security code', cards.wrongCode, 'Le cryptogramme ne correspond pas', '#pair', '#code-box'],
    ['the expiry date', cards.expired, 'Cette carte a expiré', '#pair', '#expiry-box'],
    ['the card', cards.withoutFunds, 'Le solde disponible', '#number-field', undefined],
  ])(
    'the reason of a decline is above the field it concerns: %s',
    async (_what, number, reason, place, box) => {
      const { link } = await world.createOrder()
      const someone = await customer()
      await someone.open(link)
      await someone.pay(number)
      await declined(someone, reason)
      assert.equal(await someone.page.locator(`#declined + ${place}`).count(), 1)
      const marked = await someone.page
        .locator('.box.refused')
        .evaluateAll((boxes) => boxes.map((each) => `#${each.id}`))
      expect(marked).toEqual(box ? [box] : [])
      expect(await someone.faults()).toEqual([])
      await someone.fill(cards.accepted)
      await someone.press()
      assert.equal(await someone.outcome(), 'Paiement réussi')
    },
  )

  test('a decline after a challenge leads back to the form, and a reload shows its reason', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    await someone.pay(cards.challengedThenDeclined)
    await someone.page.frameLocator('dialog iframe').getByLabel('Code').waitFor()
    await someone.confirm('1234')
    await declined(someone, 'Votre banque a refusé le paiement')
    await someone.page.reload()
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    await declined(someone, 'Il vous reste 2\u00a0tentatives.')
    await someone.pay(cards.accepted)
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })

  test('the last decline ends on the result page', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    for (const left of ['Il vous reste 2\u00a0tentatives.', 'Il vous reste une tentative.']) {
      await someone.pay(cards.declined)
      await declined(someone, left)
    }
    await someone.pay(cards.withoutFunds)
    assert.equal(await someone.outcome(), 'Le paiement n’a pas abouti')
    await someone.page.getByText('solde disponible').waitFor()
    expect(await webhooks(transactionUuid)).toEqual(['FAILED'])
  })
})

describe('the form of the card', () => {
  test('a dark page has dark fields, inside the frames of the gateway too', async () => {
    const { link } = await world.createOrder()
    const someone = await customer({ dark: true })
    await someone.open(link)
    const light = (color: string) => (/\d+/g.exec(color) ? Number(color.match(/\d+/g)![0]) > 200 : false)
    const inFrame = () => numberField(someone).evaluate((field) => getComputedStyle(field).color)
    const box = () =>
      someone.page.locator('#number-box').evaluate((element) => getComputedStyle(element).backgroundColor)
    expect([light(await inFrame()), light(await box())]).toEqual([true, false])
    await someone.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(async () => light(await inFrame())).toBe(false)
    expect(light(await box())).toBe(true)
  })

  test.each([320, 360, 768, 1280])(
    'at %i pixels, text of twice the size never scrolls sideways',
    async (width) => {
      const { link } = await world.createOrder({
        cancel_url: 'https://shop.example/',
        amount: 9_999_999_999.99,
      })
      const someone = await customer({ width })
      const session = await someone.page.context().newCDPSession(someone.page)
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      await someone.open(link)
      assert.equal(
        await someone.page.evaluate('parseFloat(getComputedStyle(document.documentElement).fontSize)'),
        32,
      )
      const wide = () =>
        someone.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      assert.equal(await wide(), 0)
      await someone.pay(cards.declined)
      await declined(someone, 'Il vous reste 2\u00a0tentatives.')
      assert.equal(await wide(), 0)
      await someone.page.getByRole('button', { name: 'Annuler', exact: true }).click()
      await someone.page.getByRole('dialog', { name: 'Annuler ce paiement' }).waitFor()
      assert.equal(await wide(), 0)
    },
  )

  test('a customer who waits for four seconds sees the steps of the payment', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await someone.page.route('**/pay?*', async (route) => {
      await held
      await route.continue()
    })
    const asked = someone.page.waitForRequest('**/pay?*')
    await someone.pay(cards.accepted)
    await asked
    const current = someone.page.locator('#steps [aria-current]')
    assert.equal(await current.isVisible(), false)
    await current.getByText('Vérification auprès de votre banque').waitFor()
    expect(await someone.faults()).toEqual([])
    letGo()
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })
})
