// An admin with the console in a real browser: the actions, and everything the page sends and reports.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { statement } from '../../../server/platform/database/database.ts'
import { type Person, tokens } from '../callers/admins.ts'
import type { World } from '../world/world.ts'
import { faultsOf, type Language } from './browser.ts'

export const widths = { phone: 360, desk: 1280 } as const

export type Console = {
  page: Page
  /** Follows an address within the console, because a reload would sign out. */
  go(path: string): Promise<void>
  heading(): Promise<string>
  /** Presses a button of the page or of the open dialog. */
  press(name: string | RegExp): Promise<void>
  /** Opens a dialog, gives a reason, and confirms; waits until the dialog has closed. */
  decide(opener: string | RegExp, reason: string, confirm: string | RegExp): Promise<void>
  /** Waits for the message that confirms an action. */
  shows(text: string | RegExp): Promise<void>
  resize(width: keyof typeof widths): Promise<void>
  /** What `faultsOf` finds. */
  faults(): Promise<string[]>
  /** What no page may do: break its own policy, contact another origin, store anything on the device. */
  misdeeds(): Promise<string[]>
  /** Writes a screenshot to $SCREENSHOTS, where that is set. */
  picture(name: string): Promise<void>
  close(): Promise<void>
}

type Options = {
  language?: Language
  width?: keyof typeof widths
  /** An admin of the tests, or another token by its name. */
  as?: Person | { name: string; token: string }
  dark?: boolean
  /** Whether the time of the page can be moved with `page.clock`. */
  movable?: boolean
}

const signIn = {
  fr: { byToken: 'Se connecter avec un jeton', token: 'Jeton d’administration', button: 'Se connecter' },
  en: { byToken: 'Sign in with a token', token: 'Admin token', button: 'Sign in' },
} as const

/** Opens the console and signs in. */
export async function openConsole(world: World, browser: Browser, options: Options = {}): Promise<Console> {
  const { language = 'fr', as = 'amina' } = options
  const { name, token } = typeof as === 'string' ? { name: as, token: tokens[as] } : as
  const console = await openSignIn(world, browser, options)
  const t = signIn[language]
  await console.press(t.byToken)
  await console.page.getByLabel(t.token).fill(token)
  await console.press(t.button)
  await console.page.getByText(name, { exact: true }).first().waitFor({ state: 'attached' })
  return console
}

/** The console before sign-in. */
export async function openSignIn(
  world: World,
  browser: Browser,
  { language = 'fr', width = 'phone', dark = false, movable = false }: Options = {},
): Promise<Console> {
  const context = await browser.newContext({
    viewport: { width: widths[width], height: 800 },
    locale: language === 'fr' ? 'fr-CD' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const received = listen(page)
  if (movable) await page.clock.install()
  await page.goto(`${world.url}/console`)
  return consoleOn(world, page, received)
}

const moveAllShops = statement('test_move_shops', `update merchant set time_zone = 'Pacific/Auckland'`)

/** Moves all shops into a time zone that the devices of admins do not have. */
export const moveShops = (world: World) => world.db.rows(moveAllShops)

/** The hour of a shop beside that of the device, in either language. */
export const shopHour = /^\d{1,2} \S+ \d{4}, \d\d:\d\d:\d\d, Auckland \(UTC\+1[23]\)$/

const signInTexts = {
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    code: 'Code',
    signIn: 'Se connecter',
    overview: 'Vue d’ensemble',
  },
  en: { email: 'Email', password: 'Password', code: 'Code', signIn: 'Sign in', overview: 'Overview' },
}

/** Signs an admin user in, on the page before sign-in. */
export async function signInOn(
  { page, press }: Console,
  language: 'fr' | 'en',
  { email, password, code }: { email: string; password: string; code: string },
): Promise<void> {
  const t = signInTexts[language]
  await page.getByLabel(t.email, { exact: true }).fill(email)
  await page.getByLabel(t.password, { exact: true }).fill(password)
  await page.getByLabel(t.code, { exact: true }).fill(code)
  await press(t.signIn)
  await page.getByRole('heading', { name: t.overview }).waitFor()
}

type PageLog = { urls: string[]; complaints: string[] }

function listen(page: Page): PageLog {
  const received: PageLog = { urls: [], complaints: [] }
  page.on('request', (request) => received.urls.push(request.url()))
  page.on('pageerror', (error) => received.complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|integrity|Uncaught|Trusted/i.test(message.text()))
      received.complaints.push(message.text())
  })
  return received
}

function consoleOn(world: World, page: Page, received: PageLog): Console {
  const scope = async () =>
    (await page.locator('dialog[open]').count()) > 0 ? page.locator('dialog[open]') : page
  const press: Console['press'] = async (name) =>
    (await scope())
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click()
  return {
    page,
    press,
    async go(path) {
      await page.evaluate((url) => {
        history.pushState(null, '', url)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
    },
    heading: () => page.getByRole('heading', { level: 1 }).innerText(),
    async decide(opener, reason, confirm) {
      await press(opener)
      const dialog = page.locator('dialog[open]')
      await dialog.locator('[name="reason"]').fill(reason)
      await press(confirm)
      await dialog.waitFor({ state: 'detached' })
    },
    shows: (text) => page.locator('.toasts').getByText(text).first().waitFor(),
    resize: (width) => page.setViewportSize({ width: widths[width], height: 800 }),
    faults: () => faultsOf(page),
    async misdeeds() {
      const stored = await page.evaluate(() => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...document.cookie.split(';').filter((cookie) => cookie !== ''),
      ])
      const elsewhere = received.urls.filter(
        (url) => !/^(data|blob):/.test(url) && new URL(url).origin !== world.url,
      )
      return [...received.complaints, ...stored, ...elsewhere]
    },
    async picture(name) {
      if (process.env.SCREENSHOTS === undefined) return
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
    },
    async close() {
      assert.deepEqual(await this.misdeeds(), [])
      await page.context().close()
    },
  }
}
