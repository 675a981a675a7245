// A compliance officer changes the limits in a real browser: drafted, tried on past transfers, then applied.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { type Admins, adminsOf, tokens, twoAdmins } from '../support/callers/admins.ts'
import { type Transfers, transfersOf } from '../support/callers/transfers.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let admins: Admins
let transfers: Transfers
let phone: Console
let desk: Console
beforeAll(async () => {
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({ role: 'api', settings: { ...twoAdmins, SANDBOX_LIMITS: 'on' } }),
  ])
  admins = adminsOf(world)
  transfers = transfersOf(world)
  await world.topUp('100.00')
  for (const reference of ['first', 'second', 'third']) await transfers.accepted({ reference, amount: 1 })
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world.close()
})

test('a rule is drafted on a phone in French, must be tried on past transfers, and then refuses new ones', async () => {
  const { page } = phone
  await phone.go('/console/limits')
  await page.getByText('number-day-sum').waitFor()
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('limits-fr-360')

  await phone.press('Modifier number-day-sum')
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Plafond', { exact: false }).fill('beaucoup')
  await phone.press('Ajouter au brouillon')
  await dialog.getByText('Un montant, ou un nombre entier').waitFor()
  await dialog.getByLabel('Plafond', { exact: false }).fill('2,50')
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('limits-rule-fr-360')
  await phone.press('Ajouter au brouillon')
  await page.getByText('Vos modifications ne sont pas appliquées').waitFor()
  const apply = page.getByRole('button', { name: 'Appliquer…' })
  assert.equal(await apply.isDisabled(), true)

  await phone.press('Essayer')
  await page.getByRole('rowheader', { name: 'third' }).waitFor()
  assert.equal(await page.getByRole('rowheader', { name: 'second' }).count(), 0)
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('limits-tried-fr-360')
  await phone.decide('Appliquer…', 'Convenu avec la direction', 'Appliquer')
  await phone.shows('Règles appliquées')
  await page.getByText('Convenu avec la direction').waitFor()

  const refused = await transfers.inbound({ reference: 'fourth', amount: 1 })
  expect([refused.status, refused.body.code]).toEqual([422, 'RMT-3002'])
  expect((await admins.read('audit?action=limits.changed')).items).toMatchObject([{ actor: 'amina' }])
})

test('a rule about the account holder of a number is drafted in French, and only for a number', async () => {
  const { page } = phone
  await phone.go('/console/limits')
  await page.getByText('number-month-name').waitFor()
  await phone.press('Ajouter une règle…')
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Ce qui est mesuré').selectOption('Changements de titulaire en 7\u00a0jours')
  await dialog.getByLabel('Plafond', { exact: false }).fill('1')
  await phone.press('Ajouter au brouillon')
  await dialog.getByText('Le titulaire se mesure pour un numéro', { exact: false }).waitFor()
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('limits-holder-fr-360')
  await dialog.getByLabel('Pour').selectOption('Numéro du bénéficiaire')
  await phone.press('Ajouter au brouillon')
  await page.getByText('number-week-name-changes').waitFor()
})

test('rules that another admin changed meanwhile are not overwritten, and discarded changes leave no trace', async () => {
  const { page } = desk
  await desk.go('/console/limits')
  await desk.press('Add rule…')
  await page.getByLabel('What is measured').selectOption('Amount of one transfer')
  await page.getByLabel('Limit (in dollars', { exact: false }).fill('20')
  await page.getByLabel('Beyond it').selectOption('Hold')
  await desk.press('Add to draft')
  await page.getByText('sender-transfer-amount').waitFor()
  await desk.press('Run')
  await page.getByRole('button', { name: 'Apply…', disabled: false }).waitFor()
  await desk.picture('limits-tried-en-1280')
  assert.deepEqual(await desk.faults(), [])

  const inForce = await admins.read('compliance/rules')
  const { version, rules } = inForce
  const path = '/api/v1/admin/compliance/rules'
  const again = { version, rules, reason: 'Looked at again' }
  const other = await world.admin('PUT', path, again, { 'x-admin-token': tokens.amina })
  expect(other.status).toBe(200)
  await desk.press('Apply…')
  await page.locator('dialog [name="reason"]').fill('Large transfers are looked at')
  await desk.press('Apply')
  await page.getByText('Another admin changed the rules meanwhile. Reload the page.').first().waitFor()
  await page.keyboard.press('Escape')
  await desk.press('Discard changes')
  await page.getByText('sender-transfer-amount').waitFor({ state: 'detached' })
  expect((await admins.read('compliance/rules')).rules).toEqual(rules)
})
