// Limits of transfers: each rule refuses or holds exactly what exceeds it, in rolling windows, and what fails is given back.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { stamp } from '../transfer/formats.ts'
import { defaultRules, judge, type LimitRule, noUsage, rollingWindows, windowHours } from './rule.ts'
import { rulesInForce, saveRules } from './rule-sets.ts'

let world: World
let transfers: Transfers
const clock = manualClock()
beforeAll(async () => {
  world = await openWorld({
    clock,
    settings: { SANDBOX_LIMITS: 'on' },
    sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
  })
  transfers = transfersOf(world)
  await world.topUp('100.00')
})
afterAll(() => world.close())

async function apply(...rules: LimitRule[]): Promise<void> {
  await world.db.transaction(async (sql) => {
    const { version } = (await rulesInForce(sql)).sandbox
    const change = { by: 'amina', reason: 'A test', now: clock.now() }
    await saveRules(sql, 'sandbox', { version, rules }, change)
  })
}

let strangerCount = 0
/** A sender, a beneficiary and a number that no other test has used. */
function strangers(): Record<string, string> {
  strangerCount += 1
  return {
    sender_document_number: `AB${100_000 + strangerCount}`,
    sender_birthdate: Temporal.PlainDate.from('1960-01-01').add({ days: strangerCount }).toString(),
    receiver_birthdate: Temporal.PlainDate.from('1970-01-01').add({ days: strangerCount }).toString(),
    customer_number: `+24381${String(1_000_000 + strangerCount)}`,
    expected_receiver_name: 'Test Subscriber',
  }
}
const countRule = (subject: LimitRule['subject'], outcome: LimitRule['outcome'] = 'refuse'): LimitRule => ({
  id: `${subject}-hour-count`,
  subject,
  measure: 'count',
  window: 'hour',
  most: 2n,
  outcome,
})

/** Fields by which each subject is another one. */
const others: Record<LimitRule['subject'], (fields: Record<string, string>) => Record<string, string>> = {
  sender: ({ sender_birthdate }) => ({ sender_birthdate: sender_birthdate! }),
  beneficiary: ({ receiver_birthdate }) => ({ receiver_birthdate: receiver_birthdate! }),
  number: ({ customer_number }) => ({ customer_number: customer_number! }),
  document: ({ sender_document_number }) => ({ sender_document_number: sender_document_number! }),
  pair: ({ customer_number }) => ({ customer_number: customer_number! }),
}

