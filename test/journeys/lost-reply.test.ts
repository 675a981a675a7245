// A response is lost on its way to the browser: the action was done, the page says that it may have been, and
// pressing again does not repeat it.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, openConsole } from '../support/browser/console.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { paid } from '../support/callers/portal.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let phone: Console
let desk: Console

beforeAll(async () => {
  ;[browser, world] = await Promise.all([openBrowser(), openWorld({ settings: twoAdmins })])
  await world.topUp('50.00')
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world.close()
})

/** The service performs the next POST, and its response never reaches the page. */
async function loseReply({ page }: { page: Page }, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

describe('a press whose response is lost', () => {
  test('a refund whose response is lost happens once, however often it is pressed or reopened', async () => {
    const uuid = await paid(world, world.merchant, { amount: 40 })
    const refunds = async () => (await adminsOf(world).read(`payments/${uuid}`)).refunds
    const dialog = phone.page.locator('dialog')
    const send = async (amount: string, reason: string) => {
      await dialog.getByLabel('Montant à rembourser (USD)').fill(amount)
      await dialog.locator('[name="reason"]').fill(reason)
      await phone.press(/^Rembourser \d/)
    }
    await phone.go(`/console/payments/${uuid}`)
    await phone.press('Rembourser…')
    await loseReply(phone, '**/payment/refunds/*')
    await send('5', 'Article manquant')
    await dialog
      .getByText(/Nous n’avons pas reçu de réponse\s: l’opération a peut-être été effectuée/)
      .waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('refund-lost-fr-360')
    await phone.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await phone.press('Rembourser…')
    await send('5', 'Article manquant')
    await phone.shows(/5,00.USD remboursés/)
    expect(await refunds()).toMatchObject([{ amount: '5.00' }])

    await phone.press('Rembourser…')
    await loseReply(phone, '**/payment/refunds/*')
    await send('6', 'Geste commercial')
    await dialog.getByText(/Nous n’avons pas reçu de réponse/).waitFor()
    await send('7', 'Geste commercial')
    await dialog.getByText(/Votre demande précédente, avec d’autres valeurs, est effectuée/).waitFor()
    expect((await refunds()).map(({ amount }: { amount: string }) => amount).sort()).toEqual(['5.00', '6.00'])
    await send('7', 'Geste commercial')
    await phone.shows(/7,00.USD remboursés/)
    assert.equal((await refunds()).length, 3)
  })

  test('a void, a top-up and an adjustment whose response is lost happen once', async () => {
    const uuid = await paid(world, world.merchant, { amount: 40 })
    const dialog = desk.page.locator('dialog')
    const lost = () => dialog.getByText('We received no response, so this may already be done').waitFor()
    await desk.go(`/console/payments/${uuid}`)
    await desk.press('Void…')
    await dialog.locator('[name="reason"]').fill('Ordered twice')
    await loseReply(desk, '**/payment/voids/*')
    await desk.press(/^Void .*40\.00/)
    await lost()
    await desk.press(/^Void .*40\.00/)
    await desk.shows('Payment voided')

    const before = (await transfersOf(world).balance()).available
    const { merchant_code } = world.merchant
    for (const [opener, field, path] of [
      [/^Top up/, 'Amount (USD)', 'top-ups'],
      [/^Adjust/, 'Amount, negative to debit (USD)', 'adjustments'],
    ] as const) {
      await desk.go(`/console/wallets?merchant_code=${merchant_code}`)
      await desk.press(opener)
      await dialog.getByLabel(field).fill('3')
      await dialog.locator('[name="reason"]').fill('Seen in the statement')
      await loseReply(desk, `**/${path}`)
      await desk.press(/^(Add|Request) .*3\.00/)
      await lost()
      await desk.press(/^(Add|Request) .*3\.00/)
      await dialog.waitFor({ state: 'detached' })
    }
    assert.equal((await transfersOf(world).balance()).available, before + 3)
    const { items } = await adminsOf(world).read('wallets/adjustments?state=PENDING')
    assert.equal(items.length, 1)
  })
})
