// Somebody who uses the merchants' portal in a real browser, and everything that must hold on all of its pages.
import assert from 'node:assert/strict'
import type { Browser, Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Customer, faultsOf, type Language, newCustomer } from './browser.ts'

export type Visitor = {
  customer: Customer
  page: Customer['page']
  language: Language
  width: number
  /** Presses of a finger or a mouse so far. */
  clicks: number
  click(target: Locator): Promise<void>
  button(name: string | RegExp): Locator
  /** By the menu, as people do. */
  goTo(path: string): Promise<void>
  /** Nothing of the page is still on its way. */
  isLoaded(): Promise<void>
  /** Nothing is found by axe, nothing is wider than the screen, and the policy was never broken. */
  isInOrder(what: string): Promise<void>
  close(): Promise<void>
}

const widths = [360, 768, 1280]
const height = 800

/** Longer than any page takes on a busy machine. */
const waitMs = 15_000

/** @param world.url the only origin that may be asked for anything. */
export async function newVisitor(
  browser: Browser,
  world: { url: string },
  options: { language: Language; width: number; dark?: boolean },
): Promise<Visitor> {
  const customer = await newCustomer(browser, options)
  const { page } = customer
  page.setDefaultTimeout(waitMs)
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
      const link = page.locator('#places').getByRole('link', { name: path, exact: true })
      await visitor.click(link)
      await page.locator('#places [aria-current=page]', { hasText: path }).waitFor({ state: 'attached' })
      await visitor.isLoaded()
    },
    isLoaded: () => page.locator('.waiting').first().waitFor({ state: 'detached' }),
    async isInOrder(what) {
      expect(await faultsOf(page), what).toEqual([])
      // The words are the same at the other widths; whether they fit is not.
      for (const width of widths) {
        await page.setViewportSize({ width, height })
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.ok(Number(wide) <= 0, `${what} is ${wide} pixels too wide at ${width}`)
      }
      await page.setViewportSize({ width: options.width, height })
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

const isOwn = (url: string, own: string) => url.startsWith(`${own}/`) || /^(data|blob|about):/.test(url)

/** What a script could find later on this device. */
export function storedText(visitor: Visitor): Promise<string> {
  return visitor.page.evaluate(
    'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, history.state])',
  )
}
