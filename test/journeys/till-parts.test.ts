// The till takes parts of links, in a real browser: a payer is found by a name or a printed code, pays the amount that the cashier
// proposed, and the till shows that payment and its receipt, or says that others were first.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { checkoutOfLink } from '../support/callers/payment-links.ts'
import { joined, signedIn } from '../support/callers/self-service.ts'
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

type School = Awaited<ReturnType<typeof newSchool>>
/** A school, a pupil who has three payments to make, of which two are due, and a cashier who made none of its links. */
async function newSchool() {
  const as = await world.register({ name: 'Complexe scolaire Mwangaza' })
  const link = {
    ...{ kind: 'parts', total: 300, minimum_part: 20, currency: 'USD', merchant_reference: 'P-0417' },
    ...{ description: 'Minerval', payer_label: 'Amani Bahati Mirindi', group: '6e A' },
    schedule: [
      { due_on: '2026-09-15', amount: 60 },
      { due_on: '2026-10-15', amount: 60 },
      { due_on: '2030-01-15', amount: 180 },
    ],
  }
  const { body } = await world.signed('POST', '/api/v1/payment-links', link, { as })
  return {
    code: body.data.code as string,
    cashier: await joined(world, await signedIn(world, as), 'cashier'),
  }
}

async function till({ cashier }: School, options: Parameters<typeof newVisitor>[2], script?: string) {
  const visitor = await newVisitor(browser, world, options)
  if (script) await visitor.page.addInitScript(script)
  await visitor.page.goto(`${world.url}/portal/till`)
  await givePassword(visitor, cashier)
  await visitor.button(options.language === 'fr' ? 'Versement' : 'Part payment').click()
  return visitor
}

/** The sale and the amount in the address behind the code on the screen. */
async function shownCode(page: Page): Promise<Record<string, string>> {
  const shared = await page.locator('a[href^="https://wa.me/"]').getAttribute('href')
  const address = /https?:\S+\/pl\/\S+$/.exec(new URL(shared ?? '').searchParams.get('text') ?? '')
  return Object.fromEntries(new URL(address![0]).searchParams)
}
const payShown = async (page: Page, code: string) => {
  const { sale = '', amount = '' } = await shownCode(page)
  const query = `?${new URLSearchParams({ sale, amount })}`
  const checkout = await checkoutOfLink(world, code, { part: 'other', amount, sale }, undefined, query)
  expect((await world.payByCalls(checkout)).body).toEqual({ state: 'DONE' })
}
const findByName = async ({ page }: Visitor, name: string) => {
  await page.locator('#till-q').fill(name)
  await page.getByRole('button', { name: /Amani Bahati Mirindi/ }).waitFor()
}

const words = {
  fr: {
    ...{ sum: /^120,00/, soFar: /Tout ce qui est dû à ce jour/, next: /Échéance du/ },
    ...{ other: /Autre montant/, take: 'Encaisser ce montant', paid: 'Payé', receipt: 'Reçu' },
    ...{ again: 'Nouveau versement', low: /Le minimum est de 20,00/, qr: 'Code QR de la page de paiement' },
    ...{ settled: /vient de tout solder/, change: 'Choisir un autre montant' },
  },
  en: {
    ...{ sum: /^\$?120\.00/, soFar: /All that is due until today/, next: /Due on/ },
    ...{ other: /Another amount/, take: 'Charge this amount', paid: 'Paid', receipt: 'Receipt' },
    ...{ again: 'New part payment', low: /The minimum is 20\.00/, qr: 'QR code of the payment page' },
    ...{ settled: /has just paid the rest/, change: 'Choose another amount' },
  },
}

test.each([
  { language: 'fr', width: 360, dark: false },
  { language: 'en', width: 1280, dark: true },
  { language: 'fr', width: 360, dark: true },
  { language: 'fr', width: 1280, dark: false },
] as const)('a cashier finds a pupil, proposes an amount, and sees that part paid: %j', async (options) => {
  const t = words[options.language]
  const school = await newSchool()
  const visitor = await till(school, options)
  const { page, button } = visitor
  const what = (step: string) => `${step}${options.dark ? ' dark' : ''}`
  await findByName(visitor, 'bahati')
  await visitor.isInOrder(what('till finds a pupil'))
  await button(/Amani Bahati Mirindi/).click()
  await button(t.soFar).waitFor()
  await button(t.next).waitFor()
  await visitor.isInOrder(what('till proposes an amount'))
  await page.getByLabel(t.other).fill('5')
  await button(t.take).click()
  await page.getByText(t.low).waitFor()
  await button(t.soFar).click()
  await page.getByRole('img', { name: t.qr }).waitFor()
  await visitor.isInOrder(what('till shows the code of a part'))
  await payShown(page, school.code)
  await page.getByRole('heading', { name: t.paid }).waitFor()
  await visitor.isInOrder(what('till shows a paid part'))
  const receipt = await page.getByRole('link', { name: t.receipt, exact: true }).getAttribute('href')
  expect(await (await fetch(receipt!, { headers: { accept: 'text/html' } })).text()).toMatch(/120[.,]00/)
  await button(t.again).click()
  await findByName(visitor, 'P-0417')
  await visitor.close()
})

test('a till whose amount others have just paid says so, and offers what is left', async () => {
  const school = await newSchool()
  const visitor = await till(school, { language: 'fr', width: 360 })
  const { page, button } = visitor
  await findByName(visitor, 'mirindi')
  await button(/Amani Bahati Mirindi/).click()
  await button(/Tout le reste/).click()
  await page.getByRole('img', { name: words.fr.qr }).waitFor()
  await world.payByCalls(await checkoutOfLink(world, school.code, { part: 'other', amount: '100' }))
  await page.getByText(/Un autre paiement vient de passer\s: il reste 200,00/).waitFor()
  await visitor.isInOrder('till whose amount others paid')
  await button(words.fr.change).click()
  await button(/Tout le reste/).click()
  await world.payByCalls(await checkoutOfLink(world, school.code, { part: 'other', amount: '200' }))
  await page.getByText(words.fr.settled).waitFor()
  expect(await page.getByRole('heading', { name: 'Payé' }).count()).toBe(0)
  await visitor.close()
})

test('where the browser reads codes, a printed one leads straight to its amounts', async () => {
  const school = await newSchool()
  const script = `globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue: ${JSON.stringify(`${world.url}/pl/${school.code}`)} }]
    }
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream()
    HTMLMediaElement.prototype.play = async () => {}`
  const visitor = await till(school, { language: 'fr', width: 360 }, script)
  await visitor.button('Scanner le code').click()
  await visitor.button(words.fr.soFar).waitFor()
  const { headers } = await fetch(`${world.url}/portal/till`)
  expect(headers.get('permissions-policy')).toContain('camera=(self)')
  await visitor.close()
})
