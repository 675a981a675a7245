// The operator team copies the cash-out fees of an operator in the console.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ settings: { ...twoAdmins } })])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const words = {
  fr: {
    title: 'Frais de retrait d’espèces',
    add: 'Nouveau barème…',
    tiers: 'Tranches',
    wrong: /trois nombres/,
    save: 'Enregistrer le barème',
    saved: /^Barème enregistré/,
    rows: '50,00; 0,50; 0\n2500; 0; 1,75',
  },
  en: {
    title: 'Cash-out fees',
    add: 'New table…',
    tiers: 'Tiers',
    wrong: /three numbers/,
    save: 'Save table',
    saved: /^Table saved/,
    rows: '50.00; 0.50; 0\n2500; 0; 1.75',
  },
} as const

test.each([
  ['fr', 'phone', false],
  ['en', 'desk', true],
] as const)('in %s on a %s, an operator’s fees are copied line by line', async (language, width, dark) => {
  const t = words[language]
  const visit = await openConsole(world, browser, { language, width, dark })
  const { page } = visit
  await visit.go('/console/operators')
  await page.getByRole('heading', { name: t.title }).waitFor()
  expect(await visit.faults()).toEqual([])
  await visit.picture(`cash-out-${language}`)
  await page.getByRole('button', { name: t.add }).first().click()
  const dialog = page.locator('dialog[open]')
  const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
  await dialog.locator('[name=source]').fill('vodacom.cd/tarifs')
  await dialog.locator('[name=first_day]').fill(day(0))
  await dialog.locator('[name=last_day]').fill(day(90))
  await dialog.getByLabel(t.tiers).fill('50; 1')
  await dialog.locator('[name=reason]').fill('New tariff')
  await visit.press(t.save)
  await dialog.getByText(t.wrong).waitFor()
  await visit.picture(`cash-out-dialog-${language}`)
  await dialog.getByLabel(t.tiers).fill(t.rows)
  await visit.press(t.save)
  await visit.shows(t.saved)
  const { items } = await adminsOf(world).read('operators/cash-out-tables')
  expect(items[0].table).toMatchObject({
    source: 'vodacom.cd/tarifs',
    tiers: [
      { up_to: '50.00', fee: '0.50', percent: '0.00' },
      { up_to: '2500.00', fee: '0.00', percent: '1.75' },
    ],
  })
  await visit.picture(`cash-out-saved-${language}`)
  expect(await visit.faults()).toEqual([])
  await visit.close()
})
