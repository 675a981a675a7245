// The way into the merchant portal: whom to ask for a new password, the question that decides what the portal shows first, and the
// team: an invitation, what a cashier sees, and the end of their access.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { openWorld, type World } from '../support/world/world.ts'

const settings = { LIKUTA_SUPPORT: 'aide@example.cd, https://wa.me/243991234567' }
const password = 'trois pagnes bleus au soleil'
let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', settings }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test('the page of a forgotten password says whom to ask, and the sign-in button fills a phone', async () => {
  const visitor = await newVisitor(browser, world, { language: 'fr', width: 360 })
  const { page, button } = visitor
  await page.goto(`${world.url}/portal`)
  await page.getByText('Mot de passe oublié').waitFor()
  const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href')
  const widths = await Promise.all(
    [button('Se connecter'), page.getByLabel('E-mail')].map(
      async (part) => (await part.boundingBox())?.width,
    ),
  )
  assert.equal(widths[0], widths[1])
  await visitor.isInOrder('sign in')
  await page.getByRole('link', { name: 'Mot de passe oublié' }).click()
  assert.equal(await hrefOf('aide@example.cd'), 'mailto:aide@example.cd')
  assert.equal(await hrefOf('WhatsApp +243 991 234 567'), 'https://wa.me/243991234567')
  await visitor.isInOrder('forgotten password')
  await page.goto(`${world.url}/portal/new-password`)
  await page.getByRole('link', { name: 'aide@example.cd' }).waitFor()
  await visitor.close()
})

test.each([
  ['fr', 360, 'Comment voulez-vous utiliser Likuta\u202f?', 'Je vends par lien', 'Plus tard', 'Caisse'],
  ['en', 1280, 'How will you use Likuta?', 'I sell by link', 'Not now', 'Till'],
] as const)(
  'in %s at %i pixels a merchant is asked once how it sells, and the answer is kept',
  async (language, width, question, choice, later, till) => {
    const isFrench = language === 'fr'
    const merchant = await world.register({ name: 'Chez Ntemba', password })
    const visitor = await newVisitor(browser, world, { language, width })
    const { page, button } = visitor
    const signIn = async () => {
      await page.getByLabel(isFrench ? 'E-mail' : 'Email').fill(merchant.email)
      await page.getByLabel(isFrench ? 'Mot de passe' : 'Password', { exact: true }).fill(password)
      await button(isFrench ? 'Se connecter' : 'Sign in').click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await visitor.isLoaded()
    }
    await page.goto(`${world.url}/portal`)
    await signIn()
    await button(choice).waitFor()
    assert.equal(await page.getByText(question, { exact: true }).count(), 1)
    const asked = page.getByRole('group', { name: question, exact: true })
    // Nothing of the card is left empty above the question or below its choices.
    const room = await asked.evaluate((card) => {
      const { top, bottom } = card.getBoundingClientRect()
      const first = card.querySelector('legend')?.getBoundingClientRect().top ?? 0
      const last = card.querySelector('.actions')?.getBoundingClientRect().bottom ?? 0
      return [first - top, bottom - last]
    })
    assert.ok(
      room.every((pixels) => pixels >= 12 && pixels <= 28),
      String(room),
    )
    const placeOf = async (label: string) =>
      (await page.locator('#places a').allTextContents()).map((text) => text.trim()).indexOf(label)
    const [transfers, money] = isFrench
      ? ['Transferts', 'Solde et versements']
      : ['Transfers', 'Balance and payouts']
    assert.ok((await placeOf(transfers)) < (await placeOf(money)))
    await visitor.isInOrder('question')
    // Put off, the question does not return on this device.
    await button(later).click()
    await button(choice).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await visitor.isLoaded()
    assert.equal(await button(choice).count(), 0)

    await page.evaluate('localStorage.clear()')
    await page.reload()
    await button(choice).click()
    await button(choice).waitFor({ state: 'detached' })
    // A phone has a tab for the till of a merchant that sells by link.
    const place = width < 960 ? page.locator('.tab-bar') : page.locator('#places')
    await place.getByRole('link', { name: till }).waitFor()
    // Transfers come after what such a merchant does every day.
    assert.ok((await placeOf(transfers)) > (await placeOf(money)))
    const stored = await world.db.rows<{ sells_by: string }>(
      { name: '', text: 'select sells_by from merchant where merchant_code = $1' },
      [merchant.merchant_code],
    )
    expect(stored).toEqual([{ sells_by: 'link' }])
    await visitor.close()
  },
)

