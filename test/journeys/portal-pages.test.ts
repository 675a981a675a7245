// What a merchant reads in the portal, in both languages, on a phone and on a desktop: its day, payments, transfers and the search.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  longReference,
  openPortalMerchant,
  type PageTexts,
  type PortalMerchant,
} from '../support/browser/portal-merchant.ts'
import type { Visitor } from '../support/browser/portal-visitor.ts'
import { eventually } from '../support/http/eventually.ts'
import type { World } from '../support/world/world.ts'

let portal: PortalMerchant
let world: World
beforeAll(async () => {
  portal = await openPortalMerchant()
  world = portal.world
})
afterAll(() => portal?.close())

const saved = async (download: Download) => readFileSync(await download.path(), 'utf8')

describe.each([
  ['fr', 360],
  ['en', 1280],
] as const)('in %s at %i pixels', (language, width) => {
  let visitor: Visitor
  let t: PageTexts
  beforeAll(async () => {
    ;[visitor, t] = await portal.visit({ language, width })
  })
  afterAll(() => visitor?.close())

  test('the overview shows the day and the week, with the numbers behind each chart', async () => {
    const { page } = visitor
    await page
      .locator('.figure', { hasText: t.paidPayments })
      .getByText(/^1\s*(stable|unchanged|pas de comparaison|no comparison)?$/)
      .first()
      .waitFor()
    await page.getByRole('img', { name: t.paymentsChart }).press('ArrowLeft')
    await page.locator('.reading', { hasText: /1.025[.,]50.USD/ }).waitFor()
    // Only today has a sum; the thirteen days before it have no mark.
    assert.equal(await page.getByRole('img', { name: t.paymentsChart }).locator('.bar path').count(), 1)
    await visitor.button(t.transfersSeries).click()
    await page.getByRole('img', { name: t.transfersChart }).waitFor()
    await visitor.button(/^USD$/).click()
    await page.getByText(t.numbers).first().click()
    assert.equal(await page.getByRole('table', { name: t.paymentsChart }).getByRole('row').count(), 15)
    await visitor.button(t.today).click()
    await page.getByRole('table', { name: t.declined }).getByText(t.funds).waitFor()
    await visitor.isInOrder('overview')
  })

  test('payments are found by search, narrowed by filters, and exported as a file', async () => {
    const { page } = visitor
    await visitor.goTo(t.payments)
    assert.equal(await page.locator('.line-row').count(), 3)
    await visitor.isInOrder('payments')
    await page.getByLabel(t.search).fill('PAID-1')
    await visitor.button(t.find).click()
    await page.locator('.line-row').filter({ hasText: 'PAID-1' }).waitFor()
    await page.locator('.pager', { hasText: /^1 / }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), visitor.button(/CSV/).click()])
    assert.match(await saved(download), /PAID-1.*\r?\n"TOTAL"[,;]"1"[,;]/)
    await visitor.button(t.showAll).click()
    await page.locator('.pager', { hasText: /^3 / }).waitFor()
    await visitor.button(t.filters).click()
    await page.getByLabel(t.status).selectOption('FAILED')
    await visitor.button(t.find).click()
    await page.locator('.pager', { hasText: /^1 / }).waitFor()
    assert.ok(page.url().includes('status=FAILED'))
    await page.goBack()
    await page.locator('.pager', { hasText: /^3 / }).waitFor()
    // A long amount moves the columns of all rows, not those of its own.
    const rows = page.locator('.line-row')
    await rows
      .locator('.sum')
      .first()
      .evaluate((sum) => sum.replaceChildren('1\u202f250\u202f000,75\u00a0CDF'))
    const edges = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left)).join()),
    )
    if (width === 1280) assert.equal(new Set(edges).size, 1, edges.join(' | '))
  })

  test('a payment shows its whole history, and its webhook is resent', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'PAID-1' }).click()
    await page.getByRole('heading', { level: 1, name: /1.025[.,]50.USD/ }).waitFor()
    await page.locator('.timeline', { hasText: t.taken }).waitFor()
    await page.getByRole('button', { name: t.paidEvent }).click()
    await page.getByText(t.bodySent).click()
    await page.getByLabel(t.bodySent).getByText('"status": "SUCCESS"').waitFor()
    await visitor.isInOrder('payment')
    const attempts = await page.locator('.attempts > li').count()
    await page.getByRole('button', { name: t.resend }).click()
    await page.getByText(t.resent).waitFor()
    await eventually('it was resent', async () => {
      await page.reload()
      await page.getByRole('button', { name: t.paidEvent }).click()
      await page.locator('.attempts').waitFor()
      return (await page.locator('.attempts > li').count()) > attempts
    })
  })

  test('a payment is first who paid and how much; what identifies it is folded, with the seconds', async () => {
    const { page } = visitor
    await page.goto(`${world.url}/portal/payments`)
    await page.getByRole('link', { name: 'PAID-1' }).click()
    const tops = await Promise.all(
      ['Grâce Mukendi', t.amounts, t.history, t.identifiers].map(async (text) => {
        const part = page.locator('main').getByText(text, { exact: true }).first()
        return (await part.boundingBox())?.y ?? Number.NaN
      }),
    )
    assert.ok(tops[0]! < tops[1]! && tops[1]! < tops[3]! && tops[2]! < tops[3]!, String(tops))
    if (width === 360) assert.ok(tops[1]! < tops[2]!)
    const uuid = page.getByText(/^LKT-\d{8}-/).filter({ visible: true })
    assert.equal(await uuid.count(), 0)
    // Within a minute the end would only repeat the beginning.
    assert.equal(await page.getByText(t.completedOn, { exact: true }).filter({ visible: true }).count(), 0)
    await page.getByText(t.identifiers, { exact: true }).click()
    await uuid.first().waitFor()
    await page.getByText(t.completedOn, { exact: true }).filter({ visible: true }).waitFor()
    await visitor.isInOrder('payment identifiers')
  })

  test('one search covers payments and transfers, from the menu of a phone and the header of a desktop', async () => {
    const { page } = visitor
    if (width < 960) {
      await visitor.button('Menu').click()
      await page.locator('.menu-head').getByText('Chez Ntemba').waitFor()
      await visitor.isInOrder('menu')
      await page.locator('.menu-head').getByRole('button', { name: t.searchPage }).click()
    } else await visitor.button(t.openPalette).click()
    const palette = page.getByRole('combobox')
    await palette.fill('+243 81 000 0001')
    await page.getByRole('option', { name: 'ARRIVES-1' }).waitFor()
    await palette.fill('grace@example.com')
    await page.getByRole('option', { name: longReference }).waitFor()
    await visitor.isInOrder('search')
    if (width < 960) await page.getByRole('dialog').getByRole('button', { name: t.close }).click()
    else await page.keyboard.press('Escape')
    await page.locator('.palette').waitFor({ state: 'detached' })
    await page.goto(`${world.url}/portal/search?q=ARRIVES-1`)
    await page.getByRole('option', { name: 'ARRIVES-1' }).click()
    await page.getByRole('heading', { level: 1, name: /1[,.]00.USD/ }).waitFor()
  })

  test('a transfer shows its timeline, its money and why it failed', async () => {
    const { page } = visitor
    await visitor.goTo(t.transfers)
    await visitor.isInOrder('transfers')
    await page.getByRole('link', { name: 'FAILS-1' }).click()
    await page.getByRole('alert').waitFor()
    await page.locator('.timeline', { hasText: t.refunded }).waitFor()
    await page.getByText(t.ofWhichFee).waitFor()
    await page.locator('summary', { hasText: t.movements }).click()
    await page.getByRole('table', { name: t.movements }).waitFor()
    await visitor.isInOrder('transfer')
  })

  test('a missing page says so, and a reload does not sign out', async () => {
    const { page } = visitor
    await page.goto(`${world.url}/portal/payments/LKT-NONE`)
    // An unknown payment leads on to the list.
    await page.locator('.empty a[href="/portal/payments"]').waitFor()
    await page.goto(`${world.url}/portal/nowhere`)
    await page.getByRole('heading', { name: t.noPage }).waitFor()
    await visitor.isInOrder('no page')
  })
})
