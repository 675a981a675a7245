// Limits hold exactly when transfers of the same subject are accepted at once, by several processes, from several wallets.
// RACE_ROUNDS sets how often each race is run.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
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
  databases = owners.map(() =>
    openDatabase(system.settings.DATABASE_URL, { connections: 2, name: 'race', cell: cellOfTests }),
  )
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
function candidate(
  owner: { id: bigint },
  fields: Record<string, string>,
  subscriberName: string | undefined,
): Candidate {
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
    subscriberName,
    screening: { hold: false, detail: 'clear', sealed: [] },
    quote: quote(request, undefined, { remittanceFeeBp: 0, remittanceFeeFixedMinor: 0n }),
    limitAmount: request.amount,
  }
}

let raced = 0
/** What differs between the transfers of a race; the rest is the same in all of them. */
type Differing = (n: number) => { fields?: Record<string, string>; name?: string }
type Raced = { accepted: number; refused: number; name: string }

/** Sends 100 transfers at once, spread over the processes. They have one sender and one number unless they differ. */
async function race(differing: Differing = () => ({})): Promise<Raced> {
  raced += 1
  const name = `race-${raced}-`
  const document = `RC${100_000 + raced}`
  const day = (of: string) => Temporal.PlainDate.from(of).add({ days: raced }).toString()
  const same = {
    sender_document_number: document,
    sender_birthdate: day('1950-01-01'),
    receiver_birthdate: day('1960-01-01'),
    customer_number: numberOf(raced),
  }
  const sent = Array.from({ length: 100 }, (_, n) => {
    const { fields, name: confirmed } = differing(n)
    const all = { ...same, ...fields, reference: `${name}${randomUUID()}` }
    return accepts[n % processes]!(candidate(owners[n % processes]!, all, confirmed))
  })
  const kinds = (await Promise.all(sent)).map(({ kind }) => kind)
  const count = (kind: Acceptance['kind']) => kinds.filter((each) => each === kind).length
  return { accepted: count('accepted'), refused: count('over_limit'), name }
}

const numberOf = (n: number) => `+24381${String(2_000_000 + n)}`

/** Runs a race in each round, and prints how it went if rounds were asked for. */
async function everyRound(
  kind: string,
  differing: Differing | undefined,
  check: (raced: Raced) => Promise<void>,
) {
  for (let round = 0; round < rounds; round++) await check(await race(differing))
  if (rounds > 1) process.stdout.write(`${kind}: ${rounds} rounds of 100 transfers at once, never over\n`)
}

const measures = [
  { measure: 'count', most: 7n },
  { measure: 'sum', most: 199n },
] as const

test.each(limitSubjects.flatMap((subject) => measures.map((each) => ({ subject, ...each }))))(
  'of 100 transfers at once no more are accepted than a $measure of the $subject allows',
  async ({ subject, measure, most }) => {
    await apply({ id: 'race', subject, measure, window: 'day', most, outcome: 'refuse' })
    await everyRound(`${measure} of the ${subject}`, undefined, async ({ accepted, refused, name }) => {
      expect({ accepted, refused }).toEqual({ accepted: 7, refused: 93 })
      expect(await world.db.rows(used, [`${name}%`])).toEqual([{ amount: 175n, shares: 7n }])
    })
  },
)

/** A word of its own for each number. */
const lettersFor = (n: number) => String(n).replace(/\d/g, (digit) => 'bdfgklmnrt'[Number(digit)]!)
const counted = [
  {
    kind: 'the different senders of a number',
    rule: { subject: 'number', measure: 'counterparties' },
    differing: (n: number) => ({ fields: { sender_document_number: `RS${100_000 + n}` } }),
  },
  {
    kind: 'the different numbers of a document',
    rule: { subject: 'document', measure: 'counterparties' },
    differing: (n: number) => ({ fields: { customer_number: numberOf(1_000_000 + n) } }),
  },
  {
    kind: 'the changes of the name of a number',
    rule: { subject: 'number', measure: 'name_changes' },
    differing: (n: number) => ({ name: `Mbuyi ${lettersFor(n)}a` }),
  },
] as const

test.each(counted)(
  'of 100 transfers at once no more are accepted than a limit of $kind allows',
  async ({ kind, rule, differing }) => {
    await apply({ id: 'race', ...rule, window: 'day', most: 7n, outcome: 'refuse' })
    // The first name of a number is no change.
    const expected = rule.measure === 'name_changes' ? 8 : 7
    await everyRound(kind, differing, async ({ accepted, refused }) => {
      expect({ accepted, refused }).toEqual({ accepted: expected, refused: 100 - expected })
    })
  },
)

test('of 100 transfers at once to a number with a new name one changes it, however it is spelled', async () => {
  await apply({
    id: 'race',
    subject: 'number',
    measure: 'name_changes',
    window: 'day',
    most: 1n,
    outcome: 'refuse',
  })
  for (const name of ['Marie Ilunga', 'Jean Mukendi']) {
    const spelled = [name, name.toUpperCase().split(' ').reverse().join('  ')]
    const { accepted } = await race((n) => ({
      fields: { customer_number: numberOf(0) },
      name: spelled[n % 2]!,
    }))
    assert.equal(accepted, 100)
  }
})
