// Each invariant must find nothing in a healthy database and must detect each fault planted into it.
import assert from 'node:assert/strict'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../../../test/support/world/world.ts'
import { namedIds, readIds } from '../cells.ts'
import { faults } from '../damage/damage.ts'
import { liveDay, openQuickWorld } from '../healthy.ts'
import { checkProfileEvents } from '../webhook-checks.ts'
import { checkInvariants, invariants } from './invariants.ts'

let world: World
let later: Temporal.Instant
let bare: pg.Client

/** Copies all rows into tables with only their keys, so that no other constraint refuses the fault first. */
const takeBareCopy = `do $$
declare
  name text;
  key text;
begin
  create schema bare;
  for name, key in select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
                    where contype = 'p' and pg_table_is_visible(conrelid) and connamespace <> 'pg_catalog'::regnamespace loop
    execute format('create table bare.%1$s as table %1$s', name);
    execute format('alter table bare.%s add %s', name, key);
  end loop;
  create table bare.day_count_change as table day_count_change;
end $$`

beforeAll(async () => {
  world = await openQuickWorld()
  later = await liveDay(world)
  bare = new pg.Client({ connectionString: world.system.settings.DATABASE_URL })
  await bare.connect()
  await bare.query(takeBareCopy)
  await bare.query('set search_path = bare')
})
afterAll(async () => {
  await bare?.end()
  await world?.close()
})

const rowsOf = async (sql: string, values: unknown[]) => (await bare.query(sql, values)).rows

test('no invariant finds anything in a healthy database', async () => {
  expect(await checkInvariants(rowsOf, later)).toEqual([])
})

test('every id that rows of a cell were given by a day of work names the cell', async () => {
  const ids = await readIds((sql, values = []) => rowsOf(sql, values), 1)
  expect(ids.filter(({ elsewhere }) => elsewhere.length > 0)).toEqual([])
  const filled = ids.filter(({ count }) => count > 0).map(({ name }) => name)
  expect(filled).toEqual(expect.arrayContaining(Object.keys(namedIds)))
})

test('each invariant has a planted fault that it must detect', () => {
  const withFaults = Object.keys(faults).filter((id) => Object.keys(faults[id]!).length > 0)
  expect(withFaults.sort()).toEqual(invariants.map(({ id }) => id).sort())
})

async function withDamage<Result>(damage: string, look: () => Promise<Result>): Promise<Result> {
  await bare.query('begin')
  try {
    const results = [await bare.query(damage)].flat()
    assert.ok(
      results.every(({ rowCount }) => rowCount),
      'the planted fault does not fit',
    )
    return await look()
  } finally {
    await bare.query('rollback')
  }
}

const planted = invariants.flatMap(({ id, title, sql }) =>
  Object.entries(faults[id] ?? {}).map(
    ([fault, damage]) => [`${id}: ${title} (${fault})`, sql, damage] as const,
  ),
)
test.for(planted)('the planted fault is detected: %s', async ([, sql, damage]) => {
  expect(await withDamage(damage, () => rowsOf(sql, [later.toString()]))).not.toEqual([])
})

/** As if the paid payments came from links without a callback, and their merchant had none in its profile. */
const takeCallbacks = `update card_transaction set origin = 'link', callback_url = null where status <> 'EXPIRED';
  update merchant set callback_url = null;
  update webhook_event set url = null, endpoint = null, state = 'STORED', next_attempt_at = null where subject like 'card:%' and copy_id is null`

test('events of links without any callback need no address', async () => {
  const violations = await withDamage(takeCallbacks, () => checkInvariants(rowsOf, later))
  expect(violations).toEqual([])
})

const profileViolations = () => checkProfileEvents((sql) => rowsOf(sql, []))

test('events of links without any callback go nowhere, which is no violation', async () => {
  expect(await withDamage(takeCallbacks, profileViolations)).toEqual([])
})

test.each(['payment:', 'refund:', 'void:'])(
  'a missing event %s… for the callback of a profile is detected',
  async (kind) => {
    const damage = `${takeCallbacks}; delete from webhook_event where dedupe_key like '${kind}%';
      update merchant set callback_url = 'https://profile.test'`
    const [found] = await withDamage(damage, profileViolations)
    expect(found?.rows).toContainEqual(
      expect.objectContaining({ key: expect.stringMatching(`^${kind}`), url: null }),
    )
  },
)

test('an event sent elsewhere than to the callback of the profile is detected', async () => {
  const damage = `update card_transaction set origin = 'link', callback_url = null;
    update merchant set callback_url = 'https://profile.test'`
  const [found] = await withDamage(damage, profileViolations)
  expect(found?.rows).toContainEqual(
    expect.objectContaining({ url: expect.stringContaining('/test-callback') }),
  )
})
