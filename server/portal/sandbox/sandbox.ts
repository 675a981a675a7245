// The portal's sandbox page: a new merchant tops up its wallet, creates a test order or transfer, and sees the webhooks they cause,
// without a server of its own.

import { z } from 'zod'
import type { Orders } from '../../cards/orders/create-order.ts'
import { randomCode } from '../../kernel/id.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Merchant, merchantById } from '../../merchants/identity/merchant.ts'
import { callback, type ProfileNeeds } from '../../merchants/profile/profile.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { parseJson } from '../../platform/http/body/json.ts'
import type { BodyOf } from '../../platform/http/endpoint.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Inbound } from '../../remittance/acceptance/inbound.ts'
import { lookUpName } from '../../remittance/acceptance/name-lookup.ts'
import type { acceptedResponse } from '../../remittance/acceptance/schemas.ts'
import { remittanceProblems } from '../../remittance/transfer/problems.ts'
import { topUpSandbox } from '../../remittance/wallets/api.ts'
import { latestTestCallbacks } from '../../webhooks/test-receiver/test-callback.ts'
import { demoCallbackPath, demoOrder, demoTransfer } from './sample-requests.ts'

export type SandboxNeeds = ProfileNeeds & {
  db: Database
  clock: Clock
  baseUrl: string
  orders: Orders
  inbound: Inbound
  operatorFor: OperatorFor
}

/** @throws Problem 400, 403 */
export function topUp(
  needs: SandboxNeeds,
  { merchantId: id, environment }: Session,
  body: unknown,
  sql?: Tx,
) {
  return topUpSandbox(needs, { id, environment }, body, sql)
}

export const orderSchema = z.object({
  amount: z.unknown().optional().meta({ type: 'number' }),
  currency: z.unknown().optional().meta({ type: 'string' }),
})

/** Creates an order that can be paid; 25.50 USD by default. @throws InvalidBody, Problem 400, 403 */
export async function demoOrderOf(needs: SandboxNeeds, session: Session, body: unknown) {
  const { amount = JSON.rawJSON('25.5'), currency = 'USD' } = check(orderSchema, body, 'body')
  const reference = `DEMO-${randomCode(8)}`
  const order = {
    ...demoOrder(needs.baseUrl),
    amount,
    currency,
    merchant_reference: reference,
    callback_url: await callbackFor(needs, session),
  }
  const { data } = await createOrder(needs, session, order)
  return {
    transaction_uuid: data.transaction_uuid,
    merchant_reference: reference,
    amount: data.amount,
    currency: data.currency,
    checkout_link: data.links,
  }
}

/** Creates the order, reading the merchant again if it changed meanwhile. */
async function createOrder(needs: SandboxNeeds, session: Session, order: object) {
  for (;;) {
    const response = await needs.orders.create(await sandboxMerchant(needs, session), order, {
      isByPortal: true,
    })
    if (response !== 'stale') return response
  }
}

export const transferSchema = z.object({
  amount: z.unknown().optional().meta({ type: 'number' }),
  customer_number: text({ min: 1, max: 40 }).prefault('+243810000001'),
})

/**
 * Sends a transfer with identity documents filled in and the name its wallet is registered under; by default 1 USD to the
 * number that succeeds. @throws InvalidBody, Problem as the remittance service
 */
export async function demoTransferOf(needs: SandboxNeeds, session: Session, body: unknown) {
  const { amount = JSON.rawJSON('1'), customer_number } = check(transferSchema, body, 'body')
  let merchant = await sandboxMerchant(needs, session)
  const transfer = {
    ...demoTransfer(needs.baseUrl),
    reference: `DEMO-${randomCode(8)}`,
    amount,
    customer_number,
    expected_receiver_name: await subscriberName(needs, customer_number),
    callback_url: await callbackFor(needs, session),
  }
  for (;;) {
    const response = await needs.inbound.accept(merchant, transfer, { skipNameCheck: false })
    // It is the body that was rendered, whose type the text keeps.
    if (response !== 'stale')
      return (parseJson(Buffer.from(response)) as BodyOf<typeof acceptedResponse>).data
    merchant = await sandboxMerchant(needs, session)
  }
}

/** Looks up the wallet's name; an invalid number is refused later, with the transfer. */
async function subscriberName({ operatorFor }: SandboxNeeds, number: string): Promise<string> {
  const phone = readPhone(number)
  if (!phone?.operator) return 'Test Subscriber'
  const subscriber = { operator: phone.operator, msisdn: phone.digits }
  return (
    (await lookUpName(operatorFor, 'sandbox', subscriber, { mustReceive: true })).name ?? 'Test Subscriber'
  )
}

async function sandboxMerchant({ db }: SandboxNeeds, { merchantId }: Session): Promise<Merchant> {
  const merchant = await merchantById(db, merchantId)
  if (merchant?.environment !== 'sandbox') throw new Problem(remittanceProblems.sandbox_only)
  return merchant
}

/** Returns the merchant's own callback URL, or the test receiver's, whose webhooks the portal shows. */
async function callbackFor(needs: SandboxNeeds, session: Session): Promise<string> {
  const { callback_url: own } = await callback(needs, session)
  return own ?? `${needs.baseUrl}${demoCallbackPath}?channel=${channelOf(session)}`
}

const channelOf = ({ merchantCode }: Session) => `merchant-${merchantCode}`

const maxShown = 20

/** Returns the test receiver's URL for this merchant and the last webhooks it received, newest first. */
export async function receivedEvents(needs: SandboxNeeds, session: Session) {
  const channel = channelOf(session)
  return {
    url: `${needs.baseUrl}${demoCallbackPath}?channel=${channel}`,
    items: await latestTestCallbacks(needs, channel, maxShown),
  }
}
