// The account of an admin user in a real browser, with a virtual device for passkeys: adding one, signing in with it, confirming one's
// identity before sensitive changes, and changing the password.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { manualClock, systemClock } from '../../server/platform/time/clock.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openSignIn } from '../support/browser/console.ts'
import { addVirtualDevice } from '../support/browser/virtual-device.ts'
import { codeOf } from '../support/factors/factors.ts'
import { joinedStaff, type StaffMember } from '../support/staff/members.ts'
import { openWorld, type World } from '../support/world/world.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
let browser: Browser
beforeAll(async () => {
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ role: 'api', clock })])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const words = {
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    code: 'Code',
    signIn: 'Se connecter',
    overview: 'Vue d’ensemble',
    account: 'Votre compte',
    none: 'Vous n’avez pas encore de clé d’accès.',
    add: 'Ajouter une clé d’accès…',
    name: 'Nom de la clé',
    goOn: 'Continuer',
    identity: 'Confirmez votre identité',
    confirm: 'Confirmer',
    wrongCode: /^Code incorrect/,
    added: 'Clé d’accès ajoutée.',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    wrongPassword: 'Le mot de passe actuel est incorrect.',
    change: 'Changer le mot de passe',
    changed: 'Mot de passe changé. Vos autres sessions sont fermées.',
    menu: 'Menu',
    signOut: 'Se déconnecter',
    withPasskey: 'Se connecter avec une clé d’accès',
    confirmPasskey: 'Confirmer avec une clé d’accès',
    invite: 'Inviter une personne…',
    send: 'Inviter',
    close: 'Fermer',
    refused: 'Confirmez de nouveau votre identité',
    remove: 'Retirer, Téléphone',
    removeNow: 'Retirer',
    removed: 'Clé d’accès retirée.',
    noCodes: 'Vous n’avez pas de codes de secours.',
    makeCodes: 'Créer des codes…',
    makeNow: 'Créer des codes',
    stored: 'J’ai enregistré les codes, fermer',
    codesLeft: '10 codes restants',
    oneLess: '9 codes restants',
  },
  en: {
    email: 'Email',
    password: 'Password',
    code: 'Code',
    signIn: 'Sign in',
    overview: 'Overview',
    account: 'Your account',
    none: 'You don’t have a passkey yet.',
    add: 'Add a passkey…',
    name: 'Name of the passkey',
    goOn: 'Continue',
    identity: 'Confirm it’s you',
    confirm: 'Confirm',
    wrongCode: /^Wrong code/,
    added: 'Passkey added.',
    current: 'Current password',
    next: 'New password',
    wrongPassword: 'The current password is incorrect.',
    change: 'Change password',
    changed: 'Password changed. Your other sessions are signed out.',
    menu: 'Menu',
    signOut: 'Sign out',
    withPasskey: 'Sign in with a passkey',
    confirmPasskey: 'Confirm with a passkey',
    invite: 'Invite someone…',
    send: 'Send invitation',
    close: 'Close',
    refused: 'Confirm your identity again',
    remove: 'Remove, Téléphone',
    removeNow: 'Remove',
    removed: 'Passkey removed.',
    noCodes: 'You don’t have any recovery codes.',
    makeCodes: 'Make codes…',
    makeNow: 'Make codes',
    stored: 'I’ve stored the codes, close',
    codesLeft: '10 codes left',
    oneLess: '9 codes left',
  },
} as const

type Run = { language: 'fr' | 'en'; width: 'phone' | 'desk'; dark: boolean }

