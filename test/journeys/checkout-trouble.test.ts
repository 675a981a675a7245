// A customer whose connection drops, whose bank is slow, who returns later, or whose screen is small.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { eventually } from '../support/http/eventually.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

const accepted = '4242424242424242'
const challenged = '4000000000003220'

let world: World
let browser: Browser
const customers: Customer[] = []

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterEach(async () => {
  await world.fault({ mode: 'off' })
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
const bank = ({ page }: Customer) => page.frameLocator('dialog iframe')
const codeField = (someone: Customer) => bank(someone).getByLabel('Code', { exact: true })
const offline = ({ page }: Customer, is: boolean) => page.context().setOffline(is)
const heading = ({ page }: Customer) => page.getByRole('heading', { level: 1 }).innerText()
const inChallenge = async (options: Parameters<typeof newCustomer>[1] = {}) => {
  const order = await world.createOrder()
  const someone = await customer(options)
  await someone.open(order.link)
  await someone.pay(challenged)
  await codeField(someone).waitFor()
  return { ...order, someone }
}

describe('the connection drops', () => {
  test('offline during the bank’s challenge: the page says so and can reload the challenge', async () => {
    const { someone } = await inChallenge()
    await offline(someone, true)
    await someone.confirm('0000')
    await someone.page.getByText('Vous êtes hors connexion. La vérification').waitFor()
    await offline(someone, false)
    await codeField(someone).waitFor()
    await someone.page.getByRole('button', { name: 'Recharger la vérification' }).click()
    await codeField(someone).waitFor()
    await someone.confirm('1234')
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })

  test('offline at the card form: one message, gone once the connection is back', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    await someone.fill(accepted)
    await offline(someone, true)
    await someone.press()
    await someone.page.getByText('Vous êtes hors connexion. Aucun montant n’a été débité').waitFor()
    assert.equal(await someone.page.getByText('hors connexion').count(), 2, 'one of them in a hidden panel')
    await offline(someone, false)
    await someone.page.waitForFunction(() => document.getElementById('offline')?.textContent === '')
    // A card that was sent before the connection dropped is charged without further action; otherwise the page asks
    // for it again. It is charged once in both cases.
    const paid = someone.page.waitForURL(/\/result/).then(() => true)
    const requested = someone.page
      .locator('#pay:visible')
      .waitFor()
      .then(() => false)
    requested.catch(() => {})
    if (!(await Promise.race([paid, requested]))) await someone.press().catch(() => {})
    assert.equal(await someone.outcome(), 'Paiement réussi')
    const { payments } = await world.books()
    const charged = payments.filter(({ code }: { code: string }) => link.includes(code))
    assert.equal(charged.length, 1)
  })

  test('offline after the payment: the page stays and continues once the connection is back', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    await someone.page.route('**/pay?*', async (route) => {
      const response = await route.fetch()
      await someone.page.route('**/progress?*', (later) => later.abort('internetdisconnected'))
      await route.fulfill({ response })
    })
    await someone.pay(accepted)
    const processed = someone.page.getByRole('heading', {
      name: 'Paiement traité, mais vous êtes hors connexion',
    })
    await processed.waitFor()
    expect(await someone.faults()).toEqual([])
    const tried = someone.page.waitForRequest('**/progress?*')
    await someone.page.getByRole('button', { name: 'Continuer', exact: true }).click()
    await tried
    await processed.waitFor()
    // The page looks by itself whether the connection is back, so that nothing need be pressed.
    await someone.page.unroute('**/progress?*')
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })
})

describe('something is slow or down', () => {
  test('a payment that stays open is shown as being confirmed', async () => {
    const { link } = await world.createOrder({ merchant_reference: 'FACTURE-77' })
    const someone = await customer()
    await someone.page.clock.install()
    await someone.open(link)
    await someone.page.route('**/progress?*', (route) => route.fulfill({ json: { state: 'CONFIRMING' } }))
    await someone.page.route('**/pay?*', (route) => route.fulfill({ json: { state: 'CONFIRMING' } }))
    await someone.pay(accepted)
    await someone.page.getByRole('heading', { name: 'Confirmation du paiement…' }).waitFor()
    for (let second = 0; second < 13; second++) await someone.page.clock.runFor(1_000)
    await someone.page.getByRole('heading', { name: 'Paiement en cours de confirmation' }).waitFor()
    await someone.page.getByText('Ne payez pas une deuxième fois').first().waitFor()
    assert.match(await someone.page.locator('body').innerText(), /FACTURE-77/)
    expect(await someone.faults()).toEqual([])
  })

  test('the page shows at once that the card was submitted, then that the gateway is down', async () => {
    const { link } = await world.createOrder()
    const someone = await customer({ language: 'en' })
    await someone.open(link)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await someone.page.context().route('**/flex/v2/tokens*', async (route) => {
      await held
      await route.abort('connectionrefused')
    })
    await someone.pay(accepted)
    await someone.page.getByRole('heading', { name: 'Sending securely…' }).waitFor()
    letGo()
    await someone.page.getByText('The card network isn’t responding right now').waitFor()
  })

  test('an unsupported card type is named as the reason', async () => {
    const { link } = await world.createOrder()
    const someone = await customer({ language: 'en' })
    await someone.open(link)
    await someone.pay('6011111111111117')
    await someone.page.getByText('This type of card isn’t accepted.').waitFor()
  })

  test('a customer can leave a page whose card fields cannot open', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.page.route('**/flex-microform*', (route) => route.abort('connectionrefused'))
    await someone.page.route('**/session?*', (route) => route.fulfill({ status: 403, json: {} }))
    await someone.page.goto(link)
    await someone.page.getByRole('heading', { name: 'Service momentanément indisponible' }).waitFor()
    await someone.page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await someone.page.getByRole('button', { name: 'Oui, annuler le paiement' }).click()
    await someone.page.waitForURL(/status=CANCELLED/)
  })
})

