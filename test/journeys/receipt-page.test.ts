// The receipt that a payment ends on, in a real browser: what it shows, shares and prints.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../sdk/receipt.ts'
import type { ReceiptKeySet } from '../../sdk/types/receipts.ts'
import { statement } from '../../server/platform/database/database.ts'
import { type Customer, closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { reportDispute } from '../support/callers/disputes.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    paid: 'Paiement réussi',
    amount: '1\u202f250,00\u00a0USD',
    partly: 'Paiement remboursé en partie',
  },
  en: { paid: 'Payment successful', amount: '1,250.00\u00a0USD', partly: 'Payment partly refunded' },
}

let world: World
let browser: Browser
const customers: Customer[] = []
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api' }), openBrowser()])
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

/** The result page of a payment of 1,250 dollars that was paid. */
async function paid(): Promise<{ uuid: string; address: string }> {
  const { transactionUuid: uuid, link } = await world.createOrder({
    amount: 1250,
    merchant_reference: 'INV-2041',
  })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  return { uuid, address: link.replace(uuid, `${uuid}/result`) }
}
const findPayment = statement<{ cs_payment_id: string }>(
  'test_find_paid',
  'select cs_payment_id from card_transaction where transaction_uuid = $1',
)
async function refund(uuid: string, amount: number): Promise<void> {
  const [payment] = await world.db.rows(findPayment, [uuid])
  const path = `/api/v1/admin/payment/refunds/${payment!.cs_payment_id}`
  assert.equal((await world.admin('POST', path, { reason: 'wrong size', amount })).status, 200)
}
async function visitor(options: Parameters<typeof newCustomer>[1] = {}): Promise<Customer> {
  const someone = await newCustomer(browser, options)
  customers.push(someone)
  return someone
}
const shot = ({ page }: Customer, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
    : undefined

describe('the receipt', () => {
  test.each([
    ['fr', 360, false],
    ['en', 1280, false],
    ['fr', 1280, true],
    ['en', 360, true],
  ] as const)(
    'in %s at %i pixels, dark %s: shows what was paid, and a code that verifies',
    async (language, width, dark) => {
      const text = texts[language]
      const { uuid, address } = await paid()
      const someone = await visitor({ language, width, dark })
      const { page } = someone
      await page.goto(address)
      await page.getByRole('heading', { name: text.paid, level: 1 }).waitFor()
      await page.getByText(text.amount, { exact: true }).waitFor()
      await page.getByText('Visa •••• 4242').waitFor()
      await page.getByText('INV-2041').waitFor()
      assert.deepEqual(await someone.faults(), [])
      await shot(someone, `receipt-${language}-${width}-${dark ? 'dark' : 'light'}`)
      const verifyUrl = await page.locator('.proof a').getAttribute('href')
      const keys = (await (await fetch(`${world.url}/.well-known/receipt-keys.json`)).json()) as ReceiptKeySet
      const content = await verifyReceipt(verifyUrl!, keys)
      expect(content).toMatchObject({ amount: '1250.00', reference: 'INV-2041', state: 'paid' })
      const shown = (await page.locator('.proof .code').innerText()).replace(/[^A-Z0-9]/g, '').slice(-10)
      assert.equal(shown, content.code)
      await refund(uuid, 250)
      await page.reload()
      await page.getByRole('heading', { name: text.partly, level: 1 }).waitFor()
      assert.deepEqual(await someone.faults(), [])
    },
  )

  test.each([
    ['fr', 360, 'Paiement contesté', 'Paiement rendu par la banque', /la banque a rendu 1.250,00.USD/],
    ['en', 1280, 'Payment disputed', 'Payment returned by the bank', /the bank gave 1,250\.00.USD back/],
  ] as const)(
    'in %s at %i pixels it is no proof while its payment is disputed, nor after the bank has returned it',
    async (language, width, disputed, returned, text) => {
      const { uuid, address } = await paid()
      await reportDispute(world, uuid, 'opened')
      const someone = await visitor({ language, width })
      const { page } = someone
      await page.goto(address)
      const isNoProof = async (title: string) => {
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        const amount = page.getByText(texts[language].amount, { exact: true })
        const crossed = await amount.evaluate((one) => getComputedStyle(one).textDecorationLine)
        const mark = page.locator('.mark circle')
        const colour = await mark.evaluate((one) => getComputedStyle(one).fill)
        assert.deepEqual([crossed, colour], ['line-through', 'rgb(179, 38, 30)'])
        assert.deepEqual(await someone.faults(), [])
        await shot(someone, `receipt-${title.replaceAll(' ', '-')}`)
      }
      await isNoProof(disputed)
      await reportDispute(world, uuid, 'lost')
      await page.reload()
      await isNoProof(returned)
      await page.getByText(text).waitFor()
    },
  )

  test('a device in another zone shows its own hour, too, of 24 as that of the shop', async () => {
    const { address } = await paid()
    const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Pacific/Auckland' })
    const page = await context.newPage()
    await page.goto(address)
    const own = await page.getByText('by your device’s clock').innerText()
    expect(own).toMatch(/^\w{3} \d\d:\d\d by/)
    await context.close()
  })

  test('the description of its payment link is on it, and its details are folded', async () => {
    const response = await world.signed('POST', '/api/v1/payment-links', {
      amount: 45,
      currency: 'USD',
      merchant_reference: 'PAGNE-12',
      description: 'Deux pagnes wax, six yards',
      max_uses: 5,
    })
    const someone = await visitor()
    const { page } = someone
    await page.goto(response.body.data.url)
    for (const [label, value] of [
      ['Prénom', 'Grâce'],
      ['Nom', 'Mukendi'],
      ['E-mail', 'grace@example.com'],
      ['Téléphone (facultatif)', '0991234567'],
      ['Adresse', '12 avenue du Lac'],
      ['Ville', 'Goma'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Passer au paiement' }).click()
    await page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    await someone.pay('4242424242424242')
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await page.getByText('Deux pagnes wax').waitFor()
    const folded = page.getByText('Transaction', { exact: true })
    assert.equal(await folded.isVisible(), false)
    await page.getByText('Détails du paiement').click()
    await folded.waitFor()
    await shot(someone, 'receipt-link-open')
  })

  test('it is shared by the phone where it can, otherwise by WhatsApp, and its reference is copied', async () => {
    const { address } = await paid()
    const someone = await visitor()
    const { page } = someone
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript('delete Navigator.prototype.share')
    await page.goto(address)
    const whatsapp = new URL((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))!)
    assert.equal(whatsapp.host, 'wa.me')
    assert.match(
      whatsapp.searchParams.get('text')!,
      /^Reçu de Boutique Test\s: .*\/verify#[\w-]+\.[\w-]{86}$/,
    )
    await page.getByRole('button', { name: 'Copier' }).click()
    await page.getByText('Référence copiée').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'INV-2041')
    const other = await visitor()
    await other.page.addInitScript('Navigator.prototype.share = async (data) => { globalThis.shared = data }')
    await other.page.goto(address)
    await other.page.getByRole('button', { name: 'Partager' }).click()
    const shared = (await other.page.evaluate('globalThis.shared')) as { url: string; text: string }
    assert.match(shared.url, /\/verify#/)
    assert.match(shared.text, /Boutique Test.*USD/)
    assert.equal(await other.page.getByRole('link', { name: 'WhatsApp' }).count(), 0)
  })

  test.each([
    ['58 mm', 219],
    ['80 mm', 302],
    ['A4', 794],
  ])('printed on %s, it has the facts and the QR code, no buttons, and fits', async (paper, width) => {
    const { address } = await paid()
    const someone = await visitor({ width, dark: true })
    const { page } = someone
    await page.goto(address)
    await page.emulateMedia({ media: 'print' })
    for (const name of ['Imprimer ou PDF', 'Copier'])
      assert.equal(await page.getByRole('button', { name }).isVisible(), false)
    for (const text of ['Boutique Test', 'INV-2041', 'Visa •••• 4242'])
      assert.equal(await page.getByText(text).first().isVisible(), true, text)
    assert.equal(await page.locator('.proof svg').isVisible(), true)
    const verify = `${new URL(world.url).host}/verify`
    assert.equal(await page.getByText(`tapez ce code sur ${verify}.`).isVisible(), true)
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), paper)
    await shot(someone, `receipt-print-${width}`)
    const pages = (await page.pdf({ width: `${width}px`, height: '1100px' })).toString('latin1')
    assert.equal(pages.match(/\/Type \/Page\b/g)?.length, 1)
  })

  test.each([
    // English fits beside the lock on one line of the narrowest phone, where French wraps.
    [320, 'en'],
    [360, 'fr'],
    [768, 'en'],
    [1280, 'fr'],
  ] as const)(
    'at %i pixels in %s and with text twice as large, nothing is cut off',
    async (width, language) => {
      const { address } = await paid()
      const { page } = await visitor({ width, language })
      await page.goto(address)
      for (const size of ['100%', '200%']) {
        await page.evaluate((wanted) => {
          document.documentElement.style.fontSize = wanted
        }, size)
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll('body *:not(.visually-hidden)')]
            .filter((one) => one.getBoundingClientRect().right > innerWidth)
            .map((one) => one.outerHTML.slice(0, 80)),
        )
        assert.deepEqual(wide, [], `${width} pixels, ${size}`)
      }
    },
  )
})
