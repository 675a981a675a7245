// Whole payments in a real browser, as a customer makes them.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Customer,
  closePages,
  inAnotherTab,
  newCustomer,
  openBrowser,
} from '../support/browser/browser.ts'
import { eventually } from '../support/http/eventually.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

const cards = {
  accepted: '4242424242424242',
  challenged: '4000000000003220',
  challengedThenDeclined: '4000008400001629',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  notAuthenticated: '4000000000003063',
  gatewayDown: '4000000000000119',
  replyLost: '4000000000000259',
}

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

/** A customer who has opened the link of a new order. */
async function customerAtOrder(options: Parameters<typeof newCustomer>[1] = {}) {
  const { transactionUuid, link } = await world.createOrder()
  const someone = await customer(options)
  await someone.open(link)
  return { someone, transactionUuid, link }
}

const completed = async (uuid: string, status: string) =>
  eventually(`${uuid} is ${status}`, async () => (await world.status(uuid)).transaction_status === status)
const charges = async (uuid: string) =>
  (await world.books()).payments.filter((payment: { code: string }) => payment.code === uuid).length
const expireIn = (uuid: string, time: string) =>
  world.db.rows(
    {
      name: 'age',
      text: 'update card_transaction set expires_at = now() + $2::interval where transaction_uuid = $1',
    },
    [uuid, time],
  )
const challengeOpen = ({ page }: Customer) => page.frameLocator('dialog iframe').getByLabel('Code').waitFor()

describe('a customer who pays', () => {
  test.each([
    ['fr', 360, 'Paiement réussi'],
    ['en', 1280, 'Payment successful'],
  ] as const)(
    'in %s at %i pixels, a payment without a challenge ends on "%s"',
    async (language, width, heading) => {
      const { transactionUuid, link } = await world.createOrder()
      const someone = await customer({ language, width })
      await someone.open(link)
      expect(await someone.faults()).toEqual([])
      await someone.pay(cards.accepted)
      assert.equal(await someone.outcome(), heading)
      expect(await someone.faults()).toEqual([])
      await completed(transactionUuid, 'SUCCESS')
      assert.equal(await charges(transactionUuid), 1)
    },
  )

  test("a customer passes the bank's challenge after one wrong code", async () => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(cards.challenged)
    await challengeOpen(someone)
    expect(await someone.faults()).toEqual([])
    await someone.confirm('9999')
    await someone.page.frameLocator('dialog iframe').getByRole('alert').waitFor()
    await someone.confirm('1234')
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
    assert.equal(await charges(transactionUuid), 1)
  })

  test('a customer who presses twice is charged once', async () => {
    const { someone, transactionUuid } = await customerAtOrder({ width: 1280 })
    await someone.fill(cards.accepted)
    await someone.page.getByRole('button', { name: /^Payer/ }).dblclick()
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
    assert.equal(await charges(transactionUuid), 1)
  })

  test('a customer returns to the shop with the outcome and cannot pay again from the old link', async () => {
    const merchant = createServer((_request, response) =>
      response.end('<html lang="en"><h1>Shop</h1></html>'),
    )
    await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve))
    const merchantUrl = `http://localhost:${(merchant.address() as AddressInfo).port}`
    const { transactionUuid, link } = await world.createOrder({ return_url: `${merchantUrl}/done` })
    const someone = await customer()
    await someone.page.goto(`${merchantUrl}/basket`)
    await someone.open(link)
    await someone.pay(cards.accepted)
    await someone.page.waitForURL(/done\?status=SUCCESS/)
    await someone.page.goBack()
    await someone.page.waitForURL(/basket/)
    await someone.page.goto(link)
    await someone.page.waitForURL(/done\?status=SUCCESS/)
    merchant.close()
    assert.equal(await charges(transactionUuid), 1)
  })
})

