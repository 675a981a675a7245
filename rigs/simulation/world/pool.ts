// The store as the connection pool of the running process.
import type { Connection, Pool } from '../../../server/platform/database/database.ts'
import type { Boundary } from '../kernel/boundary.ts'
import type { Chance } from '../kernel/chance.ts'
import {
  bounds,
  newSession,
  openExecution,
  openSessionLock,
  type Session,
  type StatementChanges,
  type StoreFault,
} from './session.ts'
import type { Store } from './store.ts'

export type SimulatedPool = Pool & {
  /** Rolls back what a dead process had open. */
  rollbackDead(): Promise<void>
}

type Needs = {
  chooseFault: (name: string) => StoreFault
  waitMs: () => number
  chance: Chance
  changes?: StatementChanges | undefined
}

/**
 * The single real session is held by a statement, or by a transaction from start to end; the next holder is chosen
 * at random.
 */
export function openSimulatedPool(
  store: Store,
  boundary: Boundary,
  { chooseFault, waitMs, chance, changes }: Needs,
): SimulatedPool {
  const lock = openSessionLock(chance)
  const carryOut = openExecution(store, { chooseFault, changes })

  const query = (session: Session) => async (requested: Parameters<Connection['query']>[0]) => {
    const { name, text, values } =
      typeof requested === 'string' ? { name: requested, text: requested, values: [] } : requested
    const mine = boundary.living()
    await lock.acquire(session)
    try {
      if (text === 'begin') session.asked.clear()
      if (!bounds.has(text)) session.asked.add(name)
      const rows = await boundary.cross({
        name: `statement ${name}${text === 'commit' ? ` of ${[...session.asked].join(', ')}` : ''}`,
        detail: JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        waitMs: waitMs(),
        apply: () => carryOut(session, name, text, values),
        survives: false,
      })
      return { rows, command: text === 'commit' && session.hasFailed ? 'ROLLBACK' : text.toUpperCase() }
    } finally {
      if (mine === boundary.living() && lock.holder === session && !session.inTransaction) lock.letGo()
    }
  }

  return {
    query: (requested) => query(newSession())(requested),
    async connect() {
      const send = query(newSession())
      let before: Promise<unknown> = Promise.resolve()
      return {
        // A connection runs its statements in order, including those sent without waiting.
        query(requested) {
          const mine = before.then(() => send(requested))
          before = mine.catch(() => {})
          return mine
        },
        release: () => {},
      }
    },
    end: async () => {},
    totalCount: 1,
    get idleCount() {
      return lock.holder ? 0 : 1
    },
    get waitingCount() {
      return lock.waiting.length
    },
    async rollbackDead() {
      lock.waiting.length = 0
      if (lock.holder?.inTransaction) await store.run('rollback')
      lock.reset()
    },
  }
}