describe('a customer who opens the result page', () => {
  test('the result page of an unpaid order leads to the checkout page', async () => {
    const { link } = await world.createOrder()
    const someone = await customer({ language: 'en' })
    await someone.page.goto(`${link.replace('?', '/result?')}&lang=fr`)
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
  })

  test('reopening a paid result page says that it is paid, in the chosen language', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    await someone.page.getByRole('link', { name: 'English' }).click()
    await someone.page.locator('button:enabled', { hasText: /^Pay / }).waitFor()
    await someone.page.frameLocator('#number-box iframe').getByLabel('Card number').fill(accepted)
    await someone.page.getByLabel('Expiry date').fill('12/30')
    await someone.page.frameLocator('#code-box iframe').getByLabel('Security code').fill('123')
    await someone.page.getByRole('button', { name: /^Pay / }).click()
    assert.equal(await someone.outcome(), 'Payment successful')
    await someone.page.goto(link)
    assert.equal(await heading(someone), 'Paiement déjà effectué')
    expect(await someone.faults()).toEqual([])
  })

  test.each([
    ['REFUNDED', 'Paiement remboursé', 'SUCCESS'],
    ['PARTIALLY_REFUNDED', 'Paiement remboursé en partie', 'SUCCESS'],
    ['VOIDED', 'Paiement annulé par le marchand', 'FAILED'],
  ])('the result page of a payment that is now %s says so', async (status, title, received) => {
    const { transactionUuid, link } = await world.createOrder({ return_url: 'https://shop.example/done' })
    await world.payByCalls(link)
    const text = `update card_transaction set status = $2, refunded_minor = case $2
      when 'REFUNDED' then amount_minor when 'VOIDED' then 0 else 1 end where transaction_uuid = $1`
    await world.db.rows({ name: `turn_${status}`, text }, [transactionUuid, status])
    const someone = await customer()
    await someone.page.goto(link.replace('?', '/result?'))
    assert.equal(await heading(someone), title)
    const back = someone.page.getByRole('link', { name: 'Retour à la boutique' })
    const target = new URL((await back.getAttribute('href')) ?? '')
    assert.deepEqual([target.origin, target.searchParams.get('status')], ['https://shop.example', received])
    expect(await someone.faults()).toEqual([])
  })

  test('the result page of a declined payment links back to the merchant', async () => {
    const { link } = await world.createOrder({ return_url: 'https://shop.example/done' })
    await world.payByCalls(link, '4000000000000002')
    const someone = await customer()
    await someone.page.goto(link.replace('?', '/result?'))
    // A declined payer asks first whether money was taken.
    assert.deepEqual((await someone.page.locator('h1 ~ p').allTextContents()).slice(0, 2), [
      'Aucun montant n’a été débité.',
      'Votre banque a refusé le paiement sans donner de raison. Rien n’est perdu\u00a0: retournez chez Boutique Test et recommencez.',
    ])
    assert.equal(await someone.page.getByRole('link', { name: 'Réessayer' }).count(), 0)
    await someone.page.getByRole('link', { name: 'Retour à Boutique Test' }).waitFor()
  })

  test('the result page of an expired link shows merchant, reference, language and the way back', async () => {
    const { transactionUuid, link } = await world.createOrder({ cancel_url: 'https://shop.example/basket' })
    const text =
      "update card_transaction set expires_at = now() - interval '1 minute' where transaction_uuid = $1"
    await world.db.rows({ name: 'run_out', text }, [transactionUuid])
    const someone = await customer()
    assert.equal((await someone.page.goto(link))?.status(), 410)
    await someone.page.getByText('Boutique Test', { exact: true }).waitFor()
    await someone.page.getByText('Mode test, sans argent réel').waitFor()
    await someone.page.getByRole('link', { name: 'English' }).click()
    assert.equal(await heading(someone), 'This link has expired')
    await someone.page.getByRole('link', { name: 'Back to Boutique Test' }).waitFor()
    expect(await someone.faults()).toEqual([])
  })
})