describe('advice after a decline', () => {
  test.each([
    [cards.declined, /Votre banque a refusé le paiement/],
    [cards.withoutFunds, /solde disponible/],
    [cards.notAuthenticated, /banque n’a pas pu vérifier ce paiement/],
  ])('a declined card %s shows its advice', async (number, advice) => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(number)
    assert.equal(await someone.outcome(), 'Le paiement n’a pas abouti')
    await someone.page.getByText(advice).waitFor()
    expect(await someone.faults()).toEqual([])
    await completed(transactionUuid, 'FAILED')
  })

  test('a decline after a passed challenge shows the customer what to do', async () => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(cards.challengedThenDeclined)
    await challengeOpen(someone)
    await someone.confirm('1234')
    assert.equal(await someone.outcome(), 'Le paiement n’a pas abouti')
    await completed(transactionUuid, 'FAILED')
  })

  test('a gateway failure shows the customer that nothing was charged', async () => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(cards.gatewayDown)
    assert.equal(await someone.outcome(), 'Le paiement n’a pas abouti')
    await completed(transactionUuid, 'FAILED')
    assert.equal(await charges(transactionUuid), 0)
  })

  test('three wrong codes tell the customer what to do', async () => {
    const { someone, transactionUuid } = await customerAtOrder({ language: 'en' })
    await someone.pay(cards.challenged)
    for (const left of [2, 1, 0]) {
      await challengeOpen(someone)
      await someone.confirm('0000')
      if (left > 0) await someone.page.frameLocator('dialog iframe').getByText(String(left)).first().waitFor()
    }
    assert.equal(await someone.outcome(), 'The payment wasn’t completed')
    await completed(transactionUuid, 'FAILED')
    assert.equal(await charges(transactionUuid), 0)
  })

  test('incomplete card fields show their message beside the field', async () => {
    const { someone } = await customerAtOrder()
    await someone.press()
    await expect
      .poll(() => someone.page.getByRole('alert').allInnerTexts())
      .toContain('Saisissez le numéro de la carte.')
    await someone.fill('4242424242424241', '13/30', '12')
    await someone.press()
    const alerts = (await someone.page.getByRole('alert').allInnerTexts()).filter(Boolean)
    assert.equal(alerts.length, 3)
    expect(await someone.faults()).toEqual([])
    await someone.pay(cards.accepted)
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })
})

describe('a customer who leaves', () => {
  test('a customer who cancels is asked once', async () => {
    const { someone, transactionUuid, link } = await customerAtOrder()
    await someone.page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await someone.page.getByRole('dialog', { name: 'Annuler ce paiement' }).waitFor()
    expect(await someone.faults()).toEqual([])
    await someone.page.getByRole('button', { name: 'Oui, annuler le paiement' }).click()
    await someone.page.waitForURL(/status=CANCELLED/)
    assert.equal(await someone.page.getByRole('heading', { level: 1 }).innerText(), 'Paiement annulé')
    await completed(transactionUuid, 'CANCELLED')
    assert.equal((await someone.page.goto(link))?.status(), 410)
    expect(await someone.faults()).toEqual([])
  })

  test('a customer can leave a challenge to use another card', async () => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(cards.challenged)
    await challengeOpen(someone)
    await someone.page.getByRole('button', { name: 'Changer de carte' }).click()
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    await someone.pay(cards.accepted)
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
  })

  test('a slow customer sees the last minutes count down and then expire', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await expireIn(transactionUuid, '8 seconds')
    const someone = await customer()
    await someone.open(link)
    await someone.page
      .getByRole('main')
      .getByText(/^Temps restant\s: 0:0\d$/)
      .waitFor()
    await someone.page.getByRole('heading', { name: 'Ce lien a expiré' }).waitFor()
  })

  test('an expired link says so', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await expireIn(transactionUuid, '-1 minute')
    const someone = await customer()
    assert.equal((await someone.page.goto(link))?.status(), 410)
    await someone.page.getByRole('heading', { name: 'Ce lien a expiré' }).waitFor()
    expect(await someone.faults()).toEqual([])
  })
})

