// The sample month in the portal: a newcomer makes it on the empty home page, finds charts, lists and a statement under the ribbon, comes
// back and removes it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, type Language, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, signIn } from '../support/browser/portal-visitor.ts'
import { openWorld, type World } from '../support/world/world.ts'

const texts = {
  fr: {
    make: 'Créer le mois d’exemple',
    progress: 'Création du mois d’exemple',
    open: 'Ouvrir l’exemple',
    leave: 'Revenir à mon compte',
    remove: 'Supprimer l’exemple',
    removed: 'Mois d’exemple supprimé.',
    ribbon: 'Mois d’exemple',
    fictive: 'Toutes ces données sont fictives.',
  },
  en: {
    make: 'Create sample month',
    progress: 'Creating the sample month',
    open: 'Open sample',
    leave: 'Back to my account',
    remove: 'Remove sample',
    removed: 'Sample month removed.',
    ribbon: 'Sample month',
    fictive: 'All of this data is made up.',
  },
}

/** Pages of every kind of business, each with rows. */
const places = [
  'payments',
  'transfers',
  'payouts',
  'disputes',
  'balance',
  'wallet',
  'batches',
  'links',
  'statements',
  'settlements',
]

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test.each([
  ['fr', 360],
  ['en', 1280],
] as [Language, number][])(
  'in %s at %i pixels a newcomer fills the portal with a sample month, looks around and removes it',
  async (language, width) => {
    const t = texts[language]
    const merchant = await world.register({ name: 'Chez Ntemba' })
    const visitor = await newVisitor(browser, world, { language, width })
    const { page, button } = visitor
    await page.goto(`${world.url}/portal`)
    await signIn(visitor, merchant)
    await button(t.make).waitFor()
    await visitor.isInOrder('sample offered')
    await button(t.make).click()
    const bar = page.getByRole('progressbar', { name: t.progress })
    await bar.waitFor()
    expect(await bar.getAttribute('max')).toBe('31')
    await button(t.open).click()
    const ribbon = page.getByRole('region', { name: t.ribbon })
    await ribbon.getByText(t.fictive).waitFor()
    await page.locator('figure, .chart, svg').first().waitFor()
    await visitor.isLoaded()
    await visitor.isInOrder('sample home')
    for (const place of places) {
      await page.goto(`${world.url}/portal/${place}`)
      await ribbon.waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await visitor.isLoaded()
      await page
        .getByText(/USD|CDF|Salaires/)
        .first()
        .waitFor({ state: 'attached' })
      expect(await page.locator('main .empty').count(), place).toBe(0)
      await visitor.isInOrder(`sample ${place}`)
    }
    // A reload of a tab that looked at the sample is no sign-in by somebody else.
    await page.reload()
    await ribbon.waitFor()
    await button(t.leave).click()
    await ribbon.waitFor({ state: 'detached' })
    await button(t.remove).click()
    await page.getByText(t.removed).waitFor()
    await button(t.make).waitFor()
    await visitor.close()
  },
)
