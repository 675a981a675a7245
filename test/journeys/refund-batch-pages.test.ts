// A batch of refunds in the browser: one user uploads the file, another confirms its figures, and the payments are refunded.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { twoAdmins } from '../support/callers/admins.ts'
import { paid, refundBatchesOf } from '../support/callers/portal.ts'
import type { Member } from '../support/callers/self-service.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ settings: twoAdmins }), openBrowser()])
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
  await first.page.getByText('Votre référence : paiement introuvable').waitFor()
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
