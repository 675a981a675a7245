// The card part of the demo: a hosted payment step by step, a partial refund and a void.
import { demoOrder } from '../../../portal/sample-requests.ts'
import { type DemoMerchant, json, type ReportStep, type Webhook } from './demo-shop.ts'

type Order = Record<'transaction_uuid' | 'links' | 'amount' | 'currency', string>
type Session = { capture_context: string; library_url: string }

const card = {
  number: '4242424242424242',
  securityCode: '123',
  expirationMonth: '12',
  expirationYear: '2030',
}

export async function demonstrateCards(demoMerchant: DemoMerchant, report: ReportStep): Promise<void> {
  demoMerchant.reportWebhook(report, 'PAYMENT', await pay(demoMerchant, `${demoMerchant.name}-1`, report))
  await refundPayment(demoMerchant, report, {
    reference: `${demoMerchant.name}-2`,
    path: 'refunds',
    body: { amount: 10, reason: 'One of the two items was sold out' },
    step: 'An admin refunds 10.00 of a second payment',
    event: 'REFUND',
  })
  await refundPayment(demoMerchant, report, {
    reference: `${demoMerchant.name}-3`,
    path: 'voids',
    body: { reason: 'Ordered twice' },
    step: 'An admin voids a third payment, on the day it was made',
    event: 'VOID',
  })
}

async function refundPayment(
  demoMerchant: DemoMerchant,
  report: ReportStep,
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
  const { body: payment } = await pay(demoMerchant, reference, () => {})
  report({
    step,
    ...(await demoMerchant.admin(`/api/v1/admin/payment/${path}/${payment.cs_payment_id}`, body)),
  })
  demoMerchant.reportWebhook(report, event, await demoMerchant.webhook({ event_type: event, reference }))
}

/** Acts as the merchant's server and the customer's browser until the payment's webhook has arrived. */
async function pay(demoMerchant: DemoMerchant, reference: string, report: ReportStep): Promise<Webhook> {
  const order = {
    ...demoOrder(demoMerchant.baseUrl),
    merchant_reference: reference,
    callback_url: demoMerchant.callbackUrl,
  }
  const { data: created } = await demoMerchant.signed<Order>('/api/v1/payment/orders', order)
  const { transaction_uuid, links, amount, currency } = created
  report({
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
  report({ step: "The checkout page opens the gateway's card fields", library: session.library_url })
  const transient_token = await typeCard(session)
  report({
    step: 'The customer enters card 4242 4242 4242 4242; the fields return a token',
    transient_token: `${transient_token.slice(0, 24)}…`,
  })
  const { reference_id } = await call('setup', { transient_token })
  report({ step: '3-D Secure is set up', reference_id })
  const { state } = await call('pay', { reference_id, browser: {} })
  report({ step: '3-D Secure is frictionless; the card is charged', state })
  const { data: status } = await demoMerchant.signed<object>('/api/v1/payment/status', { transaction_uuid })
  report({ step: 'The merchant reads the status', ...status })
  return demoMerchant.webhook({ reference, transaction_uuid })
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
