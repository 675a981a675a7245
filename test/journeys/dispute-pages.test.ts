// Disputes in a real browser: a merchant answers in the portal, an admin works on them in the console, the bank decides.
import assert from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closePages, openBrowser } from '../support/browser/browser.ts'
import { openConsole } from '../support/browser/console.ts'
import { newVisitor, signIn, type Visitor } from '../support/browser/portal-visitor.ts'
import { adminsOf, twoAdmins } from '../support/callers/admins.ts'
import { type DisputeBench, openDisputeBench } from '../support/callers/disputes.ts'
import { pngImage } from '../support/world/images.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let browser: Browser
let bench: DisputeBench
const settings = { ...twoAdmins, DISPUTE_REPORT_SECONDS: '1', CARD_DISPUTE_FEE: 'USD=15' }

beforeAll(async () => {
  ;[world, browser] = await Promise.all([openWorld({ settings }), openBrowser()])
  bench = openDisputeBench(world)
})
afterAll(async () => {
  await closePages(browser)
  await world?.close()
})

const words = {
  fr: {
    disputes: 'Litiges',
    open: 'À répondre',
    disputed: 'Contesté',
    toFile: 'À transmettre',
    payment: 'Voir le paiement',
    exceeds: /^50,00.USD contestés, reste du paiement.: 30,00.USD$/,
  },
  en: {
    disputes: 'Disputes',
    open: 'Needs a response',
    disputed: 'Disputed',
    toFile: 'To file',
    payment: 'View payment',
    exceeds: /^50\.00.USD disputed, left of the payment: 30\.00.USD$/,
  },
}

async function atDisputes(options: Parameters<typeof newVisitor>[2]): Promise<Visitor> {
  const visitor = await newVisitor(browser, world, options)
  await visitor.page.goto(`${world.url}/portal`)
  await signIn(visitor, { email: world.merchant.email, password: 'correct horse battery' })
  await visitor.goTo(words[options.language].disputes)
  return visitor
}

async function disputed(amount: number): Promise<{ uuid: string; id: string }> {
  const { uuid } = await bench.paid(amount)
  await bench.gatewayDispute(uuid, { reason: 'product_not_received' })
  return { uuid, id: (await bench.disputeIn(uuid, 'OPEN')).dispute_id }
}

test('a merchant sends evidence for a dispute, and reads that it was won', async () => {
  const { uuid, id } = await disputed(120)
  const visitor = await atDisputes({ language: 'en', width: 1280 })
  const { page } = visitor
  await page.getByText('Needs a response').first().waitFor()
  await visitor.isInOrder('disputes')
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await page.getByText('Goods or services not received').waitFor()
  await visitor.isInOrder('dispute')
  await page.getByLabel('Why is this payment justified?').fill('Collected and signed for on 22 November.')
  await page
    .getByLabel('Add a file')
    .setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: pngImage(40, 24) })
  await page.getByText('note.png').waitFor()
  await page
    .getByLabel('Add a file')
    .setInputFiles({ name: 'wrong.png', mimeType: 'image/png', buffer: pngImage(30, 24) })
  await visitor.button('Remove wrong.png…').click()
  await page.getByText('wrong.png won’t be sent to the bank.').waitFor()
  await visitor.isInOrder('dispute, removing a file')
  await visitor.button('Remove').click()
  await page.getByText('File removed.').waitFor()
  await page.getByText('wrong.png', { exact: true }).waitFor({ state: 'detached' })
  await visitor.button('Send evidence…').click()
  await page.getByText('You can’t change it afterwards.').waitFor()
  await visitor.button('Send evidence').click()
  await page.getByText(/file it with the bank before its deadline on .+\./).waitFor()
  expect((await bench.disputeIn(uuid, 'EVIDENCE_SENT')).evidence).toMatchObject({
    explanation: 'Collected and signed for on 22 November.',
    files: [{ name: 'note.png', type: 'image/png' }],
  })
  await bench.gatewayDispute(uuid, { outcome: 'won' })
  await bench.disputeIn(uuid, 'WON')
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await page.getByText(/135\.00.USD has come back to your balance, including the fee of 15\.00.USD/).waitFor()
  await visitor.isInOrder('dispute, won')
  await page.getByText('Won', { exact: true }).last().waitFor()
  await visitor.close()
})

