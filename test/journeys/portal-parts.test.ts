// Links in parts and with open amounts in the portal, in a real browser: the form, and what the page of the link says once a part is paid.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { checkoutOfLink } from '../support/callers/payment-links.ts'
import { signedIn } from '../support/callers/self-service.ts'
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

async function portal(options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const as = await world.register({ name: 'Complexe scolaire Mwangaza' })
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await givePassword(visitor, await signedIn(world, as))
  await visitor.page.locator('#places').waitFor({ state: 'attached' })
  return visitor
}

const words = {
  fr: {
    ...{ parts: 'En plusieurs fois', total: 'Total à payer', min: 'Montant minimal d’un paiement' },
    ...{ add: 'Ajouter une échéance', due: 'Échéance', amount: 'Montant', create: 'Créer le lien' },
    ...{
      remaining: 'Reste à payer',
      overdue: /^40,00\sUSD · \d+\sjours de retard$/,
      missing: /^100,00\sUSD · il manque 40,00\sUSD · \d+\sjours de retard$/,
      scheduled: 'Échéances à ce jour',
      open: 'Libre',
      minimum: 'Montant minimal',
      from: /dès 5,00/,
    },
  },
  en: {
    ...{ parts: 'In parts', total: 'Total to pay', min: 'Minimum of one payment' },
    ...{ add: 'Add a due date', due: 'Due date', amount: 'Amount', create: 'Create link' },
    ...{
      remaining: 'Left to pay',
      overdue: /^40\.00\sUSD · \d+\sdays overdue$/,
      missing: /^100\.00\sUSD · 40\.00\sUSD missing · \d+\sdays overdue$/,
      scheduled: 'Scheduled so far',
      open: 'Open',
      minimum: 'Minimum amount',
      from: /from 5\.00/,
    },
  },
}

test.each([
  { language: 'fr', width: 360, dark: false },
  { language: 'en', width: 1280, dark: true },
] as const)('a user makes a link in parts and one with an open amount: %j', async (options) => {
  const t = words[options.language]
  const visitor = await portal(options)
  const { page } = visitor
  await page.goto(`${world.url}/portal/links/new`)
  await visitor.click(visitor.button(t.parts))
  await page.getByLabel(t.total, { exact: true }).fill('300')
  await page.getByLabel(t.min).fill('20')
  await page.getByLabel(`${t.due} 1`, { exact: true }).fill('2026-11-15')
  await page.getByLabel(`${t.amount} 1`, { exact: true }).fill('100')
  await visitor.click(visitor.button(t.add))
  await page.getByLabel(`${t.due} 2`, { exact: true }).fill('2027-02-15')
  await page.getByLabel(`${t.amount} 2`, { exact: true }).fill('200')
  await visitor.isInOrder('form of a link in parts')
  await visitor.click(visitor.button(t.create))
  await page.waitForURL(/links\/[A-Z0-9]{12}$/)
  const code = page.url().split('/').at(-1)!
  await world.payByCalls(await checkoutOfLink(world, code, { part: 'other', amount: '60' }))
  await page.reload()
  await page.getByText(t.remaining).waitFor()
  await page.getByText(t.scheduled).waitFor()
  await page.getByText(t.overdue).waitFor()
  await page.getByText(t.missing).waitFor()
  expect(await page.locator('main').innerText()).toMatch(/240[.,]00/)
  await visitor.isInOrder('link in parts')
  await page.goto(`${world.url}/portal/links/new`)
  await visitor.click(visitor.button(t.open))
  await page.getByLabel(t.minimum, { exact: true }).fill('5')
  await visitor.isInOrder('form of an open amount')
  await visitor.click(visitor.button(t.create))
  await page.waitForURL(/links\/[A-Z0-9]{12}$/)
  await page.getByRole('heading', { name: t.from }).waitFor()
  await visitor.close()
})
