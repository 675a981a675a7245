// The portal's daily list of what to check, in a real browser: twins with the refund of each, and money that came too late.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../server/platform/database/database.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { newVisitor, signIn } from '../support/browser/portal-visitor.ts'
import { paid } from '../support/callers/portal.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../support/collections/collections.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let collections: Collections
beforeAll(async () => {
  ;[world, browser] = await Promise.all([
    openWorld({ settings: collectionSettings, sandbox: collectionSandbox }),
    openBrowser(),
  ])
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const findStatuses = statement<{ status: string }>(
  'test_find_statuses',
  'select status from card_transaction where merchant_reference = $1 order by status',
)
const statuses = async (reference: string) =>
  (await world.db.rows(findStatuses, [reference])).map(({ status }) => status)

/** Money that came after its order was cancelled, and went back. */
async function lateMoney(merchant_reference: string) {
  const { transaction_uuid: uuid, links } = await collections.order({ merchant_reference })
  const { collection_id: id } = await collections.asked(uuid, freshNumber('26'))
  await collections.reaches(id, 'EXPIRED')
  const { pathname, search } = new URL(links)
  await send(world.url, 'POST', `${pathname}/cancel${search}`, Buffer.from(''), {
    'content-type': 'application/x-www-form-urlencoded',
    origin: world.url,
  })
  await collections.reaches(id, 'REFUNDED', 40)
}

const words = {
  fr: {
    page: 'À vérifier',
    payments: 'Paiements',
    none: 'Rien à vérifier ce jour-là',
    before: 'Jour précédent',
    mark: 'Doublon possible',
    paid: 'Payé',
    compare: 'Comparer les paiements',
    refund: 'Rembourser…',
    confirm: /^Rembourser 41,00.USD$/,
    reason: 'Motif',
    done: 'Remboursé',
    returned: 'Remboursé au client',
  },
  en: {
    page: 'To check',
    payments: 'Payments',
    none: 'Nothing to check on this day',
    before: 'Day before',
    mark: 'Possible duplicate',
    paid: 'Paid',
    compare: 'Compare the payments',
    refund: 'Refund…',
    confirm: /^Refund 41\.00.USD$/,
    reason: 'Reason',
    done: 'Refunded',
    returned: 'Returned to the customer',
  },
}

test.each([
  { language: 'fr', width: 360, dark: true },
  { language: 'en', width: 1280 },
] as const)(
  'a merchant refunds one of two payments from the daily list ($language, $width)',
  async (options) => {
    const t = words[options.language]
    const reference = `TWICE-${options.language}`
    await paid(world, world.merchant, { merchant_reference: reference, amount: 41 })
    await paid(world, world.merchant, { merchant_reference: reference, amount: 41 })
    await lateMoney(`LATE-${options.language}`)
    const visitor = await newVisitor(browser, world, options)
    const { page } = visitor
    await page.goto(`${world.url}/portal`)
    await signIn(visitor, { email: world.merchant.email, password: 'correct horse battery' })
    await visitor.goTo(t.payments)
    const marked = page.getByRole('row').filter({ hasText: t.mark })
    assert.deepEqual(
      (await marked.allInnerTexts()).map((text) => text.includes(t.paid)),
      [true, true],
    )
    await visitor.isInOrder('payments with duplicates')
    await page.getByRole('link', { name: reference }).first().click()
    await page.getByRole('link', { name: t.compare }).click()
    await page.getByRole('heading', { name: t.page }).waitFor()
    const twins = page.locator('.card', { hasText: reference })
    await twins.getByRole('link', { name: t.refund }).first().waitFor()
    // Two payments of one minute differ by their seconds.
    await twins
      .getByRole('link', { name: /\d\d:\d\d:\d\d$/ })
      .nth(1)
      .waitFor()
    assert.ok((await page.getByText(t.returned).count()) > 0)
    await visitor.isInOrder('to check')
    await twins.getByRole('link', { name: t.refund }).first().click()
    await page.getByLabel(t.reason).fill('Paid twice')
    await visitor.isInOrder('refund from the list')
    await page.getByRole('dialog').getByRole('button', { name: t.confirm }).click()
    await expect.poll(() => statuses(reference)).toEqual(['REFUNDED', 'SUCCESS'])
    await visitor.goTo(t.page)
    await twins.getByText(t.done, { exact: true }).first().waitFor()
    await page.getByRole('link', { name: t.before }).click()
    await page.getByRole('heading', { name: t.none }).waitFor()
    await visitor.isInOrder('nothing to check')
    await visitor.close()
  },
)
