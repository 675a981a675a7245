// A merchant with payments and transfers of several outcomes, whose pages of the portal are visited in a browser.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { paid } from '../callers/portal.ts'
import { transfersOf } from '../callers/transfers.ts'
import { openWorld, type World } from '../world/world.ts'
import { closePages, openBrowser } from './browser.ts'
import { portalWords } from './portal-texts.ts'
import { newVisitor, signIn, type Visitor } from './portal-visitor.ts'

export type PageTexts = (typeof portalWords)['fr']

export type PortalMerchant = {
  world: World
  merchant: Credentials
  /** A browser in which the merchant has signed in. */
  visit(options: Parameters<typeof newVisitor>[2]): Promise<[Visitor, PageTexts]>
  close(): Promise<void>
}

const password = 'trois pagnes bleus au soleil'
export const longReference = `COMMANDE-${'0123456789'.repeat(5)}`

export async function openPortalMerchant(): Promise<PortalMerchant> {
  const [world, browser] = await Promise.all([openWorld(), openBrowser()])
  const merchant = await world.register({ name: 'Chez Ntemba', password })
  await passMidnight(world)
  await sell(world, merchant)
  return {
    world,
    merchant,
    async visit(options) {
      const visitor = await newVisitor(browser, world, options)
      await visitor.page.goto(`${world.url}/portal`)
      await signIn(visitor, merchant)
      return [visitor, portalWords[options.language]]
    },
    async close() {
      await closePages(browser)
      await world.close()
    },
  }
}

/** The home page is about today: shortly before midnight in Kinshasa, the sandbox goes on to the next day at once. */
async function passMidnight(world: World): Promise<void> {
  const { hour, minute } = world.clock.now().toZonedDateTimeISO('Africa/Kinshasa')
  if (hour < 23 || minute < 40) return
  const moved = await world.admin('POST', '/api/v1/admin/sandbox/clock', { forward: 'PT20M' })
  assert.equal(moved.status, 200, moved.text)
}

/** Payments and transfers with several outcomes, and their webhooks. */
async function sell(world: World, merchant: Credentials): Promise<void> {
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=merchant-${merchant.merchant_code}`
  const order = (merchant_reference: string, card?: string | null) =>
    paid(world, merchant, { amount: 1025.5, merchant_reference, callback_url }, card)
  await order('PAID-1')
  await order(longReference, '4000000000009995')
  await order('OPEN-1', null)
  await world.topUp('20.00', merchant)
  const transfers = transfersOf(world, merchant)
  await transfers.accepted({ reference: 'ARRIVES-1', callback_url })
  const failing = { customer_number: '+243970000002', expected_receiver_name: 'Marie Ilunga' }
  await transfers.accepted({ reference: 'FAILS-1', callback_url, ...failing })
  await transfers.reaches('ARRIVES-1', 'Successful')
  await transfers.reaches('FAILS-1', 'Failed')
}
