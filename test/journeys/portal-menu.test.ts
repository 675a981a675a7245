// The portal's menu: at most nine areas for every kind of merchant and every role, and every page at most one step below them.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isAllowed,
  type MerchantRight,
  type MerchantRole,
  merchantRoles,
} from '../../server/kernel/merchant-roles.ts'
import { salesChannels } from '../../server/merchants/identity/preferences.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { givePassword, newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { twoAdmins } from '../support/callers/admins.ts'
import { openDispute } from '../support/callers/disputes.ts'
import { addAvailable, payoutSettings, payoutsOf, usableDestination } from '../support/callers/payouts.ts'
import { call, joined, type Member, signedIn, stepUpOf } from '../support/callers/self-service.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ settings: { ...twoAdmins, ...payoutSettings } }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

/** Every page of the menu in a test account, with the right that it needs. */
const rightOfPage: Readonly<Record<string, MerchantRight>> = {
  '/portal': 'account',
  '/portal/payments': 'payments',
  '/portal/to-check': 'payments',
  '/portal/refund-batches': 'payments',
  '/portal/disputes': 'payments',
  '/portal/transfers': 'payments',
  '/portal/batches': 'payments',
  '/portal/links': 'links',
  '/portal/groups': 'links',
  '/portal/till': 'sell',
  '/portal/balance': 'money',
  '/portal/payouts': 'money',
  '/portal/statements': 'money',
  '/portal/wallet': 'money',
  '/portal/settlements': 'money',
  '/portal/approvals': 'approve',
  '/portal/keys': 'keys',
  '/portal/signature': 'keys',
  '/portal/callback': 'integration',
  '/portal/events': 'integration',
  '/portal/requests': 'integration',
  '/portal/try': 'sandbox',
  '/portal/go-live': 'configure',
  '/portal/shop': 'configure',
  '/portal/team': 'team',
  '/portal/account': 'account',
}
const pagesOf = (role: MerchantRole) =>
  Object.keys(rightOfPage).filter((page) => isAllowed(role, rightOfPage[page]!))

async function portal(user: Member, options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await givePassword(visitor, user)
  await visitor.page.locator('#places').waitFor({ state: 'attached' })
  return visitor
}

const areasOn = (page: Page) => page.locator('.side-scroll > ul > li')
const areaLinks = '.side-scroll > ul > li > a, .side-scroll > ul > li > .area > a'
const labelsOn = async (page: Page) =>
  await page
    .locator(areaLinks)
    .evaluateAll((links) => links.map((link) => link.querySelector('span')?.textContent ?? ''))

/** The links of the menu, whether their area is unfolded or not. */
const linksOn = async (page: Page) =>
  new Set(
    await page
      .locator('#places a:not([target])')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
  )

const [pastAreas, maxAreas] = [28, 9]

test('the menu has at most nine areas, each with a pictogram, and every page, for all merchants and roles', async () => {
  const as = await world.register({ name: 'Boutique Virunga' })
  const owner = await signedIn(world, as)
  expect(Object.keys(rightOfPage).length + 2).toBe(pastAreas)
  for (const role of merchantRoles) {
    const user = role === 'owner' ? owner : await joined(world, owner, role)
    const visitor = await portal(user, { language: 'fr', width: 1280 })
    const { page } = visitor
    for (const sells_by of [null, ...salesChannels]) {
      const body = { sells_by, time_zone: 'Africa/Kinshasa' }
      assert.equal((await call(world, 'PUT', 'preferences', { token: owner.token, body })).status, 200)
      await page.reload()
      await page.locator('#places [aria-current=page]').waitFor()
      const count = await areasOn(page).count()
      assert.ok(count >= 3 && count <= maxAreas, `${count} areas for ${role} who sells by ${sells_by}`)
      expect([...(await linksOn(page))].sort(), `${role} ${sells_by}`).toEqual(pagesOf(role).sort())
      const pictograms = page.locator(`:is(${areaLinks}) > svg[aria-hidden=true]`)
      assert.equal(await pictograms.count(), count)
      assert.equal(new Set(await labelsOn(page)).size, count)
    }
    await visitor.close()
  }
})

test('what the merchant uses every day comes first and stands alone', async () => {
  const owner = await signedIn(
    world,
    await world.register({ name: 'Mulykap Transferts', sellsBy: 'transfer' }),
  )
  const visitor = await portal(owner, { language: 'en', width: 1280 })
  const { page } = visitor
  expect(await labelsOn(page)).toEqual([
    ...['Home', 'Transfers', 'Batches', 'Wallet and settlements', 'Payments', 'Balance and payouts'],
    ...['Test account', 'Developers', 'Settings'],
  ])
  const body = { sells_by: 'link', time_zone: 'Africa/Kinshasa' }
  await call(world, 'PUT', 'preferences', { token: owner.token, body })
  await page.reload()
  await page.locator('#places a', { hasText: 'Till' }).waitFor()
  expect(await labelsOn(page)).toEqual([
    ...['Home', 'Payments', 'Links', 'Till', 'Balance and payouts', 'Transfers'],
    ...['Test account', 'Developers', 'Settings'],
  ])
  await visitor.close()
})