const team = {
  fr: {
    ...{ email: 'E-mail', password: 'Mot de passe', signIn: 'Se connecter', team: 'Équipe', home: 'Accueil' },
    ...{
      invite: 'Inviter une personne…',
      own: 'Votre mot de passe',
      go: 'Continuer',
      create: 'Créer le lien',
    },
    ...{
      stored: 'Lien envoyé, fermer',
      name: 'Votre nom',
      join: 'Rejoindre l’équipe',
      invites: /vous invite à rejoindre son compte Likuta/,
      day: 'Ma journée',
    },
    ...{
      till: 'Caisse',
      area: 'Liens',
      links: 'Liens de paiement',
      lists: 'Listes de payeurs',
      account: 'Compte',
      remove: 'Retirer de l’équipe',
    },
    ...{ here: 'Cet appareil', role: 'Caissier', none: 'Page introuvable' },
  },
  en: {
    ...{ email: 'Email', password: 'Password', signIn: 'Sign in', team: 'Team', home: 'Home' },
    ...{ invite: 'Invite someone…', own: 'Your password', go: 'Continue', create: 'Create link' },
    ...{
      stored: 'I’ve sent it, close',
      name: 'Your name',
      join: 'Join the team',
      invites: /invites you to its Likuta account/,
      day: 'My day',
    },
    ...{
      till: 'Till',
      area: 'Links',
      links: 'Payment links',
      lists: 'Payer lists',
      account: 'Account',
      remove: 'Remove from team',
    },
    ...{ here: 'This device', role: 'Cashier', none: 'Page not found' },
  },
} as const
type TeamTexts = (typeof team)['fr' | 'en']

async function signIn({ page, button }: Visitor, t: TeamTexts, email: string): Promise<void> {
  await page.goto(`${world.url}/portal`)
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await button(t.signIn).click()
}

/** Invites a cashier. Returns the link, which is shown once. */
async function invite(owner: Visitor, t: TeamTexts, email: string): Promise<string> {
  const { page, button } = owner
  await owner.goTo(t.team)
  await button(t.invite).click()
  await page.getByLabel(t.own).fill(password)
  await button(t.go).click()
  await page.getByLabel(t.email).fill(email)
  await button(t.create).click()
  const link = await page.getByText(/\/portal\/invitation#/).innerText()
  await owner.isInOrder('invitation link')
  await button(t.stored).click()
  await page.getByRole('heading', { name: email }).waitFor()
  assert.equal(await page.getByText(/\/portal\/invitation#/).count(), 0)
  await owner.isInOrder('team')
  return link
}

test.each([
  ['fr', 360],
  ['en', 1280],
] as const)(
  'in %s at %i pixels an owner invites a cashier, who sees till, links and the own day until removed',
  async (language, width) => {
    const t = team[language]
    const { email: ownEmail } = await world.register({ name: 'Chez Ntemba', password, sellsBy: 'link' })
    const [owner, cashier] = await Promise.all(
      [1, 2].map(() => newVisitor(browser, world, { language, width })),
    )
    assert.ok(owner && cashier)
    await signIn(owner, t, ownEmail)
    const email = `aline-${language}@example.com`
    await cashier.page.goto(await invite(owner, t, email))
    await cashier.page.getByText(t.invites).waitFor()
    await cashier.page.getByLabel(t.name).fill('Aline Furaha')
    await cashier.page.getByLabel(t.password, { exact: true }).fill(password)
    assert.equal(new URL(cashier.page.url()).hash, '')
    await cashier.isInOrder('join')
    await cashier.button(t.join).click()

    await cashier.page.getByRole('heading', { name: t.day }).waitFor()
    await cashier.isInOrder('day')
    const places = await cashier.page.locator('#places a').allTextContents()
    expect(places.map((text) => text.trim()).filter(Boolean)).toEqual([
      t.home,
      t.till,
      t.area,
      t.links,
      t.lists,
      t.account,
    ])
    await cashier.page.goto(`${world.url}/portal/payments`)
    await cashier.page.getByRole('heading', { name: t.none }).waitFor()
    await cashier.page.goto(`${world.url}/portal/account`)
    await cashier.page.getByText(t.here).waitFor()
    await cashier.isInOrder('account of a cashier')

    await owner.page.reload()
    await owner.page.getByRole('button', { name: /Aline Furaha/ }).click()
    await owner.page.getByText(t.role, { exact: true }).first().waitFor()
    await owner.button(`${t.remove}…`).click()
    // The proof of the password was kept in the page's memory, which the reload has emptied.
    await owner.page.getByLabel(t.own).fill(password)
    await owner.button(t.go).click()
    await owner.button(t.remove).click()
    await owner.page.getByRole('button', { name: /Aline Furaha/ }).waitFor({ state: 'detached' })
    await cashier.page.reload()
    await cashier.button(t.signIn).waitFor()
    await Promise.all([owner.close(), cashier.close()])
  },
)
