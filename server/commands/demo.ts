import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { demoCallbackPath, demoFile, demoOrder } from '../demo.ts'
import type { Credentials } from '../merchants/register.ts'
import { requestSignature } from '../merchants/signed-request.ts'
import { readSettings } from '../settings.ts'
import { signatureHeaders } from '../webhooks/sign.ts'

type Step = { step: string; [fact: string]: unknown }

/** Acts as a merchant's server and a customer's browser, over HTTP only, against a running sandbox. */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('pay an order against the running sandbox, step by step, and show the webhook')
    .option('--json', 'print one JSON array')
    .action(async (options: { json?: boolean }) => {
      const steps: Step[] = []
      await demonstrate((step) => {
        steps.push(step)
        if (options.json) return
        const { step: title, ...facts } = step
        console.log(`\n${steps.length}. ${title}`)
        for (const [name, fact] of Object.entries(facts))
          console.log(
            `   ${name.padEnd(18)} ${typeof fact === 'object' ? JSON.stringify(fact) : String(fact)}`,
          )
      })
      if (options.json) console.log(JSON.stringify(steps))
    })
}

async function demonstrate(tell: (step: Step) => void): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.production) throw new Error('the demo runs against a sandbox only')
  const file = demoFile(resolve(settings.MOSOLO_DATA_DIR))
  if (!existsSync(file))
    throw new Error('no demo merchant here: run mosolo start first, in the same directory')
  const merchant = JSON.parse(readFileSync(file, 'utf8')) as Credentials
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const channel = `demo-${process.pid}`

  const reference = `DEMO-${process.pid}`
  const order = {
    ...demoOrder(baseUrl),
    merchant_reference: reference,
    callback_url: `${baseUrl}${demoCallbackPath}?channel=${channel}`,
  }
  const created = (await signed(baseUrl, merchant, '/api/v1/payment/orders', order)) as {
    data: { transaction_uuid: string; links: string; amount: string; currency: string }
  }
  const { transaction_uuid, links, amount, currency } = created.data
  tell({
    step: 'The merchant creates an order',
    transaction_uuid,
    amount: `${amount} ${currency}`,
    checkout: links,
  })

  const call = (name: string, body: object = {}) =>
    json(links.replace('?', `/${name}?`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  const session = (await call('session')) as { capture_context: string; library_url: string }
  tell({ step: 'The page opens the card fields of the gateway', library: session.library_url })

  const simulator = new URL(session.library_url).origin
  const card = {
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const { transient_token } = (await json(`${simulator}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jwt: session.capture_context, ...card }),
  })) as { transient_token: string }
  tell({
    step: 'The customer enters card 4242 4242 4242 4242; the fields give a token',
    transient_token: `${transient_token.slice(0, 24)}…`,
  })

  const setup = (await call('setup', { transient_token })) as { reference_id: string }
  tell({ step: '3-D Secure is set up', reference_id: setup.reference_id })
  const progress = (await call('pay', { reference_id: setup.reference_id, browser: {} })) as { state: string }
  tell({ step: 'The bank knows the customer; the card is charged', state: progress.state })

  const status = (await signed(baseUrl, merchant, '/api/v1/payment/status', { transaction_uuid })) as {
    data: object
  }
  tell({ step: 'The merchant reads the status', ...status.data })

  const webhook = await received(`${baseUrl}${demoCallbackPath}/last?channel=${channel}`)
  tell({ step: 'The merchant receives the signed webhook', ...webhook.headers, body: webhook.body })
  tell({
    step: 'The signature is checked with the callback secret',
    valid: isSigned(webhook, merchant.callback_secret),
  })
}

type Webhook = { headers: Record<string, string>; body: object }

async function received(url: string): Promise<Webhook> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(url)
    if (answer.ok) {
      const { data } = (await answer.json()) as { data: Webhook }
      const headers = Object.fromEntries(
        Object.entries(data.headers).filter(([name]) => name.startsWith('x-service-')),
      )
      return { headers, body: data.body }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('no webhook came within ten seconds')
}

function isSigned({ headers, body }: Webhook, secret: string): boolean {
  const expected = signatureHeaders(secret, JSON.stringify(body), Number(headers['x-service-timestamp']))
  return headers['x-service-signature'] === expected['X-Service-Signature']
}

async function signed(baseUrl: string, merchant: Credentials, path: string, body: object): Promise<unknown> {
  const bytes = Buffer.from(JSON.stringify(body))
  const timestamp = String(Math.floor(Date.now() / 1000))
  return json(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': merchant.api_key,
      'x-timestamp': timestamp,
      'x-signature': requestSignature(merchant.api_secret, { timestamp, method: 'POST', path, body: bytes }),
    },
    body: bytes,
  })
}

async function json(url: string, request: RequestInit): Promise<unknown> {
  const answer = await fetch(url, request).catch((error: Error) => {
    throw new Error(`${new URL(url).origin} does not answer (${error.message}): is mosolo running?`)
  })
  const body = (await answer.json()) as { detail?: unknown }
  if (!answer.ok)
    throw new Error(
      `${new URL(url).pathname} answered ${answer.status}: ${JSON.stringify(body.detail ?? body)}`,
    )
  return body
}
