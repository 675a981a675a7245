// A merchant who has forgotten the password, in a real browser: a link by email, which the link replaces that an admin creates in
// the console, on a phone in French and on a desktop in English.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, faultsOf, type Language, openBrowser } from '../support/browser/browser.ts'
import { openConsole, widths } from '../support/browser/console.ts'
import { twoAdmins } from '../support/callers/admins.ts'
import { logIn } from '../support/callers/self-service.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ settings: twoAdmins })])
})
afterAll(async () => {
  await closePages(browser)
  await world.close()
})

type Variant = { language: Language; width: keyof typeof widths; dark?: boolean }

const texts = {
  fr: {
    forgotten: /^Mot de passe oublié\s\?/,
    email: 'E-mail',
    ask: 'M’envoyer un lien',
    sent: 'Consultez votre messagerie',
    subject: 'Votre lien pour un nouveau mot de passe',
    back: 'Retour à la connexion',
    open: 'Réinitialiser le mot de passe…',
    create: 'Créer le lien',
    dialog: 'Lien de réinitialisation',
    kept: 'J’ai copié ce lien',
    close: 'Fermer',
    label: 'Nouveau mot de passe',
    save: 'Enregistrer le mot de passe',
    weak: 'Trop facile à deviner',
    done: 'Mot de passe enregistré',
    signIn: 'Se connecter',
    unusable: /^Ce lien n’est plus valable/,
    incomplete: /^Ce lien est incomplet/,
  },
  en: {
    forgotten: /^Forgot your password\?/,
    email: 'Email',
    ask: 'Send me a link',
    sent: 'Check your inbox',
    back: 'Back to sign-in',
    open: 'Reset password…',
    create: 'Create link',
    dialog: 'Password reset link',
    kept: 'I’ve copied this link',
    close: 'Close',
    label: 'New password',
    save: 'Save password',
    weak: 'Too easy to guess',
    done: 'Password saved',
    signIn: 'Sign in',
    unusable: /^This link no longer works/,
    incomplete: /^This link is incomplete/,
  },
} as const

/** A merchant's browser, with every address that it requested. */
async function openVisitor({
  language,
  width,
  dark = false,
}: Variant): Promise<{ page: Page; urls: string[] }> {
  const context = await browser.newContext({
    viewport: { width: widths[width], height: 800 },
    locale: language === 'fr' ? 'fr-CD' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url(), request.headers().referer ?? ''))
  return { page, urls }
}

/** The latest link that an address was sent. Merchants who have not chosen a language are written to in French. */
function mailedLink(address: string): Promise<{ subject: string; url: string }> {
  return eventually('the link arrives', async () => {
    const response = await fetch(`${world.sandboxUrl}/sandbox/inbox?address=${encodeURIComponent(address)}`)
    const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] }
    for (const { subject, text } of messages) {
      const [url] = /https?:\S+new-password#\S+/.exec(text) ?? []
      if (url) return { subject, url }
    }
    return false
  })
}

async function isCorrect(page: Page, name: string): Promise<void> {
  assert.deepEqual(await faultsOf(page), [])
  const directory = process.env.SCREENSHOTS
  if (directory) await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true })
}

test.each<Variant & { code: number }>([
  { language: 'fr', width: 'phone', code: 1 },
  { language: 'en', width: 'desk', dark: true, code: 2 },
  { language: 'fr', width: 'desk', code: 3 },
  { language: 'en', width: 'phone', dark: true, code: 4 },
])('a forgotten password is replaced with a link from the console: $language, $width', async (variant) => {
  const t = texts[variant.language]
  const as = await world.register()
  const name = (what: string) => `${what}-${variant.language}-${variant.width}${variant.dark ? '-dark' : ''}`
  const { page, urls } = await openVisitor(variant)
  await page.goto(`${world.url}/portal`)
  await page.getByRole('link', { name: t.forgotten }).waitFor()
  await isCorrect(page, name('sign-in'))
  await page.getByRole('link', { name: t.forgotten }).click()
  await page.getByLabel(t.email).fill(as.email)
  await isCorrect(page, name('forgotten-password'))
  await page.getByRole('button', { name: t.ask }).click()
  await page.getByRole('heading', { name: t.sent }).waitFor()
  await isCorrect(page, name('link-sent'))
  const mailed = await mailedLink(as.email)
  assert.equal(mailed.subject, texts.fr.subject)
  await page.getByRole('link', { name: t.back }).click()
  await page.getByRole('link', { name: t.forgotten }).waitFor()
  await page.goto(mailed.url)
  await page.getByLabel(t.label).waitFor()

  const admin = await openConsole(world, browser, { ...variant, as: 'amina' })
  await admin.go(`/console/merchants/${as.merchant_code}`)
  await admin.press(t.open)
  await admin.page.locator('dialog [name="reason"]').fill('Identified by phone')
  await admin.press(t.create)
  const dialog = admin.page.getByRole('dialog', { name: t.dialog })
  const link = await dialog
    .getByText(/new-password#/)
    .first()
    .innerText()
  await admin.page.keyboard.press('Escape')
  await dialog.waitFor()
  assert.deepEqual(await admin.faults(), [])
  await admin.picture(name('reset-link'))
  await admin.page.getByLabel(t.kept).check()
  await admin.press(t.close)
  assert.equal(await admin.page.getByText(/new-password#/).count(), 0)
  await admin.close()

  await page.getByLabel(t.label).fill('a new staple for horses')
  await page.getByRole('button', { name: t.save }).click()
  await page.getByText(t.unusable).waitFor()

  await page.goto(link)
  await page.getByLabel(t.label).waitFor()
  const token = new URL(link).hash.slice(1)
  assert.ok(token.length > 40 && !page.url().includes(token))
  await isCorrect(page, name('new-password'))
  await page.getByLabel(t.label).fill('password1234')
  await page.getByRole('button', { name: t.save }).click()
  await page.getByText(t.weak).waitFor()
  await page.getByLabel(t.label).fill('a new staple for horses')
  await page.getByRole('button', { name: t.save }).click()
  await page.getByRole('heading', { name: t.done }).waitFor()
  await isCorrect(page, name('password-saved'))
  await page.getByRole('link', { name: t.signIn }).click()
  await page.getByRole('link', { name: t.forgotten }).waitFor()
  assert.equal((await logIn(world, { email: as.email, password: 'a new staple for horses' })).status, 200)

  await page.goto(link)
  await page.getByLabel(t.label).fill('another staple of horses')
  await page.getByRole('button', { name: t.save }).click()
  await page.getByText(t.unusable).waitFor()
  await isCorrect(page, name('used-link'))
  await page.goto(`${world.url}/portal/new-password`)
  await page.getByText(t.incomplete).waitFor()
  expect(urls.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([])
  await page.context().close()
})