describe('a limit', () => {
  test.each(['sender', 'beneficiary', 'number', 'document', 'pair'] as const)(
    'a transfer over a count of its %s is 422 RMT-3002, and of another one is accepted',
    async (subject) => {
      await apply(countRule(subject))
      const same = strangers()
      for (const _ of [1, 2]) await transfers.accepted(same)
      const reference = `R-${subject}`
      const refused = await transfers.inbound({ ...same, reference })
      assert.equal(refused.status, 422, refused.text)
      assert.equal(refused.body.code, 'RMT-3002')
      assert.equal(refused.body.errors[0].rule, `${subject}-hour-count`)
      assert.equal(refused.body.errors[0].frees_at, stamp(clock.now().add({ hours: 1 })))
      // The reference stays free, and another subject has a limit of its own.
      await transfers.accepted({ ...same, ...others[subject](strangers()), reference })
    },
  )

  test('a sum of exactly the limit is accepted, and a cent more is refused', async () => {
    const rule = { id: 'sum', subject: 'document', measure: 'sum', window: 'day', outcome: 'refuse' } as const
    await apply({ ...rule, most: 150n })
    const same = strangers()
    await transfers.accepted({ ...same, amount: 1 })
    assert.equal((await transfers.inbound({ ...same, amount: 0.51 })).status, 422)
    await transfers.accepted({ ...same, amount: 0.5 })
    const never = await transfers.inbound({ ...strangers(), amount: 1 })
    assert.equal(never.status, 200)
  })

  test('a transfer above the limit by itself never frees', async () => {
    const amountRule = { id: 'large', subject: 'sender', measure: 'amount', window: 'transfer' } as const
    await apply({ ...amountRule, most: 99n, outcome: 'refuse' })
    const refused = await transfers.inbound({ ...strangers(), amount: 1 })
    expect(refused.body.errors).toEqual([
      {
        field: 'amount',
        message: 'Limit large: at most 0.99 USD per transfer',
        rule: 'large',
        frees_at: null,
      },
    ])
    await transfers.accepted({ ...strangers(), amount: 0.99 })
  })

  test.each(rollingWindows)('a share leaves a window of a %s exactly when it is as old', async (window) => {
    await apply({ ...countRule('number'), window, most: 1n } as LimitRule)
    const same = strangers()
    // Into the middle of an hour, so that neither the whole hours nor the rest decide alone.
    clock.forward({ minutes: 17, milliseconds: 123 })
    await transfers.accepted(same)
    clock.forward({ milliseconds: windowHours[window] * 3_600_000 - 1 })
    const early = await transfers.inbound(same)
    assert.equal(early.status, 422, early.text)
    assert.equal(early.body.errors[0].frees_at, stamp(clock.now().add({ milliseconds: 1 })))
    clock.forward({ milliseconds: 1 })
    await transfers.accepted(same)
    assert.equal((await transfers.inbound(same)).status, 422)
  })

  test('the senders of a number are counted once each, and one whose transfer failed is not counted', async () => {
    await apply({
      ...countRule('number'),
      id: 'senders',
      measure: 'counterparties',
      window: 'day',
      most: 2n,
    } as LimitRule)
    const failing = { customer_number: '+243820000002', expected_receiver_name: 'Marie Ilunga' }
    const from = () => ({ ...strangers(), ...failing })
    await transfers.accepted({ ...from(), reference: 'C-0' })
    await transfers.reaches('C-0', 'Failed')
    const same = { customer_number: strangers().customer_number! }
    const [first, second, third] = [1, 2, 3].map(() => ({ ...strangers(), ...same }))
    await transfers.accepted(first!)
    clock.forward({ minutes: 10 })
    await transfers.accepted(second!)
    await transfers.accepted(first!)
    const refused = await transfers.inbound(third!)
    expect([refused.status, refused.body.code]).toEqual([422, 'RMT-3002'])
    const frees = stamp(clock.now().add({ hours: 24 }))
    expect(refused.body.errors).toEqual([
      {
        field: 'customer_number',
        message: `Limit senders: 2 counterparties of 2 counterparties used in a day; allowed from ${frees} UTC`,
        rule: 'senders',
        frees_at: frees,
      },
    ])
    for (const reference of ['C-1', 'C-2', 'C-3']) {
      await transfers.accepted({ ...from(), reference })
      await transfers.reaches(reference, 'Failed')
    }
  })

  test('a document counts as one however it is written', async () => {
    await apply(countRule('document'))
    const same = strangers()
    for (const number of ['op 00-77 123', 'OP0077123'])
      await transfers.accepted({ ...same, sender_document_number: number })
    const look = await transfers.inbound({ ...same, sender_document_number: '0P OO77123' })
    assert.equal(look.status, 422, look.text)
  })

  test('a document counts as one in the digits of every script', async () => {
    await apply(countRule('document'))
    const same = strangers()
    for (const number of ['4455667', '٤٤٥٥٦٦٧'])
      await transfers.accepted({ ...same, sender_document_number: number })
    for (const number of ['۴۴۵۵۶۶۷', '४४५५६६७', '๔๔๕๕๖๖๗', '445566৭'])
      assert.equal((await transfers.inbound({ ...same, sender_document_number: number })).status, 422, number)
    // The last digit counts, too.
    await transfers.accepted({ ...same, sender_document_number: '445566৮' })
  })

  test('a document counts as one with accents and look-alike letters, also if it is short', async () => {
    for (const [first, ...others] of [
      ['NGE778812', 'ÑGÉ778812', 'NǴE778812', 'ΝGЕ778812'],
      ['Ø12', 'O 12', 'ó-12'],
    ]) {
      await apply({ ...countRule('document'), most: 1n })
      const same = strangers()
      await transfers.accepted({ ...same, sender_document_number: first })
      for (const number of others)
        assert.equal(
          (await transfers.inbound({ ...same, sender_document_number: number })).status,
          422,
          number,
        )
    }
  })

  test('transfers of several merchants count together', async () => {
    await apply(countRule('number'))
    const same = strangers()
    const other = await world.register()
    await world.topUp('5.00', other)
    await transfers.accepted(same)
    await transfersOf(world, other).accepted(same)
    assert.equal((await transfers.inbound(same)).status, 422)
  })
})

