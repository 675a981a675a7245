// A transient token is accepted only with the capture context it was made from: in custom checkout, hosted checkout and
// payment links.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { expireTransactions } from '../charges/expiry.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { tokenKeysOf } from './token-keys.ts'

const origin = 'https://shop.example'
const refused = { status: 400, body: { detail: 'Invalid transient token' } }

let world: World
let merchant: Credentials
let other: Credentials
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  merchant = await world.register({ microformOrigins: [origin] })
  other = await world.register({ microformOrigins: [origin] })
})
afterAll(() => world.close())

const call = (name: string, body: unknown, as = merchant) =>
  world.signed('POST', `/api/v1/microform/${name}`, body, { as })
const responseOf = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

async function openContext(as = merchant): Promise<{ jwt: string; uuid: string }> {
  const { body } = await call('capture-context', { target_origin: origin, merchant_reference: 'INV-1' }, as)
  return { jwt: body.jwt, uuid: body.transaction_uuid }
}

/** Creates a token as the card fields would. */
async function tokenFrom(jwt: string): Promise<string> {
  const response = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jwt,
      number: '4242424242424242',
      securityCode: '123',
      expirationMonth: '12',
      expirationYear: '2030',
    }),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}

async function fieldsOf(link: string): Promise<string> {
  return (await world.checkout(link, 'session')).body.capture_context
}

const bill_to = {
  first_name: 'Grâce',
  last_name: 'Mukendi',
  email: 'grace@example.com',
  phone_number: '0991234567',
  address_line1: '12 avenue du Lac',
  address_city: 'Goma',
  address_country: 'cd',
}
const paymentOf = (transaction_uuid: string, transient_token: string) => ({
  transaction_uuid,
  transient_token,
  amount: 25.5,
  currency: 'USD',
  bill_to,
})
const chargeOf = (uuid: string, token: string, more: object = {}) => ({
  ...paymentOf(uuid, token),
  merchant_reference: 'INV-1',
  callback_url: `${world.url}/api/v1/test/test-callback`,
  ...more,
})
const paymentsOf = async (uuid: string) =>
  (await world.books()).payments.filter(({ code }: { code: string }) => code === uuid)

describe('a transient token from another capture context', () => {
  test.each([
    ['another merchant', () => other],
    ['the same merchant', () => merchant],
  ])('a context token of %s is rejected at every custom checkout step', async (_whose, owner) => {
    const [own, foreign] = [await openContext(), await openContext(owner())]
    const stolen = await tokenFrom(foreign.jwt)
    const token = await tokenFrom(own.jwt)
    const setup = { transaction_uuid: own.uuid, transient_token: stolen }
    expect(responseOf(await call('pa-setup', setup))).toEqual(refused)
    const { reference_id } = (await call('pa-setup', { ...setup, transient_token: token })).body
    const enrol = { ...paymentOf(own.uuid, stolen), reference_id }
    expect(responseOf(await call('pa-enroll', enrol))).toEqual(refused)
    const { authentication_transaction_id } = (await call('pa-enroll', { ...enrol, transient_token: token }))
      .body
    for (const more of [{}, { authentication_transaction_id }])
      expect(responseOf(await call('charge', chargeOf(own.uuid, stolen, more)))).toEqual(refused)
    expect([await paymentsOf(own.uuid), await paymentsOf(foreign.uuid)]).toEqual([[], []])

    const paid = await call('charge', chargeOf(own.uuid, token, { authentication_transaction_id }))
    assert.equal(paid.body.status, 'SUCCESS', paid.text)
  })

  test('order and payment link pages reject tokens from other contexts and accept their own', async () => {
    const custom = await openContext(other)
    const order = await world.createOrder()
    const made = await world.signed('POST', '/api/v1/payment-links', {
      amount: 9,
      currency: 'USD',
      merchant_reference: 'LNK',
      callback_url: `${world.url}/api/v1/test/test-callback`,
    })
    const { code } = made.body.data
    const form = new URLSearchParams({
      visit: 'v'.repeat(32),
      bill_to_forename: 'Grâce',
      bill_to_surname: 'Mukendi',
      bill_to_email: 'grace@example.com',
      bill_to_phone: '+243991234567',
      bill_to_address_line1: '12 avenue du Lac',
      bill_to_address_city: 'Goma',
      bill_to_address_country: 'CD',
    })
    const sent = await fetch(`${world.url}/pl/${code}/checkout`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    const link = new URL(sent.headers.get('location') ?? '', world.url).href
    const [ofOrder, ofLink] = [await fieldsOf(order.link), await fieldsOf(link)]
    for (const [page, foreign] of [
      [order.link, [custom.jwt, ofLink]],
      [link, [custom.jwt, ofOrder]],
    ] as const) {
      for (const jwt of foreign) {
        const response = await world.checkout(page, 'setup', { transient_token: await tokenFrom(jwt) })
        expect(responseOf(response)).toEqual(refused)
      }
    }
    for (const [page, jwt] of [
      [order.link, ofOrder],
      [link, ofLink],
    ] as const) {
      const setup = await world.checkout(page, 'setup', { transient_token: await tokenFrom(jwt) })
      const { reference_id } = setup.body
      expect((await world.checkout(page, 'pay', { reference_id, browser: {} })).body).toEqual({
        state: 'DONE',
      })
    }
  })
})

test('a card entered in one tab can still pay after the page is reloaded in another', async () => {
  const { link } = await world.createOrder()
  const [first] = [await fieldsOf(link), await fieldsOf(link)]
  const setup = await world.checkout(link, 'setup', { transient_token: await tokenFrom(first) })
  assert.equal(setup.status, 200, setup.text)
})

test('capture context keys are deleted a day after they were created', async () => {
  const { transactionUuid, link } = await world.createOrder()
  await fieldsOf(link)
  const { id } = await transactionByUuid(world.db, transactionUuid)
  assert.equal((await tokenKeysOf(world.db, id)).length, 1)
  const hoursLater = (hours: number) => ({ now: () => systemClock.now().add({ hours }) })
  await expireTransactions({ db: world.db, clock: hoursLater(23) })
  assert.equal((await tokenKeysOf(world.db, id)).length, 1)
  await expireTransactions({ db: world.db, clock: hoursLater(25) })
  assert.equal((await tokenKeysOf(world.db, id)).length, 0)
})
