// The portal's home page compares the last 7, 30 and 90 days with as many days before.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  openPortalMerchant,
  type PageTexts,
  type PortalMerchant,
} from '../support/browser/portal-merchant.ts'
import type { Visitor } from '../support/browser/portal-visitor.ts'
import { everyScreen, overflowsOf } from '../support/browser/screens.ts'
import { recount } from '../support/database/day-counts.ts'

let portal: PortalMerchant
beforeAll(async () => {
  portal = await openPortalMerchant()
  const { world } = portal
  // A copy of the paid payment, of half its amount, 40 days ago.
  const text = `insert into card_transaction (transaction_uuid, merchant_id, environment, origin, status, amount_minor, currency,
      commission_rate_bp, commission_minor, bank_commission_minor, service_commission_minor, merchant_minor, merchant_reference, created_at, expires_at, finalised_at)
    select 'LKT-40-DAYS-AGO', merchant_id, environment, origin, status, 51275, currency, commission_rate_bp, 0, 0, 0, 51275,
           'OLD-1', created_at - interval '40 days', expires_at, finalised_at
      from card_transaction where status = 'SUCCESS' limit 1`
  await world.db.rows({ name: '', text })
  await recount(world.db)
})
afterAll(() => portal?.close())

const words = {
  fr: {
    month: '30 jours',
    quarter: '90 jours',
    previous: 'par rapport aux 30 jours précédents',
    none: 'pas de comparaison',
    up: /en hausse.:\s+\+100.%\s+\(avant.: 512,75.USD\)/,
  },
  en: {
    month: '30 days',
    quarter: '90 days',
    previous: 'compared with the previous 30 days',
    none: 'no comparison',
    up: /up:\s+\+100%\s+\(before: 512.75.USD\)/,
  },
}

describe.each([
  ['fr', 360, true],
  ['en', 1280, false],
] as const)('in %s at %i pixels', (language, width, dark) => {
  const w = words[language]
  let visitor: Visitor
  let t: PageTexts
  beforeAll(async () => {
    ;[visitor, t] = await portal.visit({ language, width, dark })
  })
  afterAll(() => visitor?.close())

  test('30 days are compared with the 30 before, in words and with an arrow', async () => {
    const { page } = visitor
    await visitor.button(w.month).click()
    await page.getByText(w.previous).waitFor()
    const collected = page.locator('.figure.collected')
    assert.match((await collected.innerText()).replaceAll('\n', ' '), w.up)
    assert.equal(await collected.locator('.change.up [aria-hidden]').innerText(), '▲')
    await page
      .locator('.figure', { hasText: t.paidPayments })
      .getByText('1', { exact: false })
      .first()
      .waitFor()
    const spans = await page.getByRole('button', { name: /^(30|90) (jours|days)$/ }).all()
    const [first, last] = await Promise.all(spans.map(async (span) => (await span.boundingBox())?.y))
    assert.equal(first, last, 'the spans are on one line')
    await visitor.isInOrder(`30 days ${dark ? 'dark' : 'light'}`)
    assert.deepEqual(await overflowsOf(page, everyScreen), [])
  })

  test('a period before which nothing was collected is not compared', async () => {
    const { page } = visitor
    await visitor.button(w.quarter).click()
    await page.locator('.figure.collected', { hasText: w.none }).waitFor()
    assert.equal(await page.locator('.figure.collected .change.up').count(), 0)
    // It is said once, not for each figure.
    assert.equal(await page.locator('.figure').getByText(w.none).count(), 1)
    await visitor.isInOrder(`90 days ${dark ? 'dark' : 'light'}`)
  })
})
