// Admin users in a real browser: an owner invites a colleague, who sets up an account, signs in, and sees what the role allows.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock, systemClock } from '../../server/platform/time/clock.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole, openSignIn } from '../support/browser/console.ts'
import { twoAdmins } from '../support/callers/admins.ts'
import { codeOf } from '../support/factors/factors.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
/** Benoît at his desk, with a token, in English. */
let desk: Console
beforeAll(async () => {
  // Codes of authenticator apps change with the time, which stands still here.
  const clock = manualClock(systemClock.now().toString())
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({ role: 'api', settings: twoAdmins, clock }),
  ])
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await desk?.close()
  await closePages(browser)
  await world.close()
})

const email = 'aline@likuta.example'
const password = 'nine green lanterns'
let secret = ''

/** Opens the link of an invitation in a new browser. */
async function openLink(address: string, options: Parameters<typeof openSignIn>[2]): Promise<Console> {
  const visitor = await openSignIn(world, browser, options)
  const { pathname, hash } = new URL(address)
  await visitor.page.goto('about:blank')
  await visitor.page.goto(`${world.url}${pathname}${hash}`)
  return visitor
}

async function fillAccount({ page }: Console, labels: [string, string, string], stepsLater: number) {
  const [mail, word, code] = labels
  await page.getByLabel(mail, { exact: true }).fill(email)
  await page.getByLabel(word, { exact: true }).fill(password)
  await page.getByLabel(code).fill(codeOf(world, secret, stepsLater))
}

describe('the staff', () => {
  let link = ''

  test('an owner invites a colleague and gets the link once', async () => {
    const { page } = desk
    await desk.go('/console/staff')
    await page.getByText('Nobody has an account yet. Invite an owner first.').waitFor()
    assert.deepEqual(await desk.faults(), [])
    await desk.press('Invite someone…')
    await page.locator('dialog [name="email"]').fill(email)
    await page.locator('dialog [name="name"]').fill('Aline Furaha')
    await page.locator('dialog [name="role"]').selectOption('support')
    await page.locator('dialog [name="reason"]').fill('Joins the support team')
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('staff-invite-en-1280')
    await desk.press('Send invitation')
    const shown = page.locator('dialog').getByText(/\/console\/invitation#/)
    link = await shown.first().innerText()
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('staff-link-en-1280')
    await desk.press('Done')
    await page.getByRole('button', { name: /Aline Furaha/ }).click()
    await page.getByText('Never signed in').waitFor()
    await desk.picture('staff-invited-en-1280')
  })

  test('the colleague sets up a password and an authenticator app on a phone in French', async () => {
    const phone = await openLink(link, { language: 'fr', width: 'phone' })
    const { page } = phone
    await page.getByRole('heading', { name: 'Rejoindre l’équipe' }).waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('staff-join-fr-360')
    await page.getByLabel('Mot de passe', { exact: true }).fill('court')
    await phone.press('Continuer')
    await page.getByText('Ce mot de passe est trop court ou trop courant.').waitFor()
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await phone.press('Continuer')
    await page.getByRole('img', { name: 'Code QR de l’application d’authentification' }).waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('staff-app-fr-360')
    secret = (await page.locator('.secret-key code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code affiché par l’application').fill('000000')
    await phone.press('Terminer')
    await page.getByText('Code incorrect. Saisissez celui que l’application affiche maintenant.').waitFor()
    await page.getByLabel('Code affiché par l’application').fill(codeOf(world, secret, -1))
    await phone.press('Terminer')
    await page.getByRole('heading', { name: 'Votre compte est prêt' }).waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('staff-ready-fr-360')
    await phone.close()
  })

  test('the colleague signs in and sees only what the role allows', async () => {
    const phone = await openSignIn(world, browser, { language: 'fr', width: 'phone', dark: true })
    const { page } = phone
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('sign-in-fr-360-dark')
    await phone.press('Se connecter')
    await page.getByText('Saisissez votre adresse e-mail.').waitFor()
    const labels: [string, string, string] = ['E-mail', 'Mot de passe', 'Code']
    await fillAccount(phone, labels, -1)
    await phone.press('Se connecter')
    await page
      .getByText(
        'Code incorrect ou déjà utilisé. Saisissez le code suivant de votre application, ou un autre code de secours.',
      )
      .waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('sign-in-wrong-code-fr-360-dark')
    await fillAccount(phone, labels, 0)
    await phone.press('Se connecter')
    await page.getByRole('heading', { name: 'Vue d’ensemble' }).waitFor()
    await phone.press('Menu')
    const menu = await page.getByRole('navigation').first().innerText()
    expect(menu).toContain('Paiements')
    for (const hidden of ['Transferts retenus', 'Portefeuilles', 'Journal d’audit', 'Équipe', 'Versements'])
      expect(menu).not.toContain(hidden)
    await phone.picture('menu-support-fr-360-dark')
    await page.keyboard.press('Escape')
    await phone.go('/console/account')
    await page.getByText('Cette session').waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('account-support-fr-360-dark')
    await phone.go('/console/wallets')
    await page.getByRole('heading', { name: 'Page réservée' }).waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('not-for-role-fr-360-dark')
    await phone.go(`/console/merchants/${world.merchant.merchant_code}`)
    await page.getByRole('button', { name: 'Réinitialiser le mot de passe…' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Suspendre…' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Modifier les tarifs…' }).count(), 0)
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('merchant-support-fr-360-dark')
    await phone.close()
  })

  test('another role signs the colleague out, and an owner ends sessions, resets the app and removes people', async () => {
    const visitor = await openSignIn(world, browser, { language: 'en', width: 'desk' })
    await fillAccount(visitor, ['Email', 'Password', 'Code'], 1)
    await visitor.picture('sign-in-en-1280')
    await visitor.press('Sign in')
    await visitor.page.getByRole('heading', { name: 'Overview' }).waitFor()
    const { page } = desk
    await desk.go('/console')
    await desk.go('/console/staff')
    await page.getByRole('button', { name: /Aline Furaha/ }).click()
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('staff-en-1280')
    await desk.press('Change role…')
    await page.locator('dialog [name="role"]').selectOption('finance')
    await page.locator('dialog [name="reason"]').fill('Moves to finance')
    await desk.press('Change role')
    await desk.shows('Role changed.')
    await visitor.go('/console/payments')
    await visitor.page.getByText('Your session has ended. Sign in again.').waitFor()
    await visitor.close()
    await desk.press('Reset app…')
    await page.locator('dialog [name="reason"]').fill('Lost the phone')
    await desk.press('Reset app')
    await page
      .locator('dialog')
      .getByText(/\/console\/invitation#/)
      .first()
      .waitFor()
    await desk.press('Done')
    await desk.press('Remove from staff…')
    await page.locator('dialog [name="reason"]').fill('Left the company')
    await desk.press('Remove from staff')
    await desk.shows('Person removed from the staff.')
    await page.getByText('Nobody has an account yet. Invite an owner first.').waitFor()
  })

  test('a link that was cut off or used says so', async () => {
    const cut = await openLink(`${world.url}/console/invitation`, { language: 'en', width: 'desk' })
    await cut.page.getByText('This link is incomplete. Open it exactly as you received it.').waitFor()
    await cut.close()
    const used = await openLink(link, { language: 'en', width: 'desk' })
    await used.page.getByLabel('Password', { exact: true }).fill(password)
    await used.press('Continue')
    await used.page.getByText('This link no longer works.').waitFor()
    assert.deepEqual(await used.faults(), [])
    await used.picture('link-used-en-1280')
    await used.close()
  })
})
