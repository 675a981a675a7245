// Reversals requested by admins: sent under one reference, and applied only when the operator confirms them.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { usualRoutes } from '../../adapters/mobile-money/simulated-operators.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { newId } from '../../kernel/id.ts'
import { money } from '../../kernel/money.ts'
import { type OperatorCode, operators } from '../../kernel/operators.ts'

const routes = { ...usualRoutes, orange: 'pawapay' } as const
const gsmaTransactions = '/gsma/v1.2/mm/transactions/SIM'
const inquiries = ['/gsma/v1.2/mm/responses', '/gsma/v1.2/mm/requeststates']
const times = { outcomeAfterMs: { min: 20, max: 40 } }

let world: World
let admins: Admins
let transfers: Transfers

/** Replies and callbacks resolve these reversals; an inquiry would come a minute later. */
describe('a reversed transfer', () => {
  beforeAll(() => open({ OPERATOR_INQUIRY_AFTER_SECONDS: '60' }))
  afterAll(close)

  test.each([
    ['mpesa', 'vodacom', 'telco.callback'],
    ['airtel', 'airtel', undefined],
    ['gsma', 'africell', 'telco.callback'],
  ] as const)(
    'a reversal over %s credits the wallet with the fee and notifies the merchant [R3] [R6]',
    async (_protocol, operator, received) => {
      const channel = `back-${operator}`
      const sent = await arrived(operator, { callback_url: transfers.callbackUrl(channel) })
      const before = await transfers.balance()
      const telcoReference = (await transfers.status(sent.reference)).telco_reference
      const { reversal } = await admins.act(`transfers/${sent.transaction_id}/reverse`, {
        reason: 'Wrong person',
      })
      expect(reversal.state).toBe('PENDING')
      const status = await transfers.reaches(sent.reference, 'Reversed')
      expect(status.telco_reference).toBe(telcoReference)
      expect((await transfers.balance()).available).toBe(before.available + 1)
      await allIsQuiet(world)
      expect((await transfers.callbacks(channel)).map(({ body }) => body.status)).toEqual([
        'Successful',
        'Reversed',
      ])
      const kinds = (await transfers.kinds(sent.reference)).filter(
        (kind) => kind !== 'merchant.callback.sent',
      )
      const end = received ? [received, 'wallet.reversed'] : ['wallet.reversed']
      expect(kinds.slice(kinds.indexOf('reversal.requested'))).toEqual(['reversal.requested', ...end])
      assert.doesNotMatch(JSON.stringify(await transfers.timeline(sent.reference)), /amina/)
      const detail = await timelineOf(sent)
      expect(detail.reversals).toMatchObject([
        {
          reference: reversal.reference,
          state: 'REVERSED',
          reason: 'Wrong person',
          requested_by: 'amina',
          attempts: 1,
        },
      ])
      expect(detail.allowed_actions.reverse).toEqual({ allowed: false, reason: 'The transfer is Reversed' })
      expect(await bookOf(sent)).toMatchObject({ status: 'reversed', reversed_amount: '1.00', executions: 1 })
      await walletAddsUp(world, transfers)
    },
  )

  test('a reversal over a protocol without reversals is refused with the reason', async () => {
    const sent = await arrived('orange')
    const why = 'The operator protocol does not support reversals'
    expect((await timelineOf(sent)).allowed_actions.reverse).toEqual({ allowed: false, reason: why })
    const response = await admins.post(`transfers/${sent.transaction_id}/reverse`)
    expect(refusedWith(response, 409, 'RMT-1014')).toContain(why)
    expect((await timelineOf(sent)).reversals).toEqual([])
    expect((await transfers.status(sent.reference)).status).toBe('Successful')
  })

  test('only a Successful transfer can be reversed', async () => {
    const declined = await transfers.accepted({
      customer_number: '+243900000002',
      expected_receiver_name: 'Marie Ilunga',
    })
    await transfers.reaches(declined.reference, 'Failed')
    const response = await admins.post(`transfers/${declined.transaction_id}/reverse`)
    expect(refusedWith(response, 409, 'RMT-1014')).toContain('The transfer is Failed')
    refusedWith(await admins.post('transfers/IMT-IN-0000000000000000/reverse'), 404, 'RMT-404')
    refusedWith(await admins.post(`transfers/${declined.transaction_id}/reverse`, {}), 400, 'RMT-1005')
  })

  test('twenty concurrent reversal requests reverse a transfer once', async () => {
    const sent = await arrived('airtel')
    const before = await transfers.balance()
    const path = `transfers/${sent.transaction_id}/reverse`
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => admins.post(path, undefined, i % 2 ? 'amina' : 'benoit')),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)])
    await transfers.reaches(sent.reference, 'Reversed')
    expect((await transfers.balance()).available).toBe(before.available + 1)
    expect(await bookOf(sent)).toMatchObject({ reversed_amount: '1.00' })
    expect((await timelineOf(sent)).reversals).toHaveLength(1)
  })

  test('a reversal that the operator refused moves nothing and can be requested again', async () => {
    const sent = await arrived('africell')
    const before = await transfers.balance()
    await reversePartly(sent, 40n)
    await admins.act(`transfers/${sent.transaction_id}/reverse`)
    const refused = await eventually('the refusal is recorded', async () => {
      const [reversal] = (await timelineOf(sent)).reversals
      return reversal?.state === 'REFUSED' && reversal
    })
    expect(refused.detail).toMatch(/./)
    expect((await transfers.status(sent.reference)).status).toBe('Successful')
    expect(await transfers.balance()).toEqual({ ...before, as_of: expect.anything() })
    expect((await transfers.kinds(sent.reference)).at(-1)).toBe('reversal.refused')
    expect((await timelineOf(sent)).allowed_actions.reverse).toEqual({ allowed: true, reason: null })
  })

  test('a reversal waits during a pause and is not sent if the operator reversed the payout itself', async () => {
    const requestCount = await refundRequests()
    const wanted = { customer_number: '+243970000099', expected_receiver_name: 'Test Subscriber' }
    const sent = await transfers.accepted(wanted)
    await transfers.reaches(sent.reference, 'Successful')
    await admins.act('operators/sandbox/airtel/pause', { reason: 'Maintenance' })
    await admins.act(`transfers/${sent.transaction_id}/reverse`)
    await reversedByOperator(sent)
    await transfers.reaches(sent.reference, 'Reversed')
    await admins.act('operators/sandbox/airtel/resume')
    expect((await timelineOf(sent)).reversals).toMatchObject([{ state: 'REVERSED', attempts: 0 }])
    expect(await refundRequests()).toBe(requestCount)
    await walletAddsUp(world, transfers)
  })

  test('a requested reversal is in the audit log', async () => {
    const { items } = await admins.read('audit?action=transfer.reversal_requested')
    expect(items.length).toBeGreaterThan(3)
    expect(items.at(-1)).toMatchObject({ actor: 'amina', detail: { reason: 'Wrong person' } })
    expect(await verifyAudit(world.system.cells, world.system.secrets)).toEqual({ rows: expect.any(Number) })
  })
})

