// Messages to payers about refunds and voids: to those who got a receipt by email.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, tokenOf } from '../../../test/support/callers/self-service.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const setReceipts = async (payer_receipts: boolean, language = 'fr') => {
  const token = await tokenOf(world, world.merchant)
  const body = { language, payer_receipts }
  const response = await call(world, 'PUT', 'notifications', { token, body })
  assert.equal(response.status, 200, response.text)
}
async function paid(bill_to_email: string, fields: Record<string, string> = {}): Promise<string> {
  const { transactionUuid, link } = await world.createOrder({ amount: 100, bill_to_email, ...fields })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const [row] = await rows<{ id: string }>(
    'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
    [transactionUuid],
  )
  return row!.id
}
const refund = async (paymentId: string, amount?: number) => {
  const body = { reason: 'customer asked', ...(amount !== undefined && { amount }) }
  const response = await world.admin('POST', `/api/v1/admin/payment/refunds/${paymentId}`, body)
  assert.equal(response.status, 200, response.text)
}
/** A refund during a fault of the gateway, which ends then. */
async function failingRefund(paymentId: string): Promise<void> {
  const body = { reason: 'customer asked' }
  const response = await world.admin('POST', `/api/v1/admin/payment/refunds/${paymentId}`, body)
  await world.fault({ mode: 'off' })
  assert.equal(response.status, 502, response.text)
}
const becomes = (paymentId: string, status: string) =>
  eventually(`the refund is ${status}`, async () => {
    const [found] = await rows<{ status: string }>(
      `select r.status from card_refund r join card_transaction t on t.id = r.transaction_id where t.cs_payment_id = $1`,
      [paymentId],
    )
    return found?.status === status
  })
type Mail = { language: string; content: { subject: string; facts: [string, string][] } }
const written = (address: string, kind = 'payment_refund') =>
  rows<Mail>('select language, content from message where address = $1 and kind = $2 order by id', [
    address,
    kind,
  ])
/** Returns the status of the response. */
const voidIt = async (paymentId: string): Promise<number> => {
  const body = { reason: 'Ordered twice' }
  return (await world.admin('POST', `/api/v1/admin/payment/voids/${paymentId}`, body)).status
}
const factsOf = ({ content }: Mail) => Object.fromEntries(content.facts)

test('a payer who got a receipt is notified of each refund once, in the language of the receipt', async () => {
  await setReceipts(true, 'en')
  const payer = 'refunded@example.com'
  const payment = await paid(payer)
  // What the merchant chooses later does not change how this payment is reported.
  await setReceipts(false, 'fr')
  await refund(payment, 30.5)
  await refund(payment)
  const [part, rest, ...more] = await written(payer)
  assert.ok(part && rest)
  assert.deepEqual(more, [])
  expect([part.language, part.content.subject, rest.content.subject]).toEqual([
    'en',
    '[Test] Refund of 30.50\u00a0USD from Boutique Test',
    '[Test] Refund of 69.50\u00a0USD from Boutique Test',
  ])
  expect(factsOf(part)).toMatchObject({
    'Amount of the payment': '100.00\u00a0USD',
    Card: 'VISA •••• 4242',
  })
  assert.ok(!('Refunded in total' in factsOf(part)))
  assert.equal(factsOf(rest)['Refunded in total'], '100.00\u00a0USD')
  await eventually('both messages arrive', async () => {
    const response = await fetch(`${world.sandboxUrl}/sandbox/inbox?address=${payer}`)
    const { messages } = (await response.json()) as { messages: { kind: string; deliveries: number }[] }
    const arrived = messages.filter(({ kind }) => kind === 'payment_refund')
    return arrived.length === 2 && arrived.every(({ deliveries }) => deliveries === 1)
  })
})

test('a reference with a web address is not sent to a payer, whose address may be that of a stranger', async () => {
  await setReceipts(true)
  const [address, other] = ['linked@example.com', 'plain@example.com']
  await paid(address, { merchant_reference: 'REF http://evil.com/a' })
  await paid(other, { merchant_reference: 'INV.2041/A' })
  const references = async (of: string) =>
    (await written(of, 'payment_receipt')).flatMap(({ content }) =>
      content.facts.filter(([label]) => label === 'Référence').map(([, value]) => value),
    )
  expect([await references(address), await references(other)]).toEqual([[], ['INV.2041/A']])
})

