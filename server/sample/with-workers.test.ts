// A sample beside the workers of a running sandbox: they open a case for its held transfer, send nothing, and leave nothing behind.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalOf } from '../../test/support/callers/portal.ts'
import { call } from '../../test/support/callers/self-service.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rows = (text: string) => world.db.rows<any>({ name: '', text }, [])

/** Everything that a worker could add to a sample or write about it. */
const traces = `select (select count(*)::int from compliance_case) as cases,
  (select count(*)::int from compliance_case_item) as items, (select count(*)::int from compliance_case_event) as events,
  (select count(*)::int from message) + (select count(*)::int from control.message) as messages,
  (select count(*)::int from transfer_exception) as exceptions, (select count(*)::int from settlement) as settlements,
  (select count(*)::int from webhook_event) as webhooks, (select count(*)::int from ledger_posting) as postings,
  (select count(*)::int from day_count) as counters, (select count(*)::int from day_total where count <> 0) as totals,
  (select count(*)::int from number_prompt) as prompts, (select count(*)::int from screened_party) as parties,
  (select count(*)::int from screened_person) as persons`

test('workers open the case of a sample, send nobody a message, and its removal takes the case along', async () => {
  const { token, data, post } = await portalOf(world)
  const [before] = await rows(traces)
  await post('sandbox/sample')
  await eventually('a sample', async () => (await data('sandbox/sample')).state === 'MADE')
  await eventually('a case', async () => (await rows('select from compliance_case')).length > 0)
  const [{ sent, exceptions }] = await rows(
    `select (select count(*)::int from message where state <> 'MUTED') + (select count(*)::int from webhook_attempt) as sent,
            (select count(*)::int from transfer_exception) as exceptions`,
  )
  expect({ sent, exceptions }).toEqual({ sent: 0, exceptions: 0 })
  expect((await call(world, 'DELETE', 'sandbox/sample', { token })).status).toBe(200)
  expect((await rows(traces))[0]).toEqual(before)
})
