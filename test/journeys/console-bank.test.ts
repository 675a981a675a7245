// The page where admins clear bank lines: import, the work list with its dialogs, and what the bank should book.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../support/callers/bank.ts'
import { payoutSettings } from '../support/callers/payouts.ts'
import { paid } from '../support/callers/portal.ts'
import { camtStatement } from '../support/callers/statements.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let payout: string
beforeAll(async () => {
  const settings = { ...payoutSettings, ...twoAdmins }
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings }), openBrowser()])
  const { pay, as } = await bankMerchant(world)
  await paid(world, as, { amount: 25.5, currency: 'USD' })
  ;({ payout_id: payout } = await pay(60))
  await batchesOf(world).sendAll()
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** A statement with a payout that cost a charge, and a credit that nobody expects. */
function statement(id: string): { name: string; mimeType: string; buffer: Buffer } {
  const day = world.clock.now().toString().slice(0, 10)
  const text = camtStatement({ id, day }, [
    { amount: '-65.00', id: payout, reference: `B-${id}`, text: `Virement ${id}` },
    { amount: '12.00', reference: `C-${id}`, text: ' ' },
  ])
  return { name: `${id}.xml`, mimeType: 'application/xml', buffer: Buffer.from(text) }
}

test('before the first statement the console says that nothing was compared, and calls no settlement missing', async () => {
  const text = `insert into expected_settlement (environment, day, currency, gross_minor, net_minor)
    values ('sandbox', $1::timestamptz::date - 20, 'USD', 10000, 9700)`
  await world.db.rows({ name: '', text }, [world.clock.now()])
  const console = await openConsole(world, browser, { language: 'fr', width: 'phone' })
  const { page } = console
  await console.go('/console/bank')
  await page.getByRole('row', { name: /Règlement du .* Attendu$/ }).waitFor()
  await page.getByText('Aucun relevé importé').nth(2).waitFor()
  const shown = await page.locator('main').innerText()
  expect(shown.match(/Aucun relevé importé/g)).toHaveLength(3)
  expect(shown).not.toMatch(/Aucun mouvement en retard|Chaque ligne comparée|Non reçu/)
  await console.picture('bank-before')
  await console.close()
})

async function importOf(console: Console, id: string, words: { open: string; send: string }): Promise<void> {
  await console.press(words.open)
  await console.page.locator('input[type=file]').setInputFiles(statement(id))
  await console.press(words.send)
  await console.page.locator('dialog[open]').waitFor({ state: 'detached' })
}

