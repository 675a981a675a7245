// A dry run of rules over past transfers says what the rules then do to the same transfers.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock } from '../../platform/time/clock.ts'

let world: World
let transfers: Transfers
const clock = manualClock('2026-11-02T09:00:00Z')
beforeAll(async () => {
  world = await openWorld({
    clock,
    settings: { SANDBOX_LIMITS: 'on' },
    sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
  })
  await world.topUp('100.00')
  transfers = transfersOf(world)
})
afterAll(() => world.close())

const path = '/api/v1/admin/compliance/rules'

async function putRules(rules: unknown[], version?: number) {
  const current = version ?? (await world.admin('GET', path)).body.data.version
  return world.admin('PUT', path, { version: current, rules, reason: 'A dry run went before' })
}

/** The same numbers for the same seed. */
function openDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

type Step = { person: number; minutes: number; amount: number; fails: boolean }

function sequence(dice: (sides: number) => number, canFail: boolean): Step[] {
  return Array.from({ length: 12 }, () => ({
    person: dice(2),
    minutes: 1 + dice(25),
    amount: (10 + dice(90)) / 100,
    fails: canFail && dice(4) === 0,
  }))
}

/** Another one for each sequence and person. */
function birthDateOf(name: string, person: number): string {
  const days = [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9_000, person)
  return Temporal.PlainDate.from('1960-01-01').add({ days }).toString()
}

/** Sends the transfers of a sequence from persons of its own, and returns what became of each. */
async function play(name: string, steps: readonly Step[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const [n, { person, minutes, amount, fails }] of steps.entries()) {
    clock.forward({ minutes })
    const reference = `${name}-${n}`
    const toNumber = fails
      ? { customer_number: '+243820000002', expected_receiver_name: 'Marie Ilunga' }
      : { customer_number: '+243820000011', expected_receiver_name: 'Test Subscriber' }
    const sender = {
      sender_document_number: `${name}0000${person}`,
      sender_birthdate: birthDateOf(name, person),
    }
    const { status, body } = await transfers.inbound({ ...toNumber, ...sender, amount, reference })
    assert.ok(status === 200 || status === 422, JSON.stringify(body))
    outcomes.push(status === 422 ? 'refuse' : body.data.status === 'Hold' ? 'hold' : 'allow')
    if (fails && outcomes.at(-1) === 'allow') await transfers.reaches(reference, 'Failed')
  }
  return outcomes
}

const seeds = [1, 2, 3]
test.each(seeds)('a dry run is what then happens, with held and refused transfers: seed %i', async (seed) => {
  const dice = openDice(seed)
  const rules = [
    {
      id: 'hold-sum',
      subject: 'document',
      measure: 'sum',
      window: 'hour',
      limit: 1 + dice(100) / 100,
      outcome: 'hold',
    },
    {
      id: 'refuse-count',
      subject: 'document',
      measure: 'count',
      window: 'hour',
      limit: 2 + dice(2),
      outcome: 'refuse',
    },
    {
      id: 'note-large',
      subject: 'sender',
      measure: 'amount',
      window: 'transfer',
      limit: 0.5,
      outcome: 'allow',
    },
  ]
  await compare(`HX${seed}`, rules, sequence(dice, false))
})

test.each(seeds)('a dry run is what then happens, when transfers fail: seed %i', async (seed) => {
  const dice = openDice(seed + 100)
  const rules = [
    {
      id: 'sum',
      subject: 'document',
      measure: 'sum',
      window: 'hour',
      limit: 1 + dice(100) / 100,
      outcome: 'refuse',
    },
    {
      id: 'count',
      subject: 'sender',
      measure: 'count',
      window: 'day',
      limit: 3 + dice(3),
      outcome: 'refuse',
    },
  ]
  await compare(`FY${seed}`, rules, sequence(dice, true))
})

async function compare(name: string, rules: object[], steps: readonly Step[]): Promise<void> {
  await putRules([])
  const from = clock.now()
  await play(`${name}A`, steps)
  const days = { from: from.toString().slice(0, 10), to: clock.now().toString().slice(0, 10) }
  const tried = await world.admin('POST', `${path}/dry-run?limit=100`, { rules, ...days })
  assert.equal(tried.status, 200, tried.text)
  const predicted = steps.map((_, n) => {
    const hit = tried.body.data.items.find((item: any) => item.reference === `${name}A-${n}`)
    return hit?.outcome ?? 'allow'
  })
  await putRules(rules)
  expect(await play(`${name}B`, steps)).toEqual(predicted)
  clock.forward({ hours: 48 })
}

test('a dry run over a day that no calendar has is 400 RMT-1006', async () => {
  for (const [from, to] of [
    ['2026-02-30', '2026-03-01'],
    ['2026-02-01', '2026-99-99'],
  ]) {
    const refused = await world.admin('POST', `${path}/dry-run`, { rules: [], from, to })
    expect([refused.status, refused.body.code], refused.text).toEqual([400, 'RMT-1006'])
  }
})

test('rules changed by another admin meanwhile are 409 RMT-1026, and each version says who and why', async () => {
  const { version } = (await world.admin('GET', path)).body.data
  assert.equal((await putRules([], version)).status, 200)
  const late = await putRules([], version)
  expect([late.status, late.body.code]).toEqual([409, 'RMT-1026'])
  const { items } = (await world.admin('GET', `${path}/versions?limit=1`)).body.data
  expect(items).toMatchObject([
    { version: version + 1, changed_by: 'amina', reason: 'A dry run went before' },
  ])
})

test.each([
  ['two rules of one id', [{}, {}]],
  ['a window that does not belong to its measure', [{ measure: 'amount' }]],
  ['a count that is no whole number', [{ limit: 1.5 }]],
  ['a negative limit', [{ limit: -1 }]],
  ['a sum with three decimals', [{ measure: 'sum', limit: 1.005 }]],
  ['a person who has counterparties', [{ measure: 'counterparties', subject: 'sender' }]],
  ['a document whose name changes', [{ measure: 'name_changes', subject: 'document' }]],
])('%s is refused with 400', async (_, changes) => {
  const rule = { id: 'a', subject: 'number', measure: 'count', window: 'day', limit: 1, outcome: 'hold' }
  const response = await putRules(changes.map((change) => ({ ...rule, ...change })))
  expect([response.status, response.body.code]).toEqual([400, 'RMT-1005'])
})

test('what is left of a limit falls with each transfer, and only refusing rules are shown', async () => {
  const sum = { subject: 'document', measure: 'sum', window: 'day', limit: 2 }
  await putRules([
    { id: 'sum', ...sum, outcome: 'refuse' },
    { id: 'watch', ...sum, outcome: 'hold' },
  ])
  const left = async () =>
    (await transfers.get('/limits?sender_document_number=LL123456&customer_number=%2B243820000011')).body.data
  expect(await left()).toMatchObject({ limits: [{ rule: 'sum', used: 0, left: 2, frees_at: null }] })
  await transfers.accepted({
    ...{ sender_document_number: 'LL 123456', amount: 0.75, customer_number: '+243820000011' },
    expected_receiver_name: 'Test Subscriber',
  })
  const freesAt = clock.now().add({ hours: 24 }).toString({ fractionalSecondDigits: 6 }).slice(0, -1)
  expect(await left()).toMatchObject({ limits: [{ rule: 'sum', used: 0.75, left: 1.25, frees_at: freesAt }] })
  assert.equal((await transfers.get('/limits')).status, 400)
})
