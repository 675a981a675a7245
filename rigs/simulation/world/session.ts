// The one real session of the store: who has it, and what its statements meet.
import type { Chance } from '../kernel/chance.ts'
import type { Store } from './store.ts'

/** What may be wrong with an answer of the database. */
export type StoreFault = 'none' | 'refused' | 'lost_reply' | 'serialization'

/** Statements of the program by their names, and what they become on their way to the store. */
export type StatementChanges = Readonly<Record<string, (text: string) => string>>

/** What failed takes nothing but a rollback. */
export type Session = {
  inTransaction: boolean
  isBroken: boolean
  hasFailed: boolean
  /** The statements of the transaction that is open: what a commit is of. */
  asked: Set<string>
}

export const newSession = (): Session => ({
  inTransaction: false,
  isBroken: false,
  hasFailed: false,
  asked: new Set(),
})

/** What begins and ends a transaction. */
export const bounds = new Set(['begin', 'commit', 'rollback'])

export type SessionLock = {
  readonly holder: Session | undefined
  readonly waiting: (() => void)[]
  /** Waits until the session may use the store. */
  acquire(session: Session): Promise<void>
  /** Hands the store to one of those who wait, taken by chance. */
  letGo(): void
  /** Nobody has the store, and nobody waits for it. */
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
      // Taken at once, so that nobody slips in between.
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
}

/** Carries out statements of a session, with their faults. */
export function openExecution(store: Store, { chooseFault, changes }: Needs) {
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
      ? store.rows(text === 'commit' && session.hasFailed ? 'rollback' : text)
      : store.carryOut(name, changes?.[name]?.(text) ?? text, values).catch((error) => {
          session.hasFailed = session.inTransaction
          throw error
        }))
    if (text === 'begin') session.inTransaction = true
    if (text === 'commit' || text === 'rollback') session.inTransaction = false
    return fault === 'lost_reply' ? terminate(session) : rows
  }

  /** The connection is gone, and with it the transaction that was open on it. */
  async function terminate(session: Session): Promise<never> {
    session.isBroken = true
    if (session.inTransaction) await store.run('rollback')
    session.inTransaction = false
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
  }

  return carryOut
}
