// The `demo` command: payments, a refund, a void and a transfer against a running sandbox, printed step by step.
import type { Command } from 'commander'
import { demoOrder, demoTransfer } from '../../../portal/sample-requests.ts'
import { declaredPath } from './declared-path.ts'
import {
  type DemoMerchant,
  eventually,
  findDemoMerchant,
  json,
  type ReportStep,
  type Step,
  type Webhook,
} from './demo-shop.ts'
import { demonstrateMonth } from './sample-month.ts'

/** Acts as a merchant's server, a customer's browser and an admin, over HTTP, against a running sandbox. */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description(
      'run a card payment, a refund, a void and a transfer against the running sandbox, step by step',
    )
    .option('--json', 'print one JSON array, or the state of the sample month')
    .option('--month', 'make a sample month instead, which the portal of the demo merchant shows')
    .option('--remove', 'with --month: remove it')
    .action(async (options: { json?: boolean; month?: boolean; remove?: boolean }) => {
      if (options.remove && !options.month) throw new Error('--remove needs --month')
      if (options.month) return demonstrateMonth(options)
      const steps: Step[] = []
      const report = (step: Step) => {
        steps.push(step)
        if (!options.json) printStep(steps.length, step)
      }
      const { demoMerchant } = findDemoMerchant()
      await demonstrateCards(demoMerchant, report)
      await demonstrateTransfer(demoMerchant, report)
      if (options.json) console.log(JSON.stringify(steps))
    })
}

function printStep(number: number, { step, ...facts }: Step): void {
  console.log(`\n${number}. ${step}`)
  for (const [name, fact] of Object.entries(facts)) {
    if (Array.isArray(fact)) for (const line of fact) console.log(`   ${columns(line)}`)
    else
      console.log(`   ${name.padEnd(20)} ${typeof fact === 'object' ? JSON.stringify(fact) : String(fact)}`)
  }
}

const widest = 26

function columns(line: object): string {
  return Object.values(line)
    .map((value) => String(value).padEnd(widest))
    .join(' ')
    .trimEnd()
}

type Event = { at: string; kind: string; detail: string }

async function demonstrateTransfer(demoMerchant: DemoMerchant, report: ReportStep): Promise<void> {
  const { data: balance } = await demoMerchant.basic<object>(declaredPath('topUpSandbox'), { amount: 5 })
  report({ step: 'The merchant tops up its sandbox wallet', ...balance })

  const reference = `${demoMerchant.name}-4`
  const transfer = {
    ...demoTransfer(demoMerchant.baseUrl),
    reference,
    callback_url: demoMerchant.callbackUrl,
  }
  const { data: accepted } = await demoMerchant.basic<{ customer_number: string }>(
    declaredPath('sendTransfer'),
    transfer,
  )
  report({ step: `The merchant sends 1 USD to +${accepted.customer_number}`, ...accepted })

  const status = await eventually('outcome of the transfer', async () => {
    const requested = `${declaredPath('readTransfer')}?reference=${reference}`
    const { data } = await demoMerchant.basic<{ status: string }>(requested)
    return data.status === 'Submitted' ? undefined : data
  })
  report({ step: 'The merchant reads the status', ...status })

  const events = await eventually('callback', async () => {
    const { data } = await demoMerchant.basic<{ events: Event[] }>(
      declaredPath('readTimeline', { reference }),
    )
    return data.events.some(({ kind }) => kind === 'merchant.callback.sent') ? data.events : undefined
  })
  report({ step: 'The merchant reads the timeline', events })
  demoMerchant.reportWebhook(
    report,
    'REMITTANCE',
    await demoMerchant.webhook({ event_type: 'REMITTANCE', reference }),
  )
}

type Order = Record<'transaction_uuid' | 'links' | 'amount' | 'currency', string>
type Session = { capture_context: string; library_url: string }

const card = {
  number: '4242424242424242',
  securityCode: '123',
  expirationMonth: '12',
  expirationYear: '2030',
}

async function demonstrateCards(demoMerchant: DemoMerchant, report: ReportStep): Promise<void> {
  demoMerchant.reportWebhook(report, 'PAYMENT', await pay(demoMerchant, `${demoMerchant.name}-1`, report))
  await refundPayment(demoMerchant, report, {
    reference: `${demoMerchant.name}-2`,
    act: 'refundPayment',
    body: { amount: 10, reason: 'One of the two items was sold out' },
    step: 'An admin refunds 10.00 of a second payment',
    event: 'REFUND',
  })
  await refundPayment(demoMerchant, report, {
    reference: `${demoMerchant.name}-3`,
    act: 'voidPayment',
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
    act,
    body,
    step,
    event,
  }: Record<'reference' | 'act' | 'step' | 'event', string> & {
    body: object
  },
): Promise<void> {
  const { body: payment } = await pay(demoMerchant, reference, () => {})
  const path = declaredPath(act, { cs_payment_id: String(payment.cs_payment_id) })
  report({ step, ...(await demoMerchant.admin(path, body)) })
  demoMerchant.reportWebhook(report, event, await demoMerchant.webhook({ event_type: event, reference }))
}

/** Acts as the merchant's server and the customer's browser until the payment's webhook has arrived. */
async function pay(demoMerchant: DemoMerchant, reference: string, report: ReportStep): Promise<Webhook> {
  const order = {
    ...demoOrder(demoMerchant.baseUrl),
    merchant_reference: reference,
    callback_url: demoMerchant.callbackUrl,
  }
  const { data: created } = await demoMerchant.signed<Order>(declaredPath('createOrder'), order)
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
  const { data: status } = await demoMerchant.signed<object>(declaredPath('readPaymentStatus'), {
    transaction_uuid,
  })
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
