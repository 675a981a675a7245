// A refund by a signed-in admin in a real browser: it is sent once the admin has confirmed their identity, and only then.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openSignIn, signInOn } from '../support/browser/console.ts'
import { paid } from '../support/callers/portal.ts'
import { codeOf } from '../support/factors/factors.ts'
import { acceptStaff, invitedStaff, staffPassword } from '../support/staff/members.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
beforeAll(async () => {
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ role: 'api' })])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const words = {
  fr: {
    code: 'Code',
    refund: 'Rembourser…',
    amount: 'Montant à rembourser (USD)',
    typed: '12,50',
    refundNow: /^Rembourser 12,50/,
    identity: 'Confirmez votre identité',
    confirm: 'Confirmer',
    refunded: /12,50.USD remboursés/,
  },
  en: {
    code: 'Code',
    refund: 'Refund…',
    amount: 'Amount to refund (USD)',
    typed: '12.50',
    refundNow: /^Refund 12\.50/,
    identity: 'Confirm it’s you',
    confirm: 'Confirm',
    refunded: /12\.50.USD refunded/,
  },
} as const

describe.each([
  { language: 'fr', width: 'phone', dark: false },
  { language: 'en', width: 'desk', dark: true },
] as const)('a refund by an admin user ($language, $width)', ({ language, width, dark }) => {
  test('a refund is sent once the admin has confirmed their identity with a code', async () => {
    const t = words[language]
    const { email, link } = await invitedStaff(world, 'finance')
    const secret = await acceptStaff(world, link)
    const uuid = await paid(world, world.merchant, { merchant_reference: `STEP-${language}`, amount: 40 })
    const visitor = await openSignIn(world, browser, { language, width, dark })
    const { page } = visitor
    await signInOn(visitor, language, { email, password: staffPassword, code: codeOf(world, secret) })
    await visitor.go(`/console/payments/${uuid}`)
    await visitor.press(t.refund)
    const dialog = page.locator('dialog[open]').last()
    await dialog.getByLabel(t.amount).fill(t.typed)
    await dialog.locator('[name="reason"]').fill('Article manquant')
    await visitor.press(t.refundNow)
    await page.getByRole('heading', { name: t.identity }).waitFor()
    const refunds = async () => (await world.admin('GET', `/api/v1/admin/payments/${uuid}`)).body.data.refunds
    assert.deepEqual(await refunds(), [])
    assert.deepEqual(await visitor.faults(), [])
    await visitor.picture(`refund-step-up-${language}-${width === 'phone' ? 360 : 1280}`)
    // The next code: the one of this step was used to sign in.
    await dialog.getByLabel(t.code).fill(codeOf(world, secret, 1))
    await dialog.getByRole('button', { name: t.confirm, exact: true }).click()
    await visitor.shows(t.refunded)
    expect(await refunds()).toMatchObject([{ amount: '12.50', status: 'SUCCESS', refunded_by: email }])
    await visitor.close()
  })
})