test('a payer without a receipt is not notified of a refund', async () => {
  await setReceipts(false)
  const payer = 'no-receipt@example.com'
  const payment = await paid(payer)
  await setReceipts(true)
  await refund(payment)
  assert.deepEqual(await written(payer), [])
})

test('a payer whose receipt was refused by their mail server is not written to again', async () => {
  await setReceipts(true)
  const payer = 'bounced@example.com'
  const payment = await paid(payer)
  await eventually('the receipt is sent', async () => {
    const [receipt] = await rows<{ state: string }>('select state from message where address = $1', [payer])
    return receipt?.state === 'SENT'
  })
  await rows(`update message set state = 'REFUSED' where address = $1`, [payer])
  await refund(payment)
  assert.deepEqual(await written(payer), [])
})

test('a refund that fails is not reported to the payer', async () => {
  await setReceipts(true)
  const payer = 'failed-refund@example.com'
  const payment = await paid(payer)
  await world.fault({ mode: '5xx', operations: ['/pts/v2/payments'] })
  await failingRefund(payment)
  await becomes(payment, 'FAILED')
  assert.deepEqual(await written(payer), [])
})

test('a refund whose reply was lost is reported once, when its outcome is found', async () => {
  await setReceipts(true)
  const payer = 'lost-reply@example.com'
  const payment = await paid(payer)
  await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
  await failingRefund(payment)
  assert.deepEqual(await written(payer), [])
  await becomes(payment, 'SUCCESS')
  assert.equal((await written(payer)).length, 1)
})

test('a payer who got a receipt is notified of a void once, in the language of the receipt', async () => {
  await setReceipts(true, 'fr')
  const payer = 'voided@example.com'
  const payment = await paid(payer)
  await setReceipts(false, 'en')
  assert.equal(await voidIt(payment), 200)
  await voidIt(payment)
  const [mail, ...more] = await written(payer, 'payment_void')
  assert.ok(mail)
  assert.deepEqual(more, [])
  expect([mail.language, mail.content.subject]).toEqual([
    'fr',
    '[Test] Annulation de votre paiement de 100,00\u00a0USD à Boutique Test',
  ])
  expect(factsOf(mail)).toMatchObject({ 'Montant annulé': '100,00\u00a0USD', Carte: 'VISA •••• 4242' })
})

test('a payer without a receipt is not notified of a void, nor one whose void fails', async () => {
  await setReceipts(false)
  const without = 'void-without-receipt@example.com'
  const first = await paid(without)
  await setReceipts(true)
  assert.equal(await voidIt(first), 200)
  assert.deepEqual(await written(without, 'payment_void'), [])
  const failed = 'failed-void@example.com'
  const second = await paid(failed)
  await refund(second, 1)
  assert.notEqual(await voidIt(second), 200)
  assert.deepEqual(await written(failed, 'payment_void'), [])
})

test.each([
  ['fr', 'Code du reçu', 'Vérifier ce reçu'],
  ['en', 'Receipt code', 'Verify this receipt'],
] as const)(
  'the receipt that a payer gets by email has the link and the code of the signed receipt (%s)',
  async (language, label, action) => {
    await setReceipts(true, language)
    const payer = `receipt-${language}@example.com`
    const payment = await paid(payer)
    const [mail] = (await written(payer, 'payment_receipt')) as (Mail & {
      content: { action: { label: string; path: string } }
    })[]
    assert.ok(mail)
    const [found] = await rows<{ uuid: string }>(
      'select transaction_uuid as uuid from card_transaction where cs_payment_id = $1',
      [payment],
    )
    const { code } = (await world.signed('GET', `/api/v1/payment/${found!.uuid}/receipt`)).body.data
    expect(factsOf(mail)[label]?.replace(/\s/, '')).toBe(code)
    expect(mail.content.action.label).toBe(action)
    const [path, token] = mail.content.action.path.split('#')
    assert.equal(path, '/verify')
    const content = JSON.parse(Buffer.from(token!.split('.')[0]!, 'base64url').toString('utf8'))
    expect(content).toMatchObject({ c: code, a: '100.00', s: 'paid', m: 'Boutique Test' })
  },
)
