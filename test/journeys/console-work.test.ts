// Admins refund payments, investigate transfers and correct wallets in a real browser: on a phone in French and on
// a desktop in English.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../server/platform/process/log.ts'
import { manualClock } from '../../server/platform/time/clock.ts'
import { closeSettlements } from '../../server/remittance/wallets/settlement.ts'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { type Console, moveShops, openConsole, shopHour } from '../support/browser/console.ts'
import { tightLines } from '../support/browser/screens.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { paid } from '../support/callers/portal.ts'
import { type Transfers, transfersOf } from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let transfers: Transfers
/** Amina on her phone, in French. */
let phone: Console
/** Benoît at his desk, in English. */
let desk: Console

beforeAll(async () => {
  ;[browser, world] = await Promise.all([
    openBrowser(),
    openWorld({
      settings: twoAdmins,
      sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
    }),
  ])
  await world.topUp('50.00')
  transfers = transfersOf(world)
  phone = await openConsole(world, browser, { language: 'fr', width: 'phone', as: 'amina' })
  desk = await openConsole(world, browser, { language: 'en', width: 'desk', as: 'benoit' })
})
afterAll(async () => {
  await Promise.all([phone?.close(), desk?.close()])
  await closePages(browser)
  await world.close()
})

const paidFor = (merchant_reference: string, overrides: Record<string, unknown> = {}) =>
  paid(world, world.merchant, {
    merchant_reference,
    amount: 40,
    callback_url: transfers.callbackUrl(merchant_reference),
    ...overrides,
  })

/** Waits until the merchant's server has received the webhook. */
function webhook(channel: string, type: string): Promise<any> {
  return eventually(`${type} on ${channel}`, async () => {
    const received = await transfers.callbacks(channel)
    return received.find(({ body }) => body.event_type === type)?.body
  })
}

