// Failures around a portal session: sign-out while offline, two merchants in one browser, a session that expires
// while a form is filled in, an address that is not the service's own. Also texts that were typed to mislead.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, type Visitor } from '../support/browser/portal-visitor.ts'
import { call } from '../support/callers/self-service.ts'
import { eventually } from '../support/http/eventually.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let merchant: Credentials
let other: Credentials
const password = 'trois pagnes bleus au soleil'

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
  merchant = await world.register({ name: 'Chez Ntemba', password })
  other = await world.register({ name: 'Chez Bintu', password })
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

async function visit(path = '/portal', width = 1280): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, { language: 'en', width })
  await visitor.page.goto(`${world.url}${path}`)
  return visitor
}

/** Returns the token that the page was given. */
async function signIn(page: Page, { email }: Credentials): Promise<string> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const [response] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/session'),
    ),
    page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
  return (await response.json()).data.access_token
}

const statusOf = async (token: string) => (await call(world, 'GET', 'me', { token })).status
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const signOut = (page: Page) => page.locator('.account').getByRole('button', { name: 'Sign out' }).click()

/** Signs in from another tab of the same browser that was opened before this one was signed in. */
async function signInElsewhere(page: Page, as: Credentials): Promise<string> {
  const tab = await page.context().newPage()
  await tab.route('**/merchant/session', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: signedOut }) : route.continue(),
  )
  await tab.goto(`${world.url}/portal`)
  const token = await signIn(tab, as)
  await heading(tab, 'Home')
  return token
}

const signedOut = { status: 'success', data: { access_token: null } }

test('a page whose script cannot be loaded says so, and is there after a reload', async () => {
  const visitor = await visit()
  const { page } = visitor
  let lost = 0
  await page.route('**/assets/money-*.js', (route) => {
    lost += 1
    return route.abort()
  })
  await signIn(page, merchant)
  await heading(page, 'Home')
  await page.getByRole('link', { name: 'Balance' }).first().click()
  await page.getByText('This page couldn’t be loaded').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Page not loaded' }).waitFor()
  assert.ok(lost > 0)
  await page.unroute('**/assets/money-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await heading(page, 'Balance')
  await visitor.close()
})

describe('signing out', () => {
  test('an offline sign-out is reported as not done and completes once the service responds', async () => {
    const visitor = await visit()
    const { page } = visitor
    const token = await signIn(page, merchant)
    await heading(page, 'Home')
    await page.context().setOffline(true)
    await signOut(page)
    await page.getByText('You aren’t signed out yet').waitFor()
    assert.equal(await statusOf(token), 200)
    await visitor.isInOrder('not signed out')
    await page.context().setOffline(false)
    await heading(page, 'Sign in')
    assert.equal(await statusOf(token), 401)
    await page.reload()
    await heading(page, 'Sign in')
    await visitor.close()
  })

  test('an offline sign-out continues after a reload', async () => {
    const visitor = await visit()
    const { page } = visitor
    const token = await signIn(page, merchant)
    await heading(page, 'Home')
    await page.route('**/merchant/session', (route) => route.abort())
    await signOut(page)
    await page.getByText('You aren’t signed out yet').waitFor()
    await page.unroute('**/merchant/session')
    await page.reload()
    await heading(page, 'Sign in')
    assert.equal(await statusOf(token), 401)
    await visitor.close()
  })

  test('a sign-out affects only tabs of the same merchant, and each tab shows its merchant', async () => {
    const visitor = await visit()
    const { page } = visitor
    const token = await signIn(page, merchant)
    await heading(page, 'Home')
    const secondToken = await signInElsewhere(page, other)

    await page.reload()
    await page.getByText(`You’re now signed in to account ${other.merchant_code}`).waitFor()
    await page.getByText(`This tab was signed in to account ${merchant.merchant_code}.`).waitFor()
    await visitor.isInOrder('another merchant')
    await page.getByRole('button', { name: 'Got it' }).click()
    await page.getByText(/You’re now signed in to account/).waitFor({ state: 'detached' })
    expect([await statusOf(token), await statusOf(secondToken)]).toEqual([200, 200])
    await visitor.close()
  })

  test("a sign-out ends the token of its own tab, not the one of another tab's sign-in", async () => {
    const visitor = await visit()
    const { page } = visitor
    const token = await signIn(page, merchant)
    await heading(page, 'Home')
    const secondToken = await signInElsewhere(page, other)
    await signOut(page)
    await heading(page, 'Sign in')
    expect([await statusOf(token), await statusOf(secondToken)]).toEqual([401, 200])
    await visitor.close()
  })
})

describe('signing in', () => {
  test('signing in at a wrong address names the right one and does not mention a suspension', async () => {
    const visitor = await newVisitor(browser, world, { language: 'en', width: 360 })
    const { page } = visitor
    await page.goto(`${world.url.replace('localhost', '127.0.0.1')}/portal`)
    await signIn(page, merchant).catch(() => {})
    await page.getByText(`Open the merchant portal at its official address: ${world.url}/portal`).waitFor()
    assert.equal(await page.getByText('suspended').count(), 0)
    await page.context().close()
  })

  test('when the service does not respond, the page offers a retry instead of a sign-in', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(page, merchant)
    await heading(page, 'Home')
    await page.route('**/merchant/session', (route) => route.fulfill({ status: 503, json: {} }))
    await page.reload()
    await heading(page, 'The service isn’t responding')
    await visitor.isInOrder('no answer')
    await page.unroute('**/merchant/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Home')
    await visitor.close()
  })

  test('a page that a busy service refused says when it loads again, and does so without a click', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(page, merchant)
    await heading(page, 'Home')
    await page.route('**/merchant/links**', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
    await page.getByRole('link', { name: 'Links', exact: true }).first().click()
    const notice = page.getByText('Trying again in 2 s.')
    await notice.waitFor()
    await notice.waitFor({ state: 'detached' })
    await visitor.close()
  })

  test('signing in after expiry returns to the half-filled form, for the same merchant only', async () => {
    const visitor = await visit('/portal/links/new')
    const { page } = visitor
    const reference = page.getByLabel('Your reference')
    const form = async (token: string) => {
      await heading(page, 'New payment link')
      await page.getByLabel('Amount').fill('45.50')
      await page.getByLabel('Currency').selectOption('CDF')
      if (!(await reference.isVisible())) await page.getByText('More options').click()
      await reference.fill('PAGNE-12')
      await call(world, 'POST', 'logout', { token })
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('Your session has ended.').waitFor()
    }
    const values = () =>
      Promise.all(
        ['Amount', 'Currency', 'Your reference'].map((label) => page.getByLabel(label).inputValue()),
      )
    await form(await signIn(page, merchant))
    const repeated = await signIn(page, merchant)
    await heading(page, 'New payment link')
    expect(await values()).toEqual(['45.50', 'CDF', 'PAGNE-12'])
    assert.ok(await reference.isVisible(), 'a restored value is hidden')
    await form(repeated)
    await signIn(page, other)
    await heading(page, 'New payment link')
    expect(await values()).toEqual(['', 'USD', ''])
    await visitor.close()
  })
})

