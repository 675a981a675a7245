// The gateway's reply is missing: what the customer sees, where the page leads, and how soon it ends.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, newCustomer, openBrowser } from '../support/browser/browser.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

const brokenDown = '4000000000000119'
const replyLost = '4000000000000259'
const staff = [
  {
    language: 'fr',
    width: 360,
    waiting: 'Paiement en cours de confirmation',
    promise: 'Ne payez pas une deuxième fois.',
    back: 'Retour à la boutique',
    failed: 'Le paiement n’a pas abouti',
    confirming: 'Nous confirmons votre paiement',
  },
  {
    language: 'en',
    width: 1280,
    waiting: 'Confirming your payment',
    promise: 'Don’t pay a second time.',
    back: 'Back to the shop',
    failed: 'The payment wasn’t completed',
    confirming: 'We’re confirming your payment',
  },
] as const

let world: World
let browser: Browser
beforeAll(async () => {
  // The horizon is long, so nothing here ends by it.
  const settings = {
    INQUIRY_AFTER_SECONDS: '900',
    INQUIRY_HORIZON_SECONDS: '3600',
    CARD_GATEWAY_TIMEOUT_SECONDS: '2',
  }
  ;[world, browser] = await Promise.all([openWorld({ settings }), openBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

describe.each(staff)('in $language at $width pixels', ({ language, width, ...texts }) => {
  test('an unknown outcome leads the customer back to the shop and is resolved without them', async () => {
    const return_url = `${world.url}/api/v1/test/test-callback/last?shop=7`
    const { transactionUuid, link } = await world.createOrder({ return_url })
    const someone = await newCustomer(browser, { language, width })
    await someone.open(link)
    await someone.pay(replyLost)
    await someone.page.getByRole('heading', { name: texts.waiting }).waitFor()
    await someone.page.locator('#waiting-more', { hasText: texts.promise }).waitFor()
    const back = someone.page.getByRole('link', { name: texts.back })
    await back.waitFor()
    expect(await someone.faults()).toEqual([])
    await someone.page.reload()
    await back.waitFor()
    await back.click()
    await someone.page.waitForURL(/shop=7/)
    expect(Object.fromEntries(new URL(someone.page.url()).searchParams)).toEqual({
      shop: '7',
      status: 'PENDING',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
    })
    assert.equal((await world.status(transactionUuid)).transaction_status, 'PENDING')
    expect(someone.complaints).toEqual([])
    await someone.page.context().close()
  })

  test('a payment with an unknown outcome says so where the merchant has no page to return to', async () => {
    const { link } = await world.createOrder()
    const someone = await newCustomer(browser, { language, width })
    await someone.open(link)
    await someone.pay(replyLost)
    await someone.page.locator('#waiting-more', { hasText: texts.promise }).waitFor()
    assert.equal(await someone.page.getByText(texts.back).isVisible(), false)
    await someone.page.context().close()
  })

  test('a payment that failed with a gateway error is shown as failed while the customer waits', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const someone = await newCustomer(browser, { language, width })
    await someone.open(link)
    await someone.pay(brokenDown)
    assert.equal(await someone.outcome(), texts.failed)
    await eventually('the payment has failed', async () => {
      const { transaction_status } = await world.status(transactionUuid)
      return transaction_status === 'FAILED'
    })
    const payments = (await world.books()).payments.filter(
      ({ code }: { code: string }) => code === transactionUuid,
    )
    expect(payments).toEqual([])
    await someone.page.context().close()
  })
})
