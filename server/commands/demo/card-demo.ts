// The card half of the demo: a hosted payment step by step, then one refunded in part and one voided.
import { demoOrder } from '../../portal/sandbox/sample-requests.ts'
import { json, type Shop, type Tell, type Webhook } from './demo-shop.ts'

type Order = Record<'transaction_uuid' | 'links' | 'amount' | 'currency', string>
type Session = { capture_context: string; library_url: string }

const card = {
  number: '4242424242424242',
  securityCode: '123',
  expirationMonth: '12',
  expirationYear: '2030',
}

export async function demonstrateCards(shop: Shop, tell: Tell): Promise<void> {
  shop.tellWebhook(tell, 'PAYMENT', await pay(shop, `${shop.name}-1`, tell))
  await takeBack(shop, tell, {
    reference: `${shop.name}-2`,
    path: 'refunds',
    body: { amount: 10, reason: 'One of the two items was sold out' },
    step: 'An admin refunds 10.00 of a second payment',
    event: 'REFUND',
  })
  await takeBack(shop, tell, {
    reference: `${shop.name}-3`,
    path: 'voids',
    body: { reason: 'Ordered twice' },
    step: 'An admin voids a third payment, on the day it was made',
    event: 'VOID',
  })
}

async function takeBack(
  shop: Shop,
  tell: Tell,
  {
    reference,
    path,
    body,
    step,
    event,
  }: Record<'reference' | 'path' | 'step' | 'event', string> & {
    body: object
  },
): Promise<void> {
  const { body: payment } = await pay(shop, reference, () => {})
  tell({ step, ...(await shop.admin(`/api/v1/admin/payment/${path}/${payment.cs_payment_id}`, body)) })
  shop.tellWebhook(tell, event, await shop.webhook({ event_type: event, reference }))
}

/** Acts as the merchant's server and the customer's browser, until the webhook of the payment is there. */
async function pay(shop: Shop, reference: string, tell: Tell): Promise<Webhook> {
  const order = {
    ...demoOrder(shop.baseUrl),
    merchant_reference: reference,
    callback_url: shop.callbackUrl,
  }
  const { data: created } = await shop.signed<Order>('/api/v1/payment/orders', order)
  const { transaction_uuid, links, amount, currency } = created
  tell({
    step: 'The merchant creates an order',
    transaction_uuid,
    amount: `${amount} ${currency}`,
    checkout: links,
  })

  const call = (name: string, body: object = {}) =>
    json<Record<string, string>>(links.replace('?', `/${name}?`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  const session = (await call('session')) as Session
  tell({ step: 'The page opens the card fields of the gateway', library: session.library_url })
  const transient_token = await typeCard(session)
  tell({
    step: 'The customer enters card 4242 4242 4242 4242; the fields give a token',
    transient_token: `${transient_token.slice(0, 24)}…`,
  })
  const { reference_id } = await call('setup', { transient_token })
  tell({ step: '3-D Secure is set up', reference_id })
  const { state } = await call('pay', { reference_id, browser: {} })
  tell({ step: 'The bank knows the customer; the card is charged', state })
  const { data: status } = await shop.signed<object>('/api/v1/payment/status', { transaction_uuid })
  tell({ step: 'The merchant reads the status', ...status })
  return shop.webhook({ reference, transaction_uuid })
}

async function typeCard(session: Session): Promise<string> {
  const simulator = new URL(session.library_url).origin
  const { transient_token } = await json<{ transient_token: string }>(
    `${simulator}/sandbox/microform/tokens`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jwt: session.capture_context, ...card }),
    },
  )
  return transient_token
}