describe('a payment', () => {
  test('a payment is found by reference, partly refunded on a phone in French, and notified', async () => {
    const uuid = await paidFor('FACTURE-1')
    const { page } = phone
    await phone.go('/console/payments')
    await page.getByLabel('Rechercher').fill('FACTURE-1')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'FACTURE-1' }).click()
    await page.getByRole('heading', { level: 1, name: 'FACTURE-1' }).waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('payment-fr-360')

    await phone.press('Rembourser…')
    const dialog = page.locator('dialog')
    await dialog.getByText(/Laissez vide pour tout rembourser\s: 40,00/).waitFor()
    await dialog.getByLabel('Montant à rembourser (USD)').fill('41')
    await dialog.locator('[name="reason"]').fill('Article manquant')
    await phone.press(/^Rembourser 41,00/)
    await dialog.getByText(/Il ne reste que 40,00/).waitFor()
    await dialog.getByLabel('Montant à rembourser (USD)').fill('12,50')
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('refund-fr-360')
    await phone.press(/^Rembourser 12,50/)
    await phone.shows(/12,50.USD remboursés/)
    await page.getByText('Remboursé en partie').first().waitFor()
    // What is left of 40.00 after the refund and our commission of 1.40, as the merchant reads it.
    await page
      .locator('.facts div', { hasText: 'Le marchand reçoit' })
      .getByText(/^26,10.USD$/)
      .waitFor()
    await page
      .locator('.timeline')
      .getByText(/^12,50.USD · Article manquant · par amina$/)
      .waitFor()
    await phone.picture('payment-refunded-fr-360')
    expect(await webhook('FACTURE-1', 'REFUND')).toMatchObject({ transaction_uuid: uuid })
    const { refunds } = await adminsOf(world).read(`payments/${uuid}`)
    expect(refunds).toMatchObject([{ amount: '12.50', status: 'SUCCESS', refunded_by: 'amina' }])
  })

  test('the history of a payment shows when its payer was authenticated', async () => {
    const uuid = await paidFor('FACTURE-3DS')
    // As if the customer took 40 seconds to type the bank's code.
    const text = `update card_authentication a set created_at = a.created_at - interval '40 seconds'
                    from card_transaction t where t.id = a.transaction_id and t.transaction_uuid = $1`
    await world.db.rows({ name: 'slow_customer', text }, [uuid])
    const { authentications } = await adminsOf(world).read(`payments/${uuid}`)
    const [{ created_at, evidence }] = authentications
    await phone.go(`/console/payments/${uuid}`)
    const momentOf = (texts: string) => phone.page.locator('.timeline li', { hasText: texts }).locator('time')
    const timeOf = (at: string) => new Date(`${at}Z`).toISOString()
    assert.equal(await momentOf('commencé').getAttribute('datetime'), timeOf(created_at))
    assert.equal(
      await momentOf('client authentifié').getAttribute('datetime'),
      timeOf(evidence.authenticated_at),
    )
    assert.notEqual(created_at, evidence.authenticated_at)
  })

  test('a payment is voided on a desktop in English, and then says why nothing more can be done', async () => {
    const uuid = await paidFor('INVOICE-2')
    await desk.go(`/console/payments/${uuid}`)
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('payment-en-1280')
    await desk.decide('Void…', 'Ordered twice', /^Void .*40\.00/)
    await desk.shows('Payment voided')
    await desk.page.getByText('A voided payment can’t be refunded').waitFor()
    await desk.page.locator('.timeline').getByText('40.00 USD · Ordered twice · by benoit').waitFor()
    assert.equal(await desk.page.getByRole('button', { name: 'Refund…' }).isDisabled(), true)
    await webhook('INVOICE-2', 'VOID')
  })

  test('a payment whose refund has an unknown outcome is not shown as refunded', async () => {
    const uuid = await paidFor('FACTURE-3')
    await world.fault({ mode: 'timeout', operations: ['/pts/v2/payments/'] })
    await phone.go(`/console/payments/${uuid}`)
    await phone.press('Rembourser…')
    await phone.page.locator('dialog [name="reason"]').fill('Retour')
    await phone.press(/^Rembourser 40,00/)
    await phone.page
      .locator('dialog')
      .getByText(/ne remboursez pas une seconde fois/)
      .waitFor()
    await phone.page.keyboard.press('Escape')
    await phone.page.getByText('Une autre opération est en cours sur ce paiement').first().waitFor()
    await world.fault({ mode: 'off' })
  })
})

describe('the day of an admin', () => {
  test('the overview shows what was collected, and the palette finds a payment, a merchant and an action', async () => {
    await paidFor('FACTURE-PALETTE')
    const { page } = desk
    await desk.go('/console/audit')
    await desk.go('/console')
    // The same sum as in the merchants' overviews: without what was refunded or voided.
    await page
      .locator('.collected')
      .getByText(/52\.50.USD returned/)
      .waitFor()
    await page.getByRole('img', { name: 'Collected, 14 days' }).waitFor()
    assert.deepEqual(await desk.faults(), [])
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox')
    await palette.fill('FACTURE-PALETTE')
    await page.getByRole('option', { name: /FACTURE-PALETTE.*40\.00.*Paid/ }).waitFor()
    assert.deepEqual(await desk.faults(), [])
    await palette.fill('rembourser')
    await page.getByRole('option', { name: 'Refund a payment' }).waitFor()
    await palette.fill(world.merchant.merchant_code)
    await page.getByRole('option', { name: world.merchant.merchant_code }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change pricing…' }).waitFor()
  })

  test('a payment that comes in is announced above the list, and shown when the admin asks', async () => {
    await paidFor('FACTURE-FIRST')
    const visitor = await openConsole(world, browser, { language: 'fr', width: 'phone', movable: true })
    const { page } = visitor
    await visitor.go('/console/payments')
    await page.getByRole('link', { name: 'FACTURE-FIRST' }).waitFor()
    await paidFor('FACTURE-NEXT')
    await page.clock.fastForward('00:16')
    await page.getByText('1 nouveau').waitFor()
    assert.equal(await page.getByRole('link', { name: 'FACTURE-NEXT' }).count(), 0)
    assert.deepEqual(await visitor.faults(), [])
    await visitor.press(/1 nouveau/)
    await page.getByRole('link', { name: 'FACTURE-NEXT' }).waitFor()
    // A long amount moves the columns of all rows, or of none.
    await paidFor('FACTURE-CDF', { amount: 1_250_000.75, currency: 'CDF' })
    await visitor.resize('desk')
    await page.clock.fastForward('00:16')
    await visitor.press(/1 nouveau/)
    await page.getByRole('link', { name: 'FACTURE-CDF' }).waitFor()
    const edges = await page
      .locator('.line-row')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left)).join(),
        ),
      )
    assert.equal(new Set(edges).size, 1, edges.join(' | '))
    await visitor.close()
  })

  test('a transfer that does not exist says so, and offers nothing to try again', async () => {
    const { page } = phone
    await phone.go('/console/transfers/IMT-IN-UNKNOWN')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Réessayer' }).count(), 0)
    assert.deepEqual(await phone.faults(), [])
  })
})

