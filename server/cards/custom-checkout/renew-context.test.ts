// Renewal of card fields: another capture context for the same open transaction, and the way back from a challenge in the whole window.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import {
  call,
  cardToken,
  chargeBody,
  charged,
  detail,
  enrolled,
  fault,
  merchant,
  openCustomCheckout,
  openSession,
  origin,
  other,
  rows,
  solveChallenge,
  world,
} from '../../../test/support/world/custom-checkout.ts'

openCustomCheckout()

const renew = (transaction_uuid: string, overrides: object = {}, as = merchant) =>
  call(
    'capture-context',
    { target_origin: origin, merchant_reference: 'INV-1', transaction_uuid, ...overrides },
    { as },
  )

/** Lets a transaction and its contexts become older. */
async function age(uuid: string, seconds: number): Promise<void> {
  const values = [uuid, seconds]
  await rows(
    `update card_token_key k set created_at = k.created_at - $2 * interval '1 second'
       from card_transaction t where t.id = k.transaction_id and t.transaction_uuid = $1`,
    values,
  )
  await rows(
    `update card_transaction set created_at = created_at - $2 * interval '1 second',
       expires_at = expires_at - $2 * interval '1 second' where transaction_uuid = $1`,
    values,
  )
}

describe('renewed card fields', () => {
  test('a renewal opens new fields for the same transaction, which then lives another 20 minutes', async () => {
    const session = await openSession()
    await age(session.transaction_uuid, 850)
    const renewed = await renew(session.transaction_uuid)
    assert.equal(renewed.status, 200, renewed.text)
    assert.equal(renewed.body.transaction_uuid, session.transaction_uuid)
    assert.notEqual(renewed.body.jwt, session.jwt)
    await age(session.transaction_uuid, 850)
    const transient_token = await cardToken(renewed.body.jwt)
    const body = { transaction_uuid: session.transaction_uuid, transient_token }
    assert.equal((await call('pa-setup', body)).status, 200)
  })

  test('a card typed before the renewal pays after the first 900 seconds, once', async () => {
    const { uuid, charge } = await enrolled()
    await age(uuid, 850)
    assert.equal((await renew(uuid)).status, 200)
    await age(uuid, 60)
    for (const attempt of [1, 2]) {
      const response = await call('charge', charge)
      assert.equal(response.body.status, 'SUCCESS', `charge ${attempt}: ${response.text}`)
    }
    assert.equal((await charged(uuid)).length, 1)
  })

  test('a challenge that takes longer than its capture context ends in a charge after a renewal', async () => {
    const { uuid, charge, enrolment } = await enrolled('4000000000003220')
    await age(uuid, 850)
    assert.equal((await renew(uuid)).status, 200)
    await age(uuid, 60)
    await solveChallenge(enrolment, '1234')
    assert.equal((await call('charge', charge)).body.status, 'SUCCESS')
  })

  test('a renewal of another order, page or merchant is 404 and stores no key', async () => {
    const { transaction_uuid: uuid } = await openSession()
    for (const response of [
      await renew(uuid, { merchant_reference: 'INV-2' }),
      await renew(uuid, { target_origin: 'https://münze.example' }),
      await renew(uuid, {}, other),
      await renew('LKT-1'),
    ])
      assert.ok([403, 404].includes(response.status), response.text)
    const keys = await rows<{ n: bigint }>(
      'select count(*) as n from card_token_key k join card_transaction t on t.id = k.transaction_id where transaction_uuid = $1',
      [uuid],
    )
    expect(keys).toEqual([{ n: 1n }])
  })

  test('a renewal after the end of the transaction is 409 or 410, and after two hours 410', async () => {
    const paid = await enrolled()
    await call('charge', paid.charge)
    assert.deepEqual(detail(await renew(paid.uuid)), [409, 'Transaction already finished'])
    const late = await openSession()
    await age(late.transaction_uuid, 1201)
    assert.deepEqual(detail(await renew(late.transaction_uuid)), [410, 'Transaction expired'])
    const long = await openSession()
    for (let minutes = 0; minutes < 120; minutes += 15) {
      assert.equal((await renew(long.transaction_uuid)).status, 200)
      await age(long.transaction_uuid, 900)
    }
    assert.deepEqual(detail(await renew(long.transaction_uuid)), [410, 'Transaction expired'])
  })

  test('a renewal cannot pay another transaction with its card', async () => {
    const [one, two] = [await openSession(), await openSession()]
    const { jwt } = (await renew(one.transaction_uuid)).body
    const response = await call('charge', chargeBody(two.transaction_uuid, await cardToken(jwt)))
    assert.deepEqual(detail(response), [400, 'Invalid transient token'])
  })
})

describe('the way back from a challenge in the whole window', () => {
  const back = async (uuid: string) =>
    (
      await send(world.url, 'POST', `/api/v1/microform/step-up/${uuid}`, Buffer.from('TransactionId=x'), {
        'content-type': 'application/x-www-form-urlencoded',
      })
    ).text

  test('the return page of a challenge leads to the address that the merchant gave, only without a frame', async () => {
    const return_url = `${origin}/checkout?order=1`
    const { transaction_uuid } = await openSession({ return_url })
    const text = await back(transaction_uuid)
    assert.match(text, /if \(parent === window\) location\.replace\("https:\/\/shop\.example\/checkout/)
    assert.doesNotMatch(await back((await openSession()).transaction_uuid), /location\.replace/)
  })

  test('a return address outside the page of the card fields is 422', async () => {
    for (const return_url of ['https://evil.example/x', 'javascript:alert(1)', `${origin}.evil.example/`]) {
      const response = await call('capture-context', {
        target_origin: origin,
        merchant_reference: 'x',
        return_url,
      })
      assert.equal(response.status, 422, response.text)
      assert.deepEqual(fault(response)[0]?.[1], 'body.return_url')
    }
  })
})
