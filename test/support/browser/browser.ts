// A real browser for tests, and a customer who uses the checkout page through its visible labels rather than its
// markup.
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { violationsOn } from './axe.ts'
import { chromePath } from './chrome.ts'
import { everyScreen, overflowsOf } from './screens.ts'

/** Chromium with its sandbox and web security enabled: the package's default arguments disable some of them. */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    executablePath: await chromePath(),
  })
}

let ofThisProcess: Promise<Browser> | undefined

/**
 * The browser of this process, which ends with it. The test files of a worker share it, each with contexts of its own: to start
 * and stop Chromium takes as long as to load a page three times.
 */
export async function openBrowser(): Promise<Browser> {
  if (!(await ofThisProcess)?.isConnected()) ofThisProcess = launchBrowser()
  return ofThisProcess as Promise<Browser>
}

/** Closes what a test file has opened in the browser. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

export const texts = {
  fr: {
    number: 'Numéro de carte',
    expiry: "Date d'expiration",
    code: 'Cryptogramme',
    pay: /^Payer/,
    cancel: 'Annuler',
  },
  en: { number: 'Card number', expiry: 'Expiry date', code: 'Security code', pay: /^Pay/, cancel: 'Cancel' },
}

export type Language = keyof typeof texts

export type Sent = { url: string; method: string; body: string }

/** A customer with one page. All requests and console errors of the page are recorded. */
export type Customer = {
  page: Page
  sent: Sent[]
  complaints: string[]
  open(link: string): Promise<void>
  fill(number: string, expiry?: string, code?: string): Promise<void>
  /** Fills the card in and presses the button. */
  pay(number: string): Promise<void>
  press(): Promise<void>
  /** Types a code into the bank's own page. */
  confirm(code: string): Promise<void>
  /** Waits for the page that the payment ends on and returns its heading. */
  outcome(): Promise<string>
  /** What `faultsOf` finds. */
  faults(): Promise<string[]>
}

export async function newCustomer(
  browser: Browser,
  options: { language?: Language; width?: number; dark?: boolean } = {},
): Promise<Customer> {
  const { language = 'fr', width = 360, dark = false } = options
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 780 : 800 },
    locale: language === 'fr' ? 'fr-CD' : 'en-GB',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  return onPage(await context.newPage(), language)
}

/** The same customer in another tab. */
export async function inAnotherTab(customer: Customer, language: Language = 'fr'): Promise<Customer> {
  return onPage(await customer.page.context().newPage(), language)
}

/** A customer who uses a page that was opened elsewhere. */
export function onPage(page: Page, language: Language): Customer {
  const text = texts[language]
  const sent: Sent[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    sent.push({ url: request.url(), method: request.method(), body: request.postData() ?? '' })
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|integrity|Uncaught/i.test(message.text())) complaints.push(message.text())
  })
  const customer: Customer = {
    page,
    sent,
    complaints,
    async open(link) {
      await page.goto(link)
      await page.locator('button:enabled', { hasText: text.pay }).waitFor()
    },
    async fill(number, expiry = '12/30', code = '123') {
      await page.frameLocator('#number-box iframe').getByLabel(text.number).fill(number)
      await page.getByLabel(text.expiry).fill(expiry)
      await page.frameLocator('#code-box iframe').getByLabel(text.code).fill(code)
    },
    press: () => page.getByRole('button', { name: text.pay }).click(),
    async pay(number) {
      await customer.fill(number)
      await customer.press()
    },
    async confirm(code) {
      const bank = page.frameLocator('dialog iframe')
      await bank.getByLabel('Code').fill(code)
      await bank.getByRole('button', { name: language === 'fr' ? 'Confirmer' : 'Confirm' }).click()
    },
    async outcome() {
      await page.waitForURL(/\/result|status=/)
      return page.getByRole('heading', { level: 1 }).innerText()
    },
    faults: () => faultsOf(page),
  }
  return customer
}

/**
 * What is wrong with a page, one per line: violations that axe finds, also in its frames, English sentences on a French page, screens
 * that it does not fit.
 */
export const faultsOf = async (page: Page, screens = everyScreen): Promise<string[]> => [
  ...(await violationsOn(page)),
  ...(await englishOn(page)),
  ...(await overflowsOf(page, screens)),
]

/** Reasons written by admins and names of sanctions lists, which pages show unchanged. */
const writtenByOthers = ['Agreed for a year', 'Confirmed with the central bank', 'Kambulu; called the Elder']

/**
 * Sentences that a French page shows in English, one per line. Text marked as English and machine output are
 * exempt.
 */
function englishOn(page: Page): Promise<string[]> {
  return page.evaluate((written) => {
    if (!document.documentElement.lang.startsWith('fr')) return []
    const english =
      /\b(the|is|are|was|were|has|have|with|your|you|must|should|which|cannot|at least|of|and|to|for|by)\b/i
    const faults: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (
        !parent ||
        !english.test(text) ||
        written.includes(text) ||
        parent.closest('[lang=en], code, pre, .code, script, style, noscript')
      )
        continue
      if (parent.checkVisibility({ visibilityProperty: true })) faults.push(`English: ${text}`)
    }
    return faults
  }, writtenByOthers)
}
