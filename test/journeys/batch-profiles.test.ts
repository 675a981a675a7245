// Batches whose rows name saved profiles, in the browser: whoever changed a profile is shown who confirms instead, and a row without its
// sender says so in one sentence.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { call, joined, type Member, signedIn } from '../support/callers/self-service.ts'
import { rowOf } from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function team() {
  const as = await world.register({ name: 'ONG Mwangaza' })
  await world.topUp('20.00', as)
  const owner = await signedIn(world, as)
  return { owner, accountant: await joined(world, owner, 'accountant') }
}

async function onBatch(user: Member, batchId: string, options: Parameters<typeof newVisitor>[2]) {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal/batches/${batchId}`)
  await givePassword(visitor, user)
  await visitor.page.locator('.badge').first().waitFor()
  return visitor
}

const isOfBeneficiary = (name: string) => /^(customer_number|expected_receiver_name|receiver_)/.test(name)
const isOfSender = (name: string) =>
  /^(sender_|document_|current_address|permanent_address|profession)/.test(name)
const whole = Object.entries(rowOf('EMP-1', { amount: '0.50' })).map(
  ([name, value]) => [name, String(value)] as const,
)
const beneficiary = Object.fromEntries(
  whole.filter(([name, value]) => isOfBeneficiary(name) && value !== '' && name !== 'receiver_currency'),
)
const without = (isLeftOut: (name: string) => boolean, fields: Record<string, string>) => ({
  ...Object.fromEntries(whole.filter(([name]) => !isLeftOut(name))),
  ...fields,
})
const short = (reference: string, fields: Record<string, string> = {}) =>
  without(isOfBeneficiary, { reference, beneficiary: 'EMP-1', ...fields })

async function data(user: Member, method: string, path: string, body?: unknown) {
  const response = await call(world, method, path, { token: user.token, ...(body !== undefined && { body }) })
  expect(response.status, response.text).toBe(200)
  return response.body.data
}
const saveBeneficiary = (user: Member, city = 'Goma') =>
  data(user, 'PUT', 'profiles/beneficiary/EMP-1', {
    fields: { ...beneficiary, receiver_current_address: `6 avenue du Lac, ${city}` },
  })
const isChecked = (user: Member, id: string) =>
  eventually('the batch is checked', async () => {
    const { state } = await data(user, 'GET', `batches/${id}`)
    return state === 'CHECKED'
  })
async function uploaded(user: Member, rows: unknown[]): Promise<string> {
  const { batch_id } = await data(user, 'POST', 'batches?name=Salaires', { rows })
  await isChecked(user, batch_id)
  return batch_id
}

async function confirm({ page, button }: Visitor, [count, total]: [string, string]): Promise<void> {
  await button('Confirmer le lot…').click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel('Nombre de lignes à payer').fill(count)
  await dialog.getByLabel('Total en USD, frais compris').fill(total)
}

test('who changed a profile sees who can confirm, and an only other user who uploaded cannot', async () => {
  const { owner, accountant } = await team()
  await saveBeneficiary(owner)
  const id = await uploaded(accountant, [short('EMP-1')])
  const first = await onBatch(owner, id, { language: 'fr', width: 390 })
  const authors = `${accountant.email}, ${owner.email}`
  await first.page.getByText('Personne d’autre ne peut confirmer un lot.').waitFor()
  await first.page.getByText(`${authors} ont envoyé ou corrigé ce lot`, { exact: false }).waitFor()
  await first.page.getByRole('link', { name: 'Inviter un utilisateur' }).waitFor()
  await first.page
    .getByText(`pour avoir modifié une fiche\u00a0: ${owner.email}.`, { exact: false })
    .waitFor()
  await first.page.getByText(`fiche EMP-1 enregistrée par ${owner.email} le`, { exact: false }).waitFor()
  expect(await first.button('Confirmer le lot…').count()).toBe(0)
  await first.isInOrder('batch that nobody can confirm')
  const third = await joined(world, owner, 'accountant')
  await first.page.reload()
  await first.page.getByText('Un autre utilisateur doit confirmer ce lot.').waitFor()
  await first.close()

  const second = await onBatch(third, id, { language: 'fr', width: 1280 })
  await second.page.getByText('1 ligne utilise une fiche nouvelle ou modifiée', { exact: false }).waitFor()
  await second.isInOrder('batch of a changed profile')
  await confirm(second, ['1', '0,5'])
  await second.page.locator('dialog[open]').getByRole('button', { name: 'Confirmer le lot' }).click()
  await second.page.getByText('Lot confirmé', { exact: false }).waitFor()
  await second.close()
})

test('who changes a profile while the dialog is open is told which one, and that another confirms', async () => {
  const { owner, accountant } = await team()
  await saveBeneficiary(owner)
  const rows = [short('EMP-1'), short('EMP-2', { reason_of_transaction: 'SALAIRE' })]
  const id = await uploaded(owner, rows)
  const visitor = await onBatch(accountant, id, { language: 'fr', width: 1280 })
  await visitor.page.getByText('SALARY (Salaire)', { exact: false }).waitFor()
  await visitor.isInOrder('batch with an unknown purpose')
  await confirm(visitor, ['2', '1'])
  await visitor.page.locator('dialog[open]').getByLabel('Laisser de côté la ligne en erreur').check()
  await saveBeneficiary(accountant, 'Bukavu')
  await data(owner, 'PUT', `batches/${id}/rows/2`, { fields: short('EMP-2') })
  await isChecked(owner, id)
  await visitor.page.locator('dialog[open]').getByRole('button', { name: 'Confirmer le lot' }).click()
  await visitor.page
    .getByText('Vous avez modifié la fiche EMP-1, que ce lot utilise', { exact: false })
    .waitFor()
  await visitor.isInOrder('refused confirmation of a changed profile')
  await visitor.close()
})

test('a row without its sender has one fault, and its correction begins with the code of a profile', async () => {
  const { owner, accountant } = await team()
  const id = await uploaded(owner, [
    without(isOfSender, { sender_profile: '', reference: 'EMP-2026-11-0001' }),
  ])
  for (const options of [
    { language: 'fr', width: 390 },
    { language: 'en', width: 1280 },
  ] as const) {
    const isFrench = options.language === 'fr'
    const visitor = await onBatch(accountant, id, options)
    const row = visitor.page.getByRole('row', { name: /EMP-2026-11-0001/ })
    await row.waitFor()
    const faults = await row.locator('li').allTextContents()
    expect(faults).toEqual([
      isFrench
        ? 'Aucun expéditeur\u00a0: indiquez le code de sa fiche, ou remplissez ses colonnes.'
        : 'No sender: give the code of a saved profile, or fill in the sender’s columns.',
    ])
    // The reference stands on one line.
    const lines = await row
      .locator('.reference')
      .evaluate(
        (reference: { getClientRects(): Iterable<{ top: number }> }) =>
          new Set([...reference.getClientRects()].map(({ top }) => Math.round(top))).size,
      )
    expect(lines).toBe(1)
    await visitor.isInOrder('row without a sender')
    await visitor.button(isFrench ? 'Corriger… la ligne 1' : 'Correct… row 1').click()
    const dialog = visitor.page.locator('dialog[open]')
    await dialog.locator('label').first().waitFor()
    const [first] = await dialog.locator('label').allTextContents()
    expect(first).toBe(isFrench ? 'Fiche de l’expéditeur' : 'Sender’s profile')
    const country = dialog.locator('select[name=sender_country]')
    expect(await country.locator('option[value=CD]').textContent()).toBe(isFrench ? 'RD Congo' : 'DR Congo')
    await visitor.isInOrder('correction of a row without a sender')
    await visitor.close()
  }
})
