// Second factors in a real browser, with a virtual device for passkeys: setting up, signing in, step-up, recovery codes, and what a
// thief can do with the token of a session alone.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualClock, systemClock } from '../../server/platform/time/clock.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { addVirtualDevice } from '../support/browser/virtual-device.ts'
import { call, joined, signedIn } from '../support/callers/self-service.ts'
import { codeOf, withApp } from '../support/factors/factors.ts'
import { openWorld, type World } from '../support/world/world.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', clock }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const words = {
  fr: {
    card: 'Sécurité de la connexion',
    addPasskey: 'Ajouter une clé d’accès…',
    yourPassword: 'Votre mot de passe',
    goOn: 'Continuer',
    name: 'Nom de la clé',
    codes: 'Codes de secours',
    stored: 'J’ai enregistré les codes, fermer',
    signOut: 'Se déconnecter',
    withPasskey: 'Utiliser une clé d’accès',
    setUp: 'Configurer…, Application d’authentification',
    confirmPasskey: 'Confirmer avec une clé d’accès',
    firstCode: 'Code affiché par l’application',
    turnOn: 'Activer',
    code: 'Code',
    secondFactor: 'Second facteur',
    wrongCode: /^Code incorrect/,
    removeApp: 'Retirer, Application d’authentification',
    remove: 'Retirer',
    left: (left: number) => `${left} codes restants`,
    account: 'Compte',
    renewKey: 'Remplacer : Secret marchand',
    yesRenew: 'Oui, remplacer',
    keys: 'Clés et accès',
    addresses: 'Adresses de vos serveurs',
    saveList: 'Enregistrer la liste',
    listSaved: 'Liste enregistrée.',
    team: 'Équipe',
    reset: 'Réinitialiser le second facteur',
  },
  en: {
    card: 'Sign-in security',
    addPasskey: 'Add a passkey…',
    yourPassword: 'Your password',
    goOn: 'Continue',
    name: 'Name of the passkey',
    codes: 'Recovery codes',
    stored: 'I’ve stored the codes, close',
    signOut: 'Sign out',
    withPasskey: 'Sign in with a passkey',
    setUp: 'Set up…, Authenticator app',
    confirmPasskey: 'Confirm with a passkey',
    firstCode: 'Code shown by the app',
    turnOn: 'Turn on',
    code: 'Code',
    secondFactor: 'Second factor',
    wrongCode: /^Wrong code/,
    removeApp: 'Remove, Authenticator app',
    remove: 'Remove',
    left: (left: number) => `${left} codes left`,
    account: 'Account',
    renewKey: 'Replace: Merchant secret',
    yesRenew: 'Yes, replace',
    keys: 'Keys and access',
    addresses: 'Your servers’ addresses',
    saveList: 'Save list',
    listSaved: 'List saved.',
    team: 'Team',
    reset: 'Reset second factor',
  },
}

/** A browser on a device that verifies its user, whoever asks. */
async function visitorWithDevice(options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await addVirtualDevice(visitor.page)
  return visitor
}

async function atAccount(visitor: Visitor): Promise<void> {
  await visitor.page.goto(`${world.url}/portal/account`)
  await isAtAccount(visitor)
}

/** Signing in returns to the page of the one who signed out. */
async function isAtAccount(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('heading', { name: words[visitor.language].card }).waitFor()
  await visitor.isLoaded()
}

const isHome = async ({ page, language }: Visitor) => {
  await page.getByRole('heading', { name: portalWords[language].overview }).waitFor()
}

test.each([
  ['fr', 360, false],
  ['en', 1280, true],
] as const)(
  'in %s at %i pixels a user adds a passkey, signs in and steps up with it',
  async (language, width, dark) => {
    const t = words[language]
    const as = await world.register({ name: 'Chez Ntemba' })
    const visitor = await visitorWithDevice({ language, width, dark })
    const { page, button } = visitor
    await page.goto(`${world.url}/portal`)
    await button(t.withPasskey).waitFor()
    await visitor.isInOrder('sign in with passkey')
    await givePassword(visitor, as)
    await isHome(visitor)
    await atAccount(visitor)

    await button(t.addPasskey).click()
    await page.getByLabel(t.yourPassword).fill(as.password)
    await button(t.goOn).click()
    await page.getByLabel(t.name).fill('Téléphone')
    await visitor.isInOrder('add a passkey')
    await button(t.goOn).click()
    await button(t.stored).waitFor()
    assert.equal(await page.locator('.recovery-codes li').count(), 10)
    await visitor.isInOrder('recovery codes')
    await button(t.stored).click()
    await page.getByRole('heading', { name: 'Téléphone' }).waitFor()
    await page.getByText(t.left(10)).waitFor()
    await visitor.isInOrder('security card')

    await button(t.signOut).first().click()
    await button(t.withPasskey).click()
    await isAtAccount(visitor)

    await page.goto(`${world.url}/portal/keys`)
    await page.getByLabel(t.addresses).fill('198.51.100.7')
    await button(t.saveList).click()
    await button(t.confirmPasskey).waitFor()
    await visitor.isInOrder('confirm a setting')
    await button(t.confirmPasskey).click()
    await page.getByText(t.listSaved).waitFor()
    await button(t.renewKey).click()
    await button(t.confirmPasskey).waitFor()
    await visitor.isInOrder('step-up with passkey')
    await button(t.confirmPasskey).click()
    await button(t.yesRenew).click()
    await page.getByText(/msk_test_/).waitFor()
    await visitor.close()
  },
)

