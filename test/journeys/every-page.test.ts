// Every page of the portal and of the console, found by its route, with something on it.
import { globSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importList } from '../../server/compliance/lists/import.ts'
import { colourRules, violationsOn } from '../support/browser/axe.ts'
import { closePages, faultsOf, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { cutsOf, gluedOn } from '../support/browser/screens.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { batchesOf, usableBankAccount } from '../support/callers/bank.ts'
import { openDispute } from '../support/callers/disputes.ts'
import { addAvailable, payoutSettings, payoutsOf } from '../support/callers/payouts.ts'
import { call, signedIn } from '../support/callers/self-service.ts'
import { batchesPath, rowOf, transfersOf } from '../support/callers/transfers.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
/** What stands for the parameter of a route, by the route. */
let samples: Readonly<Record<string, string>>

beforeAll(async () => {
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({ settings: { ...twoAdmins, ...payoutSettings } }),
  ])
  samples = await makeSamples()
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function makePayerList(group: string): Promise<void> {
  const pupil = { kind: 'parts', total: 90, minimum_part: 5, currency: 'USD', group }
  const rows = [{ ...pupil, merchant_reference: 'P-0417', payer_label: 'Amani Bahati' }]
  await world.signed('POST', '/api/v1/payment-links/batch', { rows })
}

/** A batch with a row that can be refunded and one that cannot. */
async function makeRefundBatch(transaction_uuid: string): Promise<string> {
  const { token } = await signedIn(world, world.merchant)
  const reason = 'Concert annulé'
  const rows = [
    { transaction_uuid, reason },
    { merchant_reference: 'PLACE-99', reason },
  ]
  return (await call(world, 'POST', 'refund-batches?name=Concert', { token, body: { rows } })).body.data
    .batch_id
}

/** The same of an admin. */
async function makeAdminRefundBatch(transaction_uuid: string): Promise<string> {
  const reason = 'Concert reporté'
  const rows = [
    { transaction_uuid, reason },
    { merchant_reference: 'PLACE-99', reason },
  ]
  const path = `merchants/${world.merchant.merchant_code}/refund-batches?name=Concert`
  return (await adminsOf(world).act(path, { rows })).batch_id
}

async function makeSamples(): Promise<Record<string, string>> {
  const { merchant } = world
  const admins = adminsOf(world)
  const { link, transactionUuid: uuid } = await world.createOrder()
  await world.payByCalls(link)
  await world.topUp('20.00')
  const { transaction_id } = await transfersOf(world).accepted()
  const rows = [rowOf('EMP-001'), rowOf('EMP-002', { sender_birthdate: '2020-01-01' })]
  const transferBatch = (await world.basic('POST', `${batchesPath}?name=Salaires`, { rows })).body.data
    .batch_id
  await addAvailable(world, merchant, 100_000n)
  const destination_id = await usableBankAccount(world, merchant)
  const payout = await payoutsOf(world, merchant).requested({
    ...{ amount: 40, destination_id, reference: 'SEMAINE-48' },
  })
  const { batch_id } = await batchesOf(world).create()
  const file = {
    amount: 45,
    currency: 'USD',
    merchant_reference: 'PAGNE-12',
    description: 'Pagne bleu, 6 yards',
  }
  const paymentLink = (await world.signed('POST', '/api/v1/payment-links', file)).body.data.code
  await makePayerList('6e A')
  const dispute = await openDispute(world, uuid)
  const request = { transaction_id, role: 'sender', reason: 'Signalé par l’agent de Goma' }
  const { case_id } = await admins.act('compliance/cases', request)
  await importList(
    { db: world.db, secrets: world.system.secrets, clock: world.clock },
    {
      path: 'server/compliance/samples/targets.simple.csv',
      admin: { name: 'amina', address: '127.0.0.1', requestId: 'r-1' },
    },
  )
  return {
    '/portal/payments/:id': uuid,
    '/portal/payments/:id/customer': uuid,
    '/portal/payouts/:id': payout.payout_id,
    '/portal/disputes/:id': dispute,
    '/portal/links/:code': paymentLink,
    '/portal/groups/:group': '6e A',
    '/portal/groups/:group/sheet': '6e A',
    '/portal/transfers/:id': transaction_id,
    '/portal/batches/:id': transferBatch,
    '/portal/refund-batches/:id': await makeRefundBatch(uuid),
    '/console/payments/:id': uuid,
    '/console/payouts/:id': payout.payout_id,
    '/console/disputes/:id': dispute,
    '/console/transfers/:id': transaction_id,
    '/console/cases/:id': case_id,
    '/console/lists/:list': 'opensanctions',
    '/console/merchants/:code': merchant.merchant_code,
    '/console/payout-batches/:id': batch_id,
    '/console/refund-batches/:id': await makeAdminRefundBatch(uuid),
  }
}

/** The routes of the signed-in app, as its source has them. What a list shows beside it has the list's route. */
function routesOf(app: 'portal' | 'console'): string[] {
  const source = readFileSync(`web/${app}/${app}.tsx`, 'utf8')
  const pages = source.slice(source.indexOf('function Pages()'))
  return [...pages.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path.replace(/\/:\w+\?$/, ''))
}

function addressOf(route: string): string {
  if (!route.includes(':')) return route
  const sample = samples[route]
  if (sample === undefined) throw new Error(`nothing stands for the parameter of ${route}`)
  return route.replace(/:\w+/, sample)
}

/** What is wrong with the page, light and dark. The dark theme changes nothing but colours, as a test below makes sure. */
async function faultsInBothThemes(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await faultsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOn(page, colourRules)
  return [
    ...light.map((fault) => `light: ${fault}`),
    ...dark.map((fault) => `dark: ${fault}`),
    ...(await cutsOf(page)),
    ...(await gluedOn(page)),
  ]
}

test('the dark theme of the portal and the console differs from the light one in colours only', () => {
  const sources = ['ui', 'portal', 'console'].flatMap((folder) =>
    globSync(`web/${folder}/**/*.{css,ts,tsx,html}`).map(
      (path) => [path, readFileSync(path, 'utf8')] as const,
    ),
  )
  const themed = sources.filter(([, text]) => /prefers-color-scheme|light-dark\(/.test(text))
  expect(themed.map(([path]) => path)).toEqual(['web/ui/tokens.css'])
  const [, ...dark] = themed[0]![1].split('@media (prefers-color-scheme: dark)')
  for (const block of dark)
    expect(block).toMatch(/^ \{\s*:root \{(\s*--[a-z0-9-]+: #[0-9a-f]{3,8};)+\s*\}\s*\}\s*$/)
})

describe('the portal', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
    const { page } = visitor
    const t = portalWords.fr
    await page.goto(`${world.url}/portal`)
    await page.getByLabel(t.email).fill(world.merchant.email)
    await page.getByLabel(t.password, { exact: true }).fill(world.merchant.password)
    await visitor.button(t.signIn).click()
    await page.getByRole('heading', { name: t.overview }).waitFor()
  })
  afterAll(() => visitor?.close())

  test.each(routesOf('portal'))(
    '%s passes axe light and dark, and fits every screen and size of text',
    async (route) => {
      await visitor.page.goto(world.url + addressOf(route))
      await visitor.isLoaded()
      expect(await faultsInBothThemes(visitor.page)).toEqual([])
    },
  )
})

describe('the console', () => {
  let admin: Console
  beforeAll(async () => {
    admin = await openConsole(world, browser, { language: 'fr', width: 'phone' })
  })
  afterAll(() => admin?.close())

  test.each(routesOf('console'))(
    '%s passes axe light and dark, and fits every screen and size of text',
    async (route) => {
      await admin.go(addressOf(route))
      expect(await faultsInBothThemes(admin.page)).toEqual([])
    },
  )
})