test.each([
  ['fr', 390],
  ['en', 1280],
] as const)(
  'in %s at %i pixels every page is opened in two steps, and the menu says where one is',
  async (language, width) => {
    const owner = await signedIn(world, await world.register({ name: 'Boutique Virunga', sellsBy: 'link' }))
    const visitor = await portal(owner, { language, width })
    const { page } = visitor
    for (const href of pagesOf('owner')) {
      if (width < 960) await visitor.button('Menu').click()
      const link = page.locator(
        `#places li li a[href="${href}"], #places .side-scroll > ul > li > a[href="${href}"]`,
      )
      await link.waitFor({ state: 'attached' })
      const area = page.locator('#places li:has(> ul[hidden])', { has: page.locator(`li a[href="${href}"]`) })
      if ((await area.count()) > 0) await area.getByRole('button', { expanded: false }).click()
      await link.click()
      await page.waitForURL(`${world.url}${href}`)
      await page.locator('h1').waitFor()
      const current = page.locator('#places a[aria-current=page]')
      await expect
        .poll(() => current.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
        .toEqual([href])
      // Not by colour alone.
      expect(await current.evaluate((one) => getComputedStyle(one).fontWeight)).toBe('600')
      const strip = page.locator('.area-pages a[aria-current=page]')
      if (width < 960 && href !== '/portal' && href !== '/portal/till')
        await strip.and(page.locator(`[href="${href}"]`)).waitFor()
      else assert.equal(await strip.filter({ visible: true }).count(), 0)
    }
    await visitor.close()
  },
)

test.each(['fr', 'en'] as const)(
  'in %s a phone of 320 pixels has the same nine areas, by thumb and by keyboard',
  async (language) => {
    const owner = await signedIn(
      world,
      await world.register({ name: 'Boutique Virunga', sellsBy: 'transfer' }),
    )
    const desktop = await portal(owner, { language, width: 1280 })
    const visitor = await portal(owner, { language, width: 320 })
    const { page } = visitor
    await visitor.button('Menu').click()
    const labels = await labelsOn(page)
    assert.equal(labels.length, maxAreas)
    expect(labels).toEqual(await labelsOn(desktop.page))
    await visitor.isInOrder('menu of areas')
    const parts = page.locator('#places li :is(a, button)').filter({ visible: true })
    for (const part of await parts.all()) assert.ok(((await part.boundingBox())?.height ?? 0) >= 44)
    const developers = page.getByRole('button', { name: /^Pages.?: (Développeurs|Developers)$/ })
    await developers.focus()
    await page.keyboard.press('Enter')
    await page.locator('#places a[href="/portal/keys"]').last().waitFor()
    assert.equal(await developers.getAttribute('aria-expanded'), 'true')
    await visitor.isInOrder('menu with an area unfolded')
    await page.keyboard.press('Escape')
    await page.locator('#places').waitFor({ state: 'hidden' })
    assert.equal(await visitor.button('Menu').evaluate((button) => button === document.activeElement), true)
    await desktop.close()
    await visitor.close()
  },
)

test('counts stand at the area, at its page once that is in sight, and disappear when nothing waits', async () => {
  const { link, transactionUuid } = await world.createOrder()
  await world.payByCalls(link)
  const dispute = await openDispute(world, transactionUuid)
  const owner = await signedIn(world, world.merchant)
  const accountant = await joined(world, owner, 'accountant')
  await addAvailable(world, world.merchant, 100_000n)
  const destination_id = await usableDestination(world, world.merchant)
  const rule = { payout: { USD: 100 }, refund: null }
  const headers = await stepUpOf(world, owner, owner.token)
  const set = await call(world, 'PUT', 'approval-rules', { token: owner.token, body: rule, headers })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  await payoutsOf(world, world.merchant).requested({ amount: 150, destination_id, reference: 'SEMAINE-49' })
  const visitor = await portal(accountant, { language: 'en', width: 1280 })
  const { page } = visitor
  const place = (name: RegExp) => page.locator('#places').getByRole('link', { name })
  await place(/^Payments ?1$/).waitFor()
  await place(/^Balance and payouts ?1$/).waitFor()
  await place(/^Payments/).click()
  await place(/^Disputes ?1$/).waitFor()
  await place(/^Payments$/).waitFor()
  const headersOfOwner = await stepUpOf(world, owner, owner.token)
  const accepted = await call(world, 'POST', `disputes/${dispute}/accept`, {
    ...{ token: owner.token, headers: headersOfOwner, body: {} },
  })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const waiting = await call(world, 'GET', 'approvals?state=WAITING', { token: accountant.token })
  for (const { approval_id } of waiting.body.data.items) {
    const rejected = await call(world, 'POST', `approvals/${approval_id}/reject`, {
      ...{ token: accountant.token, body: { reason: 'Déjà payé en espèces' } },
    })
    assert.equal(rejected.status, 200, JSON.stringify(rejected.body))
  }
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('load')
  await visitor.isLoaded()
  await place(/^Balance and payouts$/).waitFor()
  await place(/^Disputes$/).waitFor()
  assert.equal(await page.locator('#places b').count(), 0)
  await visitor.close()
})