test.each([
  ['en', 360, true],
  ['fr', 1280, false],
] as const)(
  'in %s at %i pixels a user sets up an app, signs in with a code, and once with a recovery code',
  async (language, width, dark) => {
    const t = words[language]
    const as = await world.register({ name: 'Chez Ntemba' })
    const visitor = await newVisitor(browser, world, { language, width, dark })
    const { page, button } = visitor
    await page.goto(`${world.url}/portal`)
    await givePassword(visitor, as)
    await isHome(visitor)
    await atAccount(visitor)
    await button(t.setUp).click()
    await page.getByLabel(t.yourPassword).fill(as.password)
    await button(t.goOn).click()
    await page.locator('svg.qr').waitFor()
    const secret = (await page.locator('.secret-key code').innerText()).replaceAll(/\s/g, '')
    await visitor.isInOrder('set up an app')
    await page.getByLabel(t.firstCode).fill(codeOf(world, secret))
    await button(t.turnOn).click()
    await button(t.stored).waitFor()
    const [recovery = ''] = await page.locator('.recovery-codes li').allInnerTexts()
    await button(t.stored).click()
    await button(t.removeApp).waitFor()

    await button(t.signOut).first().click()
    await button(portalWords[language].signIn).waitFor()
    await givePassword(visitor, as)
    await page.getByRole('heading', { name: t.secondFactor }).waitFor()
    await visitor.isInOrder('second step')
    // The code that set the app up is used up.
    await page.getByLabel(t.code, { exact: true }).fill(codeOf(world, secret))
    await button(t.goOn).click()
    await page.getByText(t.wrongCode).waitFor()
    clock.forward({ seconds: 30 })
    await page.getByLabel(t.code, { exact: true }).fill(codeOf(world, secret))
    await button(t.goOn).click()
    await isAtAccount(visitor)
    await button(t.signOut).first().click()
    await button(portalWords[language].signIn).waitFor()
    await givePassword(visitor, as)
    await page.getByLabel(t.code, { exact: true }).fill(recovery)
    await button(t.goOn).click()
    await isAtAccount(visitor)
    await page.getByText(t.left(9)).waitFor()

    await button(t.removeApp).click()
    clock.forward({ seconds: 30 })
    await page.getByLabel(t.code, { exact: true }).fill(codeOf(world, secret))
    await visitor.isInOrder('step-up with a code')
    await button(t.goOn).click()
    await visitor.isInOrder('remove the last factor')
    await button(t.remove).click()
    await button(t.setUp).waitFor()
    await visitor.close()
  },
)

test('an owner resets the second factor of a colleague on the team page', async () => {
  const t = words.en
  const as = await world.register({ name: 'Chez Ntemba' })
  const owner = await signedIn(world, as)
  const cashier = await withApp(world, await joined(world, owner, 'cashier'))
  const visitor = await newVisitor(browser, world, { language: 'en', width: 360 })
  const { page, button } = visitor
  await page.goto(`${world.url}/portal`)
  await givePassword(visitor, as)
  await isHome(visitor)
  await page.goto(`${world.url}/portal/team`)
  await page.locator('li', { hasText: cashier.email }).locator('button.whole').click()
  await button(`${t.reset}…`).click()
  await page.getByLabel(t.yourPassword).fill(as.password)
  await button(t.goOn).click()
  await visitor.isInOrder('reset a second factor')
  await button(t.reset).click()
  await page.getByText('Second factor reset.').waitFor()
  assert.equal((await call(world, 'GET', 'me', { token: cashier.token })).status, 401)
  await visitor.close()
})

test('the token of a session alone neither adds a payout destination nor removes a factor', async () => {
  const as = await world.register()
  const { token, password } = await withApp(world, await signedIn(world, as))
  const thief = (method: string, name: string, body?: object) => call(world, method, name, { token, body })
  const refused = [403, 'RMT-1025']
  const codeOfResponse = async (response: ReturnType<typeof thief>) => {
    const { status, body } = await response
    return [status, body.code]
  }
  const wallet = { type: 'wallet', number: '+243810000001' }
  expect(await codeOfResponse(thief('POST', 'payout-destinations', wallet))).toEqual(refused)
  expect(await codeOfResponse(thief('DELETE', 'factors/totp'))).toEqual(refused)
  expect(await codeOfResponse(thief('POST', 'factors/passkeys/options'))).toEqual(refused)
  expect(await codeOfResponse(thief('POST', 'secret'))).toEqual(refused)
  // Nor does the password help.
  expect(await codeOfResponse(thief('POST', 'step-up', { password }))).toEqual(refused)
})
