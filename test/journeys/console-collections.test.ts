// Admins read in the console how payments by phone succeed, which are stuck and what happened to one, in both languages, on a phone and
// on a desktop.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../support/collections/collections.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let collections: Collections
beforeAll(async () => {
  const operators = { ...collectionSandbox.operators, promptMs: 600_000 }
  const settings = { ...collectionSettings, ...twoAdmins, COLLECTION_SECONDS: '600' }
  ;[world, browser] = await Promise.all([openWorld({ settings, sandbox: { operators } }), openBrowser()])
  collections = collectionsOf(world)
  await collections.offer()
  const paying = [
    ['21', '97', 'APPROVED'],
    ['25', '97', 'DECLINED'],
    ['21', '81', 'APPROVED'],
    ['21', '84', 'APPROVED'],
  ] as const
  for (const [end, prefix, state] of paying) {
    const { transaction_uuid: uuid } = await collections.order()
    await collections.reaches((await collections.asked(uuid, freshNumber(end, prefix))).collection_id, state)
  }
  const { transaction_uuid: uuid } = await collections.order({ merchant_reference: 'INV-2041' })
  const { collection_id: id } = await collections.asked(uuid, freshNumber('24', '97'))
  await collections.rows(
    `update collection set created_at = created_at - interval '2 hours' where collection_id = $1`,
    [id],
  )
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

test.each([
  {
    ...({ language: 'fr', width: 'phone', as: 'amina', dark: false } as const),
    ...{ waits: /1\s*paiement par téléphone sans résultat/, rate: '50\u202f%' },
    ...{ byHour: 'Taux de réussite par heure', copy: 'Copier la demande', copied: /Demande à l’opérateur/ },
    ...{ question: /Notre référence\u00a0: C[0-9a-f]{32}\n.*\nMontant\u00a0: 25,50/ },
  },
  {
    ...({ language: 'en', width: 'desk', as: 'benoit', dark: true } as const),
    ...{ waits: /1\s*payment by phone without an outcome/, rate: '50%' },
    ...{ byHour: 'Success rate by hour', copy: 'Copy inquiry', copied: /Inquiry to the operator/ },
    ...{ question: /Our reference: C[0-9a-f]{32}\n.*\nAmount: 25\.50/ },
  },
])('stuck payments and success rates are read in the console ($language)', async (t) => {
  const visit = await openConsole(world, browser, t)
  const { page } = visit
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit.go('/console')
  await page.getByRole('link', { name: t.waits }).click()
  const stuck = page.locator('#stuck')
  await stuck.getByRole('link', { name: 'INV-2041' }).waitFor()
  await page.getByText(t.rate).first().waitFor()
  await page.getByRole('heading', { name: t.byHour }).waitFor()
  assert.deepEqual(await visit.faults(), [])
  await visit.picture(`console-collections-${t.language}`)
  await stuck.getByRole('button', { name: t.copy }).click()
  await page.getByText(t.copied).first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(t.question)
  await visit.close()
})

/** A payment whose refund nobody took back: its number takes neither the reversal nor the payout. */
async function refusedRefund(number: string): Promise<string> {
  const body = JSON.stringify({ msisdn: number.slice(1), ending: 'refund_refused' })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${world.sandboxUrl}/sandbox/operators/behaviours`, { method: 'POST', headers, body })
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, number)
  await collections.reaches(id, 'APPROVED')
  const admins = adminsOf(world)
  await admins.post(`payment/refunds/${id}`, { reason: 'came back' }, 'amina')
  const refunds = async () => (await admins.get(`payment/refunds/${uuid}`)).body.refunds
  await eventually('the refund is refused', async () => (await refunds())[0]?.status === 'FAILED', 20_000)
  return uuid
}

test.each([
  {
    ...({ language: 'fr', width: 'phone', as: 'amina', number: '+243810000002' } as const),
    ...{ calls: 'Appels à l’opérateur', ofCards: /passerelle|carte|3-D Secure|annulation/i },
    ...{ offer: 'Autre numéro…', fault: 'Ce portefeuille n’est pas au nom du payeur.' },
    ...{ importFile: 'Importer un fichier d’opérateur…', operators: 'Vodacom M\u2011Pesa' },
  },
  {
    ...({ language: 'en', width: 'desk', as: 'benoit', number: '+243820000002' } as const),
    ...{ calls: 'Operator calls', ofCards: /gateway|\bcard|3-D Secure|void/i },
    ...{ offer: 'Other number…', fault: 'This wallet isn’t in the payer’s name.' },
    ...{ importFile: 'Import an operator’s file…', operators: 'Vodacom M\u2011Pesa' },
  },
] as const)('a payment by phone is shown in the words of operators ($language)', async (t) => {
  const uuid = await refusedRefund(t.number)
  const visit = await openConsole(world, browser, t)
  const { page } = visit
  await visit.go(`/console/payments/${uuid}`)
  await page.getByRole('heading', { name: t.calls }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(t.ofCards)
  await visit.press(t.offer)
  const field = page.locator('dialog[open] .field', { has: page.locator('[name=number]') })
  await field.locator('input').fill('+243970000001')
  await page.locator('dialog[open] [name=reason]').fill('lost SIM')
  await page.locator('dialog[open] [type=submit]').click()
  await field.getByText(t.fault).waitFor()
  assert.deepEqual(await visit.faults(), [])
  await page.keyboard.press('Escape')
  await visit.go('/console/bank')
  await visit.press(t.importFile)
  // What is chosen at first is this deployment, and an operator by the name of its wallets.
  assert.equal(await page.locator('dialog[open] [name=environment]').inputValue(), 'sandbox')
  await page.locator('dialog[open] [name=operator]', { hasText: t.operators }).waitFor()
  await visit.close()
})