test('a payout with the charge of the bank is assigned in the console, where the dialog shows its line', async () => {
  const console = await openConsole(world, browser, { language: 'en', width: 'desk', dark: true })
  const { page } = console
  await console.go('/console/bank')
  await importOf(console, 'S1', { open: 'Import statement…', send: 'Import' })
  const row = page.getByRole('row', { name: /Virement S1/ })
  await row.getByRole('button', { name: 'Assign…' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByText('Virement S1').waitFor()
  const shown = (await dialog.locator('.facts').innerText()).replace(/\s+/g, ' ')
  expect(shown).toContain('−65.00 USD')
  expect(shown).toContain('B-S1')
  expect(await console.faults()).toEqual([])
  await console.picture('bank-assign')
  await console.press('Assign')
  await console.shows('Waiting for the approval of another admin')
  const { items } = await adminsOf(world).read('approvals?state=WAITING')
  expect(items).toMatchObject([{ action: 'bank_line', amount: '5.00', requested_by: 'amina' }])
  // The line says so as well.
  await row.getByText('Requested by you').waitFor()
  expect(await console.faults()).toEqual([])
  await console.close()
})

test('a line that nothing expects can be settled without a movement only, and days are named as elsewhere', async () => {
  const console = await openConsole(world, browser, { language: 'fr', width: 'phone' })
  const { page } = console
  await console.go('/console/bank')
  await importOf(console, 'S2', { open: 'Importer un relevé…', send: 'Importer' })
  const row = page.getByRole('row', { name: /C-S2/ })
  await row.getByRole('button', { name: 'Rapprocher…' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByText(/Aucun mouvement attendu/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Rapprocher' }).count()).toBe(0)
  await console.picture('bank-nothing-fits')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.locator('main').innerText()).not.toMatch(/\d{4}-\d\d-\d\d/)
  expect(await console.faults()).toEqual([])
  await console.picture('bank')
  await console.decide('Passer en écart…', 'Frais bancaires', 'Passer en écart')
  await console.shows('Décision enregistrée')
  await console.close()
})

test('what was left out of a file, and why a file is refused, is said in French', async () => {
  const console = await openConsole(world, browser, { language: 'fr', width: 'phone' })
  const { page } = console
  await console.go('/console/bank')
  const choose = async (name: string, text: string) => {
    await console.press('Importer un relevé…')
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
    await console.press('Importer')
  }
  await choose('releve.pdf', '%PDF-1.7')
  await page.getByText('Ce fichier ne peut pas être importé : c’est un PDF, pas un relevé').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  const day = world.clock.now().toString().slice(0, 10)
  const foreign = camtStatement({ id: 'S4', day, account: '00011000020000000007721' }, [{ amount: '1.00' }])
  await choose(
    'S3.xml',
    camtStatement({ id: 'S3', day }, [{ amount: '3.00', text: 'Virement S3' }]) + foreign,
  )
  await page
    .getByText('le relevé S4 du compte 00011000020000000007721 en USD, qui n’est pas à nous')
    .waitFor()
  expect(await console.faults()).toEqual([])
  await console.picture('bank-left-out')
  await console.press('Compris')
  await page.getByRole('row', { name: /Virement S3/ }).waitFor()
  await console.close()
})

test('the columns of a bank’s CSV are set once in the console, and its file is imported as it is', async () => {
  const console = await openConsole(world, browser, { language: 'en', width: 'desk' })
  const { page } = console
  await console.go('/console/bank')
  await page
    .getByRole('row', { name: /^USD ··0195/ })
    .getByRole('button', { name: 'Set…' })
    .click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Date', { exact: true }).fill('Date valeur')
  await console.press('Save')
  await dialog.getByText('Name the amount, or debit and credit').waitFor()
  await dialog.getByLabel('Amount (negative for debits)').fill('Montant')
  await dialog.getByLabel('Description').fill('Libellé')
  expect(await console.faults()).toEqual([])
  await console.picture('bank-csv-columns')
  await console.press('Save')
  await console.shows('Columns saved')
  await page.getByRole('row', { name: /Date valeur, Montant, Libellé/ }).waitFor()
  const day = world.clock.now().toString().slice(0, 10).split('-').toReversed().join('/')
  const text = `Date valeur;Libellé;Montant\n${day};Frais de tenue;-7,25\n`
  await console.press('Import statement…')
  const buffer = Buffer.from(text)
  await page.locator('input[type=file]').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer })
  await console.press('Import')
  await page.getByRole('row', { name: /Frais de tenue/ }).waitFor()
  await console.close()
})

test('a payout that the bank refused is given back once a second admin approves it on a phone in French', async () => {
  const { pay, payouts } = await bankMerchant(world)
  const { payout_id: id } = await pay(75)
  await batchesOf(world).sendAll()
  const console = await openConsole(world, browser, { language: 'en', width: 'desk' })
  await console.go(`/console/payouts/${id}`)
  await console.decide('Refused by the bank…', 'Account closed', 'Refused by the bank')
  await console.shows('Requested: another admin must approve it')
  expect((await payouts.read(id)).state).toBe('SENT')
  await console.picture('payout-end-en-1280')
  await console.close()

  const phone = await openConsole(world, browser, {
    language: 'fr',
    width: 'phone',
    dark: true,
    as: 'benoit',
  })
  await phone.go('/console/approvals')
  await phone.page.getByRole('link', { name: /Issue d’un versement/ }).click()
  await phone.page.getByText('non versé : l’argent est rendu au marchand').waitFor()
  await phone.page.getByText('Account closed').waitFor()
  expect(await phone.faults()).toEqual([])
  await phone.picture('payout-end-fr-360')
  await phone.decide('Approuver…', 'Preuve vérifiée', 'Approuver et exécuter')
  await phone.shows('Opération approuvée et exécutée')
  expect(await payouts.read(id)).toMatchObject({ state: 'FAILED', failure_code: 'REFUSED_BY_BANK' })
  expect((await payouts.balance()).available).toBe('1000.00')
  await phone.close()
})
