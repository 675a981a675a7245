// Dispute evidence is kept for charged payments. Reusable credentials, and the evidence of payments that were never
// charged, are wiped.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { expireTransactions } from '../charges/expiry.ts'
import { transactionByUuid } from '../transaction/queries.ts'
import { releaseAuthentication } from './move-authentication.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[]) => world.db.rows<Row>({ name: '', text }, values)
/** Runs the expiry worker as if the authentications had expired. */
const wipe = () =>
  expireTransactions({ db: world.db, clock: { now: () => systemClock.now().add({ minutes: 16 }) } })
const detailOf = async (uuid: string) =>
  (await world.admin('GET', `/api/v1/admin/payments/${uuid}`)).body.data
const sealedOf = async (uuid: string) =>
  rows<{
    id: string
    token_sealed: Buffer | null
    evidence_sealed: Buffer | null
    dispute_evidence: object | null
  }>(
    `select a.id, k.token_sealed, evidence_sealed, dispute_evidence
       from card_authentication a join card_transaction t on t.id = a.transaction_id
       left join authentication_token k on k.id = a.id where t.transaction_uuid = $1`,
    [uuid],
  )
const evidence = {
  eci: '05',
  version: expect.stringMatching(/^2\./),
  pares_status: 'Y',
  directory_server_transaction_id: expect.stringMatching(/^[\w-]{36}$/),
  flow: 'frictionless',
  authenticated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
}

const device = { ip_address: '127.0.0.1', user_agent: null, language: null, screen: null }

async function paid(number = '4242424242424242'): Promise<string> {
  const { transactionUuid, link } = await world.createOrder()
  assert.deepEqual((await world.payByCalls(link, number)).body, { state: 'DONE' })
  return transactionUuid
}

describe('after the authentication has expired', () => {
  test.each([
    ['paid', '4242424242424242', 'SUCCESS'],
    ['declined by the bank', '4000000000009995', 'FAILED'],
  ])('a payment %s keeps its dispute evidence and no reusable credential', async (_what, number, status) => {
    const uuid = await paid(number)
    await wipe()
    expect((await detailOf(uuid)).authentications).toEqual([
      {
        state: 'used',
        created_at: expect.any(String),
        authenticated_at: evidence.authenticated_at,
        evidence,
        device,
      },
    ])
    expect(await sealedOf(uuid)).toMatchObject([{ token_sealed: null, evidence_sealed: null }])
    const [row] = await rows<{ text: string }>(
      'select to_jsonb(a)::text as text from card_authentication a join card_transaction t on t.id = a.transaction_id where t.transaction_uuid = $1',
      [uuid],
    )
    // By the names of fields: a random id may have the same letters.
    assert.doesNotMatch(row?.text ?? '', /"[^"]*(cavv|ucaf|xid)[^"]*":/i)
    assert.equal((await world.status(uuid)).transaction_status, status)
  })

  test('refunded and voided payments keep their dispute evidence', async () => {
    for (const [act, body] of [
      ['refunds', { reason: 'sent back' }],
      ['voids', { reason: 'ordered twice' }],
    ] as const) {
      const uuid = await paid()
      const { cs_payment_id } = await transactionByUuid(world.db, uuid)
      const response = await world.admin('POST', `/api/v1/admin/payment/${act}/${cs_payment_id}`, body)
      assert.equal(response.status, 200, response.text)
      await wipe()
      expect((await detailOf(uuid)).authentications).toMatchObject([{ evidence }])
    }
  })

  test('a payment that was never charged keeps no dispute evidence', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const response = await world.payByCalls(link, '4000000000003220')
    assert.equal(response.body.state, 'CHALLENGE')
    const authenticated = await paid()
    const [row] = await sealedOf(authenticated)
    await releaseAuthentication(world.db, row?.id ?? '', systemClock.now())
    await wipe()
    for (const uuid of [transactionUuid, authenticated]) {
      const [shown] = (await detailOf(uuid)).authentications
      expect([shown.evidence, shown.device, (await sealedOf(uuid))[0]?.dispute_evidence]).toEqual([
        null,
        null,
        null,
      ])
    }
  })

  test('evidence wiped during a charge that was never sent is not restored', async () => {
    const uuid = await paid()
    const [row] = await sealedOf(uuid)
    await wipe()
    await releaseAuthentication(world.db, row?.id ?? '', systemClock.now())
    expect((await sealedOf(uuid))[0]?.dispute_evidence).toBeNull()
  })
})

test('webhooks contain no 3-D Secure evidence', async () => {
  const uuid = await paid()
  const [event] = await rows<{ body: string }>(
    "select e.body from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1",
    [uuid],
  )
  assert.doesNotMatch(event?.body ?? '', /directory_server|"eci"|pares_status/)
})
