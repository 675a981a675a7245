// Process heartbeats: what each process reports about itself, and what others read from it.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { waitForProcesses } from '../../composition/commands/screening.ts'
import { reportedListVersions } from './process-heartbeat.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const run = (text: string) => world.db.rows({ name: '', text })
const now = () => world.system.wallClock.now()
const beatOf = (columns: string, values: string) =>
  run(`insert into process_beat (id, role, version, started_at, beat_at, workers${columns})
       values (gen_random_uuid(), 'worker', '0.0.1', now(), now(), '{"old worker": 10}'${values})`)

test('every process reports the version of its screening lists', async () => {
  const newest = await run('select max(current_version)::text as version from screening_list')
  const { version } = newest[0] as { version: string }
  await eventually('the process has reported its lists', async () => {
    const reported = await reportedListVersions(world.db, now())
    return reported.length === 1 && String(reported[0]) === version
  })
  expect(await waitForProcesses(world.db, BigInt(version), 0)).toEqual({ processes: 1, processes_updated: 1 })
})

test('a process that reported no list versions counts as version 0', async () => {
  await beatOf('', '')
  await beatOf(', list_versions', `, '{"sandbox": "1", "production": "999999"}'`)
  expect(await waitForProcesses(world.db, 999_999n, 0)).toEqual({ processes: 3, processes_updated: 1 })
})