describe('a reversal whose reply is lost', () => {
  beforeAll(() => open({ OPERATOR_INQUIRY_AFTER_SECONDS: '1', OPERATOR_INQUIRY_HORIZON_SECONDS: '2' }))
  afterAll(close)

  test.each([
    ['africell', gsmaTransactions],
    ['airtel', '/airtel/standard/v1/disbursements/refund'],
    ['vodacom', '/mpesa/sandbox/ipg/v2/vodacomDRC/reversal'],
  ] as const)(
    'a reversal with a lost reply from %s is resolved by callback or inquiry and sent once',
    async (operator, path) => {
      const sent = await arrived(operator)
      await world.fault({ target: 'operator', mode: 'lost-reply', operations: [path] })
      await admins.act(`transfers/${sent.transaction_id}/reverse`)
      await eventually('the reversal call was made', async () => (await bookOf(sent)).reversals.length > 0)
      await world.fault({ target: 'operator', mode: 'off' })
      await transfers.reaches(sent.reference, 'Reversed')
      const book = await bookOf(sent)
      expect(book).toMatchObject({ reversed_amount: '1.00' })
      expect(book.reversals).toHaveLength(1)
      expect((await timelineOf(sent)).reversals).toMatchObject([{ state: 'REVERSED' }])
      await walletAddsUp(world, transfers)
    },
  )

  test('a reversal that never arrived is sent again under the same reference and made once', async () => {
    const sent = await arrived('africell')
    await world.fault({ target: 'operator', mode: '5xx', operations: [gsmaTransactions] })
    const { reversal } = await admins.act(`transfers/${sent.transaction_id}/reverse`)
    await eventually('the reversal was sent', async () => (await timelineOf(sent)).reversals[0].attempts > 0)
    await world.fault({ target: 'operator', mode: 'off' })
    await transfers.reaches(sent.reference, 'Reversed')
    const book = await bookOf(sent)
    expect(book.reversals.map(({ reference }: { reference: string }) => reference)).toEqual([
      reversal.reference,
    ])
    expect(book).toMatchObject({ reversed_amount: '1.00' })
    await walletAddsUp(world, transfers)
  })

  test('a refused reversal stays pending while inquiries get no reply', async () => {
    const sent = await arrived('africell')
    const before = await transfers.balance()
    await reversePartly(sent, 100n)
    await world.fault({ target: 'operator', mode: '5xx', operations: inquiries })
    const { reversal } = await admins.act(`transfers/${sent.transaction_id}/reverse`)
    const judged = await eventually('the refusal is processed', async () => {
      const [{ state, detail }] = (await timelineOf(sent)).reversals
      return detail !== null && { state }
    })
    expect(judged.state).toBe('PENDING')
    await world.fault({ target: 'operator', mode: 'off' })
    await transfers.reaches(sent.reference, 'Reversed')
    expect((await timelineOf(sent)).reversals).toMatchObject([
      { reference: reversal.reference, state: 'REVERSED' },
    ])
    expect((await transfers.balance()).available).toBe(before.available + 1)
    await walletAddsUp(world, transfers)
  })
})

