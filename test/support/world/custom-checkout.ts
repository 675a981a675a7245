// Merchants that use custom checkout, and purchases as their servers and pages make them.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { ApiResponse } from '../http/response.ts'
import type { SignedOptions } from './calls.ts'
import { openWorld, type World } from './world.ts'

export const origin = 'https://shop.example'

export const local = 'http://localhost:3000'

export let world: World
export let merchant: Credentials
export let other: Credentials

export const call = (name: string, body?: unknown, options: SignedOptions = {}) =>
  world.signed('POST', `/api/v1/microform/${name}`, body, { as: merchant, ...options })

export const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)

export const detail = ({ status, body }: ApiResponse) => [status, body.detail]

export const fault = (response: ApiResponse) =>
  response.body.detail.map(({ type, loc }: any) => [type, loc.join('.')])

export const billTo = {
  first_name: 'Grâce',
  last_name: 'Mukendi',
  email: 'Grace@Example.com',
  phone_number: '0991234567',
  address_line1: '12 avenue du Lac',
  address_city: 'Goma',
  address_country: 'cd',
}

export async function openSession(overrides: Record<string, unknown> = {}, as = merchant): Promise<any> {
  const body = { target_origin: origin, merchant_reference: 'INV-1', ...overrides }
  const response = await call('capture-context', body, { as })
  assert.equal(response.status, 200, response.text)
  return response.body
}

export async function cardToken(jwt: string, number = '4242424242424242'): Promise<string> {
  const card = { jwt, number, securityCode: '123', expirationMonth: '12', expirationYear: '2030' }
  const response = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}

type Purchase = {
  uuid: string
  /** The capture context. */
  jwt: string
  token: string
  enrolment: any
  charge: Record<string, unknown>
}

/** Runs a purchase up to its enrolment; only the charge is left. */
export async function enrolled(number?: string, overrides: Record<string, unknown> = {}): Promise<Purchase> {
  const { uuid, jwt, token, reference } = await setUp(number)
  const response = await call('pa-enroll', {
    transaction_uuid: uuid,
    transient_token: token,
    reference_id: reference,
    amount: 25.5,
    currency: 'USD',
    bill_to: billTo,
    ...overrides,
  })
  assert.equal(response.status, 200, response.text)
  const id = response.body.authentication_transaction_id
  return {
    uuid,
    jwt,
    token,
    enrolment: response.body,
    charge: chargeBody(uuid, token, { authentication_transaction_id: id }),
  }
}

export async function setUp(number?: string) {
  const session = await openSession()
  const token = await cardToken(session.jwt, number)
  const response = await call('pa-setup', {
    transaction_uuid: session.transaction_uuid,
    transient_token: token,
  })
  assert.equal(response.status, 200, response.text)
  return {
    uuid: session.transaction_uuid as string,
    jwt: session.jwt as string,
    token,
    reference: response.body.reference_id as string,
    response,
  }
}

export function chargeBody(uuid: string, token: string, overrides: Record<string, unknown> = {}) {
  return {
    transient_token: token,
    transaction_uuid: uuid,
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'INV-1',
    bill_to: billTo,
    callback_url: `${world.url}/api/v1/test/test-callback`,
    ...overrides,
  }
}

export const payments = async (uuid: string) =>
  (await world.books()).payments.filter((payment: { code: string }) => payment.code === uuid)

export const status = async (uuid: string, as = merchant) =>
  world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as })

/**
 * Completes the challenge at the bank. After the last code, the bank page sends the customer back as a browser would.
 */
export async function solveChallenge(enrolment: any, ...codes: string[]): Promise<void> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ JWT: enrolment.access_token, MD: '', ...fields }),
    })
  await post(enrolment.step_up_url, {})
  let page = ''
  for (const code of codes)
    page = await (await post(`${world.sandboxUrl}/gateway/acs/challenge`, { action: 'verify', code })).text()
  const [, back] = /action="([^"]*\/microform\/step-up\/[^"]*)"/.exec(page) ?? []
  if (back) await post(back, { TransactionId: enrolment.authentication_transaction_id })
}

export const charged = async (uuid: string) =>
  (await payments(uuid)).filter((payment: any) => payment.status !== 'DECLINED')

export const events = (uuid: string) =>
  rows<{ event_type: string; body: string; signed: boolean; url: string }>(
    `select e.event_type, e.body, e.signed, e.url from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1 order by e.id`,
    [uuid],
  )

/** Opens the world before the tests of a file, and closes it afterwards. */
export function openCustomCheckout(): void {
  beforeAll(async () => {
    world = await openWorld()
    merchant = await world.register({
      microformOrigins: [origin, local, 'http://shop.example', 'https://münze.example'],
    })
    other = await world.register({ microformOrigins: [origin] })
  })
  afterAll(() => world.close())
  afterEach(() => world.fault({ mode: 'off' }))
}