describe('a payment resumes where it stopped', () => {
  test('a payment resumes after a reload during a challenge', async () => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(cards.challenged)
    await challengeOpen(someone)
    await someone.page.reload()
    await challengeOpen(someone)
    await someone.confirm('1234')
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
  })

  test('a payment resumes after the customer left the page during a challenge and came back', async () => {
    const { someone } = await customerAtOrder()
    await someone.pay(cards.challenged)
    await challengeOpen(someone)
    await someone.page.goto('about:blank')
    await someone.page.goBack()
    await challengeOpen(someone)
    await someone.confirm('1234')
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })

  test('a second tab shows that the payment is in progress in the first, and its outcome', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const first = await customer()
    await first.open(link)
    const second = await inAnotherTab(first)
    await second.open(link)
    await first.pay(cards.challenged)
    await challengeOpen(first)
    await second.page.getByRole('heading', { name: 'Paiement en cours dans un autre onglet' }).waitFor()
    expect(await second.faults()).toEqual([])
    await first.confirm('1234')
    assert.equal(await first.outcome(), 'Paiement réussi')
    assert.equal(await second.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
    assert.equal(await charges(transactionUuid), 1)
  })

  test('when the response to the payment is lost, the page checks and nothing is charged twice', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const someone = await customer()
    await someone.page.route('**/pay?*', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await someone.open(link)
    await someone.pay(cards.accepted)
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
    assert.equal(await charges(transactionUuid), 1)
    assert.equal(someone.sent.filter(({ url }) => /\/pay\?/.test(url)).length, 1)
  })

  test('when the payment never left the phone, the card is still there to try again', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const someone = await customer()
    await someone.page.route('**/pay?*', (route) => route.abort('internetdisconnected'), { times: 1 })
    await someone.open(link)
    await someone.pay(cards.accepted)
    await someone.page.getByText('la connexion a été coupée', { exact: false }).waitFor()
    await someone.press()
    assert.equal(await someone.outcome(), 'Paiement réussi')
    assert.equal(await charges(transactionUuid), 1)
  })

  test('a payment succeeds when the gateway charged and never replied', async () => {
    const { someone, transactionUuid } = await customerAtOrder()
    await someone.pay(cards.replyLost)
    await someone.page.getByRole('heading', { name: 'Paiement en cours de confirmation' }).waitFor()
    assert.equal(await someone.outcome(), 'Paiement réussi')
    await completed(transactionUuid, 'SUCCESS')
  })

  test('a payment succeeds when the card fields could not open at first', async () => {
    const { link } = await world.createOrder()
    const someone = await customer({ width: 1280 })
    await world.fault({ mode: 'down' })
    await someone.page.goto(link)
    await someone.page.getByRole('button', { name: 'Réessayer' }).waitFor()
    expect(await someone.faults()).toEqual([])
    await world.fault({ mode: 'off' })
    await someone.page.getByRole('button', { name: 'Réessayer' }).click()
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    await someone.pay(cards.accepted)
    assert.equal(await someone.outcome(), 'Paiement réussi')
  })
})

describe('the page keeps its security guarantees', () => {
  test('no card digit reaches our origin, and the page contacts only us and the gateway [S-45]', async () => {
    const { someone } = await customerAtOrder()
    await someone.pay(cards.challenged)
    await challengeOpen(someone)
    await someone.confirm('1234')
    await someone.outcome()
    const origins = new Set(
      someone.sent.map(({ url }) => new URL(url).origin).filter((origin) => origin !== 'null'),
    )
    expect([...origins].sort()).toEqual([new URL(world.url).origin, new URL(world.sandboxUrl).origin].sort())
    const ours = someone.sent.filter(({ url }) => url.startsWith(world.url))
    for (const { url, body } of ours)
      assert.doesNotMatch(decodeURIComponent(url + body), /4000\D?0000\D?0000\D?3220|securityCode/)
  })

  test("the page's policy allows nothing unsafe and no framing [S-42] [S-48]", async () => {
    const { link } = await world.createOrder()
    const someone = await customer()
    const policy = (await (await someone.page.goto(link))?.headerValue('content-security-policy')) ?? ''
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
    assert.match(policy, /'nonce-[\w-]{22,}'/)
  })

  test('a hostile merchant name or reference is shown as plain text [S-51]', async () => {
    const hostile = `"><img src=x onerror="document.title='owned'"></script><script>document.title='owned'</script>`
    const merchant = await world.register({ name: hostile })
    const response = await world.signed(
      'POST',
      '/api/v1/payment/orders',
      orderBody(world.url, { merchant_reference: hostile }),
      { as: merchant },
    )
    const someone = await customer()
    await someone.open(response.body.data.links)
    assert.equal(await someone.page.getByRole('heading', { level: 1 }).innerText(), hostile)
    await someone.pay(cards.accepted)
    assert.equal(await someone.outcome(), 'Paiement réussi')
    assert.doesNotMatch(await someone.page.title(), /^owned/)
  })

  test.each([
    ['fr', 'English', 'Pay'],
    ['en', 'Français', 'Payer'],
  ] as const)('from %s one can switch to %s', async (language, other, pay) => {
    const { someone } = await customerAtOrder({ language, width: 1280 })
    await someone.page.getByRole('link', { name: other }).click()
    await someone.page.getByRole('button', { name: new RegExp(`^${pay} `) }).waitFor()
  })
})