async function open(settings: Record<string, string>): Promise<void> {
  world = await openWorld({ routes, settings: { ...twoAdmins, ...settings }, sandbox: { operators: times } })
  admins = adminsOf(world)
  transfers = transfersOf(world)
  await world.topUp('100.00')
}

async function close(): Promise<void> {
  await world.close()
}

let numbers = 100
/** A Successful transfer to a new wallet. */
async function arrived(operator: OperatorCode, overrides: Record<string, unknown> = {}) {
  numbers += 1
  const sent = await transfers.accepted({
    customer_number: `+243${operators[operator].prefixes[0]}0000${numbers}`,
    expected_receiver_name: 'Test Subscriber',
    ...overrides,
  })
  await transfers.reaches(sent.reference, 'Successful')
  await allIsQuiet(world)
  return sent
}

const timelineOf = ({ transaction_id }: { transaction_id: string }) =>
  admins.read(`transfers/${transaction_id}`)

async function bookOf({ customer_number }: { customer_number: string }) {
  const { payouts } = await world.operatorBooks(`msisdn=${customer_number}`)
  assert.equal(payouts.length, 1)
  return payouts[0]
}

async function refundRequests(): Promise<number> {
  return (await world.operatorBooks('msisdn=none')).requests['/airtel/standard/v1/disbursements/refund']
}

/** Reverses a part at the operator, as its staff might, so that a full reversal is no longer possible. */
async function reversePartly(
  sent: { transaction_id: string; customer_number: string; operator: OperatorCode },
  cents: bigint,
) {
  const { payout } = await timelineOf(sent)
  const reply = await world.system.remittance.operatorFor('sandbox', sent.operator)!.reverse({
    reference: newId(),
    original: { reference: payout.reference, upstreamId: payout.telco_reference },
    amount: money(cents, 'USD'),
    callbackUrl: 'http://127.0.0.1:9/nobody',
  })
  assert.equal(reply.kind, 'pending')
  await eventually('the money is reversed', async () => (await bookOf(sent)).reversed_amount !== '0.00')
}

/** The operator returns the payout to us on its own initiative. */
async function reversedByOperator({ customer_number }: { customer_number: string }) {
  const response = await fetch(`${world.sandboxUrl}/sandbox/operators/reversals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn: customer_number.replace(/^\+/, '') }),
  })
  assert.equal(response.status, 204)
}
