// Admins manage the service and its merchants in a real browser. Every page of the console is accessible in both
// languages, on a phone and on a desktop.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { type Admins, adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { call, fileGoLive, logIn } from '../support/callers/self-service.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let admins: Admins
/** Amina on her phone, in French. */
let phone: Console
/** Benoît at his desk, in English. */
let desk: Console

const account = { name: 'Chez Ntemba', email: 'grace@ntemba.example', password: 'kitenge rouge au marché' }
const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@ntemba.example',
  contact_phone: '+243991234567',
}
let code = ''

beforeAll(async () => {
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({ settings: twoAdmins, productionGateway: true }),
  ])
  admins = adminsOf(world)
  code = (await call(world, 'POST', 'signup', { body: account })).body.data.merchant_code
  const token = (await logIn(world, account)).body.data.access_token
  await fileGoLive(world, account, token, { body: company })
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world.close()
})

test('the overview shows what waits for an admin and links to it', async () => {
  const { page } = phone
  await phone.go('/console')
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('overview-fr-360')
  await page.getByRole('link', { name: /1\s*demande de passage en production/ }).click()
  await page.getByRole('link', { name: account.name }).waitFor()
  await phone.go('/console')
  await page.getByText('0 en attente · 0 sans réponse').first().waitFor()
})

