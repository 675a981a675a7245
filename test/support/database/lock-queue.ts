// In which order a lock is granted, for tests of locks that many take one after another.
import { statement, type Tx } from '../../../server/platform/database/database.ts'
import { eventually } from '../http/eventually.ts'
import type { World } from '../world/world.ts'

const countWaiting = statement<{ waiting: bigint }>(
  'test_count_waiting_for_locks',
  `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

type Take = (sql: Tx) => Promise<unknown>

/**
 * Two that take a lock in the ordinary way, and one who takes it to change what it protects: the first has it, the change waits for
 * it, then the second comes, then the first lets go. Returns all that in order. Nothing else may wait for locks in this world.
 */
export async function orderOfLocks(
  { system: { db }, db: observer }: Pick<World, 'system' | 'db'>,
  { ordinary, change }: { ordinary: Take; change: Take },
): Promise<string[]> {
  const order: string[] = []
  const released = Promise.withResolvers<void>()
  const take = (name: string, lock: Take) =>
    db.transaction(async (sql) => {
      await lock(sql)
      order.push(name)
      if (name === 'first') await released.promise
    })
  // The system's connections may all be those that have the lock or wait for it.
  const waiting = async () => Number((await observer.rows(countWaiting))[0]!.waiting)
  // Whoever gets it at once does not wait, which the test then judges.
  const taken = (others: number) =>
    eventually(
      `${others} wait for the lock, or have it`,
      async () => (await waiting()) + order.length > others,
    )
  const first = take('first', ordinary)
  await Promise.race([first, eventually('the first has the lock', async () => order.length === 1)])
  const changed = take('change', change)
  await taken(1)
  const second = take('second', ordinary)
  await taken(2)
  order.push('released')
  released.resolve()
  await Promise.all([first, changed, second])
  return order
}
