// A merchant certifies its webhook handler in the portal, reads what to mend, and finds the report on the go-live page.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { portalWords } from '../support/browser/portal-texts.ts'
import { newVisitor } from '../support/browser/portal-visitor.ts'
import { call, signedIn } from '../support/callers/self-service.ts'
import { openFaultyHandler } from '../support/webhooks/faulty-handler.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const shown = {
  fr: {
    run: 'Lancer les contrôles',
    summary: /22 contrôles réussis sur 24/,
    fault: 'Une signature ancienne',
    mend: 'Refusez les signatures de plus de cinq minutes.',
    all: 'Tous les contrôles',
    tooSoon: /réessayez dans une minute/,
  },
  en: {
    run: 'Run the checks',
    summary: /22 of 24 checks passed/,
    fault: 'An old signature',
    mend: 'Refuse signatures older than five minutes.',
    all: 'All checks',
    tooSoon: /try again in a minute/,
  },
} as const

test.each([
  ['fr', 360],
  ['en', 1280],
] as const)(
  'the portal certifies a handler and says what to mend, also where one goes live (%s, %i pixels)',
  async (language, width) => {
    const merchant = await world.register()
    const { token } = await signedIn(world, merchant)
    const handler = await openFaultyHandler(merchant.callback_secret, 'old_accepted')
    await call(world, 'PUT', 'callback', { token, body: { callback_url: handler.url } })
    const visitor = await newVisitor(browser, world, { language, width })
    const { page, button } = visitor
    const [words, texts] = [portalWords[language], shown[language]]
    await page.goto(`${world.url}/portal`)
    await page.getByLabel(words.email).fill(merchant.email)
    await page.getByLabel(words.password, { exact: true }).fill(merchant.password)
    await button(words.signIn).click()
    await page.getByRole('heading', { name: words.overview }).waitFor()
    await visitor.goTo('Webhooks')
    await button(texts.run).click()
    const card = page.locator('#certification')
    await card.getByText(texts.summary).waitFor()
    expect(await card.getByText(texts.fault, { exact: true }).first().isVisible()).toBe(true)
    expect(await card.getByText(texts.mend).isVisible()).toBe(true)
    await card.getByText(texts.all).click()
    await visitor.isInOrder('webhook certification')
    await button(texts.run).click()
    await card.getByText(texts.tooSoon).waitFor()
    await page.goto(`${world.url}/portal/go-live`)
    await page.locator('#certification').getByText(texts.summary).waitFor()
    await visitor.isInOrder('going live with a certification')
    await visitor.close()
    await handler.close()
  },
)
