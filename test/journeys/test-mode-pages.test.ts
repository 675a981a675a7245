// Test mode in the portal: a merchant that has gone live switches on any page, always sees which mode it is in, and in other tabs, too.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, type Language, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, signIn } from '../support/browser/portal-visitor.ts'
import { testModeOf } from '../support/profiles/test-mode.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    mode: 'Mode',
    live: 'Production',
    test: 'Test',
    noMoney: 'Aucun argent réel',
    goLive: 'Passer en production',
    shared: /L’équipe est la même en test et en production/,
    invite: 'Inviter une personne…',
    invitedToLive: /aura aussi accès à la production/,
  },
  en: {
    mode: 'Mode',
    live: 'Live',
    test: 'Test',
    noMoney: 'No real money',
    goLive: 'Go live',
    shared: /Test and live mode share one team/,
    invite: 'Invite someone…',
    invitedToLive: /will also have access to live mode/,
  },
}

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ role: 'api', productionGateway: true }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test.each([
  ['fr', 360, false],
  ['en', 1280, false],
  ['fr', 1280, true],
  ['en', 320, true],
] as [Language, number, boolean][])(
  'in %s at %i pixels (dark: %s) a live merchant switches to test mode and back on the page that is open',
  async (language, width, dark) => {
    const t = texts[language]
    const { owner } = await testModeOf(world).live()
    const visitor = await newVisitor(browser, world, { language, width, dark })
    const { page } = visitor
    await page.goto(`${world.url}/portal`)
    await signIn(visitor, owner)
    const bar = page.getByRole('region', { name: t.mode })
    const mode = (name: string) => bar.getByRole('button', { name, exact: true })
    const isIn = async (name: string) => {
      await bar.locator(`button[aria-pressed=true]`, { hasText: name }).waitFor()
      expect(await bar.getByText(t.noMoney).count()).toBe(name === t.test ? 1 : 0)
      await visitor.isLoaded()
    }
    await isIn(t.live)
    await visitor.isInOrder('live mode home')
    await page.goto(`${world.url}/portal/payments`)
    await isIn(t.live)
    await mode(t.test).click()
    await bar.getByText(t.noMoney).waitFor()
    expect(new URL(page.url()).pathname).toBe('/portal/payments')
    await isIn(t.test)
    await visitor.isInOrder('test mode payments')
    await page.goto(`${world.url}/portal`)
    await isIn(t.test)
    await visitor.isInOrder('test mode home')
    // A test profile never goes live itself.
    expect(await page.getByRole('link', { name: t.goLive, includeHidden: true }).count()).toBe(0)
    await page.goto(`${world.url}/portal/team`)
    await page.getByText(t.shared).waitFor()
    await visitor.isInOrder('test mode team')
    await visitor.button(t.invite).click()
    await page.getByRole('dialog').getByText(t.invitedToLive).waitFor()
    await visitor.isInOrder('test mode invitation')
    await page.reload()
    await isIn(t.test)
    await mode(t.live).click()
    await bar.getByText(t.noMoney).waitFor({ state: 'detached' })
    await isIn(t.live)
    await page.getByRole('button', { name: t.invite }).waitFor()
    expect(await page.getByText(t.shared).count()).toBe(0)
    await visitor.close()
  },
)

test('a switch in one tab takes the other tab along, which stays on its page', async () => {
  const t = texts.en
  const { owner } = await testModeOf(world).live()
  const visitor = await newVisitor(browser, world, { language: 'en', width: 1280 })
  await visitor.page.goto(`${world.url}/portal`)
  await signIn(visitor, owner)
  const other = await visitor.page.context().newPage()
  await other.goto(`${world.url}/portal/balance`)
  await other.getByRole('region', { name: t.mode }).waitFor()
  await visitor.page.getByRole('button', { name: t.test, exact: true }).click()
  for (const page of [visitor.page, other]) await page.getByText(t.noMoney).waitFor()
  expect(new URL(other.url()).pathname).toBe('/portal/balance')
  expect(await other.getByText('signed in').count()).toBe(0)
  await visitor.close()
})

test('a merchant before go-live has no switch', async () => {
  const merchant = await world.register()
  const visitor = await newVisitor(browser, world, { language: 'en', width: 1280 })
  await visitor.page.goto(`${world.url}/portal`)
  await signIn(visitor, merchant)
  await visitor.isLoaded()
  expect(await visitor.page.getByRole('region', { name: texts.en.mode, exact: true }).count()).toBe(0)
  await visitor.close()
})
