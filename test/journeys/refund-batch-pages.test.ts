// A batch of refunds in the browser: one user uploads the file, another confirms its figures, and the payments are refunded.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { paid, refundBatchesOf } from '../support/callers/portal.ts'
import type { Member } from '../support/callers/self-service.ts'
import { withApp } from '../support/factors/factors.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ settings: { ...twoAdmins, BATCH_ROWS_PER_SECOND: '2' } }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function portal(user: Member, options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await givePassword(visitor, user)
  await visitor.page.locator('#places').waitFor({ state: 'attached' })
  return visitor
}

test('one user uploads a file of refunds and sees its faults, another confirms it and sees them refunded', async () => {
  const { as, owner, accountant } = await refundBatchesOf(world)
  const uuids = [await paid(world, as, { amount: 30 }), await paid(world, as, { amount: 20 })]
  const first = await portal(owner, { language: 'fr', width: 360 })
  await first.goTo('Lots de remboursements')
  await first.page.getByRole('heading', { name: 'Aucun lot pour l’instant' }).waitFor()
  await first.click(first.page.getByRole('link', { name: 'Nouveau lot' }))
  await first.isInOrder('new refund batch')
  const lines = [
    'transaction_uuid;merchant_reference;amount;reason',
    `${uuids[0]};;12,50;Concert annulé`,
    `${uuids[1]};;;Concert annulé`,
    `;PLACE-99;;Concert annulé`,
  ]
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}`)
  await first.page.getByLabel('Nom du lot').fill('Concert du 14')
  await first.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'remboursements.csv', mimeType: 'text/csv', buffer })
  await first.button('Envoyer et vérifier').click()
  await first.page.locator('.badge', { hasText: 'À confirmer' }).waitFor()
  await first.page.getByText('Un autre utilisateur doit confirmer ce lot.').waitFor()
  await first.page.getByText('Référence\u00a0: paiement introuvable').waitFor()
  await first.isInOrder('refund batch to confirm')
  const address = first.page.url()

  const second = await portal(accountant, { language: 'fr', width: 1280, dark: true })
  await second.page.goto(address)
  await second.button('Confirmer le lot…').click()
  const dialog = second.page.locator('dialog[open]')
  await dialog.getByLabel('Nombre de lignes à rembourser').fill('2')
  await dialog.getByLabel('Total à rembourser').fill('32,50')
  await dialog.getByLabel('Laisser de côté la ligne en erreur').check()
  await second.isInOrder('confirmation of refunds')
  await dialog.getByRole('button', { name: 'Confirmer le lot' }).click()
  await second.page.locator('.badge', { hasText: 'Terminé' }).waitFor()
  await second.page.getByText('Remboursée').first().waitFor()
  await second.isInOrder('refund batch that is done')
  await second.click(second.page.getByRole('link', { name: uuids[1]! }))
  await second.page.getByText('Concert annulé').first().waitFor()
  const [count] = await world.db.rows<{ count: bigint }>({
    name: '',
    text: 'select count(*) as count from card_refund',
  })
  assert.equal(count?.count, 2n)
  await first.close()
  await second.close()
})

const csvOf = (...lines: string[]) => Buffer.from(`\uFEFF${lines.join('\r\n')}`)

test('a faulty row of a file in francs is corrected on its page, and its step-up names the batch and its sum', async () => {
  const { as, owner, accountant } = await refundBatchesOf(world)
  const francs = (amount: number) => paid(world, as, { amount, currency: 'CDF' })
  const uuids = [await francs(70_000), await francs(25_000)]
  const first = await portal(owner, { language: 'fr', width: 360 })
  await first.page.goto(`${world.url}/portal/refund-batches/new`)
  const buffer = csvOf(
    'transaction_uuid;amount;reason',
    `${uuids[0]};12 500,50;Concert annulé`,
    `${uuids[1]};30000;Concert annulé`,
  )
  await first.page.getByLabel('Nom du lot').fill('Concert en francs')
  await first.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'francs.csv', mimeType: 'text/csv', buffer })
  await first.button('Envoyer et vérifier').click()
  await first.page.locator('.badge', { hasText: 'À confirmer' }).waitFor()
  await first.page
    .getByText(/12\s500,50\sCDF/)
    .first()
    .waitFor()
  await first.button('Corriger… la ligne 2').click()
  const dialog = first.page.locator('dialog[open]')
  await dialog.getByText('Autres colonnes').click()
  await dialog.getByLabel('Montant').fill('25 000')
  await first.isInOrder('correction of a refund')
  await dialog.getByRole('button', { name: 'Corriger et vérifier' }).click()
  await first.page
    .getByText(/37\s500,50\sCDF/)
    .first()
    .waitFor()
  await first.page.getByText('En erreur').waitFor({ state: 'detached' })
  await first.isInOrder('refund batch in francs')
  const address = first.page.url()
  await first.close()

  const { codes } = await withApp(world, accountant)
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 1280 })
  await visitor.page.goto(`${world.url}/portal`)
  await givePassword(visitor, accountant)
  await visitor.page.locator('[name="code"]').fill(codes[0]!)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.locator('#places').waitFor({ state: 'attached' })
  await visitor.page.goto(address)
  await visitor.button('Confirmer le lot…').click()
  const confirmation = visitor.page.locator('dialog[open]')
  await confirmation.getByLabel('Nombre de lignes à rembourser').fill('2')
  await confirmation.getByLabel('Total à rembourser').fill('37 500,50')
  await confirmation.getByRole('button', { name: 'Confirmer le lot' }).click()
  const proof = visitor.page.locator('dialog[open]', { hasText: 'Confirmez votre identité' })
  await proof.getByText('Concert en francs').waitFor()
  await proof.getByText(/37\s500,50\sCDF/).waitFor()
  await visitor.isInOrder('step-up of a refund batch')
  await proof.locator('[name="code"]').fill(codes[1]!)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.locator('.badge', { hasText: 'Terminé' }).waitFor()
  const [sum] = await world.db.rows<{ minor: bigint }>({
    name: '',
    text: `select sum(r.amount_minor)::bigint as minor from card_refund r where r.currency = 'CDF' and r.status = 'SUCCESS'`,
  })
  assert.equal(sum?.minor, 3_750_050n)
  await visitor.close()
})

test('a batch of a merchant that is suspended says so, and goes on when it is active again', async () => {
  const of = await refundBatchesOf(world)
  const uuids: string[] = []
  for (const amount of [11, 12, 13, 14, 15, 16]) uuids.push(await paid(world, of.as, { amount }))
  // Covers the commissions, so that no admin is needed.
  await paid(world, of.as, { amount: 20 })
  const id = await of.confirmed(
    uuids.map((transaction_uuid) => ({ transaction_uuid, reason: 'Concert annulé' })),
  )
  const decide = (act: string) =>
    adminsOf(world).act(`merchants/${of.as.merchant_code}/${act}`, { reason: 'Vérification' })
  await decide('suspend')
  const due = () =>
    world.db.rows({ name: '', text: 'update batch set next_at = now() where batch_id = $1 returning id' }, [
      id,
    ])
  const visitor = await portal(of.owner, { language: 'fr', width: 1280 })
  await visitor.page.goto(`${world.url}/portal/refund-batches/${id}`)
  await visitor.page.getByText('votre compte est suspendu').waitFor()
  await visitor.isInOrder('refund batch of a suspended merchant')
  await decide('resume')
  await due()
  await visitor.page.locator('.badge', { hasText: 'Terminé' }).waitFor()
  const [count] = await world.db.rows<{ count: bigint }>(
    {
      name: '',
      text: `select count(*) as count from card_refund r join card_transaction t on t.id = r.transaction_id
              where t.transaction_uuid = any($1)`,
    },
    [uuids],
  )
  assert.equal(count?.count, 6n)
  await visitor.close()
})

test('an admin uploads a file for a merchant in the console, and another confirms it', async () => {
  const { as } = await refundBatchesOf(world)
  const uuid = await paid(world, as, { amount: 30 })
  const first = await openConsole(world, browser)
  await first.go('/console/refund-batches')
  await first.page.getByRole('link', { name: 'Nouveau lot' }).click()
  await first.page.getByLabel('Code du marchand').fill(as.merchant_code)
  await first.page.getByLabel('Nom du lot').fill('Concert annulé')
  const buffer = csvOf('transaction_uuid;amount;reason', `${uuid};12,50;Concert annulé`)
  await first.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'remboursements.csv', mimeType: 'text/csv', buffer })
  assert.deepEqual(await first.faults(), [])
  await first.press('Envoyer et vérifier')
  await first.page.getByText('Un autre administrateur doit confirmer ce lot.').waitFor()
  assert.deepEqual(await first.faults(), [])
  assert.equal(await first.page.getByRole('button', { name: 'Confirmer le lot…' }).count(), 0)
  await first.close()

  const second = await openConsole(world, browser, { as: 'benoit', width: 'desk', dark: true })
  await second.go('/console/refund-batches')
  await second.page.getByText('École Sainte Anne').first().waitFor()
  assert.deepEqual(await second.faults(), [])
  await second.page.getByRole('link', { name: 'Concert annulé' }).first().click()
  await second.press('Confirmer le lot…')
  const dialog = second.page.locator('dialog[open]')
  await dialog.getByLabel('Nombre de lignes à rembourser').fill('1')
  await dialog.getByLabel('Total à rembourser').fill('12,50')
  assert.deepEqual(await second.faults(), [])
  await dialog.getByRole('button', { name: 'Confirmer le lot' }).click()
  await second.page.locator('.badge', { hasText: 'Terminé' }).waitFor()
  await second.page.getByText('Remboursée').first().waitFor()
  assert.deepEqual(await second.faults(), [])
  assert.deepEqual(await second.misdeeds(), [])
  await second.close()
})
