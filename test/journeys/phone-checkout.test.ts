// A customer who pays on the phone, in a real browser: on an order and on a payment link, with every outcome of the sandbox's numbers.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Customer,
  closePages,
  inAnotherTab,
  newCustomer,
  onPage,
  openBrowser,
} from '../support/browser/browser.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../support/collections/collections.ts'
import { collectionControlsOf } from '../support/collections/controls.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let collections: Collections
let browser: Browser
const customers: Customer[] = []

beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ settings: collectionSettings, sandbox: collectionSandbox }),
    openBrowser(),
  ])
  collections = collectionsOf(world)
  await collections.offer()
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

async function customerAt(link: string, options: Parameters<typeof newCustomer>[1] = {}) {
  const someone = await newCustomer(browser, options)
  customers.push(someone)
  await someone.page.goto(link)
  return someone
}
async function customerAtOrder(overrides: Record<string, unknown> = {}) {
  const { transaction_uuid: uuid, links: link } = await collections.order(overrides)
  return { someone: await customerAt(link), uuid, link }
}
/** A number of Airtel, or of the operator with this prefix, as people type it. */
const typed = (end: string, prefix?: string) => freshNumber(end, prefix).replace('+243', '0')
const heading = ({ page }: Customer, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()
const field = ({ page }: Customer) => page.getByLabel('Numéro de téléphone')
const payButton = ({ page }: Customer) => page.getByRole('button', { name: /^Payer/ })
const link = ({ page }: Customer, name: string | RegExp) => page.getByRole('link', { name })

async function pays(someone: Customer, number: string) {
  await field(someone).fill(number)
  await payButton(someone).click()
}
/** Chooses an operator and pays with a number. */
async function choosesAndPays(someone: Customer, number: string) {
  await link(someone, 'Airtel Money').click()
  await pays(someone, number)
}
/** The button among the links to what the payer can do after a decline, which is the first of them. */
const bestStep = ({ page }: Customer) => page.locator('#next-steps :first-child.main').innerText()
const titles = {
  choose: 'Choisissez comment payer',
  prompt: 'Confirmez sur votre téléphone',
  checking: 'Nous vérifions votre paiement',
  declined: 'Paiement non effectué',
  paid: 'Paiement réussi',
  late: 'Votre paiement est arrivé trop tard',
}

async function attempts(uuid: string): Promise<number> {
  const [row] = await collections.rows<{ count: number }>(
    `select count(*)::int as count from collection k join card_transaction t on t.id = k.card_transaction_id where t.transaction_uuid = $1`,
    [uuid],
  )
  return row!.count
}
/** At the operators' simulators, which know a number in its international form. */
const controls = () => collectionControlsOf(world)
const international = (number: string) => `+243${number.slice(1)}`

describe('on an order, in French on a phone', () => {
  test.each(['21', '22', '27', '28', '29'])('the number with the ending %s pays', async (end) => {
    const { someone, uuid } = await customerAtOrder()
    await choosesAndPays(someone, typed(end))
    await heading(someone, titles.paid)
    const row = someone.page.getByText(new RegExp(`^Airtel Money \\+243\u00a0•••\u00a0•••\u00a0\\d${end}$`))
    await row.waitFor()
    assert.equal(await collections.status(uuid), 'SUCCESS')
    assert.equal(await attempts(uuid), 1)
  })

  test.each([
    ['23', 'Le code PIN saisi est incorrect.', 'Réessayer'],
    ['24', 'La demande a expiré sans réponse.', 'Réessayer'],
    ['25', 'n’a pas assez d’argent', 'Payer par carte'],
  ])('after the ending %s, the page says why and the next attempt pays', async (end, reason, best) => {
    const { someone, uuid } = await customerAtOrder()
    await choosesAndPays(someone, typed(end))
    await heading(someone, titles.prompt)
    await heading(someone, titles.declined)
    const why = someone.page.locator('#declined')
    await why.getByText(reason).waitFor()
    await why.getByText('Il vous reste 4\u00a0tentatives.').waitFor()
    assert.equal(await bestStep(someone), best)
    expect(await someone.faults()).toEqual([])
    await link(someone, 'Réessayer').click()
    await heading(someone, titles.declined)
    await why.getByText('Il vous reste 3\u00a0tentatives.').waitFor()
    await link(someone, 'Autre numéro').click()
    assert.equal(await field(someone).inputValue(), '')
    await pays(someone, typed('21'))
    await heading(someone, titles.paid)
    assert.equal(await attempts(uuid), 3)
  })

  test.each([
    ['05', 'Ce numéro n’a pas de compte Airtel Money actif. Vérifiez-le, ou saisissez un autre numéro.'],
    ['07', 'Ce numéro ne peut pas être utilisé ici. Saisissez un autre numéro ou payez autrement.'],
  ])('a number with the ending %s is refused under its field', async (end, sentence) => {
    const { someone, uuid } = await customerAtOrder()
    await choosesAndPays(someone, typed(end))
    await someone.page.getByRole('alert').getByText(sentence).waitFor()
    assert.equal(await field(someone).getAttribute('aria-invalid'), 'true')
    assert.equal(await collections.status(uuid), 'PENDING')
    await pays(someone, typed('21'))
    await heading(someone, titles.paid)
  })

  test('money that comes after the order has ended is shown at the same address until it is back', async () => {
    const { someone, link: address } = await customerAtOrder()
    await choosesAndPays(someone, typed('26'))
    await heading(someone, titles.declined)
    await someone.page.getByRole('button', { name: 'Annuler' }).click()
    await someone.page.getByRole('button', { name: 'Oui, annuler le paiement' }).click()
    await someone.page.waitForURL(/CANCELLED|result/)
    await expect
      .poll(async () => {
        await someone.page.goto(address)
        return someone.page.getByRole('main').innerText()
      })
      .toMatch(/Votre paiement est arrivé trop tard[\s\S]*Remboursement effectué/)
    await someone.page.getByText(/25,50\sUSD a été débité du numéro \+243/).waitFor()
    expect(await someone.faults()).toEqual([])
  })

  test.each([
    ['', 'Saisissez votre numéro de téléphone.'],
    ['0970 12', 'Vérifiez le numéro'],
    ['+33 6 12 34 56 78', 'Saisissez un numéro congolais, qui commence par 0 ou +243.'],
  ])('the number "%s" is answered by one sentence, and nobody is asked', async (number, sentence) => {
    const { someone, uuid } = await customerAtOrder()
    await choosesAndPays(someone, number)
    await someone.page.getByRole('alert').getByText(sentence).waitFor()
    expect(await someone.faults()).toEqual([])
    assert.equal(await attempts(uuid), 0)
  })

  test('the operator is found while the number is typed, and can be changed', async () => {
    const { someone, uuid } = await customerAtOrder()
    await link(someone, 'Airtel Money').click()
    await field(someone).pressSequentially('0810012321')
    assert.equal(await field(someone).inputValue(), '081 001 2321')
    await someone.page
      .getByText('Vous serez débité de 25,50\u00a0USD sur votre compte Vodacom M\u2011Pesa en USD.')
      .waitFor()
    await someone.page.getByText('Changer', { exact: true }).click()
    await someone.page.getByRole('radio', { name: 'Orange Money' }).check()
    await payButton(someone).click()
    await someone.page.getByRole('alert').getByText('C’est un numéro Vodacom M\u2011Pesa.').waitFor()
    assert.equal(await attempts(uuid), 0)
  })

  test('an operator that does not take the amount stays visible with the reason', async () => {
    const { someone, uuid } = await customerAtOrder({ amount: 2500.5, currency: 'CDF' })
    await heading(someone, titles.choose)
    await someone.page.getByRole('listitem').getByText('Sans centimes uniquement').waitFor()
    assert.equal(await link(someone, /M\u2011Pesa/).count(), 0)
    expect(await someone.faults()).toEqual([])
    await pays(await chosen(someone, 'Orange Money'), typed('21', '81'))
    await someone.page
      .getByRole('alert')
      .getByText('Vodacom M\u2011Pesa n’est pas disponible pour ce paiement.')
      .waitFor()
    assert.equal(await attempts(uuid), 0)
  })

  test('the method used last on this device comes first on its next order', async () => {
    const { someone } = await customerAtOrder()
    await pays(await chosen(someone, 'Orange Money'), typed('21', '84'))
    await heading(someone, titles.paid)
    const next = await inAnotherTab(someone)
    await next.page.goto((await collections.order()).links)
    await next.page.getByRole('listitem').first().getByText('Orange Money').waitFor()
  })

  test('an order by phone alone asks for the number at once', async () => {
    const { someone } = await customerAtOrder({ payment_methods: ['mobile_money'] })
    await heading(someone, 'Payer par Mobile Money')
    assert.equal(await someone.page.getByText('Payer autrement').count(), 0)
    await pays(someone, typed('25'))
    await heading(someone, titles.declined)
    assert.equal(await bestStep(someone), 'Autre numéro')
    await someone.page.reload()
    assert.equal(await bestStep(someone), 'Autre numéro')
    await link(someone, 'Autre numéro').click()
    await pays(someone, typed('21'))
    await heading(someone, titles.paid)
  })

  test('a card pays the same order after a decline on the phone', async () => {
    const { someone, uuid } = await customerAtOrder()
    await choosesAndPays(someone, typed('25'))
    await heading(someone, titles.declined)
    await link(someone, 'Payer par carte').click()
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    assert.equal(await someone.page.locator('#declined').innerText(), '')
    await link(someone, 'Payer autrement').waitFor()
    await someone.pay('4242424242424242')
    await heading(someone, titles.paid)
    assert.equal(await collections.status(uuid), 'SUCCESS')
  })

  test('an order with card alone has the page of cards', async () => {
    const { someone } = await customerAtOrder({ payment_methods: ['card'] })
    await someone.page.locator('button:enabled', { hasText: /^Payer/ }).waitFor()
    assert.equal(await someone.page.getByText('Payer autrement').count(), 0)
    assert.ok(!someone.sent.some(({ url }) => /phone|collections/.test(url)))
  })
})

async function chosen(someone: Customer, operator: string): Promise<Customer> {
  await link(someone, operator).click()
  return someone
}

describe('while the payer is being asked', () => {
  test('the page says what to do, and offers nothing that could ask twice', async () => {
    const { someone } = await customerAtOrder()
    const number = typed('99')
    await controls().setEnding(international(number), 'no_answer')
    await choosesAndPays(someone, number)
    await heading(someone, titles.prompt)
    const shown = await someone.page.locator('#prompt').innerText()
    assert.match(shown, /Une demande de paiement arrive sur le \+243/)
    assert.match(shown, /Boutique Test/)
    assert.match(shown, /Temps restant\s: 0:0\d/)
    assert.match(shown, /Ne saisissez jamais votre code PIN sur une page web/)
    for (const name of ['Annuler', 'Réessayer', 'Payer par carte', 'Payer autrement'])
      assert.equal(await someone.page.getByText(name, { exact: true }).filter({ visible: true }).count(), 0)
    await someone.page.getByText('Rien ne s’affiche').click()
    assert.equal(await someone.page.locator('#prompt-steps li').count(), 4)
    const dial = link(someone, 'Composer *501#')
    assert.equal(await dial.getAttribute('href'), 'tel:*501%23')
    expect(await someone.faults()).toEqual([])
  })

  test('an operator without a known way to call the request up again shows no code', async () => {
    const { someone } = await customerAtOrder()
    await pays(await chosen(someone, 'Orange Money'), typed('24', '84'))
    await heading(someone, titles.prompt)
    await someone.page.getByText('Rien ne s’affiche').click()
    await someone.page.getByText('À la fin du compte à rebours').waitFor()
    assert.equal(await link(someone, /Composer/).count(), 0)
  })

  test('each state is the same after the page is loaded again, and on a second device', async () => {
    const { someone, link: address, uuid } = await customerAtOrder()
    const number = typed('99')
    await controls().setEnding(international(number), 'ambiguous')
    await someone.page.reload()
    await heading(someone, titles.choose)
    await link(someone, 'Airtel Money').click()
    await someone.page.reload()
    await heading(someone, 'Payer par Mobile Money')
    await pays(someone, number)
    await heading(someone, titles.prompt)
    const id = await controls().promptOf(international(number))
    await heading(someone, titles.checking)
    await someone.page.getByRole('listitem').getByText('Ne payez pas une seconde fois.').waitFor()
    await someone.page.reload()
    await heading(someone, titles.checking)
    const other = await customerAt(address)
    await heading(other, titles.checking)
    expect(await other.faults()).toEqual([])
    await controls().release(id, 'cancelled')
    for (const one of [someone, other]) await heading(one, titles.declined)
    await other.page.reload()
    await heading(other, titles.declined)
    assert.equal(await attempts(uuid), 1)
  })

  test('a second device asks nobody while a request runs, and both end on the receipt', async () => {
    const { someone, link: address, uuid } = await customerAtOrder()
    const other = await customerAt(address)
    await chosen(other, 'Airtel Money')
    await choosesAndPays(someone, typed('22'))
    await pays(other, typed('21'))
    await heading(other, titles.prompt)
    for (const one of [someone, other]) await heading(one, titles.paid)
    assert.equal(await attempts(uuid), 1)
  })
})

describe('on a payment link', () => {
  async function visitorAtCheckout() {
    const { status, body, text } = await world.signed('POST', '/api/v1/payment-links', {
      ...{ amount: 25.5, currency: 'USD', merchant_reference: 'PAGNE-12', description: 'Deux pagnes wax' },
      max_uses: 5,
    })
    assert.equal(status, 200, text)
    const someone = await customerAt(body.data.url)
    const { page } = someone
    await page.getByRole('radio', { name: 'Mobile Money' }).check()
    await page.getByLabel('Prénom').fill('Grâce')
    await page.getByLabel('Nom', { exact: true }).fill('Mukendi')
    await page.getByRole('button', { name: 'Passer au paiement' }).click()
    await heading(someone, 'Payer par Mobile Money')
    return someone
  }

  test('a decline and then an approval end on the receipt', async () => {
    const someone = await visitorAtCheckout()
    await someone.page.getByText('Étape 2 sur 2').waitFor()
    expect(await someone.faults()).toEqual([])
    await pays(someone, typed('23'))
    await heading(someone, titles.declined)
    await link(someone, 'Autre numéro').click()
    await pays(someone, typed('22'))
    await heading(someone, titles.paid)
    await someone.page.getByText('Deux pagnes wax').waitFor()
  })
})

test('all that is loaded until a number can be typed is at most 20 kB', async () => {
  const { links } = await collections.order()
  const someone = await newCustomer(browser)
  customers.push(someone)
  const session = await someone.page.context().newCDPSession(someone.page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await someone.page.goto(links)
  await link(someone, 'Airtel Money').click()
  await field(someone).waitFor()
  await someone.page.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(20_000)
})

describe('without JavaScript', () => {
  async function customerWithoutScripts() {
    const { links } = await collections.order()
    const context = await browser.newContext({
      ...{ viewport: { width: 360, height: 780 }, locale: 'fr-CD', javaScriptEnabled: false },
    })
    const someone = onPage(await context.newPage(), 'fr')
    customers.push(someone)
    await someone.page.goto(links)
    return someone
  }

  test('a form asks the payer, and the page loads itself again until the outcome is there', async () => {
    const someone = await customerWithoutScripts()
    await choosesAndPays(someone, typed('05'))
    await someone.page.getByText('Ce numéro n’a pas de compte Airtel Money actif.').waitFor()
    await pays(someone, typed('22'))
    await heading(someone, titles.prompt)
    await heading(someone, titles.paid)
  })

  test('a decline shows its reason and leads to the form', async () => {
    const someone = await customerWithoutScripts()
    await choosesAndPays(someone, typed('25'))
    await heading(someone, titles.declined)
    await link(someone, 'Réessayer').click()
    await pays(someone, typed('21'))
    await heading(someone, titles.paid)
  })
})
