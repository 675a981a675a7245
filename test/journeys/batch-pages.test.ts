// A batch of transfers in the browser: one user uploads the file, another confirms its figures, and both follow what becomes of the rows.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { joined, type Member, signedIn } from '../support/callers/self-service.ts'
import { rowOf } from '../support/callers/transfers.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({
      sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
      settings: { BATCH_ROWS_PER_SECOND: '3' },
    }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** A merchant with an owner and an accountant. */
async function team(balance = '0') {
  const as = await world.register({ name: 'ONG Mwangaza' })
  if (balance !== '0') await world.topUp(balance, as)
  const owner = await signedIn(world, as)
  return { as, owner, accountant: await joined(world, owner, 'accountant') }
}

async function portal(user: Member, options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await givePassword(visitor, user)
  await visitor.page.locator('#places').waitFor({ state: 'attached' })
  return visitor
}

/** As a French spreadsheet saves it. */
function csvOf(rows: readonly Record<string, unknown>[]): Buffer {
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => names.map((name) => `"${row[name]}"`).join(';'))
  return Buffer.from(`\uFEFF${[names.join(';'), ...lines].join('\r\n')}`)
}
const csvFile = (rows: readonly Record<string, unknown>[]) => ({
  ...{ name: 'salaires.csv', mimeType: 'application/vnd.ms-excel', buffer: csvOf(rows) },
})

/** Uploads the rows in the page that is open, and waits for the check. */
async function uploaded(visitor: Visitor, rows: readonly Record<string, unknown>[]): Promise<string> {
  const { page } = visitor
  await page.goto(`${world.url}/portal/batches/new`)
  await page.getByLabel('Nom du lot').fill('Salaires de novembre')
  await page.locator('input[type=file]').setInputFiles(csvFile(rows))
  await visitor.button('Envoyer et vérifier').click()
  await page.getByRole('heading', { name: 'Salaires de novembre' }).waitFor()
  await page.locator('.badge', { hasText: 'À confirmer' }).waitFor()
  return page.url().split('/').at(-1)!.split('?')[0]!
}

async function confirmed({ page, button }: Visitor, [count, total]: [string, string]): Promise<void> {
  await button('Confirmer le lot…').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Nombre de lignes à payer').fill(count)
  await dialog.getByLabel('Total en USD, frais compris').fill(total)
  await dialog.getByRole('button', { name: 'Confirmer le lot' }).click()
}