describe('an address that does not exist', () => {
  test.each([
    ['/nothing-here', 404],
    ['/api/v1/payment/%00', 404],
    ['/api/v1/payment/%FF', 404],
    ['/api/v1/payment/a/b/c', 404],
    ['/api/v1/payment/orders', 405],
  ])('%s is a page for browsers and JSON for other clients', async (path, status) => {
    const page = await send(world.url, 'GET', path, Buffer.alloc(0), {
      host: 'localhost',
      accept: 'text/html',
    })
    assert.equal(page.status, status)
    assert.match(page.headers['content-type'] ?? '', /^text\/html/)
    assert.match(page.headers['content-security-policy'] ?? '', /default-src 'none'/)
    assert.match(page.headers['x-content-type-options'] ?? '', /nosniff/)
    const plain = await send(world.url, 'GET', path, Buffer.alloc(0), { host: 'localhost' })
    assert.equal(plain.status, status)
    assert.ok(plain.body.detail)
  })
})

describe('the bank’s challenge', () => {
  test('the challenge dialog has one exit of ours, holds the focus and shows the remaining time', async () => {
    const { someone, transactionUuid } = await inChallenge({ language: 'en' })
    const exits = someone.page.getByRole('dialog').getByRole('button')
    expect((await exits.allInnerTexts()).filter(Boolean)).toEqual(['Use another card'])
    assert.equal(await bank(someone).getByRole('button', { name: 'Cancel' }).count(), 1)
    await expect.poll(() => codeField(someone).evaluate('document.activeElement.id')).toBe('code')
    const text =
      "update card_transaction set expires_at = now() + interval '4 minutes' where transaction_uuid = $1"
    await world.db.rows({ name: 'four_minutes', text }, [transactionUuid])
    await someone.page.reload()
    await codeField(someone).waitFor()
    await someone.page
      .getByRole('dialog')
      .getByText(/^Time left: /)
      .waitFor()
    expect(await someone.faults()).toEqual([])
  })

  test('entering another card starts with empty fields', async () => {
    const { someone } = await inChallenge()
    await someone.page.getByRole('button', { name: 'Changer de carte' }).click()
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    assert.equal(await someone.page.getByLabel("Date d'expiration").inputValue(), '')
    assert.equal(await someone.page.locator('#brand svg').count(), 0)
    const focused = () => someone.page.evaluate("document.activeElement.closest('.box')?.id")
    await expect.poll(focused).toBe('number-box')
  })

  test.each([
    [360, 640],
    [320, 568],
    [640, 360],
    [360, 330],
  ])('the challenge fits %i by %i with the wrong-code message visible', async (width, height) => {
    const { someone } = await inChallenge()
    await someone.page.setViewportSize({ width, height })
    const confirm = bank(someone).getByRole('button', { name: 'Confirmer' })
    await someone.confirm('0000')
    const problem = bank(someone).getByRole('alert')
    await problem.waitFor()
    for (const thing of height > 400 ? [problem, codeField(someone), confirm] : [problem]) {
      await eventually('it is visible', async () => {
        const box = await thing.boundingBox()
        return box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width
      })
    }
    await someone.page.getByRole('button', { name: 'Changer de carte' }).click({ trial: true })
  })
})

describe('the card as customers type it', () => {
  test('an expiry date pasted with the number is dropped; an impossible date is refused as typed', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.open(link)
    const number = someone.page.frameLocator('#number-box iframe').getByLabel('Numéro de carte')
    await number.fill('4242 4242 4242 4242 12/30')
    assert.equal(await number.inputValue(), '4242 4242 4242 4242')
    await someone.page.getByLabel("Date d'expiration").pressSequentially('13/30')
    await someone.press()
    await someone.page.getByText('Saisissez le mois et l’année en chiffres').waitFor()
    assert.equal(await someone.page.getByLabel("Date d'expiration").inputValue(), '13/30')
    assert.equal(await someone.page.locator('#code-box').getAttribute('aria-invalid'), 'true')
    assert.equal(await someone.page.locator('#number-box').getAttribute('aria-invalid'), 'false')
  })
})

describe('a small screen', () => {
  test('the pay button is visible on a small screen', async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    await someone.page.setViewportSize({ width: 360, height: 640 })
    await someone.open(link)
    const box = await someone.page.getByRole('button', { name: /^Payer/ }).boundingBox()
    assert.ok(box && box.y + box.height <= 640, `ends at ${box && box.y + box.height}`)
  })

  test('a screen of 160 points (320 at double size) never scrolls sideways', async () => {
    const { link } = await world.createOrder({
      merchant_reference: 'REFERENCE-2026-11-21-0000000000000000001',
    })
    const someone = await customer({ width: 160 })
    const tooWide = () =>
      someone.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    await someone.open(link)
    assert.equal(await tooWide(), 0)
    await someone.pay(accepted)
    await someone.outcome()
    assert.equal(await tooWide(), 0)
  })
})
