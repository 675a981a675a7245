// What merchants set up in the portal: links, keys, webhooks, their wallet and going live, in both languages, on a phone and a desktop.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import {
  openPortalMerchant,
  type PageTexts,
  type PortalMerchant,
} from '../support/browser/portal-merchant.ts'
import { storedText, type Visitor } from '../support/browser/portal-visitor.ts'
import { tightLines } from '../support/browser/screens.ts'
import { eventually } from '../support/http/eventually.ts'
import type { World } from '../support/world/world.ts'

let portal: PortalMerchant
let world: World
let merchant: Credentials
beforeAll(async () => {
  portal = await openPortalMerchant()
  ;({ world, merchant } = portal)
})
afterAll(() => portal?.close())

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

  test('a payment link is created, shown as a QR code, copied and cancelled', async () => {
    const { page } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visitor.goTo(t.links)
    await page.getByRole('link', { name: t.newLink }).click()
    await page.getByLabel(t.amount).fill('abc')
    await visitor.button(t.makeLink).click()
    await page.getByText(t.amountFault).waitFor()
    await page.locator('[name=amount]:focus').waitFor()
    await page.getByLabel(t.amount).fill(language === 'fr' ? '45,50' : '45.50')
    await page.getByText(t.moreOptions).click()
    await page.getByLabel(t.reference).fill('PAGNE-12')
    await visitor.isInOrder('new link')
    await visitor.button(t.makeLink).click()
    const code = page.getByRole('img', { name: t.qr })
    await code.waitFor()
    const drawn = await code.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    )
    assert.ok(drawn > 0)
    await visitor.isInOrder('link')
    await visitor.button(t.copyLink).click()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.match(String(copied), new RegExp(`^${world.url}/pl/[A-Z0-9]{12}$`))
    await visitor.button(t.cancelLink).click()
    await visitor.button(t.cancelYes).click()
    await page.locator('.badge', { hasText: t.cancelled }).waitFor()
    const open = { amount: 9_999_999.75, currency: 'CDF', merchant_reference: 'PAGNE-13' }
    await world.signed('POST', '/api/v1/payment-links', open, { as: merchant })
    await page.goto(`${world.url}/portal/links`)
    const row = page.locator('.fold', { hasText: 'PAGNE-12' })
    await row.first().getByText(t.cancelled).waitFor()
    assert.equal(
      await row
        .first()
        .getByText(/^Expire/)
        .count(),
      0,
    )
    // A state has its place whether or not the row has a button to copy the link.
    const states = page.locator('.fold', { has: page.locator('.badge') })
    for (const name of ['PAGNE-12', 'PAGNE-13'])
      assert.equal(
        await states.filter({ hasText: name }).first().locator('.icon-button').count(),
        name === 'PAGNE-13' ? 1 : 0,
      )
    const edges = await states
      .locator('.badge')
      .evaluateAll((all) => all.map((badge) => badge.getBoundingClientRect().right))
    assert.equal(new Set(edges).size, 1, String(edges))
    await visitor.isInOrder('links')
  })

  test('a secret is renewed after a warning, again if the response was lost, and shown once', async () => {
    const { page } = visitor
    await visitor.goTo(t.keys)
    await page.getByRole('button', { name: t.renewMerchantSecret }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t.atOnce).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.renewMerchantSecret }).click()
    await visitor.isInOrder('question')
    await page.route(
      '**/merchant/secret',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await visitor.button(t.renewYes).click()
    await dialog.getByText(t.maybeRenewed).waitFor()
    assert.equal(await dialog.getByText(t.changeNothing).count(), 0)
    await visitor.isInOrder('renewal in doubt')
    await visitor.button(t.renewYes).click()
    const secret = await dialog.getByText(/^msk_test_/).innerText()
    await page.keyboard.press('Escape')
    await dialog.getByText(secret).waitFor()
    await visitor.isInOrder('new secret')
    await visitor.button(t.storedClose).click()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(secret))
    assert.ok(!(await storedText(visitor)).includes(secret))
    assert.equal(
      (
        await world.basic('GET', '/api/v1/remittance/balance', undefined, {
          as: { ...merchant, merchant_secret: secret },
        })
      ).status,
      200,
    )
  })

  test('the allowlist names the wrong line and keeps the valid ones', async () => {
    const { page } = visitor
    await page.getByLabel(t.addresses).fill('203.0.113.7\nnowhere')
    await visitor.button(t.saveList).click()
    await page.getByText(t.badNetwork).waitFor()
    await visitor.isInOrder('keys')
    await page.getByLabel(t.addresses).fill('203.0.113.0/24')
    await visitor.button(t.saveList).click()
    await page.getByText(t.listSaved).waitFor()
    await page.getByLabel(t.addresses).fill('')
    await visitor.button(t.saveList).click()
    await page.getByText(t.openList).waitFor()
  })

  test('a further webhook address is added with a secret that is shown once, and deleted', async () => {
    const { page } = visitor
    const [address, add, stored, edit, remove, deleted] =
      language === 'fr'
        ? [
            ...['Adresse à ajouter', 'Ajouter l’adresse', 'J’ai enregistré le secret', 'Modifier'],
            ...['Supprimer', 'Adresse supprimée.'],
          ]
        : ['Address to add', 'Add address', 'I’ve stored it', 'Edit', 'Delete', 'Address deleted.']
    const url = `https://erp.example/${language}`
    await visitor.goTo(t.webhooks)
    await page.getByLabel(address!).fill(url)
    await visitor.button(add!).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^whsec_/).waitFor()
    await dialog.getByRole('button', { name: stored! }).click()
    await page.getByText(url, { exact: true }).waitFor()
    await visitor.isInOrder('webhook endpoints')
    await page
      .getByRole('button', { name: edit! })
      .and(page.locator(`[aria-label*="${url}"]`))
      .click()
    await dialog.getByRole('button', { name: remove! }).click()
    await page.getByText(deleted!).waitFor()
    await page.getByText(url, { exact: true }).waitFor({ state: 'detached' })
  })

  test('webhooks get a URL, are tested, and appear as they arrive', async () => {
    const { page } = visitor
    await visitor.goTo(t.webhooks)
    await page.getByLabel(t.address).fill('http://localhost:1/nobody')
    await visitor.button(t.save).click()
    await page.getByText(t.addressSaved).waitFor()
    await visitor.button(t.sendTest).click()
    await page.getByRole('alert').getByText(t.refusedConnection).waitFor()
    await visitor.button(t.useReceiver).click()
    await visitor.button(t.useReceiver).waitFor({ state: 'detached' })
    await page.getByLabel(t.address).fill('https://not-yet-saved.example')
    await visitor.button(t.sendTest).click()
    await page.getByText('HTTP 200').first().waitFor()
    assert.equal(await page.getByLabel(t.address).inputValue(), 'https://not-yet-saved.example')
    const row = page.locator('.fold', { hasText: 'PAID-1' })
    await row.getByText(/^HTTP 200$/).waitFor()
    assert.deepEqual(await tightLines(row.locator('.note')), [
      ['PAID-1', language === 'fr' ? '· 1\u202f025,50\u00a0USD' : '· 1,025.50\u00a0USD'],
    ])
    assert.equal(await page.getByText(t.to, { exact: false }).filter({ hasText: 'channel=' }).count(), 0)
    await row.getByRole('button', { name: t.paidEvent }).click()
    await row.getByText(/channel=merchant-/).waitFor()
    await row.getByRole('button', { name: t.resend }).waitFor()
    await visitor
      .button(language === 'fr' ? 'Renvoyer les webhooks manqués' : 'Resend missed webhooks')
      .click()
    await page.getByText(language === 'fr' ? 'Aucun webhook manqué' : 'No webhook was missed').waitFor()
    await visitor.isInOrder('webhooks')
    await row.getByRole('link', { name: 'PAID-1' }).click()
    await page.waitForURL(/\/portal\/payments\/LKT-/)
    await visitor.goTo(t.received)
    await page.getByRole('heading', { name: 'TEST' }).first().waitFor()
    await visitor.isInOrder('received')
    await visitor.button(t.check).first().click()
    await visitor.button(t.checkNow).click()
    await page.getByText(t.right).waitFor()
    const body = page.getByLabel(t.body)
    await body.fill(JSON.stringify(JSON.parse(await body.inputValue()), null, 2))
    await visitor.button(t.checkNow).click()
    await page.getByText(t.bodyChanged).waitFor()
    await visitor.isInOrder('signature')
    // What was found about a webhook is not what was found about a request.
    await page.getByLabel(t.kind).selectOption('request')
    await page.getByText(t.invalid).waitFor({ state: 'detached' })
    await page.getByText(/X-API-Key, X-Timestamp (et|and) X-Signature/).waitFor()
    const at = String(Math.floor(Date.now() / 1000) - 3_600)
    const signed = createHmac('sha256', merchant.api_secret).update(`${at}\nGET\n/api/v1/payment-links\n`)
    await page.locator('[name=method]').selectOption('GET')
    await page.locator('[name=path]').fill('/api/v1/payment-links')
    await page
      .locator('[name=headers]')
      .fill(`X-API-Key: ${merchant.api_key}\nX-Timestamp: ${at}\nX-Signature: ${signed.digest('hex')}`)
    await body.fill('')
    await visitor.button(t.checkNow).click()
    await page.getByText(t.expired).waitFor()
    assert.equal(await page.getByText(t.invalid).count(), 0)
    await visitor.isInOrder('expired signature')
    await body.fill('{}')
    await page.getByText(t.expired).waitFor({ state: 'detached' })
  })

  test('the request log shows what was refused and why', async () => {
    const { page } = visitor
    const mixedUp = { ...merchant, api_secret: merchant.callback_secret }
    await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'LKT-X' }, { as: mixedUp })
    await world.signed('POST', '/api/v1/payment/orders', { amount: 'much' }, { as: merchant })
    await eventually('both are in the log', async () => {
      await visitor.goTo(t.requests)
      await page.getByRole('link', { name: t.onlyRefused }).click()
      await visitor.isLoaded()
      return (await page.getByText('422').count()) > 0 && (await page.getByText('403').count()) > 0
    })
    await page.locator('.fold').first().getByRole('button').click()
    await page.getByText('127.0.0.1').first().waitFor()
    await visitor.isInOrder('requests')
    await page.locator('.fold', { hasText: '403' }).first().getByRole('button').click()
    await page.getByText(t.otherSecret).first().waitFor()
    await page
      .getByText(/SHA-256 [0-9a-f]{64}/)
      .first()
      .waitFor()
    await visitor.isInOrder('explained request')
  })

  test('the wallet is topped up with test money, and settlements say when the first will be', async () => {
    const { page } = visitor
    await visitor.goTo(t.wallet)
    const lines = await page.locator('.pager').innerText()
    await visitor.button(t.topUp).click()
    await page.locator('.pager').filter({ hasNotText: lines }).waitFor()
    const arrived = page.locator('.fold', { hasText: 'ARRIVES-1' })
    assert.equal(await arrived.count(), 1)
    await arrived.getByText(/^−1[.,]00.USD$/).waitFor()
    await arrived.getByRole('button').click()
    await arrived.getByRole('table', { name: t.movements }).waitFor()
    await visitor.isInOrder('wallet')
    await visitor.goTo(t.settlements)
    await page.getByRole('heading', { name: t.noSettlements }).waitFor()
    await visitor.isInOrder('settlements')
  })

  test('the try-out page offers cards and numbers, and explains the outcome of each number', async () => {
    const { page } = visitor
    await visitor.goTo(t.try)
    await visitor.isInOrder('try')
    await page.getByLabel(t.number).selectOption('+243810000007')
    await visitor.button(t.sendTransfer).click()
    await page.getByText(t.forbidden).waitFor()
    await page.getByLabel(t.number).selectOption('+243810000002')
    await visitor.button(t.sendTransfer).click()
    await page.locator('.badge', { hasText: t.failed }).waitFor()
  })

  test('going live lists what is complete and shows each error beside its field', async () => {
    const { page } = visitor
    await visitor.goTo(t.goLive)
    await page.locator('.steps .done', { hasText: t.stepPaid }).waitFor()
    assert.equal(await page.locator('.steps').getByText(t.stepLive).count(), 0)
    await page.getByText(t.refundsAsked).waitFor()
    await visitor.button(t.beginRequest).click()
    await page.getByLabel(t.yourPassword).fill(merchant.password)
    await visitor.button(t.goOn).click()
    await visitor.button(t.sendRequest).click()
    await page.getByRole('alert').waitFor()
    // The name and the email of the merchant are known already.
    const invalid = page.locator('[aria-invalid=true]')
    assert.equal(await invalid.count(), 3)
    const borders = await invalid.evaluateAll((fields) =>
      fields.map((field) => getComputedStyle(field).borderTopColor),
    )
    const red = await page
      .locator('.field .fault')
      .first()
      .evaluate((fault) => getComputedStyle(fault).color)
    assert.deepEqual(new Set(borders), new Set([red]))
    await visitor.isInOrder('go live')
  })

  test('the account changes its password only with the current one', async () => {
    const { page } = visitor
    await visitor.goTo(t.account)
    await page.getByLabel(t.currentPassword).fill('not the password')
    await page.getByLabel(t.newPassword).fill('four green lanterns by the sea')
    await visitor.button(t.changePassword).click()
    await page.getByText(t.wrongPassword).waitFor()
    await visitor.isInOrder('account')
  })
})
