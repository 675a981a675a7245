// A charge sent while the challenge is still open is refused, and the payment continues.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

const origin = 'https://shop.example'
const challenged = '4000000000003220'
const notCompleted = [409, { detail: 'Authentication not completed' }]

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  world = { ...world, merchant: await world.register({ microformOrigins: [origin] }) }
})
afterAll(() => world.close())

const responseOf = ({ status, body }: ApiResponse) => [status, body]
const call = (name: string, body: unknown) =>
  world.signed('POST', `/api/v1/microform/${name}`, body, { as: world.merchant })
const statusOf = async (uuid: string) =>
  (await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as: world.merchant }))
    .body.data.transaction_status
const paymentsOf = async (uuid: string) =>
  (await world.books()).payments.filter(({ code }: { code: string }) => code === uuid)
const postForm = async (url: string, fields: Record<string, string>) =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text()

type StepUp = { step_up_url: string; access_token: string }

/** Enters the codes at the bank. Returns a function that posts the form which sends the customer back. */
async function completeChallenge({ step_up_url, access_token }: StepUp, codes: string[]) {
  await postForm(step_up_url, { JWT: access_token, MD: '' })
  let page = ''
  for (const code of codes)
    page = await postForm(`${world.sandboxUrl}/gateway/acs/challenge`, {
      JWT: access_token,
      MD: '',
      action: 'verify',
      code,
    })
  const [, back = ''] = /action="([^"]*step-up[^"]*)"/.exec(page) ?? []
  const [, TransactionId = ''] = /name="TransactionId" value="([^"]*)"/.exec(page) ?? []
  return () => postForm(back, { TransactionId })
}

async function tokenFrom(jwt: string): Promise<string> {
  const response = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jwt,
      number: challenged,
      securityCode: '123',
      expirationMonth: '12',
      expirationYear: '2030',
    }),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}

async function challengeOpen() {
  const { jwt, transaction_uuid } = (
    await call('capture-context', { target_origin: origin, merchant_reference: 'INV-1' })
  ).body
  const transient_token = await tokenFrom(jwt)
  const { reference_id } = (await call('pa-setup', { transaction_uuid, transient_token })).body
  const payment = {
    transaction_uuid,
    transient_token,
    amount: 25.5,
    currency: 'USD',
    bill_to: {
      first_name: 'Grâce',
      last_name: 'Mukendi',
      email: 'grace@example.com',
      phone_number: '0991234567',
      address_line1: '12 avenue du Lac',
      address_city: 'Goma',
      address_country: 'cd',
    },
  }
  const { body } = await call('pa-enroll', { ...payment, reference_id })
  assert.equal(body.status, 'CHALLENGE_REQUIRED')
  const bare = {
    ...payment,
    merchant_reference: 'INV-1',
    callback_url: `${world.url}/api/v1/test/test-callback`,
  }
  const { authentication_transaction_id } = body
  return {
    uuid: transaction_uuid as string,
    stepUp: body as StepUp,
    bare,
    full: { ...bare, authentication_transaction_id },
  }
}

describe('a charge during an open challenge', () => {
  test('a charge during an open challenge is 409 and can be retried once the challenge is passed [C4.6]', async () => {
    const { uuid, stepUp, bare, full } = await challengeOpen()
    for (const body of [full, bare, full])
      assert.deepEqual(responseOf(await call('charge', body)), notCompleted)
    expect([await statusOf(uuid), await paymentsOf(uuid)]).toEqual(['PENDING', []])
    const goBack = await completeChallenge(stepUp, ['1234'])
    await goBack()
    expect((await call('charge', full)).body).toMatchObject({ status: 'SUCCESS' })
    expect(await paymentsOf(uuid)).toHaveLength(1)
  })

  test('a charge succeeds once the bank has approved, even if the customer has not come back [C4.6]', async () => {
    const { uuid, stepUp, full } = await challengeOpen()
    await completeChallenge(stepUp, ['1234'])
    expect((await call('charge', full)).body).toMatchObject({ status: 'SUCCESS' })
    expect(await paymentsOf(uuid)).toHaveLength(1)
  })

  test('a charge fails the payment only after the bank has refused the challenge [C4.6]', async () => {
    const { uuid, stepUp, full } = await challengeOpen()
    await completeChallenge(stepUp, ['1', '2'])
    assert.deepEqual(responseOf(await call('charge', full)), notCompleted)
    await completeChallenge(stepUp, ['3'])
    expect((await call('charge', full)).body).toMatchObject({
      status: 'FAILED',
      reason_code: 'AUTHENTICATION_FAILED',
    })
    expect(await paymentsOf(uuid)).toEqual([])
  })

  test('a charge fails when the customer came back without completing the challenge [C4.6]', async () => {
    const { uuid, full } = await challengeOpen()
    const TransactionId = full.authentication_transaction_id
    await postForm(`${world.url}/api/v1/microform/step-up/${uuid}`, { TransactionId })
    expect((await call('charge', full)).body).toMatchObject({
      status: 'FAILED',
      reason_code: 'AUTHENTICATION_FAILED',
    })
    expect([await statusOf(uuid), await paymentsOf(uuid)]).toEqual(['FAILED', []])
  })

  test('a return naming another authentication does not end the challenge or reveal its id', async () => {
    const [own, other] = [await challengeOpen(), await challengeOpen()]
    for (const TransactionId of ['', 'x', other.full.authentication_transaction_id]) {
      const page = await postForm(`${world.url}/api/v1/microform/step-up/${own.uuid}`, { TransactionId })
      assert.match(page, /likuta\.3ds\.complete/)
      assert.ok(!page.includes(own.full.authentication_transaction_id), page)
    }
    assert.deepEqual(responseOf(await call('charge', own.full)), notCompleted)
    assert.equal(await statusOf(own.uuid), 'PENDING')
  })

  test('charges racing with the end of a challenge never fail the payment', async () => {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { uuid, stepUp, full } = await challengeOpen()
        const goBack = await completeChallenge(stepUp, ['1234'])
        const charges = Array.from({ length: 3 }, () => call('charge', full))
        const [, ...responses] = await Promise.all([goBack(), ...charges])
        for (const { status, body } of responses)
          assert.ok(status === 409 || body.status === 'SUCCESS', JSON.stringify([status, body]))
        const last = await call('charge', full)
        expect(last.body).toMatchObject({ status: 'SUCCESS', transaction_uuid: uuid })
        expect(await paymentsOf(uuid)).toHaveLength(1)
      }),
    )
  })
})

test('continuing a checkout before the challenge is completed is 409, and succeeds afterwards', async () => {
  const { transactionUuid, link } = await world.createOrder()
  const paid = await world.payByCalls(link, challenged)
  assert.equal(paid.body.state, 'CHALLENGE')
  assert.deepEqual(responseOf(await world.checkout(link, 'continue')), notCompleted)
  const repeated = await world.checkout(link, 'continue')
  assert.deepEqual(responseOf(repeated), notCompleted)
  const goBack = await completeChallenge(paid.body, ['1234'])
  await goBack()
  assert.deepEqual((await world.checkout(link, 'continue')).body, { state: 'DONE' })
  assert.equal((await world.status(transactionUuid)).transaction_status, 'SUCCESS')
})