test('a dispute on a phone says what accepting it costs, and is lost when the bank says so', async () => {
  const { uuid, id } = await disputed(45)
  const visitor = await atDisputes({ language: 'fr', width: 360, dark: true })
  const { page } = visitor
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await page.getByText(/Il vous reste \d+ jours? pour répondre/).waitFor()
  await visitor.button('Accepter le litige…').click()
  await page.getByText(/Vous renoncez définitivement à 60,00.USD, frais de 15,00.USD compris/).waitFor()
  await page.keyboard.press('Escape')
  await visitor.isInOrder('dispute dark')
  await page.getByRole('link', { name: 'Voir le paiement' }).click()
  await page.getByRole('heading', { name: 'Litiges' }).waitFor()
  await page.locator('section', { hasText: 'Litiges' }).getByRole('link', { name: /45,00/ }).first().click()
  await bench.gatewayDispute(uuid, { outcome: 'lost' })
  await bench.disputeIn(uuid, 'LOST')
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await page.getByText('La banque a donné raison au client.').waitFor()
  await visitor.close()
})

test('a dispute of a refunded payment costs nothing, and after the deadline asks for no response', async () => {
  const { uuid, paymentId } = await bench.paid(35)
  await adminsOf(world).act(`payment/refunds/${paymentId}`, { reason: 'not wanted' })
  await bench.gatewayDispute(uuid)
  const { dispute_id: id } = await bench.disputeIn(uuid, 'OPEN')
  // The service takes no fee for some disputes.
  await bench.rows('update card_dispute set fee_minor = 0 where dispute_id = $1', [id])
  const visitor = await atDisputes({ language: 'en', width: 360 })
  const { page } = visitor
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await page.getByText('Nothing is taken from your balance. Send your evidence, or accept').waitFor()
  await visitor.button('Accept dispute…').click()
  await page.getByText('Nothing will be taken from your balance.').waitFor()
  await page.keyboard.press('Escape')
  await bench.rows(`update card_dispute set respond_by = now() - interval '1 hour' where dispute_id = $1`, [
    id,
  ])
  await page.reload()
  await page.getByText('The deadline has passed. The bank decides without your evidence.').waitFor()
  const text = (await page.locator('main').textContent()) ?? ''
  for (const wrong of ['Send your evidence', 'Needs a response', 'Dispute fee', 'taken from the balance'])
    expect(text).not.toContain(wrong)
  await page.goto(`${world.url}/portal/disputes?state=OPEN`)
  await page.getByText('Deadline passed').first().waitFor()
  await visitor.isInOrder('disputes after the deadline')
  await bench.gatewayDispute(uuid, { outcome: 'won' })
  await bench.disputeIn(uuid, 'WON')
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await page.getByText('Nothing had been taken from your balance, so it doesn’t change.').waitFor()
  await page.goto(`${world.url}/portal/disputes?state=WON`)
  await page.getByText('balance unchanged').waitFor()
  await visitor.isInOrder('disputes won, on a phone')
  await visitor.close()
})

test('a dispute stands on the home page, in the menu, in the list and on its payment, with what is left to do', async () => {
  const { uuid, id } = await disputed(75)
  const visitor = await atDisputes({ language: 'en', width: 1280 })
  const { page } = visitor
  await page
    .locator('#places')
    .getByRole('link', { name: /^Disputes ?\d+$/ })
    .waitFor()
  await page.goto(`${world.url}/portal`)
  await page.getByText(/^\d+ disputes? needs? your response$/).waitFor()
  await page.getByText(/^By .+: \d+ days? left\. .+ out of your balance\./).waitFor()
  await visitor.isInOrder('home with a dispute')
  await page.goto(`${world.url}/portal/payments`)
  await page.locator('.line-row', { hasText: 'Disputed' }).first().waitFor()
  const payment = `${world.url}/portal/payments/${uuid}`
  await page.goto(payment)
  await page.getByText(/^75\.00.USD disputed by the customer$/).waitFor()
  await page.getByText(/^Respond by .+: \d+ days left\.$/).waitFor()
  await page.locator('.page-head .badge', { hasText: 'Disputed' }).waitFor()
  await page
    .locator('dl div', { hasText: 'Disputed, fee included' })
    .getByText(/^−90\.00.USD$/)
    .waitFor()
  await page
    .locator('.timeline li', { hasText: 'Dispute opened' })
    .getByText(/−90\.00.USD on your balance/)
    .waitFor()
  await page.locator('.money-path .lost', { hasText: 'Disputed by the customer' }).waitFor()
  await visitor.isInOrder('disputed payment')
  const body = { explanation: 'Collected and signed for', submit: true }
  assert.equal((await world.signed('POST', `/api/v1/payment/disputes/${id}/evidence`, body)).status, 200)
  await page.goto(payment)
  await page.getByText('We have your evidence, and file it with the bank.').waitFor()
  await adminsOf(world).act(`disputes/${id}/evidence/submitted`, {})
  await page.goto(payment)
  await page.getByText(/^Your evidence was filed with the bank on .+\. The bank decides\.$/).waitFor()
  await bench.gatewayDispute(uuid, { outcome: 'lost' })
  await bench.disputeIn(uuid, 'LOST')
  await page.goto(payment)
  await page.locator('.page-head .badge', { hasText: 'Dispute lost' }).waitFor()
  await page.locator('.money-path .lost', { hasText: 'Returned to the customer after the dispute' }).waitFor()
  await visitor.close()
})