describe('displayed text', () => {
  test('texts of others cannot reverse the page, and large amounts stay on one line on a phone [S-51]', async () => {
    const order = {
      bill_to_forename: 'Jean\u202e',
      bill_to_surname: 'Mukendi',
      amount: 987654321.5,
      currency: 'CDF',
    }
    const body = orderBody(world.url, { ...order, merchant_reference: 'TURNED-1' })
    const response = await world.signed('POST', '/api/v1/payment/orders', body, { as: merchant })
    assert.equal(response.status, 200, response.text)
    await world.payByCalls(response.body.data.links)
    const visitor = await visit('/portal/payments', 360)
    const { page } = visitor
    await signIn(page, merchant)
    // On a phone the list has no room for names.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText('Jean[U+202E] Mukendi').first().waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('link', { name: 'TURNED-1' }).click()
    await heading(page, /987,654,321\.50/)
    await page.locator('dd', { hasText: 'Jean[U+202E]' }).first().waitFor()
    await visitor.isInOrder('turned name')
    await visitor.goTo('Home')
    await heading(page, 'Home')
    const lines = page.locator('.figure .amount .nowrap', { hasText: '987,654,321.50' })
    await eventually('the payment is counted', async () => {
      await page.reload()
      await visitor.isLoaded()
      return (await lines.count()) > 0
    })
    assert.equal(await lines.evaluate((span) => span.getClientRects().length), 1)
    await visitor.isInOrder('large amount')
    await visitor.close()
  })

  test('a page past the end links to the last one; a search finds an amount as displayed', async () => {
    const visitor = await visit('/portal/payments?page=999')
    const { page } = visitor
    await signIn(page, merchant)
    await page.getByText('There’s no page 999').waitFor()
    await page.getByRole('link', { name: 'Go to the last page (1)' }).click()
    await page.getByRole('link', { name: 'TURNED-1' }).waitFor()
    for (const typed of ['987,654,321.50 CDF', '987 654 321,50', '987\u202f654\u202f321,50\u00a0CDF']) {
      await page.goto(`${world.url}/portal/payments?q=${encodeURIComponent(typed)}`)
      await page.getByRole('link', { name: 'TURNED-1' }).waitFor()
    }
    await page.goto(`${world.url}/portal/go-live`)
    await page.getByRole('button', { name: 'Fill in the request' }).click()
    await page.getByLabel('Your password').fill(merchant.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    const names = page.getByLabel('Country').locator('option')
    await names.first().waitFor({ state: 'attached' })
    assert.equal(await names.count(), 249)
    assert.equal(await page.getByLabel('Country').inputValue(), 'CD')
    await visitor.close()
  })
})