describe('a transfer', () => {
  test('a transfer is inquired about and reversed on a phone in French: the wallet is credited', async () => {
    const { transaction_id, reference } = await transfers.accepted({ reference: 'LOYER-NOVEMBRE' })
    await transfers.reaches(reference, 'Successful')
    const { page } = phone
    await phone.go('/console/transfers?q=LOYER-NOVEMBRE')
    await page.getByRole('link', { name: reference }).click()
    await page.getByText('Débité du portefeuille').waitFor()
    assert.deepEqual(await phone.faults(), [])
    await phone.picture('transfer-fr-360')
    await phone.decide('Interroger l’opérateur…', 'Le client appelle', 'Interroger l’opérateur')
    await phone.shows('Réponse de l’opérateur\u00a0: arrivé')
    await phone.decide('Demander la restitution…', 'Envoyé au mauvais numéro', 'Demander la restitution')
    await transfers.reaches(reference, 'Reversed')
    assert.equal((await transfers.balance()).available, 50)
    await phone.go('/console/transfers')
    await phone.go(`/console/transfers/${transaction_id}`)
    await page.getByText('Le transfert a été repris par l’opérateur').waitFor()
  })
})

describe('a wallet', () => {
  test('a wallet is topped up once, and adjusted only when a second person approves', async () => {
    await phone.go(`/console/wallets?merchant_code=${world.merchant.merchant_code}`)
    assert.deepEqual(await phone.faults(), [])
    await phone.press(/^Approvisionner/)
    await phone.page.getByLabel('Montant (USD)').fill('25,50')
    await phone.page.locator('dialog [name="reason"]').fill('Virement du 21 novembre')
    await phone.press(/^Ajouter 25,50/)
    await phone.shows(/25,50.USD ajoutés/)
    await phone.press(/^Ajuster/)
    await phone.page.getByLabel('Montant, négatif pour débiter (USD)').fill('-10')
    await phone.page.locator('dialog [name="reason"]').fill('Compté deux fois')
    await phone.press(/^Demander/)
    await phone.page.getByText('Un ajustement est approuvé par un autre administrateur').waitFor()
    assert.equal((await transfers.balance()).available, 75.5)

    await desk.go('/console/wallets')
    await desk.page.getByText('Compté deux fois').waitFor()
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('wallets-en-1280')
    await desk.decide('Confirm…', 'Seen in the statement', 'Confirm')
    await desk.shows('Adjustment made')
    assert.equal((await transfers.balance()).available, 65.5)
  })
})

