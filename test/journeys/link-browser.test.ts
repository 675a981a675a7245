// A payment link in a real browser: from the merchant's call to a paid, exhausted link.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Customer,
  closePages,
  type Language,
  newCustomer,
  openBrowser,
} from '../support/browser/browser.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    fields: ['Prénom', 'Nom', 'E-mail', 'Téléphone (facultatif)', 'Adresse', 'Ville'],
    country: 'Pays',
    congo: 'RD Congo',
    state: 'État',
    postalCode: 'Code postal',
    go: 'Passer au paiement',
    paid: 'Paiement réussi',
    usedUp: 'Ce lien a déjà servi',
    switch: 'English',
  },
  en: {
    fields: ['First name', 'Last name', 'Email', 'Phone (optional)', 'Address', 'City'],
    country: 'Country',
    congo: 'DR Congo',
    state: 'State',
    postalCode: 'Postal code',
    go: 'Continue to payment',
    paid: 'Payment successful',
    usedUp: 'This link has been used',
    switch: 'Français',
  },
}
const typed = ['Grâce', 'Mukendi', 'grace@example.com', '0991234567', '12 avenue du Lac', 'Goma']

let world: World
let browser: Browser
const customers: Customer[] = []

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
})
afterEach(async () => {
  await allowAttempts(null)
  for (const customer of customers.splice(0)) {
    expect(customer.complaints).toEqual([])
    await customer.page.context().close()
  }
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function visitor(options: Parameters<typeof newCustomer>[1] = {}): Promise<Customer> {
  const someone = await newCustomer(browser, options)
  customers.push(someone)
  return someone
}

async function newLink(overrides: Record<string, unknown> = {}): Promise<{ code: string; url: string }> {
  const response = await world.signed('POST', '/api/v1/payment-links', {
    amount: 45,
    currency: 'USD',
    merchant_reference: 'PAGNE-12',
    description: 'Deux pagnes wax, six yards, livrés à Goma',
    callback_url: `${world.url}/api/v1/test/test-callback`,
    ...overrides,
  })
  return response.body.data
}

async function fillDetails(page: Page, language: Language): Promise<void> {
  for (const [i, label] of texts[language].fields.entries())
    await page.getByLabel(label, { exact: true }).fill(typed[i] as string)
}
const go = (page: Page, language: Language) => page.getByRole('button', { name: texts[language].go }).click()
const cardWanted = ({ page }: Customer, text: RegExp) =>
  page.locator('button:enabled', { hasText: text }).waitFor()
async function noWiderThanTheScreen(page: Page): Promise<void> {
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
}
/** How many cards may be tried at payments that are created from now on; null is the default. */
const allowAttempts = (attempts: number | null) =>
  world.db.rows(
    { name: 'attempts', text: 'update merchant set checkout_attempts = $1, version = version + 1' },
    [attempts],
  )
const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
    : undefined

describe('from link to receipt', () => {
  test.each([
    ['fr', 360],
    ['en', 360],
    ['fr', 1280],
    ['en', 1280],
  ] as const)(
    'in %s at %i pixels: form, card, SUCCESS, and the link is exhausted [C4.10]',
    async (language, width) => {
      const text = texts[language]
      const { code, url } = await newLink()
      const someone = await visitor({ language, width })
      await someone.page.goto(url)
      assert.equal(new URL(someone.page.url()).pathname, `/pl/${code}`)
      await someone.page.getByRole('heading', { name: 'Boutique Test' }).waitFor()
      await someone.page.getByText('Deux pagnes wax').waitFor()
      assert.equal(await someone.page.getByLabel(text.country, { exact: true }).inputValue(), 'CD')
      assert.equal(await someone.page.getByRole('option').first().textContent(), text.congo)
      expect(await someone.faults()).toEqual([])
      await noWiderThanTheScreen(someone.page)
      await shot(someone.page, `form-${language}-${width}`)
      await fillDetails(someone.page, language)
      await go(someone.page, language)
      await cardWanted(someone, language === 'fr' ? /^Payer/ : /^Pay/)
      await shot(someone.page, `card-${language}-${width}`)
      await someone.pay('4242424242424242')
      assert.equal(await someone.outcome(), text.paid)
      const used = await eventually('the link is exhausted', async () => {
        const { body } = await world.signed('GET', `/api/v1/payment-links/${code}`)
        return body.data.status === 'EXHAUSTED' && body.data
      })
      assert.equal(used.uses, 1)
      // The payer is led to the receipt, and everybody else learns that the link has been used.
      assert.equal((await someone.page.goto(url))?.status(), 200)
      assert.match(new URL(someone.page.url()).pathname, /\/result$/)
      const other = await visitor({ language, width })
      assert.equal((await other.page.goto(url))?.status(), 410)
      await other.page.getByRole('heading', { name: text.usedUp }).waitFor()
      expect(await other.faults()).toEqual([])
      await shot(other.page, `used-${language}-${width}`)
    },
  )
})

describe('the form', () => {
  test.each([
    ['fr', 360, false],
    ['en', 1280, true],
  ] as const)(
    'in %s at %i pixels the form shows each error beside its field and keeps the input [C7]',
    async (language, width, dark) => {
      const { url } = await newLink()
      const someone = await visitor({ language, width, dark })
      await someone.page.goto(url)
      await someone.page.getByLabel(texts[language].fields[1] as string, { exact: true }).fill('Mukendi')
      await someone.page.getByLabel(texts[language].fields[2] as string, { exact: true }).fill('grace')
      await someone.page.getByLabel(texts[language].country, { exact: true }).selectOption('US')
      await shot(someone.page, `us-${language}-${width}`)
      await go(someone.page, language)
      await someone.page.getByRole('alert').waitFor()
      assert.equal(await someone.page.locator('[aria-invalid]').count(), 6)
      assert.equal(await someone.page.evaluate('document.activeElement.id'), 'bill_to_forename')
      assert.equal(
        await someone.page.getByLabel(texts[language].fields[1] as string, { exact: true }).inputValue(),
        'Mukendi',
      )
      assert.equal(
        await someone.page.getByLabel(texts[language].fields[2] as string, { exact: true }).inputValue(),
        'grace',
      )
      assert.equal(await someone.page.getByLabel(texts[language].country, { exact: true }).inputValue(), 'US')
      expect(await someone.faults()).toEqual([])
      await noWiderThanTheScreen(someone.page)
      await shot(someone.page, `faults-${language}-${width}`)
    },
  )

  test('the form asks for state and postal code only where the country has them [C2.1]', async () => {
    const { url } = await newLink({ locale: 'en' })
    const { page } = await visitor({ language: 'fr', width: 1280 })
    await page.goto(url)
    const shown = async () =>
      Promise.all(
        ['Province', 'State', 'Postal code'].map((label) =>
          page.getByLabel(label, { exact: true }).isVisible(),
        ),
      )
    for (const [country, expected] of [
      ['CD', [false, false, false]],
      ['US', [false, true, true]],
      ['CA', [true, false, true]],
      ['BE', [false, false, false]],
    ] as const) {
      await page.getByLabel('Country', { exact: true }).selectOption(country)
      assert.deepEqual(await shown(), expected)
    }
  })

  test('changing the language keeps what was typed, and the Enter key still continues', async () => {
    const { url } = await newLink()
    const { page } = await visitor({ language: 'fr', width: 360 })
    await page.goto(url)
    const first = () => page.locator('#bill_to_forename')
    await first().fill('Grâce')
    await page.locator('#bill_to_address_country').selectOption('US')
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByLabel('First name', { exact: true }).waitFor()
    assert.equal(await first().inputValue(), 'Grâce')
    assert.equal(await page.locator('#bill_to_address_country').inputValue(), 'US')
    assert.equal(await page.locator('[aria-invalid]').count(), 0)
    await first().press('Enter')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    assert.equal(await first().inputValue(), 'Grâce')
  })

  test('the form works without a script and keeps the chosen language [C4.10]', async () => {
    const { url } = await newLink()
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'fr-CD',
      viewport: { width: 360, height: 780 },
    })
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('link', { name: 'English' }).click()
    await fillDetails(page, 'en')
    await go(page, 'en')
    assert.match(page.url(), /\/api\/v1\/payment\/LKT-[\w-]+\?sig=[\w-]{43}&lang=en$/)
    await page.getByRole('heading', { name: 'JavaScript is required' }).waitFor()
    await context.close()
  })

  test('a double press on the form creates one transaction [C4.10]', async () => {
    const { code, url } = await newLink({ max_uses: 10 })
    const someone = await visitor({ width: 1280 })
    await someone.page.goto(url)
    await fillDetails(someone.page, 'fr')
    await someone.page.getByRole('button', { name: texts.fr.go }).dblclick()
    await cardWanted(someone, /^Payer/)
    const [made] = await world.db.rows<{ n: number }>(
      {
        name: 'made',
        text: 'select count(*)::int as n from card_transaction t join payment_link l on l.id = t.payment_link_id where code = $1',
      },
      [code],
    )
    assert.equal(made?.n, 1)
  })
})

