// A user of the merchants' portal in a real browser, with the checks that every page must pass.
import type { Browser, Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Customer, faultsOf, type Language, newCustomer } from './browser.ts'
import { portalWords } from './portal-texts.ts'

export type Visitor = {
  customer: Customer
  page: Customer['page']
  language: Language
  width: number
  /** The number of clicks so far. */
  clicks: number
  click(target: Locator): Promise<void>
  button(name: string | RegExp): Locator
  /** Navigates by the menu, as users do. */
  goTo(path: string): Promise<void>
  /** Waits until the page has no request in flight. */
  isLoaded(): Promise<void>
  /** Fails where `faultsOf` finds anything. */
  isInOrder(what: string): Promise<void>
  close(): Promise<void>
}

/** @param world.url the only origin that pages may contact. */
export async function newVisitor(
  browser: Browser,
  world: { url: string },
  options: { language: Language; width: number; dark?: boolean },
): Promise<Visitor> {
  const customer = await newCustomer(browser, options)
  const { page } = customer
  await page.exposeFunction('tellViolation', (what: string) => customer.complaints.push(`policy: ${what}`))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => tellViolation(event.effectiveDirective + ' ' + event.blockedURI))`,
  )
  const visitor: Visitor = {
    customer,
    page,
    ...options,
    clicks: 0,
    async click(target) {
      visitor.clicks += 1
      await target.click()
    },
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    async goTo(path) {
      if (options.width < 960) await visitor.click(visitor.button('Menu'))
      // The menu says beside a page how many items wait there.
      const name = new RegExp(`^${RegExp.escape(path)}( ?\\d+)?$`)
      const link = page.locator('#places').getByRole('link', { name, includeHidden: true }).first()
      await link.waitFor({ state: 'attached' })
      // An area opens at its first page; its other pages are shown once it is unfolded.
      const below = page.locator('ul').getByRole('link', { name, includeHidden: true })
      const area = page.locator('#places li:has(> ul[hidden])', { has: below })
      const isFolded = (await area.count()) > 0
      const first = area.locator(`.area > a[href="${await link.getAttribute('href')}"]`)
      if (isFolded && (await first.count()) > 0) await visitor.click(first)
      else {
        if (isFolded) await visitor.click(area.locator('.area button'))
        await visitor.click(link)
      }
      await page.locator('#places [aria-current=page]', { hasText: path }).waitFor({ state: 'attached' })
      await visitor.isLoaded()
    },
    isLoaded: () => page.locator('.waiting').first().waitFor({ state: 'detached' }),
    async isInOrder(what) {
      expect(await faultsOf(page), what).toEqual([])
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${what.replaceAll(' ', '-')}-${options.language}-${options.width}.png`,
          fullPage: true,
        })
    },
    async close() {
      expect(customer.complaints).toEqual([])
      const strangers = customer.sent.map(({ url }) => url).filter((url) => !isOwn(url, world.url))
      expect(strangers).toEqual([])
      await page.context().close()
    },
  }
  return visitor
}

type SignIn = { email: string; password: string }

/** Types email and password into the sign-in page. */
export async function givePassword({ page, button, language }: Visitor, as: SignIn): Promise<void> {
  const t = portalWords[language]
  await page.getByLabel(t.email).fill(as.email)
  await page.getByLabel(t.password, { exact: true }).fill(as.password)
  await button(t.signIn).click()
}

/** Signs in on the page that the visitor has open, and waits for the home page of the portal. */
export async function signIn(visitor: Visitor, as: SignIn): Promise<void> {
  await givePassword(visitor, as)
  await visitor.page.getByRole('heading', { name: portalWords[visitor.language].overview }).waitFor()
  await visitor.isLoaded()
}

const isOwn = (url: string, own: string) => url.startsWith(`${own}/`) || /^(data|blob|about):/.test(url)

/** Everything that a script could later find on this device. */
export function storedText(visitor: Visitor): Promise<string> {
  return visitor.page.evaluate(
    'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, history.state])',
  )
}
