// The store as the connection pools of the running process, one for each place.
import type { Connection, Pool } from '../../../server/platform/database/database.ts'
import type { Boundary } from '../kernel/boundary.ts'
import type { Chance } from '../kernel/chance.ts'
import type { Outages } from '../kernel/outages.ts'
import {
  bounds,
  newSession,
  openExecution,
  openSessionLock,
  type Session,
  type SessionLock,
  type StatementChanges,
  type StoreFault,
} from './session.ts'
import type { Store } from './store.ts'

export type SimulatedPools = {
  /** The pool whose connections look into a cell, or into control, which is 0. */
  at(place: number): Pool
  /** Rolls back what a dead process had open. */
  rollbackDead(): Promise<void>
}

type Needs = {
  chooseFault: (name: string) => StoreFault
  waitMs: () => number
  chance: Chance
  outages: Outages
  changes?: StatementChanges | undefined
}

/**
 * The single real session is held by a statement, or by a transaction from start to end, whichever place it is of; the next holder is
 * chosen at random.
 */
export function openSimulatedPools(store: Store, boundary: Boundary, needs: Needs): SimulatedPools {
  const lock = openSessionLock(needs.chance)
  return {
    at: (place) => openPool(store, boundary, { ...needs, place, lock }),
    async rollbackDead() {
      lock.waiting.length = 0
      if (lock.holder?.inTransaction) await store.run('rollback')
      lock.reset()
    },
  }
}

function openPool(
  store: Store,
  boundary: Boundary,
  { chooseFault, waitMs, outages, changes, place, lock }: Needs & { place: number; lock: SessionLock },
): Pool {
  const { carryOut, terminate } = openExecution(store, { chooseFault, changes, place })
  const at = store.cells === 1 ? '' : `${place === 0 ? 'control' : `cell ${place}`} `
  const letGo = (session: Session, mine: number) => {
    if (mine === boundary.living() && lock.holder === session && !session.inTransaction) lock.letGo()
  }

  const query = (session: Session) => async (requested: Parameters<Connection['query']>[0]) => {
    const { name, text, values } =
      typeof requested === 'string' ? { name: requested, text: requested, values: [] } : requested
    const mine = boundary.living()
    const detail = JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const outageMs = outages.waitOf(place, text)
    if (outageMs !== undefined) {
      // Whatever the session had begun is rolled back at once, because the others wait for the single real session.
      const lost = terminate(session)
      lost.catch(() => {})
      await lost.catch(() => letGo(session, mine))
      await boundary.cross({
        name: `statement ${name}`,
        detail: `${at}${detail} is not reached`,
        waitMs: waitMs() + outageMs,
        apply: () => lost,
        survives: false,
      })
    }
    await lock.acquire(session)
    try {
      if (text === 'begin') session.asked.clear()
      if (!bounds.has(text)) session.asked.add(name)
      const rows = await boundary.cross({
        name: `statement ${name}${text === 'commit' ? ` of ${[...session.asked].join(', ')}` : ''}`,
        detail: `${at}${detail}`,
        waitMs: waitMs(),
        apply: () => carryOut(session, name, text, values),
        survives: false,
      })
      return { rows, command: text === 'commit' && session.hasFailed ? 'ROLLBACK' : text.toUpperCase() }
    } finally {
      letGo(session, mine)
    }
  }

  return poolOf(query, lock)
}

function poolOf(query: (session: Session) => Connection['query'], lock: SessionLock): Pool {
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
  }
}