describe.each<Run>([
  { language: 'fr', width: 'phone', dark: true },
  { language: 'en', width: 'desk', dark: false },
])('the account of an admin user ($language, $width)', ({ language, width, dark }) => {
  const t = words[language]
  const named = (name: string) => `${name}-${language}-${width === 'phone' ? 360 : 1280}`
  let member: StaffMember
  let visitor: Console
  beforeAll(async () => {
    member = await joinedStaff(world, 'owner')
    visitor = await openSignIn(world, browser, { language, width, dark })
    await addVirtualDevice(visitor.page)
  })
  afterAll(() => visitor?.close())

  /** Moves time on, so that the code of this step is free. */
  function freshCode(): string {
    clock.forward({ seconds: 60 })
    return codeOf(world, member.secret)
  }
  const dialog = () => visitor.page.locator('dialog[open]').last()
  const looksRight = async (picture: string) => {
    assert.deepEqual(await visitor.faults(), [])
    await visitor.picture(named(picture))
  }
  const signOut = async () => {
    if (width === 'phone') await visitor.press(t.menu)
    await visitor.page.getByRole('button', { name: t.signOut }).filter({ visible: true }).first().click()
    await visitor.page.getByRole('button', { name: t.withPasskey }).waitFor()
  }

  test('a passkey is added once the user has confirmed their identity with a code', async () => {
    const { page } = visitor
    await page.getByLabel(t.email, { exact: true }).fill(member.email)
    await page.getByLabel(t.password, { exact: true }).fill(member.password)
    await page.getByLabel(t.code).fill(freshCode())
    await looksRight('account-sign-in')
    await visitor.press(t.signIn)
    await page.getByRole('heading', { name: t.overview }).waitFor()
    await visitor.go('/console/account')
    await page.getByText(t.none).waitFor()
    await looksRight('account-empty')
    await visitor.press(t.add)
    await dialog().getByLabel(t.name).fill('Téléphone')
    await visitor.press(t.goOn)
    await page.getByRole('heading', { name: t.identity }).waitFor()
    await dialog().getByLabel(t.code).fill('000000')
    await dialog().getByRole('button', { name: t.confirm, exact: true }).click()
    await dialog().getByText(t.wrongCode).waitFor()
    await looksRight('account-step-up')
    await dialog().getByLabel(t.code).fill(freshCode())
    await dialog().getByRole('button', { name: t.confirm, exact: true }).click()
    await visitor.shows(t.added)
    await page.getByText('Téléphone', { exact: true }).waitFor()
    await looksRight('account-passkey')
  })

  test('the password is changed with the current one', async () => {
    const { page } = visitor
    const change = async (current: string) => {
      await page.getByLabel(t.current, { exact: true }).fill(current)
      await page.getByLabel(t.next, { exact: true }).fill('ten green lanterns')
      await visitor.press(t.change)
    }
    await change('eleven green lanterns')
    await page.getByText(t.wrongPassword).waitFor()
    await looksRight('account-password')
    await change(member.password)
    await visitor.shows(t.changed)
  })

  test('recovery codes are shown once, and one of them signs in', async () => {
    const { page } = visitor
    await page.getByText(t.noCodes).waitFor()
    await visitor.press(t.makeCodes)
    await visitor.press(t.makeNow)
    // The new password has ended the step-up.
    await page.getByRole('heading', { name: t.identity }).waitFor()
    await dialog().getByLabel(t.code).fill(freshCode())
    await dialog().getByRole('button', { name: t.confirm, exact: true }).click()
    await dialog().getByRole('button', { name: t.stored }).waitFor()
    const codes = await dialog().locator('.recovery-codes code').allInnerTexts()
    assert.equal(codes.length, 10)
    await looksRight('account-codes')
    await visitor.press(t.stored)
    await page.getByText(t.codesLeft).waitFor()
    await looksRight('account-codes-left')
    await signOut()
    await page.getByLabel(t.email, { exact: true }).fill(member.email)
    await page.getByLabel(t.password, { exact: true }).fill('ten green lanterns')
    await page.getByLabel(t.code).fill(codes[0] ?? '')
    await visitor.press(t.signIn)
    await page.getByRole('heading', { name: t.account }).waitFor()
    await page.getByText(t.oneLess).waitFor()
  })

  test('the passkey alone signs in, and confirms the identity before an invitation', async () => {
    const { page } = visitor
    await signOut()
    await visitor.press(t.withPasskey)
    await page.getByRole('heading', { name: t.account }).waitFor()
    await visitor.go('/console/staff')
    await visitor.press(t.invite)
    await dialog().locator('[name="email"]').fill(`${language}@likuta.example`)
    await dialog().locator('[name="name"]').fill(`Josué ${language}`)
    await dialog().locator('[name="reason"]').fill('Joins the team')
    await visitor.press(t.send)
    await page.getByRole('heading', { name: t.identity }).waitFor()
    await looksRight('account-step-up-passkey')
    // Whoever closes the question has not sent the invitation.
    await dialog().getByRole('button', { name: t.close }).click()
    await dialog().getByText(t.refused).waitFor()
    await visitor.press(t.send)
    await page.getByRole('button', { name: t.confirmPasskey }).click()
    await page
      .locator('dialog')
      .getByText(/\/console\/invitation#/)
      .first()
      .waitFor()
  })

  test('a passkey that was removed signs in no more', async () => {
    const { page } = visitor
    await page.locator('dialog[open] button.main').click()
    await visitor.go('/console/account')
    await visitor.press(t.remove)
    await visitor.press(t.removeNow)
    await visitor.shows(t.removed)
    await page.getByText(t.none).waitFor()
    await signOut()
    await visitor.press(t.withPasskey)
    await page.locator('.notice.bad').waitFor()
    await looksRight('account-removed-passkey')
  })
})