test('a card balance is corrected on a phone in French, once a second person approves', async () => {
  const code = world.merchant.merchant_code
  const available = async () => {
    const { balances } = await adminsOf(world).read(`merchants/${code}/balance`)
    return balances.find(({ currency }: { currency: string }) => currency === 'CDF').available
  }
  const { page } = phone
  await phone.go(`/console/merchants/${code}`)
  await phone.press('Corriger le solde…')
  const dialog = page.locator('dialog')
  await dialog.getByLabel('Sens').selectOption('credit')
  await dialog.getByLabel('Montant').fill('1 500,50')
  await dialog.getByLabel('Devise').selectOption('CDF')
  await dialog.getByLabel('D’où vient l’argent, ou où il va').selectOption('gateway')
  await dialog.locator('[name="reason"]').fill('Litige gagné après acceptation')
  assert.deepEqual(await phone.faults(), [])
  await phone.picture('balance-correction-fr-360')
  await phone.press('Demander la correction')
  await phone.shows('Correction en attente de l’approbation d’un autre administrateur')
  assert.equal(await available(), '0.00')
  await page.locator('main .notice').getByText('Votre demande').waitFor()

  await desk.go('/console/approvals')
  await desk.page.getByRole('link', { name: /Correction of a balance/ }).click()
  await desk.page.getByText('Litige gagné après acceptation').waitFor()
  await desk.page.getByText('the card gateway').waitFor()
  assert.deepEqual(await desk.faults(), [])
  await desk.picture('balance-correction-en-1280')
  await desk.decide('Approve…', 'The dispute was won', 'Approve and execute')
  await desk.shows('Approved and executed')
  assert.equal(await available(), '1500.50')
})

describe('webhooks', () => {
  test('webhooks are shown with body and responses, and several are resent at once', async () => {
    await moveShops(world)
    await desk.go('/console/deliveries')
    const { page } = desk
    const sent = async () => (await transfers.callbacks('FACTURE-1')).length
    const before = await sent()
    const row = page.locator('li.fold', { hasText: 'Voided' }).first()
    const [[reference, ...others] = []] = await tightLines(row.locator('.note'))
    assert.doesNotMatch(reference ?? '·', /·/)
    assert.deepEqual([others.length, ...others.slice(1)], [2, '· Boutique Test'])
    assert.match(others[0] ?? '', /^· \S+\sUSD$/)
    await row.getByRole('button', { name: /^Voided$/ }).click()
    await row.getByText('Body sent').click()
    await row.getByLabel('Body sent').getByText('transaction_uuid').waitFor()
    await row.getByText('HTTP 200').first().waitFor()
    await row.getByText(shopHour).waitFor()
    assert.deepEqual(await desk.faults(), [])
    await desk.picture('deliveries-en-1280')
    await page.getByLabel('Select all on this page').check()
    await desk.decide('Resend…', 'Their server lost them', 'Resend')
    await desk.shows(/^Resending \d+ webhooks/)
    await eventually('resent', async () => (await sent()) > before)
  })
})

test('a day of the books is compared with the gateway’s report, and other days can be chosen', async () => {
  const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  await phone.go(`/console/reconciliation?date=${today}`)
  await phone.page.getByText(/lignes? concordent?/).waitFor()
  assert.deepEqual(await phone.faults(), [])
  await phone.page.getByLabel('Journée (UTC)').fill('2026-01-01')
  await phone.press('Comparer')
  await phone.page.getByText('Aucune opération ce jour-là').waitFor()
  assert.equal(await phone.page.getByText(/concord/).count(), 0)
})

test('closed settlement days are listed by merchant, with the hour of the shop', async () => {
  const { db } = world
  const clock = manualClock(world.clock.now().add({ hours: 48 }).toString())
  while (await closeSettlements({ db, clock, log: silentLog })) {}
  await desk.go('/console/settlements')
  await desk.page.locator('li.fold').first().getByRole('button').first().click()
  await desk.page.getByText('Debited from the wallet').waitFor()
  await desk.page.getByText(shopHour).first().waitFor()
  assert.deepEqual(await desk.faults(), [])
})