test('one user uploads a batch and sees its faults, another confirms and follows it', async () => {
  const { as, owner, accountant } = await team()
  const first = await portal(owner, { language: 'fr', width: 360 })
  await first.goTo('Lots de transferts')
  await first.page.getByRole('heading', { name: 'Aucun lot pour l’instant' }).waitFor()
  await first.click(first.page.getByRole('link', { name: 'Nouveau lot' }))
  await first.button('Envoyer et vérifier').click()
  await first.page.getByText('Choisissez un fichier.').waitFor()
  await first.isInOrder('new batch')
  const id = await uploaded(first, [
    rowOf('EMP-1', { amount: '0,50' }),
    rowOf('EMP-2', { sender_birthdate: '2020-01-01', profession: '' }),
    rowOf('EMP-3', { customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' }),
  ])
  await first.page.getByText('Un autre utilisateur doit confirmer ce lot.').waitFor()
  expect(await first.button('Confirmer le lot…').count()).toBe(0)
  await first.page.getByRole('link', { name: 'Voir les lignes en erreur' }).click()
  await first.page
    .getByText('Expéditeur\u00a0: date de naissance\u00a0: l’expéditeur a moins de 18\u00a0ans')
    .waitFor()
  await first.page.getByText('Expéditeur\u00a0: profession\u00a0: valeur obligatoire').waitFor()
  await first.page.getByText('EMP-3').waitFor({ state: 'detached' })
  await first.isInOrder('faults of a batch')
  await first.button('Corriger… la ligne 2').click()
  const dialog = first.page.locator('dialog[open]')
  await dialog.getByLabel('Expéditeur\u00a0: profession').fill('Infirmière')
  await first.isInOrder('correction of a row')
  await dialog.getByRole('button', { name: 'Corriger et vérifier' }).click()
  await first.page
    .getByText('Expéditeur\u00a0: profession\u00a0: valeur obligatoire')
    .waitFor({ state: 'detached' })
  await first.page
    .getByText('Expéditeur\u00a0: date de naissance\u00a0: l’expéditeur a moins de 18\u00a0ans')
    .waitFor()
  await first.close()

  const second = await portal(accountant, { language: 'fr', width: 1280, dark: true })
  const { page } = second
  await second.goTo('Lots de transferts')
  await second.isInOrder('batches')
  await page.getByRole('link', { name: 'Salaires de novembre' }).click()
  await page.getByText('il manque 1,50').waitFor()
  await second.isInOrder('batch to confirm')
  await confirmed(second, ['2', '1,51'])
  await page.getByText('Le lot a des lignes en erreur', { exact: false }).waitFor()
  await page.locator('dialog[open]').getByLabel('Laisser de côté la ligne en erreur').check()
  await page.locator('dialog[open]').getByRole('button', { name: 'Confirmer le lot' }).click()
  await page
    .getByText('Vous avez saisi 1,51\u00a0USD. Le total du lot est de 1,50\u00a0USD', { exact: false })
    .waitFor()
  expect(await page.locator('dialog[open] .fault').count()).toBe(1)
  await second.isInOrder('confirmation of a batch')
  await page.locator('dialog[open]').getByLabel('Total en USD, frais compris').fill('1,5')
  await page.locator('dialog[open]').getByRole('button', { name: 'Confirmer le lot' }).click()
  await page.getByText('Le lot est en pause\u00a0: solde insuffisant.').waitFor()
  await page.getByRole('link', { name: 'Voir le portefeuille' }).waitFor()
  await second.isInOrder('batch without money')
  await world.topUp('5.00', as)
  await page.locator('.badge', { hasText: 'Terminé' }).waitFor()
  await page.getByText('1 ligne a échoué', { exact: false }).waitFor()
  await page.getByText('Lignes traitées\u00a0: 2 sur 2').waitFor()
  await second.isInOrder('batch that is done')
  const saving = page.waitForEvent('download')
  await second.button('Télécharger le résultat').click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file).toContain('"Ligne";"Référence";"État";"Numéro du bénéficiaire"')
  expect(file).toContain('"EMP-1";"Payée"')
  await second.button('Renvoyer les lignes échouées…').click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Renvoyer les lignes échouées' }).click()
  await page.getByText('Les lignes échouées sont renvoyées.').waitFor()
  await page.goto(`${world.url}/portal/batches/${id}?state=FAILED`)
  await page.locator('.badge', { hasText: 'Terminé' }).waitFor()
  await page.getByText('EMP-3').waitFor()
  await second.close()
})

test('a batch is paused, resumed and cancelled by its buttons', async () => {
  const { owner, accountant } = await team('30.00')
  const first = await portal(owner, { language: 'fr', width: 360 })
  const rows = Array.from({ length: 12 }, (_, n) => rowOf(`EMP-${n}`, { amount: '1,00' }))
  const id = await uploaded(first, rows)
  await first.close()
  const second = await portal(accountant, { language: 'fr', width: 360 })
  const { page } = second
  await page.goto(`${world.url}/portal/batches/${id}`)
  await confirmed(second, ['12', '12'])
  await second.button('Mettre en pause').click()
  await page.getByText('Rien n’est envoyé avant la reprise.').waitFor()
  await second.isInOrder('paused batch')
  await second.button('Reprendre').click()
  await page.getByText('Le lot reprend.').waitFor()
  await second.button('Mettre en pause').click()
  await page.getByText('Rien n’est envoyé avant la reprise.').waitFor()
  await second.button('Annuler le lot…').click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Annuler le lot' }).click()
  await page.locator('.badge', { hasText: 'Annulé' }).first().waitFor()
  await second.close()
})

test('an owner without a second user is shown to invite one, before and after the upload', async () => {
  const owner = await signedIn(world, await world.register({ name: 'ONG Mwangaza' }))
  const visitor = await portal(owner, { language: 'fr', width: 1280 })
  const { page } = visitor
  await page.goto(`${world.url}/portal/batches/new`)
  await page.getByText('Personne d’autre ne peut confirmer un lot.').waitFor()
  await visitor.isInOrder('new batch of one user')
  const id = await uploaded(visitor, [rowOf('EMP-1', { amount: '1' })])
  await page.getByText('Personne d’autre ne peut confirmer un lot.').waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'Inviter un utilisateur' }).getAttribute('href'),
    '/portal/team',
  )
  await page.goto(`${world.url}/portal/batches/new`)
  await page.locator('input[type=file]').setInputFiles(csvFile([rowOf('EMP-1', { amount: '1' })]))
  await visitor.button('Envoyer et vérifier').click()
  await page.getByText('Ces lignes ont déjà été envoyées.', { exact: false }).waitFor()
  await page.getByRole('link', { name: id }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\r\n1;2') })
  await visitor.button('Envoyer et vérifier').click()
  await page.getByText('Fichier illisible\u00a0: la colonne «\u00a0a\u00a0» n’existe pas.').waitFor()
  await visitor.close()
})