test('a dispute is accepted after its cost was confirmed', async () => {
  const { uuid, id } = await disputed(30)
  const visitor = await atDisputes({ language: 'en', width: 360 })
  const { page } = visitor
  await page.goto(`${world.url}/portal/disputes/${id}`)
  await visitor.button('Accept dispute…').click()
  await visitor.button(/^Give up 45\.00|^Give up \$45\.00|^Give up .*45\.00/).click()
  await page.getByText('You accepted this dispute.').waitFor()
  assert.equal((await bench.disputeIn(uuid, 'ACCEPTED')).deducted, '45.00')
  await visitor.close()
})

test('evidence that was not sent cannot be marked as submitted', async () => {
  const { id } = await disputed(25)
  const refused = await adminsOf(world).post(`disputes/${id}/evidence/submitted`, {})
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Dispute is OPEN')])
})

test.each([
  { language: 'fr', width: 'phone', dark: true },
  { language: 'en', width: 'desk', dark: false },
] as const)('an admin downloads the evidence of a dispute: $language, $width', async (options) => {
  const { uuid, paymentId } = await bench.paid(50)
  await adminsOf(world).act(`payment/refunds/${paymentId}`, { reason: 'not wanted', amount: 20 })
  await bench.gatewayDispute(uuid)
  const { dispute_id: id } = await bench.disputeIn(uuid, 'OPEN')
  const body = { explanation: 'Remis en main propre', submit: true }
  assert.equal((await world.signed('POST', `/api/v1/payment/disputes/${id}/evidence`, body)).status, 200)
  const console = await openConsole(world, browser, options)
  const t = words[options.language]
  await console.go('/console/disputes')
  await console.page.locator('.badge', { hasText: t.toFile }).first().waitFor()
  await console.page.getByText(t.exceeds).first().waitFor()
  expect(await console.faults()).toEqual([])
  await console.picture(`disputes-${options.language}-${options.width}`)
  await console.go(`/console/disputes/${id}`)
  await console.page.getByText('Remis en main propre').waitFor()
  expect(await console.faults()).toEqual([])
  await console.picture(`dispute-${options.language}-${options.width}`)
  const [download] = await Promise.all([
    console.page.waitForEvent('download'),
    console.press(options.language === 'fr' ? 'Télécharger le PDF' : 'Download PDF'),
  ])
  assert.match(download.suggestedFilename(), /^dispute-CB\d+\.pdf$/)
  await console.press(options.language === 'fr' ? 'Marquer comme transmis…' : 'Mark as filed…')
  await console.press(options.language === 'fr' ? 'Marquer comme transmis' : 'Mark as filed')
  await console.shows(/marqués comme transmis|marked as filed/)
  const marked = await bench.disputeIn(uuid, 'EVIDENCE_SENT')
  assert.notEqual(marked.evidence.submitted_at, null)
  // A second mark changes nothing.
  const again = await adminsOf(world).act(`disputes/${id}/evidence/submitted`, {})
  assert.equal(again.evidence.submitted_at, marked.evidence.submitted_at)
  await console.go(`/console/payments?q=${uuid}`)
  await console.page.getByRole('row', { name: new RegExp(t.disputed) }).waitFor()
  await console.go(`/console/payments/${uuid}`)
  await console.page.locator('.badge', { hasText: t.disputed }).first().waitFor()
  await console.page.locator(`a[href="/console/disputes/${id}"]`).click()
  await console.page.getByText('Remis en main propre').waitFor()
  await console.close()
})

test('a page tells deadlines by the clock of a sandbox that was moved', async () => {
  await disputed(33)
  const moved = await adminsOf(world).post('sandbox/clock', { forward: 'P15D' })
  assert.equal(moved.status, 200, moved.text)
  const visitor = await atDisputes({ language: 'en', width: 1280 })
  const { page } = visitor
  await page.goto(`${world.url}/portal/disputes?state=OPEN`)
  await page.locator('li.fold', { hasText: '33.00' }).getByText('Deadline passed').waitFor()
  await visitor.close()
})