const readHits = statement<{
  rule_id: string
  outcome: string
  used: bigint
  reached: bigint
  status: string | null
}>(
  'test_read_limit_hits',
  `select h.rule_id, h.outcome, h.used, h.reached, t.status from limit_hit h left join transfer t on t.id = h.transfer_id
    where h.reference = $1 order by h.id`,
)

describe('what a rule does', () => {
  test('a holding rule holds the transfer, which reserves nothing, and an allowing rule records it', async () => {
    await apply(countRule('pair', 'hold'), { ...countRule('number', 'allow'), most: 0n })
    const same = strangers()
    await transfers.accepted({ ...same, reference: 'W-1' })
    await transfers.accepted(same)
    const { available } = await transfers.balance()
    const held = await transfers.accepted({ ...same, reference: 'W-3' })
    assert.equal(held.status, 'Hold')
    assert.equal((await transfers.balance()).available, available)
    const holds = await world.admin('GET', '/api/v1/admin/remittance/holds?limit=100')
    const shown = holds.body.data.items.find((item: any) => item.reference === 'W-3')
    expect(shown.limits).toMatchObject([{ rule: 'pair-hour-count', used: 2, reached: 3, limit: 2 }])
    expect(await transfers.kinds('W-3')).toEqual(['inbound.accepted', 'screening.ok', 'limit.hold'])
    expect(await world.db.rows(readHits, ['W-1'])).toMatchObject([
      { rule_id: 'number-hour-count', outcome: 'allow', used: 0n, reached: 1n },
    ])
    expect(await world.db.rows(readHits, ['W-3'])).toMatchObject([
      { rule_id: 'pair-hour-count', outcome: 'hold', used: 2n, reached: 3n, status: 'Hold' },
      { rule_id: 'number-hour-count', outcome: 'allow', used: 2n, reached: 3n },
    ])
  })

  test('a refusal wins over a hold, and is recorded without a transfer', async () => {
    await apply({ ...countRule('pair', 'hold'), most: 0n }, { ...countRule('number'), most: 0n })
    assert.equal((await transfers.inbound({ ...strangers(), reference: 'W-9' })).status, 422)
    expect(await world.db.rows(readHits, ['W-9'])).toMatchObject([
      { rule_id: 'number-hour-count', outcome: 'refuse', status: null },
    ])
  })

  test('a held transfer counts, and its rejection gives its share back', async () => {
    await apply({ ...countRule('document', 'hold'), most: 0n }, { ...countRule('number'), most: 1n })
    const same = strangers()
    const held = await transfers.accepted(same)
    assert.equal((await transfers.inbound(same)).status, 422)
    const path = `/api/v1/admin/remittance/holds/${held.transaction_id}/reject`
    const rejected = await world.admin('POST', path, { reason: 'Not the person' })
    assert.equal(rejected.status, 200, rejected.text)
    assert.equal((await transfers.accepted(same)).status, 'Hold')
  })

  test('a transfer that the operator declines gives its share back', async () => {
    await apply({ ...countRule('document'), most: 1n })
    const same = {
      ...strangers(),
      customer_number: '+243820000002',
      expected_receiver_name: 'Marie Ilunga',
    }
    await transfers.accepted({ ...same, reference: 'F-1' })
    await transfers.reaches('F-1', 'Failed')
    await transfers.accepted({ ...same, reference: 'F-2' })
  })
})

test('the rules of a new deployment hold 30 transfers of a minute from one sender to one number', async () => {
  await apply(...defaultRules)
  const same = strangers()
  const sent = await Promise.all(
    Array.from({ length: 30 }, () => transfers.inbound({ ...same, amount: 0.1 })),
  )
  const statuses = sent.map(({ body }) => body.data.status)
  assert.equal(statuses.filter((status) => status === 'Submitted').length, 5)
  assert.equal(statuses.filter((status) => status === 'Hold').length, 25)
})

test('the rules of a new deployment hold a week of transfers that together pass 6,500 dollars, not the ones before', () => {
  const week = { ...noUsage, count: 3n }
  const judged = (amount: bigint) =>
    judge(defaultRules, { amount, changesName: false }, (subject, window) => {
      if (subject === 'document' && window === 'week') return { ...week, amount: 560_000n }
      // Each of the days and numbers is far from its own limit.
      return { ...week, amount: 100_000n }
    })
  expect(judged(90_000n).outcome).toBe('allow')
  const { outcome, hits } = judged(90_001n)
  expect([outcome, hits.map(({ rule }) => rule.id)]).toEqual(['hold', ['document-week-sum']])
})
