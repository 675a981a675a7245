// Limits hold exactly when transfers of the same subject are accepted at once, by several processes, from several wallets.
// RACE_ROUNDS sets how often each race is run.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type Database, openDatabase, statement } from '../../platform/database/database.ts'
import { type Acceptance, type Candidate, openAcceptance } from '../acceptance/accept.ts'
import { inboundSchema, readInbound } from '../acceptance/request.ts'
import { quote } from '../exchange-rates/quote.ts'
import { openAppliedRules } from './judge-batch.ts'
import { type LimitRule, limitSubjects } from './rule.ts'
import { rulesInForce, saveRules } from './rule-sets.ts'

const rounds = raceRounds(1)
const processes = 3

let world: World
let databases: Database[]
let accepts: ((candidate: Candidate) => Promise<Acceptance>)[]
let owners: { id: bigint }[]

const findOwners = statement<{ id: bigint }>(
  'test_owners_of_wallets',
  'select merchant_id as id from wallet order by id',
)
const used = statement<{ amount: bigint; shares: bigint }>(
  'test_used_of_limits',
  `select coalesce(max(amount), 0)::bigint as amount, coalesce(max(shares), 0)::bigint as shares
     from (select key, sum(amount_minor) as amount, count(*) as shares from limit_share group by key) k
    where key in (select unnest(limit_subjects) from transfer where reference like $1)`,
)

beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  const { db, clock, system } = world
  for (let n = 0; n < processes; n++) await world.topUp('1000.00', await world.register())
  owners = await db.rows(findOwners)
  databases = owners.map(() => openDatabase(system.settings.DATABASE_URL, { connections: 2, name: 'race' }))
  const needs = { clock, secrets: system.secrets, appliedRules: openAppliedRules(() => true) }
  accepts = databases.map((each) => openAcceptance({ db: each, ...needs }))
})
afterAll(async () => {
  await Promise.all(databases.map((each) => each.close()))
  await world.close()
})

async function apply(rule: LimitRule): Promise<void> {
  await world.db.transaction(async (sql) => {
    const { version } = (await rulesInForce(sql)).sandbox
    const change = { by: 'amina', reason: 'A race', now: world.clock.now() }
    await saveRules(sql, 'sandbox', { version, rules: [rule] }, change)
  })
}

/** A transfer of 0.25 USD that passed every other check. */
function candidate(owner: { id: bigint }, fields: Record<string, string>): Candidate {
  const today = Temporal.PlainDate.from('2026-01-01')
  const body = inboundBody({ ...fields, amount: JSON.rawJSON('0.25') })
  const { request } = readInbound(
    inboundSchema(() => true),
    body,
    { today, overCap: () => false },
  )
  assert.ok(request)
  return {
    merchant: { id: owner.id, environment: 'sandbox', version: 1 },
    request,
    subscriberName: undefined,
    screening: { hold: false, detail: 'clear', sealed: [] },
    quote: quote(request, undefined, { remittanceFeeBp: 0, remittanceFeeFixedMinor: 0n }),
    limitAmount: request.amount,
  }
}

let raced = 0
/** Sends 100 transfers of one sender to one number at once, spread over the processes. */
async function race(): Promise<{ accepted: number; refused: number; name: string }> {
  raced += 1
  const name = `race-${raced}-`
  const document = `RC${100_000 + raced}`
  const day = (of: string) => Temporal.PlainDate.from(of).add({ days: raced }).toString()
  const same = {
    sender_document_number: document,
    sender_birthdate: day('1950-01-01'),
    receiver_birthdate: day('1960-01-01'),
    customer_number: `+24381${String(2_000_000 + raced)}`,
  }
  const sent = Array.from({ length: 100 }, (_, n) => {
    const fields = { ...same, reference: `${name}${randomUUID()}` }
    return accepts[n % processes]!(candidate(owners[n % processes]!, fields))
  })
  const kinds = (await Promise.all(sent)).map(({ kind }) => kind)
  const count = (kind: Acceptance['kind']) => kinds.filter((each) => each === kind).length
  return { accepted: count('accepted'), refused: count('over_limit'), name }
}

const measures = [
  { measure: 'count', most: 7n },
  { measure: 'sum', most: 199n },
] as const

test.each(limitSubjects.flatMap((subject) => measures.map((each) => ({ subject, ...each }))))(
  'of 100 transfers at once no more are accepted than a $measure of the $subject allows',
  async ({ subject, measure, most }) => {
    await apply({ id: 'race', subject, measure, window: 'day', most, outcome: 'refuse' })
    for (let round = 0; round < rounds; round++) {
      const { accepted, refused, name } = await race()
      expect({ accepted, refused }).toEqual({ accepted: 7, refused: 93 })
      expect(await world.db.rows(used, [`${name}%`])).toEqual([{ amount: 175n, shares: 7n }])
    }
  },
)