describe('a merchant', () => {
  test('a merchant goes live on a phone in French: its keys are shown once and not lost', async () => {
    const { page } = phone
    await phone.go(`/console/merchants/${code}`)
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('merchant-fr-360')
    await phone.press('Accorder…')
    await page.locator('dialog [name="reason"]').fill('Registre vérifié')
    await phone.press('Accorder')
    const keys = page.getByRole('dialog', { name: 'Clés de production' })
    const secret = await keys
      .getByText(/^[\w-]*live[\w-]*$/)
      .last()
      .innerText()
    assert.ok(secret.length > 20)
    await page.keyboard.press('Escape')
    await keys.waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('live-keys-fr-360')
    assert.equal(await page.getByRole('button', { name: 'Fermer' }).isDisabled(), true)
    await page.getByLabel('J’ai enregistré ces clés en lieu sûr').check()
    await phone.press('Fermer')
    await page.getByText('Accordé').waitFor()
    assert.equal(await page.getByText(secret).count(), 0)
    expect(await admins.read(`merchants/${code}`)).toMatchObject({ environment: 'production' })
  })

  test('a merchant in production and its test profile name each other, and only one has passwords', async () => {
    const { page } = desk
    const { merchant_code: testCode } = (await admins.read(`merchants/${code}`)).test_profile
    await desk.go(`/console/merchants/${code}`)
    await page.getByRole('button', { name: 'Reset password…' }).waitFor()
    await page.getByRole('link', { name: testCode, exact: true }).click()
    await page.getByText(/This profile is the test mode of a merchant in production/).waitFor()
    await page.getByRole('link', { name: code, exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reset password…' }).count(), 0)
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('test-profile-en-1280')
    await desk.go(`/console/merchants?search=${testCode}`)
    await page
      .getByRole('row', { name: /Test profile/ })
      .getByText(testCode)
      .waitFor()
    assert.deepEqual(await desk.faults(), [])
  })

  test('a merchant is priced, suspended and resumed on a desktop in English, each with a reason', async () => {
    await desk.go(`/console/merchants/${code}`)
    await desk.page.getByRole('heading', { name: 'Activity over 30 days' }).waitFor()
    await desk.page.getByText('Failure rate').waitFor()
    const stuck = desk.page.getByRole('link', { name: 'Its stuck money' })
    assert.equal(await stuck.getAttribute('href'), `/console/stuck-money?merchant_code=${code}`)
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('merchant-en-1280')
    await desk.press('Change pricing…')
    await desk.page.getByLabel('Card commission (%)').fill('2,75')
    await desk.page.locator('dialog [name="reason"]').fill('Agreed for a year')
    await desk.press('Save')
    await desk.shows('Pricing saved')
    expect(await admins.read(`merchants/${code}`)).toMatchObject({ commission_rate: '2.75' })
    await desk.decide('Suspend…', 'Chargebacks', 'Suspend')
    await desk.shows('Merchant suspended')
    // The merchant still signs in and reads.
    assert.equal((await logIn(world, account)).status, 200)
    await desk.decide('Reactivate…', 'Cleared up', 'Reactivate')
    await desk.shows('Merchant reactivated')
    assert.equal((await logIn(world, account)).status, 200)
  })
})

test('the success of card payments by hour is a chart and a table in both languages', async () => {
  const { link } = await world.createOrder()
  await world.payByCalls(link)
  for (const [who, chart, numbers, row] of [
    [
      phone,
      'Taux de réussite par heure : Passerelle de cartes',
      'Voir les chiffres',
      /^Passerelle de cartes/,
    ],
    [desk, 'Success rate by hour: Card gateway', 'Show the numbers', /^Card gateway/],
  ] as const) {
    await who.go('/console/operators')
    const card = who.page.locator('#success')
    await card.getByRole('img', { name: chart }).waitFor()
    await card.getByRole('row', { name: row }).waitFor()
    await card.getByText(numbers, { exact: true }).click()
    await card.getByRole('table', { name: chart }).waitFor()
    assert.deepEqual(await who.faults(), [])
    await who.picture(`success-${numbers.replaceAll(' ', '-')}`)
  }
})

test('an operator is paused on a phone in French, shown as paused, and resumed', async () => {
  await phone.go('/console/operators')
  assert.deepEqual(await phone.faults(), [])
  await phone.decide('Mettre en pause…', 'Panne annoncée', 'Mettre en pause')
  await phone.shows(/est en pause/)
  await phone.page.getByText('amina, Panne annoncée').waitFor()
  const refused = await transfersOf(world).inbound()
  assert.deepEqual([refused.status, refused.body.code], [502, 'RMT-5001'])
  await phone.decide('Remettre en service…', 'Panne terminée', 'Remettre en service')
  await phone.shows(/de nouveau en service/)
})

test('rates that moved too far wait for an admin, who sees by how much and publishes them', async () => {
  await fetch(`${world.sandboxUrl}/sandbox/rates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ currency: 'CDF', rate: '4000' }),
  })
  await admins.act('sandbox/clock', { forward: 'PT6H' })
  await eventually('rates are quarantined', async () => (await admins.read('overview')).rates.quarantined > 0)
  await desk.go('/console/rates')
  const moved = desk.page.getByRole('table', { name: 'To check' })
  await moved.getByRole('rowheader', { name: 'CDF' }).waitFor()
  await moved.getByText('4,000').waitFor()
  assert.deepEqual(await desk.faults(), [])
  await desk.picture('rates-en-1280')
  await desk.decide('Publish these rates…', 'Confirmed with the central bank', 'Publish these rates')
  await desk.shows('Rates published')
  await moved.waitFor({ state: 'detached' })
})

test('finance reads what promised rates have cost, and what differs from files of operators', async () => {
  const quote = { source_amount: 1, currency: 'USD' }
  await world.topUp('5.00')
  const { quote_id } = (await world.basic('POST', '/api/v1/remittance/quotes', quote)).body.data
  await transfersOf(world).accepted({ quote_id, amount: 1, currency: 'USD' })
  await phone.go('/console/rates')
  const row = phone.page.getByRole('table', { name: 'Coût des taux promis' }).locator('tbody tr')
  await row.filter({ hasText: 'USD' }).getByText('+0,00').waitFor()
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('rates-promised-fr-360')
  await desk.go('/console/rates')
  await desk.picture('rates-promised-en-1280')
  await phone.go('/console/bank')
  await phone.press('Différences avec un opérateur…')
  await phone.page.getByRole('dialog').getByText('Aucune différence').waitFor()
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('bank-differences-fr-360')
})

test('the audit log shows who did what, and that it was not tampered with', async () => {
  await phone.go(`/console/audit?subject=${code}`)
  await phone.page.getByRole('button', { name: 'Marchand suspendu' }).click()
  await phone.page.getByText('merchant.suspended', { exact: true }).waitFor()
  await phone.picture('audit-fr-360')
  await phone.press('Vérifier la chaîne')
  await phone.page.getByText(/la chaîne est intacte/).waitFor()
  assert.deepEqual(await phone.faults(), [])
})

const paths = [
  '',
  '/holds',
  '/refund-requests',
  '/alerts',
  '/exceptions',
  '/stuck-money',
  '/payments',
  '/transfers',
  '/wallets',
  '/settlements',
  '/reconciliation',
  '/merchants',
  '/deliveries',
  '/lists',
  '/blacklist',
  '/rates',
  '/operators',
  '/cells',
  '/audit',
  '/nowhere',
]

describe('every page', () => {
  test.each(paths)(
    '/console%s is accessible in both languages and fits every screen and size of text',
    async (path) => {
      for (const someone of [phone, desk]) {
        await someone.go(`/console${path}`)
        assert.notEqual(await someone.heading(), '')
        assert.deepEqual(await someone.faults(), [])
        // The words are the same at every width; only the layout can differ.
      }
    },
  )
})

test('keyboard shortcuts are listed, can be switched off, and ignore a user who is typing', async () => {
  const { page } = desk
  await desk.go('/console/merchants')
  await page.getByRole('link', { name: account.name }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('jk?')
  assert.equal(await page.getByLabel('Search').inputValue(), 'jk?')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  assert.match((await page.evaluate(() => document.activeElement?.getAttribute('href'))) ?? '', /merchants\//)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  assert.deepEqual(await desk.faults(), [])
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  assert.equal(await page.locator('dialog[open]').count(), 0)
})