test('a customer who was declined can start again from the link with the form filled in [C3]', async () => {
  await allowAttempts(1)
  const { url } = await newLink()
  const someone = await visitor({ width: 360 })
  await someone.page.goto(url)
  await fillDetails(someone.page, 'fr')
  await go(someone.page, 'fr')
  await cardWanted(someone, /^Payer/)
  await someone.pay('4000000000000002')
  assert.equal(await someone.outcome(), 'Le paiement n’a pas abouti')
  await someone.page.getByText('réessayez ci-dessous : votre lien de paiement est toujours valable').waitFor()
  await shot(someone.page, 'declined-fr-360')
  expect(await someone.faults()).toEqual([])
  const retry = someone.page.getByRole('link', { name: 'Réessayer' })
  const address = await retry.evaluate((link) => (link as unknown as { href: string }).href)
  await retry.click()
  await someone.page.getByRole('link', { name: 'English' }).click()
  await someone.page.getByRole('link', { name: 'Français' }).click()
  for (const [i, label] of texts.fr.fields.entries())
    assert.equal(
      await someone.page.getByLabel(label, { exact: true }).inputValue(),
      label === 'Téléphone (facultatif)' ? '+243991234567' : typed[i],
    )
  await shot(someone.page, 'retry-fr-360')
  const stranger = await visitor({ width: 360 })
  await stranger.page.goto(address)
  assert.equal(await stranger.page.getByLabel('Prénom', { exact: true }).inputValue(), '')
  await go(someone.page, 'fr')
  await cardWanted(someone, /^Payer/)
  await someone.pay('4242424242424242')
  assert.equal(await someone.outcome(), 'Paiement réussi')
})

