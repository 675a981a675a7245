// What one admin requested and another must approve shows where the matter is, to both.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
/** Amina on her phone, in French. */
let phone: Console
/** Benoît at his desk, in English. */
let desk: Console
beforeAll(async () => {
  const settings = { ...twoAdmins, APPROVALS: 'hold,limits,roles' }
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings }), openBrowser()])
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world?.close()
})

const waits = 'Demande enregistrée\u00a0: un autre administrateur doit l’approuver'

/** Shows the request to whoever made it, and to the other admin with the way to decide it. */
async function isShownAt(address: string, title: { fr: string; en: string }, open?: string): Promise<void> {
  for (const [{ page, go, faults }, heading, by] of [
    [phone, title.fr, 'Votre demande'],
    [desk, title.en, 'Requested by amina'],
  ] as const) {
    await go(address)
    if (open !== undefined) await page.locator('li', { hasText: open }).locator('button.whole').click()
    const notice = page.locator('main .notice', { hasText: heading })
    await notice.getByText(by).waitFor()
    expect(await notice.locator('a[href^="/console/approvals/approval-"]').count()).toBe(1)
    expect(await faults()).toEqual([])
  }
}

test('a release that is requested shows on the held transfer, which is not offered for release again', async () => {
  const watched = { sender_first_name: 'Watchlist', sender_last_name: 'Person', sender_middle_name: '' }
  await world.topUp('20.00')
  const { transaction_id } = await transfersOf(world).accepted(watched)
  const address = `/console/holds/${transaction_id}`
  await phone.go(address)
  await phone.press('Demander la libération…')
  const dialog = phone.page.locator('dialog[open]')
  await dialog.getByText(/^Rien ne part encore/).waitFor()
  expect(await phone.faults()).toEqual([])
  await phone.picture('hold-request-release-fr-360')
  await dialog.locator('[name="reason"]').fill('Une autre personne')
  await phone.press('Demander la libération')
  await phone.shows(waits)
  const { items } = await adminsOf(world).read('remittance/holds')
  expect(items).toMatchObject([{ transaction_id, pending_approvals: [{ action: 'hold_release' }] }])
  await isShownAt(address, { fr: 'Libération d’un transfert', en: 'Release of a held transfer' })
  expect(await phone.page.getByRole('button', { name: /la libération…/ }).count()).toBe(0)
})

test('a role and a limit that are requested show beside the admin user and the merchant', async () => {
  const person = { email: 'aline@likuta.example', name: 'Aline Furaha', role: 'support', reason: 'Joins us' }
  expect((await adminsOf(world).post('users', person)).status).toBe(202)
  await isShownAt('/console/staff', { fr: 'Rôle dans l’équipe', en: 'Role on the staff' }, person.email)
  const address = `/console/merchants/${world.merchant.merchant_code}`
  await phone.go(address)
  await phone.press('Modifier le découvert…')
  await phone.page.getByLabel('Découvert autorisé (USD)').fill('250,50')
  await phone.page.locator('dialog [name="reason"]').fill('Accord du directeur')
  await phone.press('Enregistrer')
  await phone.shows(waits)
  await isShownAt(address, { fr: 'Découvert autorisé plus élevé', en: 'Higher negative balance limit' })
  await desk.page.locator('main .notice').getByRole('link', { name: 'Open the request' }).click()
  await desk.page.getByText(/^250\.50.USD$|^\$250\.50$/).waitFor()
  await desk.page.getByText('Currently in force').waitFor()
  expect(await desk.faults()).toEqual([])
})