test('a sender is saved, named by a short file, edited and deleted on its page', async () => {
  const { owner } = await team()
  const visitor = await portal(owner, { language: 'fr', width: 360 })
  const { page } = visitor
  await visitor.goTo('Lots de transferts')
  await visitor.click(page.getByRole('link', { name: 'Expéditeurs et bénéficiaires' }))
  await page.getByRole('heading', { name: 'Aucune fiche pour l’instant' }).waitFor()
  await visitor.isInOrder('profiles of nobody')
  await visitor.button('Nouvel expéditeur…').click()
  const dialog = page.locator('dialog[open]')
  const row = rowOf('EMP-1', { amount: '0,50' }) as Record<string, unknown>
  await dialog.getByLabel('Code').fill('Mwangaza')
  const fields = Object.entries(row).filter(([name]) => senderFields.test(name))
  for (const [name, value] of fields) {
    const input = dialog.locator(`[name=${name}]`)
    if (/_(type|country)$/.test(name)) await input.selectOption(String(value))
    else await input.fill(name === 'sender_birthdate' ? '2020-01-01' : String(value))
  }
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByText('l’expéditeur a moins de 18\u00a0ans').waitFor()
  await visitor.isInOrder('form of a sender')
  await dialog.getByLabel('Date de naissance').fill(String(row.sender_birthdate))
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Fiche enregistrée.').waitFor()
  await page.getByText('MWANGAZA · pièce', { exact: false }).waitFor()

  const own = Object.entries(row).filter(([name]) => !senderFields.test(name))
  await uploaded(visitor, [
    { ...Object.fromEntries(own), sender_profile: 'mwangaza' },
    { ...Object.fromEntries(own), reference: 'EMP-2', sender_profile: 'PERSONNE' },
  ])
  await page
    .getByRole('link', { name: 'Voir la ligne en erreur' })
    .or(page.getByRole('link', { name: 'Voir les lignes en erreur' }))
    .click()
  await page
    .getByText('Fiche de l’expéditeur\u00a0: ce code ne correspond à aucune fiche enregistrée')
    .waitFor()
  await visitor.close()

  const second = await portal(owner, { language: 'en', width: 1280, dark: true })
  await second.page.goto(`${world.url}/portal/batches/profiles`)
  await second.page.getByRole('button', { name: String(row.sender_first_name), exact: false }).click()
  await second.isInOrder('profiles')
  await second.button('Edit…').click()
  await second.page.locator('dialog[open]').getByLabel('City').fill('Bukavu')
  await second.page.locator('dialog[open]').getByRole('button', { name: 'Save' }).click()
  await second.page.getByText('Profile saved.').waitFor()
  await second.button('Delete…').click()
  await second.page.locator('dialog[open]').getByRole('button', { name: 'Delete' }).click()
  await second.page.getByRole('heading', { name: 'No profiles yet' }).waitFor()
  await second.close()
})

const senderFields = /^(sender_|document_|current_address|permanent_address|profession)/