test('the card step of a link names its step and its description, and a declined customer tries again there', async () => {
  const { code, url } = await newLink()
  const someone = await visitor({ width: 360 })
  await someone.page.goto(url)
  await fillDetails(someone.page, 'fr')
  await go(someone.page, 'fr')
  await cardWanted(someone, /^Payer/)
  await someone.page.getByText('Étape 2 sur 2').waitFor()
  await someone.page.getByText('Deux pagnes wax').waitFor()
  await someone.pay('4000000000009995')
  await someone.page.getByText('Le solde disponible de la carte ne suffit pas').waitFor()
  await someone.page.getByText('Il vous reste 2\u00a0tentatives.').waitFor()
  expect(await someone.faults()).toEqual([])
  await someone.pay('4242424242424242')
  assert.equal(await someone.outcome(), 'Paiement réussi')
  const { body } = await world.signed('GET', `/api/v1/payment-links/${code}`)
  expect(body.data).toMatchObject({ status: 'EXHAUSTED', uses: 1 })
})

test.each([
  ['fr', 360, 'Un instant, s’il vous plaît', /^Payer/],
  ['en', 1280, 'One moment, please', /^Pay/],
] as const)(
  'a busy link in %s at %i pixels: a waiting page, then the checkout, without a script [C4.10]',
  async (language, width, title, text) => {
    const { code, url } = await newLink({ max_uses: 10 })
    const slowed = `update payment_link set window_started_at = now(), window_declines = 15,
                         newcomer_turn_at = now() + interval '60 seconds' where code = $1`
    await world.db.rows({ name: 'slowed', text: slowed }, [code])
    const someone = await visitor({ language, width })
    await someone.page.goto(url)
    await fillDetails(someone.page, language)
    await go(someone.page, language)
    await someone.page.getByRole('heading', { name: title }).waitFor()
    assert.equal(await someone.page.locator('script').count(), 0)
    expect(await someone.faults()).toEqual([])
    await noWiderThanTheScreen(someone.page)
    await shot(someone.page, `busy-${language}-${width}`)
    await world.db.rows(
      {
        name: 'soon',
        text: `update payment_link set newcomer_turn_at = now() + interval '2 seconds' where code = $1`,
      },
      [code],
    )
    await someone.page.goto(url)
    await fillDetails(someone.page, language)
    await go(someone.page, language)
    await cardWanted(someone, text)
    await someone.pay('4242424242424242')
    assert.equal(await someone.outcome(), texts[language].paid)
  },
)

test('a customer who loses the race for the last use sees a message and is not charged [C4.10]', async () => {
  const { url } = await newLink()
  const first = await visitor({ width: 1280 })
  const second = await visitor({ width: 360 })
  for (const { page } of [first, second]) {
    await page.goto(url)
    await fillDetails(page, 'fr')
    await go(page, 'fr')
  }
  await Promise.all([cardWanted(first, /^Payer/), cardWanted(second, /^Payer/)])
  await second.fill('4242424242424242')
  await first.pay('4242424242424242')
  assert.equal(await first.outcome(), 'Paiement réussi')
  await second.press()
  await second.page.getByRole('heading', { name: 'Ce lien vient d’être utilisé' }).waitFor()
  expect(await second.faults()).toEqual([])
  await shot(second.page, 'taken-fr-360')
  const third = await visitor({ width: 360 })
  assert.equal((await third.page.goto(url))?.status(), 410)
})

test('long and hostile merchant texts stay text and fit the smallest screen [C4.10] [S-51]', async () => {
  const description = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> ${'Longue description. '.repeat(20)}`
  const { url } = await newLink({ amount: 9_999_999_999.99, currency: 'CDF', description })
  const someone = await visitor({ width: 320 })
  await someone.page.goto(url)
  await someone.page.getByText('<script>alert(1)</script>').waitFor()
  assert.equal(await someone.page.locator('script, img').count(), 0)
  await noWiderThanTheScreen(someone.page)
  await shot(someone.page, 'hostile-fr-320')
  expect(await someone.faults()).toEqual([])
})
