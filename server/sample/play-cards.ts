// Plays what happens to payments in a sample: orders that are paid or declined, links, refunds, voids and disputes.

import { charge } from '../cards/charges/charge.ts'
import { cancel } from '../cards/checkout/checkout.ts'
import { collect } from '../cards/collections/collection.ts'
import { applyCase } from '../cards/disputes/report/apply-case.ts'
import { makeLink } from '../cards/payment-links/manage-links.ts'
import type { LinkRow } from '../cards/payment-links/queries.ts'
import { refundPayment } from '../cards/refunds/refund.ts'
import { lockedPayment, pricedTransactionByUuid, transactionByUuid } from '../cards/transaction/queries.ts'
import { voidPayment } from '../cards/voids/void.ts'
import { newId } from '../kernel/id.ts'
import { formatMoney, money } from '../kernel/money.ts'
import type { Merchant } from '../merchants/identity/merchant.ts'
import { collectionDeclineMessages } from '../operator-calls/collector.ts'
import type { Books } from './books.ts'
import type { Sale, SampleEvent } from './plan.ts'
import { collectedId, paymentId } from './upstreams.ts'

/** What later events refer to, by the keys of the plan. */
export type Made = { payments: Map<string, string>; links: Map<string, LinkRow> }

/** Nobody: what is done under this name is no act of an admin. */
const nobody = { name: 'sample', address: '', requestId: '' }

export async function playLink(
  { cards, clock }: Books,
  merchant: Merchant,
  { key, body }: Extract<SampleEvent, { kind: 'link' }>,
  { links }: Made,
): Promise<void> {
  const expires_at = clock
    .now()
    .add({ hours: 24 * 45 })
    .toString({ smallestUnit: 'second' })
  links.set(key, await makeLink(cards, merchant, { ...written(body), expires_at }))
}

/** A body as a request has it: numbers keep their digits. */
const written = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'max_uses' ? JSON.rawJSON(String(value)) : value,
    ]),
  )

export async function playSale(books: Books, merchant: Merchant, sale: Sale, made: Made): Promise<void> {
  const { cards, db, clock } = books
  const { payer, link: key } = sale
  const link = key === undefined ? undefined : made.links.get(key)
  const body = {
    amount: JSON.rawJSON(formatMoney(money(sale.amount, sale.currency))),
    currency: sale.currency,
    merchant_reference: `CMD-${sale.key}`,
    bill_to_forename: payer.first,
    bill_to_surname: payer.last,
    bill_to_email: payer.email,
    bill_to_phone: payer.phone,
    bill_to_address_line1: payer.address,
    bill_to_address_city: payer.city,
    bill_to_address_country: 'CD',
    payment_methods: [sale.by === 'card' ? 'card' : 'mobile_money'],
  }
  const form = link && { linkId: link.id, linkExpiresAt: link.expires_at, paymentMethods: null }
  const order = await cards.orders.create(merchant, body, { isOfSample: true, ...(form && { form }) })
  if (order === 'stale') throw new Error('the merchant of a sample has changed')
  const { transaction_uuid: uuid } = order.data
  clock.forward(95)
  if (sale.by === 'card') await payByCard(books, uuid, sale)
  else await payByPhone(books, uuid, sale)
  const { cs_payment_id: paid } = await transactionByUuid(db, uuid)
  if (paid !== null) made.payments.set(sale.key, paid)
}

async function payByCard(
  { cards, db, script }: Books,
  uuid: string,
  sale: Extract<Sale, { by: 'card' }>,
): Promise<void> {
  const { card, refusal } = sale
  const reply = { paymentId: paymentId(), card, cavvResult: '2' }
  script.charge = refusal
    ? { ...reply, kind: 'declined', decision: 'REJECT', reason: refusal }
    : { ...reply, kind: 'approved', amount: money(sale.amount, sale.currency) }
  await charge(cards, await pricedTransactionByUuid(db, uuid), {
    token: { jwt: '', id: `sample-${newId()}` },
  })
}

async function payByPhone(
  { cards, db, clock, script }: Books,
  uuid: string,
  { payer, operator, refusal }: Extract<Sale, { by: 'phone' }>,
): Promise<void> {
  const wallet = { operator, msisdn: `243${payer.phone.slice(1)}` }
  if (refusal) {
    const message = collectionDeclineMessages[refusal]
    script.collect = { kind: 'declined', reason: refusal, code: refusal, message }
    await collect(cards, await transactionByUuid(db, uuid), wallet)
    clock.forward(50)
    // Who mistyped tries again; the others give up.
    if (refusal !== 'MM_WRONG_PIN') {
      await cancel(cards, await pricedTransactionByUuid(db, uuid))
      return
    }
  }
  script.collect = { kind: 'approved', upstreamId: collectedId() }
  await collect(cards, await transactionByUuid(db, uuid), wallet)
}

export async function playRefund(
  { cards }: Books,
  { of, amount, reason }: Extract<SampleEvent, { kind: 'refund' }>,
  made: Made,
): Promise<void> {
  const part = amount === undefined ? {} : { amount: JSON.rawJSON(formatMoney(money(amount, 'USD'))) }
  await refundPayment(cards, { paymentId: paidBy(made, of), body: { reason, ...part }, admin: nobody })
}

export async function playVoid(
  { cards }: Books,
  { of, reason }: Extract<SampleEvent, { kind: 'void' }>,
  made: Made,
): Promise<void> {
  await voidPayment(cards, paidBy(made, of), { reason }, nobody)
}

export async function playDispute(
  books: Books,
  merchant: Merchant,
  { of, number, event }: Extract<SampleEvent, { kind: 'dispute' }>,
  made: Made,
): Promise<void> {
  const { sql, clock } = books
  const now = clock.now()
  const paid = paidBy(made, of)
  const payment = await books.db.transaction((within) => lockedPayment(within, paid))
  const line = {
    ...{ caseNumber: `SAMPLE-${merchant.id}-${number}`, kind: event, paymentId: paid, code: '' },
    amount: money(payment.amount_minor, payment.currency),
    reasonCode: number === 1 ? '13.1' : '10.4',
    reason: number === 1 ? 'Goods or services not received' : 'Other fraud, card absent',
    respondBy: now.add({ hours: 24 * 10 }),
    at: now,
  }
  const result = await applyCase(sql, line, { environment: 'sandbox', fees: {}, now })
  if (result !== 'applied') throw new Error(`a dispute of a sample was not applied: ${result}`)
}

function paidBy({ payments }: Made, key: string): string {
  const paid = payments.get(key)
  if (paid === undefined) throw new Error(`nobody has paid ${key}`)
  return paid
}
