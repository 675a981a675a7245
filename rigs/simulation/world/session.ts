// The single real session of the store: who holds it, and the faults of its statements.
import type { Chance } from '../kernel/chance.ts'
import type { Store } from './store.ts'

/** The faults of a database reply. */
export type StoreFault = 'none' | 'refused' | 'lost_reply' | 'serialization'

/** Statements of the program by their names, and how they are changed on their way to the store. */
export type StatementChanges = Readonly<Record<string, (text: string) => string>>

/** A failed session accepts only a rollback. */
export type Session = {
  inTransaction: boolean
  isBroken: boolean
  hasFailed: boolean
  /** The statements of the open transaction, which name its commit. */
  asked: Set<string>
}

export const newSession = (): Session => ({
  inTransaction: false,
  isBroken: false,
  hasFailed: false,
  asked: new Set(),
})

/** The statements that start and end a transaction. */
export const bounds = new Set(['begin', 'commit', 'rollback'])

export type SessionLock = {
  readonly holder: Session | undefined
  readonly waiting: (() => void)[]
  /** Waits until the session may use the store. */
  acquire(session: Session): Promise<void>
  /** Passes the store to a waiting session, chosen at random. */
  letGo(): void
  /** Clears the holder and all waiting sessions. */
  reset(): void
}

export function openSessionLock(chance: Chance): SessionLock {
  const waiting: (() => void)[] = []
  let holder: Session | undefined
  return {
    get holder() {
      return holder
    },
    waiting,
    async acquire(session) {
      if (holder === session) return
      if (holder !== undefined) await new Promise<void>((go) => waiting.push(go))
      holder = session
    },
    letGo() {
      holder = undefined
      if (waiting.length === 0) return
      const [go] = waiting.splice(chance.below(waiting.length), 1)
      // Taken at once, so that no other session comes between.
      holder = newSession()
      go!()
    },
    reset() {
      holder = undefined
    },
  }
}

type Needs = {
  chooseFault: (name: string) => StoreFault
  changes?: StatementChanges | undefined
  /** The cell that the session looks into; 0 is control. */
  place: number
}

/** Runs statements of a session, with their faults. */
export function openExecution(store: Store, { chooseFault, changes, place }: Needs) {
  async function carryOut(
    session: Session,
    name: string,
    text: string,
    values: unknown[],
  ): Promise<unknown[]> {
    const fault = session.isBroken ? 'refused' : chooseFault(name)
    if (fault === 'refused') return terminate(session)
    if (session.hasFailed && !bounds.has(text))
      throw Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
    if (fault === 'serialization' && session.inTransaction && text !== 'rollback') {
      session.hasFailed = true
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    }
    const rows = await (bounds.has(text)
      ? store.run(text === 'commit' && session.hasFailed ? 'rollback' : text).then(() => [])
      : store
          .carryOut({ name, text: changes?.[name]?.(text) ?? text, values, look: place })
          .catch((error) => {
            session.hasFailed = session.inTransaction
            throw error
          }))
    if (text === 'begin') session.inTransaction = true
    if (text === 'commit' || text === 'rollback') session.inTransaction = false
    return fault === 'lost_reply' ? terminate(session) : rows
  }

  /** The connection is lost, and with it its open transaction. */
  async function terminate(session: Session): Promise<never> {
    session.isBroken = true
    if (session.inTransaction) await store.run('rollback')
    session.inTransaction = false
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
  }

  return { carryOut, terminate }
}
