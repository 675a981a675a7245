// A payer who asks what became of a payment, in a real browser: by the link below a payment, without scripts, in both languages.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../server/platform/database/database.ts'
import { type Customer, closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    link: 'J’ai payé, que s’est-il passé\u202f?',
    other: 'English',
    otherTitle: 'I paid, what happened?',
    fields: { amount: 'Montant exact', last: 'Derniers chiffres' },
    search: 'Rechercher',
    paid: 'Paiement effectué',
    none: 'Aucun paiement trouvé',
    fault: 'Indiquez 4\u00a0chiffres pour une carte, 3 pour un numéro.',
    tooMany: 'Trop de recherches ont été faites.',
  },
  en: {
    link: 'I paid, what happened?',
    other: 'Français',
    otherTitle: 'J’ai payé, que s’est-il passé\u202f?',
    fields: { amount: 'Exact amount', last: 'Last digits' },
    search: 'Search',
    paid: 'Payment made',
    none: 'No payment found',
    fault: 'Enter 4 digits for a card, 3 for a phone number.',
    tooMany: 'Too many searches were made.',
  },
} as const
type Texts = (typeof texts)['fr' | 'en']

let world: World
let browser: Browser
const customers: Customer[] = []
const support = statement(
  'test_set_support',
  `insert into merchant_brand (merchant_id, support, updated_at)
   select id, 'https://wa.me/243991234567', now() from merchant where merchant_code = $1`,
)
const forgetTries = statement('test_forget_tries', 'delete from help_try')
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
  await world.db.rows(support, [world.merchant.merchant_code])
})
afterEach(async () => {
  await world.db.rows(forgetTries)
  for (const customer of customers.splice(0)) {
    expect(customer.complaints).toEqual([])
    await customer.page.context().close()
  }
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function visitor(options: Parameters<typeof newCustomer>[1]): Promise<Customer> {
  const someone = await newCustomer(browser, options)
  customers.push(someone)
  return someone
}
async function search({ page }: Customer, words: Texts, amount: string, last: string) {
  await page.getByLabel(words.fields.amount).fill(amount)
  await page.getByLabel(words.fields.last).fill(last)
  await page.getByRole('button', { name: words.search }).click()
}
const heading = ({ page }: Customer, name: string) => page.getByRole('heading', { name }).waitFor()

const screens = [
  { language: 'fr', width: 360, dark: false },
  { language: 'en', width: 1280, dark: true },
] as const

describe.each(screens)('in $language at $width pixels', ({ language, width, dark }) => {
  const words = texts[language]

  test('the link below a paid payment leads to the page, which finds the payment', async () => {
    // Another amount for each language, so that one payment is found.
    const amount = language === 'fr' ? 1250.5 : 1260.5
    const { transactionUuid: uuid, link } = await world.createOrder({ amount })
    await world.payByCalls(link)
    const someone = await visitor({ language, width, dark })
    await someone.page.goto(`${link.replace(uuid, `${uuid}/result`)}&lang=${language}`)
    const opened = someone.page.waitForEvent('popup')
    await someone.page.getByRole('link', { name: words.link }).click()
    assert.equal(new URL((await opened).url()).pathname, '/help/payment')
    await someone.page.goto(`${world.url}/help/payment`)
    await heading(someone, words.link)
    expect(await someone.faults()).toEqual([])
    await search(someone, words, language === 'fr' ? '1 250,50' : '1,260.50', '4242')
    await heading(someone, words.paid)
    assert.equal(
      await someone.page.getByRole('link', { name: '+243 991 234 567' }).getAttribute('href'),
      'https://wa.me/243991234567',
    )
    expect(await someone.faults()).toEqual([])
    // What was typed is in no address.
    assert.equal(new URL(someone.page.url()).search, `?lang=${language}`)
  })

  test('wrong fields are marked and keep what was typed, and the other language too', async () => {
    const someone = await visitor({ language, width, dark })
    await someone.page.goto(`${world.url}/help/payment`)
    await search(someone, words, '77.20', '42')
    await someone.page.getByText(words.fault).waitFor()
    assert.equal(await someone.page.getByLabel(words.fields.last).getAttribute('aria-invalid'), 'true')
    expect(await someone.faults()).toEqual([])
    await someone.page.getByRole('link', { name: words.other }).click()
    await heading(someone, words.otherTitle)
    assert.equal(await someone.page.locator('#amount').inputValue(), '77.20')
    assert.equal(await someone.page.locator('#last').inputValue(), '42')
  })

  test('a payment that nobody made is not found, and the eleventh search has to wait', async () => {
    const someone = await visitor({ language, width, dark })
    await someone.page.goto(`${world.url}/help/payment`)
    for (let count = 0; count < 10; count++) {
      await search(someone, words, `${500 + count}`, '021')
      await heading(someone, words.none)
    }
    expect(await someone.faults()).toEqual([])
    await search(someone, words, '520', '021')
    await someone.page.getByText(words.tooMany).waitFor()
    expect(await someone.faults()).toEqual([])
  })
})

test('the page works without scripts, and loads none', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-CD' })
  const page = await context.newPage()
  await page.goto(`${world.url}/help/payment`)
  assert.equal(await page.locator('script').count(), 0)
  await page.locator('#amount').fill('12')
  await page.locator('#last').fill('021')
  await page.getByRole('button', { name: texts.fr.search }).click()
  await page.getByRole('heading', { name: texts.fr.none }).waitFor()
  await context.close()
})
